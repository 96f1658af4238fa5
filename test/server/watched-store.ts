import { memoryStore } from '../../src/server/index.js';

/** A store in memory whose values a test can read and change, with the seconds for which each was written. Its values have no end. */
export function watchedStore() {
  const rows = new Map<string, string>();
  const seconds = new Map<string, number | undefined>();
  function put(key: string, value: string | undefined, time?: number): void {
    if (value === undefined) rows.delete(key);
    else rows.set(key, value);
    seconds.set(key, time);
  }
  const store = {
    ...memoryStore(),
    get: async (key: string) => rows.get(key),
    set: async (key: string, value: string | undefined, time?: number) => put(key, value, time),
    async replace(key: string, before: string | undefined, value: string | undefined, time?: number) {
      const isSame = rows.get(key) === before;
      if (isSame) put(key, value, time);
      return isSame;
    },
  };
  /** The values of one kind, such as `draft`. */
  const rowsOf = (kind: string) => [...rows].filter(([key]) => key.startsWith(`${kind}/`));
  return { store, rows, rowsOf, seconds };
}
