import { withTimeLimit } from '../time-limit.js';
import type { Deadline } from './deadline.js';

/** The last entry of the queue for each name. */
const queues = new Map<string, Promise<unknown>>();

/** Waits, with the deadline paused, for all earlier callers with one of these names. Returns a function that lets the next one go on. */
export async function waitInQueue(
  names: readonly string[],
  signal: AbortSignal,
  deadline?: Deadline,
): Promise<() => void> {
  const before = new Set(names.map((name) => queues.get(name)).filter((one) => one !== undefined));
  let done!: () => void;
  const turn = new Promise<void>((resolve) => (done = resolve));
  const line = Promise.all([...before, turn]);
  for (const name of names) queues.set(name, line);
  void line.then(() => names.forEach((name) => queues.get(name) === line && queues.delete(name)));
  signal.addEventListener('abort', done, { once: true });
  if (signal.aborted) done();
  if (before.size) {
    const from = performance.now();
    deadline?.stop();
    await withTimeLimit(Promise.all(before), { signal });
    if (deadline) {
      deadline.waited = performance.now() - from;
      deadline.start();
    }
  }
  signal.throwIfAborted();
  return done;
}
