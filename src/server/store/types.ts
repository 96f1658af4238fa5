import type { ConsentEntry } from '../../schema/consent/consent.js';

/**
 * Everything that the handler keeps: values under keys, counts, and the entries of consents. Processes that serve the same applicants share one
 * store. Keys have up to 100 characters that do not reveal the applicant; values are sealed strings of up to 176 KiB that only the handler can
 * read. Keys that begin with `lease/` may be lost when the store crashes; a change of another key survives a crash once its promise has
 * resolved. `lending-elements/server/testing` has tests of these rules for your own store.
 */
export interface Store {
  /** The name under which the store keeps its rows. The sealed values are bound to it: rows that are copied to another name cannot be opened. */
  readonly namespace?: string | undefined;
  /** Returns the value of a key, or `undefined` if it has none or the value has expired. */
  get(key: string): Promise<string | undefined>;
  /** Sets the value of a key. It expires after `seconds`; by default it never expires. `undefined` deletes the value. */
  set(key: string, value: string | undefined, seconds?: number): Promise<void>;
  /** Sets the value atomically if the current value is `before` (`undefined`: no value). Returns true if it did. */
  replace(key: string, before: string | undefined, value: string | undefined, seconds?: number): Promise<boolean>;
  /**
   * Adds 1 to a count, atomically, and returns it with the seconds until it expires (`left`). A new count begins at 1 and expires after `seconds`. A
   * crash may lose it.
   */
  count(key: string, seconds: number): Promise<{ count: number; left: number }>;
  /** Adds an entry about a consent. Entries are never changed, and only `erase` deletes them. */
  append(entry: ConsentEntry): Promise<void>;
  /** Returns the entries with this `about`, oldest first. */
  entries(about: string): Promise<readonly ConsentEntry[]>;
  /**
   * Deletes the entries with these `about`s, atomically, and returns their number. `reason` is for your record of the erasure, which contains nothing
   * else of the entries.
   */
  erase(abouts: readonly string[], reason: string): Promise<number>;
  /** The keys that begin with `start`, with their values. Required for `onProgress` (`outbox/`), and for `lending-elements applications list`. */
  list?(start: string): AsyncIterable<readonly [key: string, value: string]>;
  /** Resolves when the store works. Every other method waits for the start, so this only shows an error early. */
  ready?(): Promise<void>;
  /** Closes the store, when your process stops. */
  close?(): Promise<void>;
}
