/** Waits for a number of milliseconds. Default: 0, until the next task. */
export const pause = (milliseconds = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Limits<T> {
  /** Milliseconds to wait. Default: no limit. */
  limit?: number | undefined;
  /** Returns the result when the limit is over, or throws. Default: `undefined`. */
  late?: () => T;
  /** Rejects with its reason when it aborts. */
  signal?: AbortSignal | undefined;
}

/** A signal that aborts with the first of these. The oldest supported browsers do not have `AbortSignal.any`. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    const abort = () => any.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: any.signal });
  }
  return any.signal;
}

/** Waits for a promise, but no longer than a time limit and a signal allow. */
export function withTimeLimit<T>(promise: PromiseLike<T>, limits: Pick<Limits<never>, 'signal'>): Promise<T>;
export function withTimeLimit<T, Late = undefined>(promise: PromiseLike<T>, limits: Limits<Late>): Promise<T | Late>;
export function withTimeLimit<T, Late>(
  promise: PromiseLike<T>,
  { limit, late, signal }: Limits<Late>,
): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      settle();
    };
    const stop = () => end(() => reject(signal!.reason as Error));
    // An error that `late` throws rejects the promise.
    const giveUp = () => end(() => resolve(new Promise((give) => give(late?.() as Late))));
    const timer = limit === undefined ? undefined : setTimeout(giveUp, limit);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    Promise.resolve(promise).then(
      (result) => end(() => resolve(result)),
      (error: unknown) => end(() => reject(error as Error)),
    );
  });
}
