/** Milliseconds that the timer adds to the limit, so that a more specific time limit reports its error first. */
const GRACE_MS = 250;

/** The time limit of a widget for loading, starting and showing something. */
export class Deadline {
  /** Milliseconds in the queue, which do not count. */
  waited = 0;
  readonly over: Promise<never>;
  #end = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fail!: (error: unknown) => void;

  /** `late` returns the error for a widget that exceeds the limit. */
  constructor(
    readonly limit: number,
    readonly late: () => unknown,
  ) {
    this.over = new Promise((_, reject) => (this.#fail = reject));
    this.over.catch(() => undefined);
    this.start();
  }

  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  start(): void {
    this.stop();
    this.#end = performance.now() + this.limit;
    this.#timer = setTimeout(() => {
      Promise.resolve(this.late()).then(this.#fail, this.#fail);
    }, this.limit + GRACE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
