// A new SQLite file for each test.
import path from 'node:path';
import { openSqlite } from '../../../src/server/sqlite/driver.js';
import { sqliteStores, type DatabaseOptions, type DatabaseStores } from '../../../src/server/sqlite/index.js';
import { newFolder, SECRET } from '../setup.js';

/** A database that no other test uses. */
export interface TestDatabase {
  /** Opens the stores, as each process does. */
  stores(options?: Partial<DatabaseOptions>): DatabaseStores;
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

const folder = newFolder();

export const sqlite: TestEngine = {
  name: 'SQLite',
  skip: false,
  now: "unixepoch('now', 'subsec')",
  async create() {
    const file = path.join(folder, `${crypto.randomUUID()}.db`);
    const [database] = await openSqlite(file);
    return {
      stores: (options) => sqliteStores(file, { secret: SECRET, ...options }),
      query: async (statement) => database.prepare(statement('')).all() as Record<string, unknown>[],
    };
  },
};
