import { LendingError } from '../../errors.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { Store } from './types.js';

const IN_MEMORY = Symbol('in memory');

/** Returns true for a store of `memoryStore()`, which loses everything when its process ends. Production and staging reject it. */
export const isInMemory = (store: unknown): boolean => typeof store === 'object' && !!store && IN_MEMORY in store;

/** A store in the memory of this process. */
export interface MemoryStore extends Store {
  /** All entries, oldest first. */
  readonly consents: readonly ConsentEntry[];
}

/**
 * A store in the memory of this process, for tests, previews and a sandbox. `createHandler` rejects it for production and staging. When it has `most` values, it
 * rejects more. Default: 100,000.
 */
export function memoryStore({ most = 100_000 }: { most?: number | undefined } = {}): MemoryStore {
  const values = new Map<string, { value: string; until: number }>();
  const consents: ConsentEntry[] = [];
  const find = (key: string) => {
    const found = values.get(key);
    return found && performance.now() < found.until ? found : undefined;
  };
  function put(key: string, value: string | undefined, seconds = Infinity): void {
    const now = performance.now();
    if (value === undefined) return void values.delete(key);
    if (values.size >= most) for (const [one, { until }] of values) if (until <= now) values.delete(one);
    if (values.size >= most && !values.has(key)) throw isFull();
    values.set(key, { value, until: now + seconds * 1000 });
  }
  const store: MemoryStore = {
    consents,
    get: async (key) => find(key)?.value,
    set: async (key, value, seconds) => put(key, value, seconds),
    async replace(key, before, value, seconds) {
      const isSame = find(key)?.value === before;
      if (isSame) put(key, value, seconds);
      return isSame;
    },
    async count(key, seconds) {
      const found = find(key);
      const count = Number(found?.value ?? 0) + 1;
      const left = found ? (found.until - performance.now()) / 1000 : seconds;
      put(key, String(count), left);
      return { count, left };
    },
    async *list(start) {
      for (const [key, { value }] of values) if (key.startsWith(start) && find(key)) yield [key, value] as const;
    },
    append: async (entry) => void consents.push(structuredClone(entry)),
    entries: async (about) => structuredClone(consents.filter((entry) => entry.about === about)),
    async erase(abouts) {
      const left = consents.filter(({ about }) => !abouts.includes(about));
      return consents.splice(0, consents.length, ...left).length - left.length;
    },
  };
  return Object.defineProperty(store, IN_MEMORY, { value: true });
}

const isFull = () =>
  new LendingError('upstream-unavailable', 'The store of this process is full.', {
    remedy: 'Set createHandler({ store }) to a database.',
    recoverable: true,
    retryAfter: 60,
  });
