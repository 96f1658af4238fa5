import { LendingError } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';
import { chunksOf } from '../request.js';
import type { Body } from '../request.js';

export const tooLarge = () =>
  new LendingError('handler-too-large', 'Rejected the document: it is larger than settings.maxDocumentBytes.', {
    issues: [{ path: 'file', reason: 'file-large' }],
  });
export const incomplete = () =>
  new LendingError('handler-invalid', 'Rejected the document: it did not arrive completely.');

/**
 * The time limit for the body of an upload. The other time limits of an upload: the page gives up after its own `uploadTimeoutMs` (90 seconds by default), `MEMORY_WAIT_MS` is
 * the wait for memory before the body is read, and the handler's `uploadTimeoutMs` (60 seconds) is for the call to the service after it.
 */
const BODY_TIMEOUT_MS = 100_000;
/** A body of which fewer than `SLOW_CHECK_BYTES` have arrived by this time is given up. */
const [SLOW_CHECK_MS, SLOW_CHECK_BYTES] = [30_000, 120_000];

/** Each chunk costs hundreds of bytes besides its content, so chunks are copied into blocks of this many bytes. */
const BLOCK_BYTES = 64 * 1024;

/** Yields a body of at most `maxBytes` bytes in blocks, which need no more memory than `maxBytes`. Gives up a larger or slow body. */
export async function* blocksOf(body: Body, maxBytes: number): AsyncIterable<Uint8Array> {
  const chunks = chunksOf(body)[Symbol.asyncIterator]();
  const controller = new AbortController();
  const giveUp = () => controller.abort(incomplete());
  const timers = [
    setTimeout(() => size < SLOW_CHECK_BYTES && giveUp(), SLOW_CHECK_MS),
    setTimeout(giveUp, BODY_TIMEOUT_MS),
  ];
  let size = 0;
  let block = new Uint8Array();
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await withTimeLimit(chunks.next(), { signal: controller.signal });
      if (done) break;
      if (size + value.byteLength > maxBytes) throw tooLarge();
      for (let rest = value; rest.byteLength > 0;) {
        if (filled === block.byteLength) {
          if (filled > 0) yield block;
          [block, filled] = [new Uint8Array(Math.min(BLOCK_BYTES, maxBytes - size)), 0];
        }
        const part = rest.subarray(0, block.byteLength - filled);
        block.set(part, filled);
        rest = rest.subarray(part.byteLength);
        filled += part.byteLength;
        size += part.byteLength;
      }
    }
    if (filled > 0) yield block.subarray(0, filled);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    void chunks.return?.().catch(() => undefined);
  }
}
