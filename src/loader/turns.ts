import type { Clock } from './clock.js';

/** Who came last for each name. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Waits until all who came earlier for one of these names are done; its clock starts then. Answers with what lets the
 * next one go.
 */
export async function takeTurn(names: readonly string[], signal: AbortSignal, clock?: Clock): Promise<() => void> {
  const before = new Set(names.map((name) => lines.get(name)).filter((one) => one !== undefined));
  let done!: () => void;
  const turn = new Promise<void>((resolve) => (done = resolve));
  const line = Promise.all([...before, turn]);
  for (const name of names) lines.set(name, line);
  void line.then(() => names.forEach((name) => lines.get(name) === line && lines.delete(name)));
  signal.addEventListener('abort', done, { once: true });
  if (signal.aborted) done();
  if (before.size) {
    const from = performance.now();
    clock?.stop();
    await Promise.race([Promise.all(before), new Promise((resolve) => signal.addEventListener('abort', resolve))]);
    if (clock) {
      clock.waited = performance.now() - from;
      clock.start();
    }
  }
  signal.throwIfAborted();
  return done;
}
