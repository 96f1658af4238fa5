/** One upload among those that share the memory. */
export interface Upload {
  /** Counts bytes that arrived. Resolves when it is this upload's turn and there is memory for more. Rejects when its sender is gone. */
  take(bytes: number): Promise<void>;
  /** Sets the function that gives this upload up while it waits for bytes; `undefined` while it does not wait. */
  onDropped(drop: (() => void) | undefined): void;
  end(): void;
}

interface UploadState {
  readonly subject: string;
  readonly isSmall: boolean;
  /** The bytes that it holds in memory. */
  held: number;
  /** The bytes that it held a second ago. */
  before: number;
  /** The number of seconds for which it has been slow. */
  slowFor: number;
  hasTurn: boolean;
  /** Since when it waits for memory, in milliseconds since 1970. */
  waitsSince: number | undefined;
  hasWaited: boolean;
  drop: (() => void) | undefined;
}

/** If an upload waits for this many seconds, others that were slow for half of them are dropped. */
const PATIENCE = 10;
/** Uploads with this many bytes a second are never dropped. */
const FAST = 64 * 1024;
/** The share of the memory that is reserved for small uploads. */
const RESERVED = 1 / 4;
/** The share for all uploads. */
export const SHARED = 1 - RESERVED;
/** The largest small upload, as a share of the memory. */
const SMALL = 1 / 64;

/**
 * Keeps the bytes of all uploads below `most`. When the memory is full, only the first upload reads on and the others wait, so that
 * one is always under way. At most `each` uploads of a subject are under way at once; the next ones wait before anything of them is
 * read.
 *
 * A few subjects cannot keep the others out. Small uploads have memory of their own. While others wait, a subject gets one turn at a
 * time, and the slowest uploads are dropped until there is memory.
 */
export function createUploadMemory(most: number, each: number) {
  const uploads = new Set<UploadState>();
  const waiting = new Set<() => void>();
  let held = 0;
  let clock: ReturnType<typeof setInterval> | undefined;
  const wake = () => {
    for (const go of waiting) go();
    waiting.clear();
  };

  const isFirst = (upload: UploadState) => uploads.values().next().value === upload;
  const isFull = ({ isSmall }: UploadState) => held > (isSmall ? most : most * SHARED);
  const waitsForMemory = ({ hasTurn, waitsSince }: UploadState) => hasTurn && waitsSince !== undefined;
  /** Returns true if an upload of another subject has had to wait for memory. */
  const isCrowded = ({ subject }: UploadState) =>
    [...uploads].some((other) => other.hasWaited && other.subject !== subject);

  const heldBy = (subject: string) =>
    [...uploads].reduce((sum, other) => (other.subject === subject ? sum + other.held : sum), 0);
  /** Returns true if another subject, which holds less memory, waits for more. */
  const comesLater = (upload: UploadState) =>
    [...uploads].some((other) => waitsForMemory(other) && heldBy(other.subject) < heldBy(upload.subject));

  function getsTurn(upload: UploadState): boolean {
    const own = [...uploads].filter(({ subject }) => subject === upload.subject);
    const turns = isCrowded(upload) ? 1 : each;
    return own.filter(({ hasTurn }) => hasTurn).length < turns && own.find(({ hasTurn }) => !hasTurn) === upload;
  }

  function mustWait(upload: UploadState): boolean {
    upload.hasTurn ||= getsTurn(upload);
    return !upload.hasTurn || ((isFull(upload) || comesLater(upload)) && !isFirst(upload));
  }

  /** After somebody has waited long enough, drops the slowest uploads until a quarter of the memory is free. */
  function dropSlowest(): void {
    for (const upload of uploads) {
      const isSlow = upload.drop && upload.held - upload.before < FAST;
      upload.slowFor = isSlow ? upload.slowFor + 1 : 0;
      upload.before = upload.held;
    }
    const longAgo = Date.now() - PATIENCE * 1000;
    if (![...uploads].some((upload) => waitsForMemory(upload) && upload.waitsSince! <= longAgo)) return;
    const slow = [...uploads].filter(({ slowFor }) => slowFor >= PATIENCE / 2).sort((a, b) => b.slowFor - a.slowFor);
    let over = held - most * SHARED * SHARED;
    for (const upload of slow) {
      if (over <= 0) return;
      over -= upload.held;
      upload.drop!();
    }
  }

  /** Runs the clock only while an upload waits for memory. */
  function updateClock(): void {
    const isNeeded = [...uploads].some(waitsForMemory);
    if (isNeeded === (clock !== undefined)) return;
    clearInterval(clock);
    for (const upload of uploads) Object.assign(upload, { before: upload.held, slowFor: 0 });
    clock = isNeeded ? setInterval(dropSlowest, 1000) : undefined;
  }

  async function waitForMemory(upload: UploadState, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && mustWait(upload)) {
      upload.waitsSince ??= Date.now();
      upload.hasWaited ||= upload.hasTurn;
      updateClock();
      await new Promise<void>((go) => waiting.add(go));
    }
    if (upload.waitsSince !== undefined) {
      upload.waitsSince = undefined;
      updateClock();
      // Uploads that let this one go first check again.
      wake();
    }
    signal.throwIfAborted();
  }

  /** Starts an upload of a subject. `size` is its size in bytes, if its sender says it. */
  return (subject: string, signal: AbortSignal, size = Infinity): Upload => {
    const start = {
      held: 0,
      before: 0,
      slowFor: 0,
      hasTurn: false,
      waitsSince: undefined,
      hasWaited: false,
      drop: undefined,
    };
    const upload: UploadState = { subject, isSmall: size <= most * SMALL, ...start };
    uploads.add(upload);
    signal.addEventListener('abort', wake);
    return {
      take(bytes) {
        upload.held += bytes;
        held += bytes;
        return waitForMemory(upload, signal);
      },
      onDropped: (drop) => void (upload.drop = drop),
      end() {
        if (uploads.delete(upload)) held -= upload.held;
        signal.removeEventListener('abort', wake);
        wake();
        updateClock();
      },
    };
  };
}
