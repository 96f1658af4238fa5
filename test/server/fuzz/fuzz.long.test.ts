import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { toNodeListener } from '../../../src/server/node/index.js';
import { Browser, serve } from '../setup.js';
import { requests } from './fuzz-requests.js';
import { rawRequests, sendRaw } from './fuzz-sockets.js';
import { createTarget } from './fuzz-target.js';

// A few in every run of the tests; `npm run test:fuzz` sends as many as its numbers say.
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1500);
const SOCKETS = Number(process.env.FUZZ_SOCKETS ?? 300);
/** After so many the handler and the service are new: what they remember is no leak. */
const ROUND = 500;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = () => (collect(), collect(), process.memoryUsage().heapUsed);

/** Sends this many in rounds, and answers by how many bytes memory has grown since the first rounds. */
async function inRounds(count: number, round: (size: number) => Promise<void>): Promise<number> {
  let before = 0;
  for (let done = 0; done < count; done += ROUND) {
    await round(Math.min(ROUND, count - done));
    if (done <= ROUND) before = heap();
  }
  return heap() - before;
}

const parameters = (numRuns: number) => ({
  numRuns,
  ...(process.env.FUZZ_SEED && { seed: Number(process.env.FUZZ_SEED) }),
});

describe('the handler', () => {
  it(`responds to ${REQUESTS} requests with random faults, and never calls the service for a bad request`, async () => {
    let [bad, good] = [0, 0];
    const grown = await inRounds(REQUESTS, async (size) => {
      const target = await createTarget();
      const one = fc.asyncProperty(requests, async (request) => {
        const isBad = await target.send(request);
        if (isBad) bad += 1;
        else good += 1;
      });
      await fc.assert(one, parameters(size));
    });
    assert.ok(bad > REQUESTS / 4 && good > REQUESTS / 20, `${bad} bad, ${good} good`);
    assert.ok(grown < 20e6, `${grown} bytes more`);
  });
});

describe('toNodeListener', () => {
  it(`responds to ${SOCKETS} connections with random bytes, and continues`, async (test) => {
    // Node says there that it could not read something.
    test.mock.method(console, 'error', () => {});
    const grown = await inRounds(SOCKETS, async (size) => {
      const target = await createTarget();
      const server = await serve(toNodeListener(target.handle));
      try {
        const one = fc.asyncProperty(rawRequests, async (raw) => {
          const calls = target.calls();
          await sendRaw(server.port, raw);
          assert.equal(target.calls(), calls);
        });
        await fc.assert(one, { ...parameters(size), endOnFailure: true });
        const again = await new Browser(fetch, 'jane', server.origin).get('session');
        assert.equal(again.status, 200);
      } finally {
        await server.close();
      }
    });
    assert.ok(grown < 20e6, `${grown} bytes more`);
  });
});
