import type { Row } from './change.js';
import type { Owner } from './records.js';
import type { Query, Statement } from './sql.js';

/** Reads rows in rounds: each has statements with the same values, and returns the rows of each statement. */
export type Reading<T> = Generator<Query, T, readonly (readonly Row[])[]>;

export function* ask(select: string, values: readonly unknown[]): Reading<readonly Row[]> {
  const [rows] = yield { selects: [select], values };
  return rows!;
}

/**
 * Work in one transaction. It reads, and then returns its result, the statements that write, and a statement that finds a row if these were committed: an
 * engine uses it if the answer to its COMMIT is lost.
 */
export type Work<T> = (
  now: number,
) => Reading<readonly [result: T, writes: readonly Statement[], found?: Statement | undefined]>;

/** A database with the tables. Its numbers are numbers, and `$1` is the first value of a statement, which may use only some of the values. */
export interface Engine {
  /** The column that keeps the order of the rows in each table. */
  readonly order: string;
  /** Does work on one state of the database. */
  read<T>(work: Work<T>): Promise<T>;
  /**
   * Does work that no other work on the same owner overlaps; `all`: on any owner. Without an owner, works that write the same row do not overlap. It may do
   * the work again, and commits only if there are statements.
   */
  write<T>(owner: Owner | 'all' | undefined, work: Work<T>): Promise<T>;
  /** Resolves when the database works. */
  ready(): Promise<void>;
  /** Overwrites the bytes of deleted rows, if the database does not overwrite them by itself. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
