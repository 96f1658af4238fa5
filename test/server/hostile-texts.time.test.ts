// One applicant's text does not keep the process from the others, over a real socket.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../src/server/node/index.js';
import { someTry } from '../support/time.js';
import { Browser, sampleApplication, serve, setup } from './setup.js';

const ROOM = 60_000;

/** Texts that fill a body, by the field that they stand in. */
const ATTACKS: Record<string, (application: ReturnType<typeof sampleApplication>) => void> = {
  'dots in an e-mail': ({ applicant }) => (applicant.email = `a${'.'.repeat(ROOM)}x@`),
  'accents in a name': ({ applicant }) => (applicant.first_name = `a${'\u0301\u0323'.repeat(ROOM / 4)}`),
  'accents in a date': ({ applicant }) => (applicant.date_of_birth = `1${'\u0301\u0323'.repeat(ROOM / 4)}`),
  'commas in a registration number': ({ company }) => (company.registered_number = ',;'.repeat(ROOM / 2)),
  'brackets in a telephone number': ({ applicant }) => (applicant.phone_number = `1${'( '.repeat(ROOM / 2)}`),
  'digits in a postcode': ({ company }) => (company.address.postcode = 'A1'.repeat(ROOM / 2)),
};

describe('a body that is one long text', () => {
  for (const [name, spoil] of Object.entries(ATTACKS)) {
    it(`with ${name} takes no longer than three times as long as one of plain letters`, async (test) => {
      const { handle, sandbox } = setup();
      const server = await serve(toNodeListener(handle), test);
      const page = new Browser((request) => fetch(request), 'jane', server.origin);
      const attack = sampleApplication();
      spoil(attack);
      const plain = sampleApplication();
      plain.applicant.first_name = 'a'.repeat(ROOM);
      const timeOf = async (body: object) => {
        const times: number[] = [];
        for (let turn = 0; turn < 4; turn++) {
          const start = performance.now();
          const answer = await page.post('applications', body);
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
