/**
 * Keeps at least the newest `size` entries, and at most twice as many. It drops many entries together: removing the first entry of a `Map`
 * takes longer the more entries were removed before.
 */
export function createRecentCache<T>(size: number) {
  let [young, old] = [new Map<string, T>(), new Map<string, T>()];
  return {
    get: (key: string) => young.get(key) ?? old.get(key),
    set(key: string, value: T): void {
      young.set(key, value);
      if (young.size >= size) [young, old] = [new Map<string, T>(), young];
    },
    delete(key: string): void {
      young.delete(key);
      old.delete(key);
    },
  };
}
