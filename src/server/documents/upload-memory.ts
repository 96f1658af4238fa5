import { LendingError } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';

/** The share of the memory that only small uploads use. */
const SMALL_UPLOADS_MEMORY_SHARE = 1 / 4;
/** The largest small upload, as a share of the memory. */
const SMALL_UPLOAD_MAX_SHARE = 1 / 64;
/** How long an upload waits for memory. The comment of `BODY_TIMEOUT_MS` lists the other limits of an upload. */
const MEMORY_WAIT_MS = 75_000;

/** Reserves memory for an upload, after the uploads that arrived before it. Returns the function that frees the memory. */
type Reserve = (subject: string, bytes: number, signal: AbortSignal) => Promise<() => void>;

/** Shares `maxBytes` bytes of memory among all uploads. Large uploads cannot block small ones, and one subject cannot block others. */
export function createUploadMemory(maxBytes: number): Reserve {
  const [small, large] = [
    createSemaphore(maxBytes * SMALL_UPLOADS_MEMORY_SHARE),
    createSemaphore(maxBytes * (1 - SMALL_UPLOADS_MEMORY_SHARE)),
  ];
  return (subject, bytes, signal) =>
    (bytes <= maxBytes * SMALL_UPLOAD_MAX_SHARE ? small : large)(subject, bytes, signal);
}

/** Allows uploads of at most `maxBytes` bytes together, or a larger one alone, and one at a time for each subject. */
function createSemaphore(maxBytes: number): Reserve {
  const waiting = new Set<{ subject: string; bytes: number; start: () => void }>();
  const active = new Set<string>();
  let reserved = 0;

  function startNext(): void {
    for (const upload of waiting) {
      if (active.has(upload.subject)) continue;
      // Smaller uploads do not overtake this one: a large upload would wait for ever.
      if (reserved > 0 && reserved + upload.bytes > maxBytes) return;
      waiting.delete(upload);
      active.add(upload.subject);
      reserved += upload.bytes;
      upload.start();
    }
  }

  return async function reserve(subject, bytes, signal) {
    let start!: () => void;
    const started = new Promise<void>((resolve) => (start = resolve));
    const upload = { subject, bytes, start };
    const leave = () => {
      if (!waiting.delete(upload)) {
        active.delete(subject);
        reserved -= bytes;
      }
      startNext();
    };
    waiting.add(upload);
    startNext();
    try {
      await withTimeLimit(started, { limit: MEMORY_WAIT_MS, late: rejectWaiting, signal });
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  };
}

function rejectWaiting(): never {
  throw new LendingError('handler-too-many', 'Rejected the document: other uploads used the memory for too long.', {
    recoverable: true,
    retryAfter: 30,
  });
}
