import { LendingError } from '../../errors.js';

export type Row = Record<string, unknown>;

/** A statement that changes rows, and its values. */
export interface Change {
  statement: string;
  values: readonly unknown[];
}

/** A database. Both engines get the same statements: `$1` is the first value, and a statement that changes rows returns them. */
export interface Engine {
  /** The beginning of each table's name. */
  readonly prefix: string;
  /** The SQL for the time of the database's clock, as seconds since 1970. */
  readonly now: string;
  /** The SQL function that turns each element of a JSON array into a row with a `value`. */
  readonly each: string;
  /** A clause that leaves out rows that another process is changing. */
  readonly skipLocked: string;
  /**
   * Runs one statement. A change resolves when it would survive a crash. With `mayBeLost` it does not wait for the disk.
   */
  query(statement: string, values?: readonly unknown[], mayBeLost?: boolean): Promise<Row[]>;
  /** Makes a change and, if it returned rows, a second one, in one transaction in which no other process adds a consent. Returns the rows of the first change. */
  changeBoth(first: Change, second: Change): Promise<Row[]>;
  /** Overwrites the bytes of deleted consents, if the database does not overwrite them by itself. */
  scrub(): Promise<unknown>;
  /** Waits for the consents that are being written: an entry with a smaller number can be stored after one with a greater number. */
  settle(): Promise<unknown>;
}

/** The error for a database that this process cannot use until somebody changes something. */
export const databaseError = (message: string, remedy?: string, cause?: unknown) =>
  new LendingError('config-invalid', message, { remedy, cause });
