import type { ConsentEntry } from '../../schema/consent/consent.js';

/** The first entry of a chain that is not as it was written. */
export interface BrokenEntry {
  /** Its place in the chain, counted from 1. */
  place: number;
  /** `was changed`: the entry, its notice or the entry before it; `is missing`; `has no valid mark`: it was written without a key, or with an unknown one. */
  why: 'was changed' | 'is missing' | 'has no valid mark';
}

/** A record of consents that were erased together: when, why, and how many. Nothing else of these consents is left. */
export interface Erasure {
  /** The time, in ISO 8601. */
  at: string;
  reason: string;
  entries: number;
}

/** The result of a check of all consents. */
export interface ConsentCheck {
  /** The number of entries, and the number of chains: the applications that they are about, and the recorded notices. */
  entries: number;
  chains: number;
  /** The chains that were changed after they were written, and the notices: each is a chain of one entry. */
  broken: readonly (BrokenEntry & { about: string })[];
  /** The consents that were erased, oldest first. */
  erased: readonly Erasure[];
  /**
   * The time of the check, and a digest of the ends of all chains, and of the erasures. Store it outside the database: it shows later that no entry at
   * the end of a chain is missing.
   */
  digest: string;
  /** The time of the last entry. */
  last: string | undefined;
  /** False if the chains do not contain the end of the expected digest, or if consents were erased since. */
  isExpected: boolean;
}

/** The entries about consents in a database. The entries about one application are a chain: the hash of each entry covers the entry and the hash before. */
export interface Consents {
  /** The chains of all namespaces, or of this one, each with the entries about one application, oldest first. */
  chains(of?: 'all' | 'this'): AsyncIterable<readonly ConsentEntry[]>;
  /**
   * The rows of `consents` of all namespaces, in the order of their chains, each with the hash before it (`previous`), and those of `notices` and `erasures`:
   * another program can verify them. Nothing is checked.
   */
  rows(): AsyncIterable<{ readonly table: string; readonly [column: string]: unknown }>;
  /** Checks each chain and each notice. `expected` is the digest of an earlier check, which was stored outside the database. */
  check(expected?: string): Promise<ConsentCheck>;
}
