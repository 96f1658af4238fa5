import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRecentCache } from '../../../src/server/util/recent-cache.js';

const SIZE = 8;
const step = fc.record({ key: fc.integer({ min: 0, max: 40 }).map(String), isDelete: fc.boolean(), value: fc.nat() });

describe('the recent cache', () => {
  it('keeps the newest keys with their last values, without deleted keys', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const recent = createRecentCache<number>(SIZE);
        const last = new Map<string, number>();
        for (const { key, isDelete, value } of steps) {
          last.delete(key);
          if (isDelete) recent.delete(key);
          else {
            recent.set(key, value);
            last.set(key, value);
          }
          for (const [at, one] of [...last.keys()].toReversed().entries()) {
            const kept = recent.get(one);
            if (at < SIZE) assert.equal(kept, last.get(one));
            else assert.ok(kept === undefined || kept === last.get(one));
          }
          if (isDelete) assert.equal(recent.get(key), undefined);
        }
      }),
      { numRuns: 500, seed: 20261121 },
    );
  });

  it('holds at most twice its size', () => {
    const recent = createRecentCache<number>(SIZE);
    for (let at = 0; at < 1000; at++) recent.set(`${at}`, at);
    const kept = Array.from({ length: 1000 }, (_, at) => recent.get(`${at}`)).filter((one) => one !== undefined);
    assert.ok(kept.length >= SIZE && kept.length <= 2 * SIZE, `${kept.length} are kept`);
    assert.equal(kept.at(-1), 999);
  });
});
