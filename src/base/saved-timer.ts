/** Milliseconds after which something is saved, however often it has changed meanwhile; and until the next try after a failure. */
const LONG = 10_000;
const RETRY = 30_000;

/** Saves after a while in which nothing changes, and not at each key. */
export class SaveTimer {
  readonly #save: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #notBefore = 0;

  constructor(save: () => void) {
    this.#save = save;
  }

  /** Saves in so many milliseconds, in place of what was planned before. */
  plan(wait: number): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const at = Math.max(Math.min(now + wait, this.#since + LONG), this.#notBefore);
    this.#timer = setTimeout(() => {
      this.clear();
      this.#save();
    }, at - now);
  }

  get isPlanned(): boolean {
    return this.#timer !== undefined;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Saves nothing for a while: it has failed. `seconds` are what the backend asks for. */
  defer(seconds = 0): void {
    this.#notBefore = performance.now() + Math.max(RETRY, seconds * 1000);
  }

  /** Something has changed that it may have failed for. */
  hurry(): void {
    this.#notBefore = 0;
  }
}
