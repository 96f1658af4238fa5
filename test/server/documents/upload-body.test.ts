import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { blocksOf } from '../../../src/server/documents/upload-body.js';

/** The blocks of a body that comes in these chunks. */
async function read(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, most = 2 ** 24) {
  async function* body() {
    yield* chunks;
  }
  const blocks: Uint8Array[] = [];
  const whole = Symbol.asyncIterator in chunks ? chunks : body();
  for await (const block of blocksOf(whole, most)) blocks.push(block);
  return blocks;
}

function* chunksOf(count: number, sizeOf: (index: number) => number) {
  for (let index = 0, at = 0; index < count; index++)
    yield Uint8Array.from({ length: sizeOf(index) }, () => at++ % 251);
}

describe('the blocks of an upload', () => {
  const bodies: [string, number, (index: number) => number][] = [
    ['a byte at a time', 50_000, () => 1],
    ['100 bytes at a time', 5000, () => 100],
    ['9,000 bytes at a time', 100, () => 9000],
    ['much, and a byte', 100, (index) => (index % 2 ? 20_000 : 1)],
    ['at once', 1, () => 1_000_000],
  ];
  for (const [name, count, sizeOf] of bodies) {
    it(`are few, and take no more memory than the upload, if it arrives ${name}`, async () => {
      const whole = Buffer.concat([...chunksOf(count, sizeOf)]);
      const blocks = await read(chunksOf(count, sizeOf), whole.length);
      assert.ok(Buffer.concat(blocks).equals(whole));
      assert.ok(blocks.length <= 1 + whole.length / 65_536, String(blocks.length));
      const taken = blocks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
      assert.equal(taken, whole.length);
    });
  }

  it('are not reserved for an empty body', async () => {
    assert.deepEqual(await read([]), []);
  });

  it('end with the bytes for which memory is reserved', async () => {
    await assert.rejects(
      read(
        chunksOf(3, () => 100),
        299,
      ),
      { code: 'handler-too-large' },
    );
  });
});

describe('an upload', () => {
  const tick = setImmediate;
  let isOver: boolean;
  beforeEach(() => {
    isOver = false;
    mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] });
    const clock = () => {
      if (isOver) return;
      mock.timers.tick(1000);
      tick(clock);
    };
    tick(clock);
  });
  afterEach(() => {
    isOver = true;
    mock.timers.reset();
  });

  /** Brings some bytes, and then some every ten seconds, or none. Returns the seconds until it was given up. */
  async function dripped(first: number, then: number) {
    let isReleased = false;
    async function next() {
      const size = first || then;
      if (!first && size) await new Promise((come) => setTimeout(come, 10_000));
      if (!size) await new Promise(() => {});
      first = 0;
      return { done: false, value: new Uint8Array(size) } as const;
    }
    const end = async () => ((isReleased = true), { done: true, value: undefined }) as { done: true; value: undefined };
    const chunks: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => ({ next, return: end }) };
    const begun = Date.now();
    await assert.rejects(read(chunks), /did not arrive completely/);
    assert.ok(isReleased);
    return (Date.now() - begun) / 1000;
  }

  it('is rejected after about half a minute without data, or if it is very slow from the beginning', async () => {
    for (const then of [0, 1, 1000]) assert.ok((await dripped(1, then)) <= 32);
  });

  it('is rejected within two minutes if it becomes very slow, or if it is as slow as allowed', async () => {
    for (const [first, then] of [
      [10_000_000, 1],
      [1, 65_000],
    ] as const) {
      const seconds = await dripped(first, then);
      assert.ok(seconds > 90 && seconds <= 102, String(seconds));
    }
  });
});
