/** The longest wait before a changed draft is saved, in milliseconds. */
const LONG = 5000;
/** The wait after a failure, and the longest one after several. */
const RETRY = 2000;
const MAX_RETRY = 30_000;

/** Saves after a pause in the changes, not at each key. After each failure it waits twice as long as before. */
export class SaveTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #notBefore = 0;
  #retry = RETRY;

  constructor(readonly save: () => void) {}

  /** Saves after this many milliseconds, instead of at the time that was planned before. */
  plan(wait: number): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const at = Math.max(Math.min(now + wait, this.#since + LONG), this.#notBefore);
    this.#timer = setTimeout(() => {
      this.clear();
      this.save();
    }, at - now);
  }

  get isPlanned(): boolean {
    return this.#timer !== undefined;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Delays saving after a failure. `seconds` is the backend's retry-after time. */
  defer(seconds = 0): void {
    this.#notBefore = performance.now() + Math.max(this.#retry, seconds * 1000);
    this.#retry = Math.min(2 * this.#retry, MAX_RETRY);
  }

  /** Ends the delay: the draft was saved, or the cause of the failure may be gone. */
  allowNow(): void {
    this.#notBefore = 0;
    this.#retry = RETRY;
  }
}
