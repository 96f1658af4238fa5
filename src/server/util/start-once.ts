/** Runs work at the first call, and returns its result to every call. Work that failed is tried again at the next call. */
export function startOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () =>
    (started ??= work().catch((error: unknown) => {
      started = undefined;
      throw error;
    }));
}
