/** The time for a call with all its attempts. */
export interface Deadline {
  limit: number;
  /** The end, in milliseconds since 1970. */
  at: number;
  /** True if the time ran out; false if the caller aborted. */
  isOver: boolean;
  /** Aborts when the time is over or the caller's signal aborts. */
  signal: AbortSignal;
  /** Removes the timer and the listener. */
  clear(): void;
}

/** Starts a deadline. `AbortSignal.timeout` would keep its timer until the time is over, far longer than a call lasts. */
export function startDeadline(limit: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(caller!.reason);
  const end = () => {
    deadline.isOver = true;
    controller.abort(new DOMException('The time limit has passed.', 'TimeoutError'));
  };
  const timer = setTimeout(end, limit);
  const clear = () => {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  };
  const deadline = { limit, at: Date.now() + limit, isOver: false, signal: controller.signal, clear };
  if (caller?.aborted) abort();
  caller?.addEventListener('abort', abort);
  return deadline;
}
