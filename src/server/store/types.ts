import type { ConsentEntry } from '../../schema/consent/consent.js';

/**
 * Everything that the handler keeps: values under keys, counts, and the entries of consents. Processes that serve the same applicants share one
 * store. Keys have up to 100 characters that do not reveal the applicant; values are sealed strings of up to 176 KiB that only the handler can
 * read. Keys that begin with `lease/` may be lost when the store crashes; a change of another key survives a crash once its promise has
 * resolved. `lending-elements/server/testing` has a test of these rules for a store of yours.
 */
export interface Store {
  /** Returns the value of a key, until its seconds are over. */
  get(key: string): Promise<string | undefined>;
  /** Sets the value of a key, for a number of seconds. `undefined` deletes it. Default: without an end. */
  set(key: string, value: string | undefined, seconds?: number): Promise<void>;
  /**
   * Does the same in one step if the value is `before` now; `undefined`: if the key has none. Returns true if it was.
   */
  replace(key: string, before: string | undefined, value: string | undefined, seconds?: number): Promise<boolean>;
  /** Adds 1 to a count, in one step. A new count begins at 1 and ends after `seconds`. A crash may lose it. */
  count(key: string, seconds: number): Promise<Count>;
  /** Adds an entry about a consent. Entries are never changed, and only `erase` deletes them. */
  append(entry: ConsentEntry): Promise<void>;
  /** Returns the entries with this `about`, oldest first. */
  entries(about: string): Promise<readonly ConsentEntry[]>;
  /**
   * Deletes the entries with these `about`s, in one step, and returns their number. A later entry begins as if there had been none. `reason` is for a
   * note of yours, which has the time and the number too, and nothing of the entries.
   */
  erase(abouts: readonly string[], reason: string): Promise<number>;
  /** The keys that begin with `start`, with their values. Only `lending-elements applications list` needs it. */
  list?(start: string): AsyncIterable<readonly [key: string, value: string]>;
  /** Resolves when the store works. Every other method waits for it, so you call it only to see its error at the start. */
  ready?(): Promise<void>;
  /** Ends the store, when your process stops. */
  close?(): Promise<void>;
}

/** A count, and the seconds until it ends. */
export interface Count {
  count: number;
  left: number;
}
