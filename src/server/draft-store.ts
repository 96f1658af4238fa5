import { forgetful } from './memory-store.js';
import { createRecent } from './recent.js';

/**
 * Where drafts are saved, for an applicant to go on with another device before the application exists. Values are sealed
 * texts of up to 96 KiB that only the handler can read; keys are 43 characters, and tell nobody whose draft it is. A store
 * for `once` is one of these too.
 */
export interface DraftStore {
  /** The value that was set last, until its seconds are over or it was deleted. */
  get(key: string): Promise<string | undefined> | string | undefined;
  /** Keeps a value for so many seconds, in place of the one before. */
  set(key: string, value: string, seconds: number): Promise<void> | void;
  /** Forgets a value. There may be none. */
  delete(key: string): Promise<void> | void;
}

/** Where and whether the handler saves drafts. */
export interface DraftOptions {
  /** A place of the partner's, which every process of the backend shares. */
  store: DraftStore;
}

const ENTRIES = 1000;

/** A store in this process, which forgets when it ends: for tests and previews. */
export function memoryDrafts(): DraftStore {
  const drafts = createRecent<{ value: string; until: number }>(ENTRIES);
  return forgetful({
    get(key: string) {
      const draft = drafts.get(key);
      return draft && performance.now() < draft.until ? draft.value : undefined;
    },
    set: (key: string, value: string, seconds: number) =>
      drafts.set(key, { value, until: performance.now() + seconds * 1000 }),
    delete: (key: string) => void drafts.delete(key),
  });
}
