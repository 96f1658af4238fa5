import { LendingError } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';
import { chunksOf } from '../request.js';
import type { Visit } from '../types.js';

import type { Upload } from './upload-memory.js';

export const tooLarge = (bytes: number) =>
  new LendingError('handler-too-large', `Refused the document: it is larger than ${bytes} bytes.`, {
    issues: [{ path: 'file', reason: 'file-large' }],
  });
const tooSlow = () =>
  new LendingError('handler-too-many', 'Refused the document: it arrived too slowly while other uploads waited.', {
    recoverable: true,
    retryAfter: 30,
  });
export const incomplete = () =>
  new LendingError('handler-invalid', 'Refused the document: it did not arrive completely.');

/**
 * A body must bring `LEAST` bytes in each window of this many seconds: a fast beginning does not excuse a slow end. The time in which
 * it waits for memory does not count.
 */
const WINDOW = 30;
const LEAST = WINDOW * 4000;
/** The most seconds for a body. A page gives up after 90 by default. */
const LONGEST = 10 * WINDOW;

/** The most bytes of a form around its file: the headers of its parts, and the kind. */
const AROUND = 20_000;

/** Each chunk costs hundreds of bytes of its own, so smaller ones than this are copied together, into blocks of at most `BLOCK` bytes. */
const SMALL = 16 * 1024;
const BLOCK = 64 * 1024;

/** Yields the pieces of a body with a file of at most `maxFileSize` bytes, each as soon as there is memory for it. */
export async function* piecesOf(visit: Visit, maxFileSize: number, upload: Upload): AsyncIterable<Uint8Array> {
  let size = 0;
  // The bytes of this block between `from` and `to` were not yielded yet.
  let block = new Uint8Array();
  let [from, to] = [0, 0];
  // Nothing is read before it is this upload's turn.
  await upload.take(0);
  for await (const chunk of chunksIn(visit, maxFileSize, upload)) {
    const { byteLength } = chunk;
    const isSmall = byteLength < SMALL;
    const isFull = to + byteLength > block.byteLength;
    size += byteLength;
    if (to > from && (isFull || !isSmall)) {
      yield block.subarray(from, to);
      from = to;
    }
    if (!isSmall) {
      await upload.take(byteLength);
      yield chunk;
      continue;
    }
    if (isFull) {
      // As large as all bytes before it, so that a body of a few bytes does not take a whole block.
      block = new Uint8Array(Math.min(BLOCK, Math.max(1024, size)));
      from = to = 0;
      await upload.take(block.byteLength);
    }
    block.set(chunk, to);
    to += byteLength;
  }
  if (to > from) yield block.subarray(from, to);
}

/** Yields the chunks of a body while it is not too large and fast enough. Gives up the rest otherwise. */
async function* chunksIn({ request }: Visit, maxFileSize: number, upload: Upload): AsyncIterable<Uint8Array> {
  const most = maxFileSize + AROUND;
  const chunks = chunksOf(request.body!)[Symbol.asyncIterator]();
  const controller = new AbortController();
  let [size, before, seconds, isWaiting] = [0, 0, 0, false];
  const clock = setInterval(() => {
    if (!isWaiting || ++seconds % WINDOW) return;
    if (size - before < LEAST || seconds >= LONGEST) controller.abort(incomplete());
    before = size;
  }, 1000);
  try {
    if (Number(request.headers.get('content-length')) > most) throw tooLarge(maxFileSize);
    for (;;) {
      isWaiting = true;
      upload.onDropped(() => controller.abort(tooSlow()));
      const { done, value } = await withTimeLimit(chunks.next(), { signal: controller.signal });
      isWaiting = false;
      upload.onDropped(undefined);
      if (done) return;
      size += value.byteLength;
      if (size > most) throw tooLarge(maxFileSize);
      yield value;
    }
  } finally {
    clearInterval(clock);
    void chunks.return?.().catch(() => undefined);
  }
}
