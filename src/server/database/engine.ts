export type Row = Record<string, unknown>;

/** A statement that changes rows, and its values. */
export interface Change {
  statement: string;
  values: readonly unknown[];
}

/** A database. Both engines get the same statements: `$1` is the first value, and a statement that changes rows returns them. */
export interface Engine {
  /** The name of its function, for messages. */
  readonly name: string;
  /** The beginning of each table's name. */
  readonly prefix: string;
  /** The time of the database's clock in SQL, as seconds since 1970. */
  readonly now: string;
  /** The function in SQL that makes a row, with a `value`, of each element of a JSON array. */
  readonly each: string;
  /** A clause that leaves out rows that another process changes now. */
  readonly skipLocked: string;
  /**
   * Runs one statement. A change resolves when it would survive a crash. One that `mayBeLost` does not wait for the disk.
   */
  query(statement: string, values?: readonly unknown[], mayBeLost?: boolean): Promise<Row[]>;
  /** Makes a change and, if it returned rows, a second one, while nobody else adds a consent: both or none. Returns the rows of the first one. */
  changeBoth(first: Change, second: Change): Promise<Row[]>;
  /** Overwrites the bytes of consents that were deleted, as far as the database does not do so by itself. */
  scrub(): Promise<unknown>;
  /** Waits for the consents that are being written: a smaller number can be stored later than a greater one. */
  settle(): Promise<unknown>;
}
