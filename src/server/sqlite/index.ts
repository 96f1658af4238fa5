import type { Engine, Row } from '../database/engine.js';
import { migrate, tables } from '../database/migrations.js';
import { createStores, type DatabaseOptions, type DatabaseStores } from '../database/stores.js';
import { inBatches } from '../util/queue.js';
import { startOnce } from '../util/start-once.js';
import { openSqlite, type SqliteDatabase } from './driver.js';

export type { DatabaseConsents } from '../database/consents.js';
export type { Limit, Limits, SealedStores } from '../database/sealed-stores.js';
export type { DatabaseOptions, DatabaseStores } from '../database/stores.js';

/** Stores in a SQLite file. */
export interface SqliteStores extends DatabaseStores {
  /** Closes the file. */
  close(): Promise<void>;
}

const NUMBER = 'integer PRIMARY KEY AUTOINCREMENT';
/** The most changes that one transaction makes. */
const BATCH = 1000;

/**
 * Stores in a SQLite file that the processes of one machine share. It is created with mode 0600, in a folder that must exist. The first call
 * opens it. Do not use a network file system.
 *
 * @throws LendingError `config-invalid` if an option is wrong.
 */
export function sqliteStores(file: string, options: DatabaseOptions): SqliteStores {
  const { patience = 8000 } = options;
  const open = startOnce(async () => {
    const [lasting, other] = await openSqlite(file);
    return { all: [lasting, other], lasting: changes(lasting, patience), other: changes(other, patience) };
  });
  const engine: Engine = {
    name: 'sqliteStores',
    prefix: '',
    now: "unixepoch('now', 'subsec')",
    skipLocked: '',
    async query(statement, values = [], mayBeLost = false) {
      const { all, lasting, other } = await open();
      if (/^\s*SELECT/.test(statement)) return whenFree(() => run(all[0]!, statement, values), patience);
      return (mayBeLost ? other : lasting)({ statement, values });
    },
    settle: async () => undefined,
  };
  const stores = createStores(engine, options, async () => {
    const { all } = await open();
    await whenFree(() => all[0]!.exec('BEGIN IMMEDIATE'), patience);
    try {
      await migrate(async (statement) => run(all[0]!, statement, []), '', tables('', NUMBER));
      all[0]!.exec('COMMIT');
    } catch (error) {
      all[0]!.exec('ROLLBACK');
      throw error;
    }
  });
  return { ...stores, close: async () => (await open()).all.forEach((one) => one.close()) };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

interface Change {
  statement: string;
  values: readonly unknown[];
}

/** Makes the changes that arrive in one turn of the event loop in one transaction. One that fails leaves the others as they are. */
function changes(database: SqliteDatabase, patience: number) {
  const write = inBatches(
    BATCH,
    async (batch: readonly Change[]) => {
      await whenFree(() => database.exec('BEGIN IMMEDIATE'), patience);
      try {
        const results = batch.map(({ statement, values }) => {
          database.exec('SAVEPOINT change');
          try {
            return { rows: run(database, statement, values) };
          } catch (error) {
            database.exec('ROLLBACK TO change');
            return { error: error as Error };
          } finally {
            database.exec('RELEASE change');
          }
        });
        database.exec('COMMIT');
        return results;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    nextTurn,
  );
  return async (change: Change): Promise<Row[]> => {
    const result = await write(change);
    if ('rows' in result) return result.rows;
    throw result.error;
  };
}

const statements = new WeakMap<SqliteDatabase, Map<string, ReturnType<SqliteDatabase['prepare']>>>();

/** Runs a statement. `$1` becomes `?`, and its value is repeated for each. */
function run(database: SqliteDatabase, statement: string, values: readonly unknown[]): Row[] {
  const prepared = statements.get(database) ?? new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  statements.set(database, prepared);
  const one = prepared.get(statement) ?? database.prepare(statement.replace(/\$\d+/g, '?'));
  prepared.set(statement, one);
  const places = statement.match(/\$\d+/g) ?? [];
  return one.all(...places.map((place) => values[Number(place.slice(1)) - 1])) as Row[];
}

/** Tries again while another process writes. The event loop goes on in between. */
async function whenFree<T>(work: () => T, patience: number): Promise<T> {
  const end = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    try {
      return work();
    } catch (error) {
      if (!/locked|busy/i.test((error as Error).message) || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}
