/** Does work that is asked for once for all who have asked before it began: whoever asks meanwhile waits for the next time. */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    if (next) return next;
    const run = () => {
      next = undefined;
      return work();
    };
    const mine = running.then(run, run);
    next = mine;
    running = mine.catch(() => undefined);
    return mine;
  };
}

/** Collects what comes while the work on what came before is under way, and does it at once. Each resolves with its own result. */
export function inBatches<T, R>(most: number, work: (batch: readonly T[]) => Promise<readonly R[]>) {
  let waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    // Who asks in the same turn of the event loop comes along.
    await Promise.resolve();
    while (waiting.length > 0) {
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
