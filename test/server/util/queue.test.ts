import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createQueue, inBatches, shareRuns } from '../../../src/server/util/queue.js';

function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a queue', () => {
  it('runs the work of one key in order, after a failure too, and other keys at the same time', async () => {
    const inOrder = createQueue();
    const { open, opened } = gate();
    const said: string[] = [];
    const first = inOrder('a', async () => {
      await opened;
      said.push('first');
      throw new Error('failed');
    });
    const second = inOrder('a', async () => void said.push('second'));
    await inOrder('b', async () => void said.push('other'));
    assert.deepEqual(said, ['other']);
    open();
    await assert.rejects(first, /failed/);
    await second;
    assert.deepEqual(said, ['other', 'first', 'second']);
  });
});

describe('work in batches', () => {
  it('groups the items that arrive meanwhile, and gives each its own result', async () => {
    const batches: number[][] = [];
    const double = inBatches(2, async (batch: readonly number[]) => {
      batches.push([...batch]);
      return batch.map((one) => one * 2);
    });
    assert.deepEqual(await Promise.all([1, 2, 3].map(double)), [2, 4, 6]);
    assert.deepEqual(batches, [[1, 2], [3]]);
  });
});

describe('a shared run', () => {
  it('is one for all callers before it starts; later callers share the next, after a failure too', async () => {
    let runs = 0;
    const { open, opened } = gate();
    const run = shareRuns(async () => {
      runs++;
      if (runs > 1) return runs;
      await opened;
      throw new Error('failed');
    });
    const early = [run(), run()];
    await new Promise(setImmediate);
    const late = [run(), run()];
    open();
    for (const one of early) await assert.rejects(one, /failed/);
    assert.deepEqual(await Promise.all(late), [2, 2]);
    assert.equal(runs, 2);
  });
});
