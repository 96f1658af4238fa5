import { chunksOf } from './guard.js';
import type { Visit } from './routes.js';
import type { Place } from './upload-room.js';

/** An upload that nobody reads to its end: it is too large, does not come, or comes too slowly while others wait. */
export class UploadError extends Error {
  constructor(readonly reason: 'large' | 'slow' | 'crowded') {
    super(reason);
  }
}

/**
 * Seconds for which a body is waited for, which must bring so many bytes: a fast beginning buys no slow end. Time in which
 * it waits for room does not count.
 */
const WINDOW = 30;
const LEAST = WINDOW * 4000;
/** Seconds for which one is waited for at most, however it comes. A page gives up after 90, unless it is told otherwise. */
const LONGEST = 10 * WINDOW;

/** Each chunk costs hundreds of bytes beside its own: small ones are copied together, into blocks of at most so many. */
const SMALL = 16 * 1024;
const BLOCK = 64 * 1024;

/** The pieces of a body of at most so many bytes, each once there is room for what it keeps in memory. */
export async function* piecesOf(visit: Visit, most: number, place: Place): AsyncIterable<Uint8Array> {
  let size = 0;
  // What has come of this block, and not gone on.
  let block = new Uint8Array();
  let [from, to] = [0, 0];
  // Of who waits for a turn nothing is read.
  await place.take(0);
  for await (const chunk of chunksIn(visit, most, place)) {
    const { byteLength } = chunk;
    const isSmall = byteLength < SMALL;
    const isFull = to + byteLength > block.byteLength;
    size += byteLength;
    if (to > from && (isFull || !isSmall)) {
      yield block.subarray(from, to);
      from = to;
    }
    if (!isSmall) {
      await place.take(byteLength);
      yield chunk;
      continue;
    }
    if (isFull) {
      // As large as all before it: a body of a few bytes takes no whole block.
      block = new Uint8Array(Math.min(BLOCK, Math.max(1024, size)));
      from = to = 0;
      await place.take(block.byteLength);
    }
    block.set(chunk, to);
    to += byteLength;
  }
  if (to > from) yield block.subarray(from, to);
}

/** The chunks of a body, as long as it is not too large and comes fast enough. What is left of it is let go. */
async function* chunksIn({ request, arrival }: Visit, most: number, place: Place): AsyncIterable<Uint8Array> {
  const chunks = chunksOf(arrival.body!)[Symbol.asyncIterator]();
  let [size, before, seconds] = [0, 0, 0];
  let giveUp: ((why: UploadError) => void) | undefined;
  const clock = setInterval(() => {
    if (!giveUp || ++seconds % WINDOW) return;
    if (size - before < LEAST || seconds >= LONGEST) giveUp(new UploadError('slow'));
    before = size;
  }, 1000);
  try {
    if (Number(request.headers.get('content-length')) > most) throw new UploadError('large');
    for (;;) {
      const { done, value } = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = reject;
        place.awaits(() => reject(new UploadError('crowded')));
        chunks.next().then(resolve, reject);
      });
      giveUp = undefined;
      place.awaits(undefined);
      if (done) return;
      size += value.byteLength;
      if (size > most) throw new UploadError('large');
      yield value;
    }
  } finally {
    clearInterval(clock);
    void chunks.return?.().catch(() => undefined);
  }
}
