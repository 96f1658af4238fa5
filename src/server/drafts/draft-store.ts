import { markInMemory } from '../util/in-memory.js';
import { createRecentCache } from '../util/recent-cache.js';

/**
 * A store for drafts, so that an applicant can continue on another device before the application exists. Values are sealed texts of
 * up to 96 KiB that only the handler can read; keys are 43 characters that do not reveal the applicant. A store for `idempotency` is
 * a `DraftStore` too.
 */
export interface DraftStore {
  /** Returns the last value, until its seconds are over or it is deleted. */
  get(key: string): Promise<string | undefined> | string | undefined;
  /** Replaces the value of a key, for a number of seconds. */
  set(key: string, value: string, seconds: number): Promise<void> | void;
  /** Deletes the value of a key, if it has one. */
  delete(key: string): Promise<void> | void;
}

/** How the handler saves drafts. */
export interface DraftOptions {
  /** Your store, which all processes of the backend share. */
  store: DraftStore;
}

const ENTRIES = 1000;

/** A store in this process, for tests and previews. `createHandler` refuses it for production and staging. */
export function memoryDrafts(): DraftStore {
  const drafts = createRecentCache<{ value: string; until: number }>(ENTRIES);
  return markInMemory({
    get(key: string) {
      const draft = drafts.get(key);
      return draft && performance.now() < draft.until ? draft.value : undefined;
    },
    set: (key: string, value: string, seconds: number) =>
      drafts.set(key, { value, until: performance.now() + seconds * 1000 }),
    delete: (key: string) => void drafts.delete(key),
  });
}
