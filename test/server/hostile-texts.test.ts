// One applicant's text does not keep the process from the others, over a real socket.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../src/server/node.js';
import { sampleApplication } from '../schema/samples.js';
import { LOOPBACK, MOUNT, serve, setup } from './setup.js';

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
    it(`with ${name} takes no longer than three times as long as one of plain letters`, async () => {
      const { handle, sandbox } = setup({ sessions: LOOPBACK });
      const server = await serve(toNodeListener(handle));
      const attack = sampleApplication();
      spoil(attack);
      const plain = sampleApplication();
      plain.applicant.first_name = 'a'.repeat(ROOM);
      try {
        const timeOf = async (body: object) => {
          const times: number[] = [];
          for (let turn = 0; turn < 4; turn++) {
            const start = performance.now();
            const answer = await post(server.port, body);
            times.push(performance.now() - start);
            assert.equal(answer.status, 422);
          }
          return Math.min(...times);
        };
        await timeOf(plain);
        const [usual, hostile] = [await timeOf(plain), await timeOf(attack)];
        assert.ok(hostile <= 3 * usual + 5, `${hostile.toFixed(1)} ms against ${usual.toFixed(1)} ms`);
        assert.equal(sandbox.calls.length, 0);
      } finally {
        await server.close();
      }
    });
  }
});

const post = (port: number, body: object) =>
  fetch(`http://127.0.0.1:${port}${MOUNT}/applications`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-lending-elements': '1',
      origin: `http://127.0.0.1:${port}`,
      cookie: 'user=jane',
    },
    body: JSON.stringify(body),
  });
