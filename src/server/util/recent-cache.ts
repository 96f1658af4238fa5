/** A cache of the newest entries. */
interface RecentCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  /** All entries, the oldest first. A key may appear twice: the later value counts. */
  values(): Iterable<T>;
}

/**
 * Keeps at least the newest `size` entries, and at most twice as many. It drops many entries together: removing the first entry of a `Map`
 * takes longer the more entries were removed before.
 */
export function createRecentCache<T>(size: number): RecentCache<T> {
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
