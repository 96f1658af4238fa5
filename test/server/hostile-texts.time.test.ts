// A long string from one applicant does not block the process for the others, over a real socket.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../src/server/node/index.js';
import { someTry } from '../support/time.js';
import { Browser, sampleApplication, serve, setup, UNLIMITED } from './setup.js';

const ROOM = 60_000;

/** An application with a text that fills a body, in one of its fields. */
const application = (spoil: (application: ReturnType<typeof sampleApplication>) => unknown) => {
  const made = sampleApplication();
  spoil(made);
  return made;
};
const PLAIN = 'a'.repeat(ROOM);
const ATTACKS: Record<string, object> = {
  'dots in an e-mail': application(({ applicant }) => (applicant.email = `a${'.'.repeat(ROOM)}x@`)),
  'accents in a name': application(({ applicant }) => (applicant.first_name = `a${'\u0301\u0323'.repeat(ROOM / 4)}`)),
  'accents in a date': application(
    ({ applicant }) => (applicant.date_of_birth = `1${'\u0301\u0323'.repeat(ROOM / 4)}`),
  ),
  'commas in a registration number': application(({ company }) => (company.registered_number = ',;'.repeat(ROOM / 2))),
  'brackets in a telephone number': application(
    ({ applicant }) => (applicant.phone_number = `1${'( '.repeat(ROOM / 2)}`),
  ),
  'digits in a postcode': application(({ company }) => (company.address.postcode = 'A1'.repeat(ROOM / 2))),
  'a query of accents': { query: `a${'\u0301\u0323'.repeat(ROOM / 4)}` },
  'a query of spaces': { query: `a${' '.repeat(ROOM)}b` },
  'a query of invisible characters': { query: '\u200b'.repeat(ROOM / 3) },
  'a query of halves of emoji': { query: '\ud83c'.repeat(ROOM / 6) },
};

describe('a body that is one long string', () => {
  for (const [name, attack] of Object.entries(ATTACKS)) {
    it(`with ${name} takes no longer than three times as long as one of plain letters`, async (test) => {
      const lookupCompany = () => assert.fail('the partner is asked');
      const { handle, sandbox } = setup({ limits: UNLIMITED, lookupCompany });
      const server = await serve(toNodeListener(handle), test);
      const page = new Browser((request) => fetch(request), 'jane', server.origin);
      const isQuery = 'query' in attack;
      const plain = isQuery ? { query: PLAIN } : application(({ applicant }) => (applicant.first_name = PLAIN));
      const timeOf = async (body: object) => {
        const times: number[] = [];
        for (let turn = 0; turn < 4; turn++) {
          const start = performance.now();
          const answer = await page.post(isQuery ? 'lookups/company' : 'applications', body);
          times.push(performance.now() - start);
          assert.equal(answer.status, 422);
        }
        return Math.min(...times);
      };
      await timeOf(plain);
      await someTry(async () => {
        const [usual, hostile] = [await timeOf(plain), await timeOf(attack)];
        assert.ok(hostile <= 3 * usual + 5, `${hostile.toFixed(1)} ms against ${usual.toFixed(1)} ms`);
      });
      assert.equal(sandbox.calls.length, 0);
    });
  }
});
