/** What was kept last, by its key. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  /** All that is kept, the oldest first. One key may be there twice: the later one counts. */
  values(): Iterable<T>;
}

/**
 * Keeps the last so many entries at least, and twice as many at most. It forgets many at once: to take the first entry
 * out of a `Map` that has lost others before it takes longer the more those were.
 */
export function createRecent<T>(size: number): Recent<T> {
  let [young, old] = [new Map<string, T>(), new Map<string, T>()];
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value);
      if (young.size >= size) [young, old] = [new Map<string, T>(), young];
    },
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    *values() {
      yield* old.values();
      yield* young.values();
    },
  };
}
