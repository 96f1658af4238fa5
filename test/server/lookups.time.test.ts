// One applicant's search does not keep the process from the others, over a real socket.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../src/server/node/index.js';
import { someTry } from '../support/time.js';
import { Browser, foundCompany, serve, setup } from './setup.js';

describe('a lookup', () => {
  const ROOM = 60_000;
  const TEXTS = {
    accents: `a${'\u0301\u0323'.repeat(ROOM / 4)}`,
    spaces: `a${' '.repeat(ROOM)}b`,
    'invisible characters': '\u200b'.repeat(ROOM / 3),
    'halves of emoji': '\\ud83c'.repeat(ROOM / 6),
  };
  for (const [what, text] of Object.entries(TEXTS)) {
    it(`a query of ${what} takes no longer than three times as long as one of plain letters`, async (test) => {
      const queries: unknown[] = [];
      const many = { requests: 1e6, seconds: 60 };
      const lookupCompany = (query: unknown) => (queries.push(query), [foundCompany()]);
      const { handle } = setup({ limits: { requests: many, lookups: many }, lookupCompany });
      const server = await serve(toNodeListener(handle), test);
      const page = new Browser((request) => fetch(request), 'jane', server.origin);
      const timeOf = async (query: string) => {
        const times: number[] = [];
        for (let turn = 0; turn < 4; turn++) {
          const start = performance.now();
          const { status } = await page.post('lookups/company', `{"query":"${query}"}`);
          times.push(performance.now() - start);
          assert.equal(status, 422);
        }
        return Math.min(...times);
      };
      await timeOf('a'.repeat(ROOM));
      await someTry(async () => {
        const [usual, hostile] = [await timeOf('a'.repeat(ROOM)), await timeOf(text)];
        assert.ok(hostile <= 3 * usual + 5, `${hostile.toFixed(1)} ms against ${usual.toFixed(1)} ms`);
      });
      assert.deepEqual(queries, []);
    });
  }
});
