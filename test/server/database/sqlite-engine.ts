// A new SQLite file for each test.
import path from 'node:path';
import { openSqlite, type SqliteDatabase } from '../../../src/server/sqlite/driver.js';
import type { DatabaseOptions, DatabaseStore } from '../../../src/server/database/store.js';
import { sqliteStore } from '../../../src/server/sqlite/engine.js';
import { openKept, type Kept } from '../../../src/server/store/kept.js';
import { newFolder, SECRET } from '../setup.js';

/** A database that no other test uses. */
export interface TestDatabase {
  /** Opens the store, as each process does. */
  open(options?: DatabaseOptions): DatabaseStore;
  /** Opens the values of the store, as each process does. */
  kept(secrets?: string[]): Kept;
  /** Runs a statement in the same database. Tables have the prefix `t`. */
  query(statement: (t: string) => string): Promise<Record<string, unknown>[]>;
}

export interface TestEngine {
  name: string;
  skip: string | false;
  /** The time of the database's clock, as seconds since 1970. */
  now: string;
  create(): Promise<TestDatabase>;
}

/** A database with this function to open a store, and this one to run a statement. */
export const testDatabase = (open: TestDatabase['open'], query: TestDatabase['query']): TestDatabase => ({
  open,
  kept: (secrets = [SECRET]) => openKept(open(), secrets),
  query,
});

const folder = newFolder();

export const sqlite: TestEngine = {
  name: 'SQLite',
  skip: false,
  now: "unixepoch('now', 'subsec')",
  async create() {
    const file = path.join(folder, `${crypto.randomUUID()}.db`);
    const [database] = (await openSqlite(file)) as [SqliteDatabase];
    return testDatabase(
      (options) => sqliteStore(file, options),
      async (statement) => database.prepare(statement('')).all() as Record<string, unknown>[],
    );
  },
};
