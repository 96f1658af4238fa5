/** The pause without a change before the draft is saved. */
export const QUIET_MS = 1000;
/** The longest time for which a changed draft is not saved. */
const MAX_UNSAVED_MS = 5000;
/** The wait for a retry after the first failed save, and the longest one after several. */
const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 30_000;

/** Saves a draft after a pause in the changes, not at each key. After each failed save it waits twice as long as before. */
export class SaveTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #notBefore = 0;
  #retryMs = FIRST_RETRY_MS;

  constructor(readonly save: () => void) {}

  /** Saves after `wait` milliseconds, instead of at the time that was planned before. */
  plan(wait: number): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const at = Math.max(Math.min(now + wait, this.#since + MAX_UNSAVED_MS), this.#notBefore);
    this.#timer = setTimeout(() => {
      this.clear();
      this.save();
    }, at - now);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Delays saving after a failure. `seconds` is the backend's retry-after time. */
  defer(seconds = 0): void {
    this.#notBefore = performance.now() + Math.max(this.#retryMs, seconds * 1000);
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  /** Ends the delay: the draft was saved, or the cause of the failure may be gone. */
  allowNow(): void {
    this.#notBefore = 0;
    this.#retryMs = FIRST_RETRY_MS;
  }
}
