/** What is waited for has limits of its own with more to say, so they come first. */
const GRACE = 250;

/** The time that a widget has until it is there: to load, to start and to show something. */
export class Clock {
  /** Milliseconds that it waited for its turn, which do not count. */
  waited = 0;
  /** Rejects when the time is over. */
  readonly over: Promise<never>;
  #end = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fail!: (error: unknown) => void;

  /** `late` says what is wrong then. */
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
    this.#timer = setTimeout(() => this.#tell(), this.limit + GRACE);
  }

  /** The words for what is wrong may have to load. */
  #tell(): void {
    Promise.resolve(this.late()).then(this.#fail, this.#fail);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
