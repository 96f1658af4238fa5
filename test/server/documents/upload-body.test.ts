import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { piecesOf } from '../../../src/server/documents/upload-body.js';
import type { Visit } from '../../../src/server/types.js';

/** The pieces of a body that comes in these chunks, and what the room was told of. */
async function read(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, most = 2 ** 24) {
  const told = { taken: 0, pieces: [] as Uint8Array[] };
  async function* body() {
    yield* chunks;
  }
  const request = { headers: new Headers(), body: body() };
  const visit = { request } as unknown as Visit;
  const place = { take: async (bytes: number) => void (told.taken += bytes), onDropped() {}, end() {} };
  for await (const piece of piecesOf(visit, most, place)) told.pieces.push(piece);
  return told;
}

/** What these pieces keep in memory. */
const kept = (pieces: Uint8Array[]) =>
  [...new Set(pieces.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);

function* chunksOf(count: number, sizeOf: (index: number) => number) {
  for (let index = 0, at = 0; index < count; index++)
    yield Uint8Array.from({ length: sizeOf(index) }, () => at++ % 251);
}

describe('the pieces of an upload', () => {
  const bodies: [string, number, (index: number) => number][] = [
    ['a byte at a time', 50_000, () => 1],
    ['100 bytes at a time', 5000, () => 100],
    ['9,000 bytes at a time', 100, () => 9000],
    ['much, and a byte', 100, (index) => (index % 2 ? 20_000 : 1)],
  ];
  for (const [name, count, sizeOf] of bodies) {
    it(`are few where it comes ${name}, and take the room that they say`, async () => {
      const { pieces, taken } = await read(chunksOf(count, sizeOf));
      const whole = Buffer.concat([...chunksOf(count, sizeOf)]);
      assert.ok(Buffer.concat(pieces).equals(whole));
      assert.ok(pieces.length <= 10 + whole.length / 8000, String(pieces.length));
      assert.equal(taken, kept(pieces));
      assert.ok(taken <= 1024 + whole.length * 1.5, `${taken} for ${whole.length}`);
    });
  }

  it('are not copied where they are large', async () => {
    const chunks = Array.from({ length: 10 }, () => new Uint8Array(65_536));
    const { pieces } = await read(chunks);
    assert.ok(pieces.every((piece, index) => piece === chunks[index]));
  });

  it('are none where nothing comes', async () => {
    assert.deepEqual(await read([]), { taken: 0, pieces: [] });
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

  /** Brings so many bytes at once, and then so many every ten seconds; answers after how many seconds it was given up. */
  async function dripped(first: number, then: number) {
    async function* chunks() {
      yield new Uint8Array(first);
      for (;;) {
        await new Promise((come) => setTimeout(come, 10_000));
        yield new Uint8Array(then);
      }
    }
    await assert.rejects(read(chunks()), /did not arrive completely/);
    return Date.now() / 1000;
  }

  it('that drips behind a fast beginning is given up within a minute or so', async () => {
    assert.ok((await dripped(10_000_000, 1)) <= 62);
  });

  it('that comes as slowly as it may is given up after five minutes', async () => {
    const seconds = await dripped(1, 65_000);
    assert.ok(seconds > 240 && seconds <= 302, String(seconds));
  });
});
