import { LendingError } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';
import { chunksOf } from '../request.js';
import type { Body } from '../request.js';
import type { UploadMemory } from './upload-memory.js';

export const tooLarge = () =>
  new LendingError('handler-too-large', 'Rejected the document: it is larger than settings.maxDocumentBytes.', {
    issues: [{ path: 'file', reason: 'file-large' }],
  });
export const incomplete = () =>
  new LendingError('handler-invalid', 'Rejected the document: it did not arrive completely.');

/**
 * The time limit for the body of an upload. The other time limits of an upload: the page gives up after its own `uploadTimeoutMs` (90 seconds by default), `MEMORY_WAIT_MS` is
 * the wait for memory, during which the time of the body does not pass, and the handler's `uploadTimeoutMs` (60 seconds) is for the call to the service after it.
 */
const BODY_TIMEOUT_MS = 100_000;
/** A body of which fewer than `SLOW_CHECK_BYTES` have arrived by this time is given up. */
const [SLOW_CHECK_MS, SLOW_CHECK_BYTES] = [30_000, 120_000];

type Taking = Pick<UploadMemory, 'take' | 'waitedMs'>;
const ENOUGH: Taking = { take: () => undefined, waitedMs: () => 0 };

/** Each chunk costs hundreds of bytes besides its content, so chunks are copied into blocks of this many bytes. */
const BLOCK_BYTES = 64 * 1024;

/** The least milliseconds between two looks at the time of a body. */
const LOOK_MS = 250;

/** Yields a body of at most `maxBytes` bytes in blocks, each of which takes its memory before it is read. Gives up a larger or slow body. */
export async function* blocksOf(body: Body, maxBytes: number, memory: Taking = ENOUGH): AsyncIterable<Uint8Array> {
  const chunks = chunksOf(body)[Symbol.asyncIterator]();
  const controller = new AbortController();
  const begun = Date.now();
  const timers: Partial<Record<number, ReturnType<typeof setTimeout>>> = {};
  /** Gives the body up after so many milliseconds in which it did not wait for memory, if it is late then. */
  function giveUpAfter(limit: number, isLate: () => boolean): void {
    const left = begun + memory.waitedMs() + limit - Date.now();
    if (left > 0) timers[limit] = setTimeout(() => giveUpAfter(limit, isLate), Math.max(left, LOOK_MS));
    else if (isLate()) controller.abort(incomplete());
  }
  let size = 0;
  let block = new Uint8Array();
  let filled = 0;
  let reserved = 0;
  /** Reserves the memory of the next block, unless it is reserved already. */
  async function reserveBlock(): Promise<void> {
    const more = Math.min(size + BLOCK_BYTES, maxBytes) - reserved;
    reserved += Math.max(0, more);
    if (more > 0) await memory.take(more);
  }
  giveUpAfter(SLOW_CHECK_MS, () => size < SLOW_CHECK_BYTES);
  giveUpAfter(BODY_TIMEOUT_MS, () => true);
  try {
    for (;;) {
      if (filled === block.byteLength) await reserveBlock();
      const { done, value } = await withTimeLimit(chunks.next(), { signal: controller.signal });
      if (done) break;
      if (size + value.byteLength > maxBytes) throw tooLarge();
      for (let rest = value; rest.byteLength > 0;) {
        if (filled === block.byteLength) {
          if (filled > 0) yield block;
          await reserveBlock();
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
    for (const timer of Object.values(timers)) clearTimeout(timer);
    void chunks.return?.().catch(() => undefined);
  }
}
