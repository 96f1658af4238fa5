// The stores that each rule gets.
import type { Database, Store } from '../records/records.js';

/** Two connections to the same new database; for a store in memory twice the same one. `setClock` sets the clocks of both. */
export interface TwoDatabases {
  databases: readonly [Database, Database];
  setClock(time: number): void;
}
export interface Given {
  one: Store;
  other: Store;
  setClock(time: number): void;
  databases: TwoDatabases['databases'];
}

/** A rule of a store. It rejects if the store breaks it. */
export type Rule = (given: Given) => Promise<void>;

export const MINUTE = 60_000;
export const MANY = Array.from({ length: 200 }, (_, at) => at);
