import { LendingError } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';

/** The share of the memory that only small uploads use. */
const SMALL_UPLOADS_MEMORY_SHARE = 1 / 4;
/** The largest small upload, as a share of the memory. */
const SMALL_UPLOAD_MAX_SHARE = 1 / 64;
/** How long an upload waits for memory, altogether. The comment of `BODY_TIMEOUT_MS` lists the other limits of an upload. */
const MEMORY_WAIT_MS = 75_000;

/** The memory of an upload. It grows as the upload arrives. */
export interface UploadMemory {
  /** Reserves more bytes. Returns a promise if the upload must wait for them. */
  take(bytes: number): Promise<void> | undefined;
  /** The time in milliseconds that the upload has waited so far. */
  waitedMs(): number;
  /** Tells that the upload takes no more bytes. */
  isWhole(): void;
  free(): void;
}

/** Opens the memory of an upload of at most so many bytes, after the earlier uploads of its subject. */
type Open = (subject: string, bytes: number, signal: AbortSignal) => Promise<UploadMemory>;

/** Shares `maxBytes` bytes of memory among all uploads. Large uploads cannot block small ones, and one subject cannot block others. */
export function createUploadMemory(maxBytes: number): Open {
  const [small, large] = [
    createPool(maxBytes * SMALL_UPLOADS_MEMORY_SHARE),
    createPool(maxBytes * (1 - SMALL_UPLOADS_MEMORY_SHARE)),
  ];
  return (subject, bytes, signal) =>
    (bytes <= maxBytes * SMALL_UPLOAD_MAX_SHARE ? small : large)(subject, bytes, signal);
}

interface Upload {
  subject: string;
  /** The most bytes that it takes, and the bytes that it has. */
  most: number;
  held: number;
  /** The bytes for which it waits, and the function that lets it continue. A new upload waits for none. */
  wanted: number;
  start: () => void;
}

/**
 * Gives memory to uploads as they arrive, `maxBytes` bytes at most, or more to one alone; one upload at a time for each subject. Each upload can always
 * become whole when those before it have ended. So uploads that fill the memory together never wait for each other.
 */
function createPool(maxBytes: number): Open {
  /** In the order of arrival: the uploads that have begun, and those that wait for an earlier one of their subject. */
  const active = new Set<Upload>();
  const queued = new Set<Upload>();

  /** Returns true if every upload, in its order, has enough memory after those before it have ended. */
  function isSafe(): boolean {
    let free = [...active].reduce((left, { held }) => left - held, maxBytes);
    return [...active].every(({ most, held }) => {
      const isEnough = Math.min(most, maxBytes) - held <= free;
      free += held;
      return isEnough;
    });
  }

  function canTake(upload: Upload, bytes: number): boolean {
    upload.held += bytes;
    if (isSafe()) return true;
    upload.held -= bytes;
    return false;
  }

  function startNext(): void {
    for (const upload of active) if (upload.wanted > 0 && canTake(upload, upload.wanted)) proceed(upload);
    for (const upload of queued) {
      if ([...active].some(({ subject }) => subject === upload.subject)) continue;
      queued.delete(upload);
      active.add(upload);
      upload.start();
    }
  }

  function proceed(upload: Upload): void {
    upload.wanted = 0;
    upload.start();
  }

  function leave(upload: Upload): void {
    active.delete(upload);
    queued.delete(upload);
    startNext();
  }

  return async function open(subject, bytes, signal) {
    const upload: Upload = { subject, most: bytes, held: 0, wanted: 0, start: () => undefined };
    let waited = 0;
    let since: number | undefined;
    const waitedMs = () => waited + (since === undefined ? 0 : Date.now() - since);
    async function wait(begin: () => void): Promise<void> {
      const started = new Promise<void>((resolve) => (upload.start = resolve));
      since = Date.now();
      begin();
      try {
        await withTimeLimit(started, { limit: MEMORY_WAIT_MS - waited, late: rejectWaiting, signal });
      } catch (error) {
        leave(upload);
        throw error;
      }
      [waited, since] = [waitedMs(), undefined];
    }
    await wait(() => (queued.add(upload), startNext()));
    // The wait for the subject's earlier upload does not count: the body has not been asked for.
    waited = 0;
    return {
      take: (more) => (canTake(upload, more) ? undefined : wait(() => (upload.wanted = more))),
      waitedMs,
      isWhole() {
        upload.most = upload.held;
        startNext();
      },
      free: () => leave(upload),
    };
  };
}

function rejectWaiting(): never {
  throw new LendingError('handler-too-many', 'Rejected the document: other uploads used the memory for too long.', {
    recoverable: true,
    retryAfter: 30,
  });
}
