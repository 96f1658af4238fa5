import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createQueue, inBatches } from '../../../src/server/util/queue.js';

function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a queue', () => {
  it('runs the tasks of one key in order, also after a failure, and other keys at the same time', async () => {
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
