/** Runs work at the first call, and returns its result to every call. If the work failed, the next call runs it again. */
export function startOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () =>
    (started ??= work().catch((error: unknown) => {
      started = undefined;
      throw error;
    }));
}
