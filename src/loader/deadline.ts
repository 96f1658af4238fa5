import { withTimeLimit } from '../time-limit.js';

/** Milliseconds that the timer adds to the limit, so that a more specific time limit reports its error first. */
const GRACE_MS = 250;

/** The last entry of the queue for each name. */
const queues = new Map<string, Promise<unknown>>();

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

  /** Waits for all earlier widgets with one of these names. Returns a function that lets the next one go on. */
  async waitInQueue(names: readonly string[], signal: AbortSignal): Promise<() => void> {
    const before = names.flatMap((name) => queues.get(name) ?? []);
    let done!: () => void;
    const turn = new Promise<void>((resolve) => (done = resolve));
    const line = Promise.all([...before, turn]);
    for (const name of names) queues.set(name, line);
    void line.then(() => names.forEach((name) => queues.get(name) === line && queues.delete(name)));
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
    if (before.length) {
      const from = performance.now();
      this.stop();
      await withTimeLimit(Promise.all(before), { signal });
      this.waited = performance.now() - from;
      this.start();
    }
    signal.throwIfAborted();
    return done;
  }
}
