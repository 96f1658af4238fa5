import { withTimeLimit } from '../time-limit.js';

/** The last entry of the queue for each name. */
const queues = new Map<string, Promise<unknown>>();

/** The time limit of a widget for loading, starting and showing something. */
export class Deadline {
  /** Milliseconds in the queue, which do not count. */
  waited = 0;
  #end: number;

  constructor(readonly limit: number) {
    this.#end = performance.now() + limit;
  }

  get left(): number {
    return Math.max(0, this.#end - performance.now());
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
      this.#end = Infinity;
      await withTimeLimit(Promise.all(before), { signal });
      this.waited = performance.now() - from;
      this.#end = performance.now() + this.limit;
    }
    signal.throwIfAborted();
    return done;
  }
}
