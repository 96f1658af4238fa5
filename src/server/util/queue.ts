/** In this process, runs the work for one key in the order of the calls, so that no write overtakes an earlier read. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>();
  return function inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = last.get(key)?.then(work, work) ?? work();
    last.set(key, result);
    const leave = () => last.get(key) === result && last.delete(key);
    result.then(leave, leave);
    return result;
  };
}

/**
 * Collects the items that arrive while a batch is under way, or before `turn` resolves, and works on them together. Each call resolves to its own
 * result. Default: the first batch has the items of the same turn of the event loop.
 */
export function inBatches<T, R>(
  most: number,
  work: (batch: readonly T[]) => Promise<readonly R[]>,
  turn: () => Promise<unknown> = () => Promise.resolve(),
) {
  let waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      await turn();
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(results[at]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (item: T): Promise<R> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
