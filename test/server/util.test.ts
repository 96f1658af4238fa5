import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hashText } from '../../src/server/util/hash-text.js';
import { createQueue, inBatches } from '../../src/server/util/queue.js';
import { createRecentCache } from '../../src/server/util/recent-cache.js';
import { later } from './setup.js';

/** The module as it is on a platform without the modules of Node. */
async function withoutNode(): Promise<typeof hashText> {
  const { getBuiltinModule } = process;
  try {
    Object.assign(process, { getBuiltinModule: undefined });
    const url = new URL('../../src/server/util/hash-text.ts?portable', import.meta.url).href;
    return ((await import(url)) as { hashText: typeof hashText }).hashText;
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
}

describe('the hash of a string', () => {
  it('is the same on a platform that has only Web Crypto', async () => {
    const portable = await withoutNode();
    assert.notEqual(portable, hashText);
    assert.equal(await hashText('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (const text of ['', 'abc', 'Zoë \u2028 🏦', 'x'.repeat(10_000)])
      for (const key of [undefined, 'a key of chance for the marks of consents', 'Schlüssel'.repeat(20)])
        assert.equal(await portable(text, key), await hashText(text, key));
  });
});

describe('a queue', () => {
  it('runs the tasks of one key in order, also after a failure, and other keys at the same time', async () => {
    const inOrder = createQueue();
    const gate = later();
    const said: string[] = [];
    const first = inOrder('a', async () => {
      await gate.promise;
      said.push('first');
      throw new Error('failed');
    });
    const second = inOrder('a', async () => void said.push('second'));
    await inOrder('b', async () => void said.push('other'));
    assert.deepEqual(said, ['other']);
    gate.resolve();
    await assert.rejects(first, /failed/);
    await second;
    assert.deepEqual(said, ['other', 'first', 'second']);
  });
});

describe('a batching function', () => {
  it('groups the items that arrive meanwhile, and returns a separate result for each', async () => {
    const batches: number[][] = [];
    const double = inBatches(2, async (batch: readonly number[]) => {
      batches.push([...batch]);
      return batch.map((one) => one * 2);
    });
    assert.deepEqual(await Promise.all([1, 2, 3].map(double)), [2, 4, 6]);
    assert.deepEqual(batches, [[1, 2], [3]]);
  });

  it('rejects each item of a batch that fails, and continues', async () => {
    const work = inBatches(2, async ([first]: readonly number[]) => {
      if (first === 1) throw new Error('failed');
      return [first];
    });
    const done = await Promise.allSettled([1, 2, 3].map(work));
    assert.deepEqual(
      done.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    );
  });
});

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
