import path from 'node:path';
import { LendingError } from '../../errors.js';
import type { Change, Engine, Row } from '../database/engine.js';
import { migrate, tables } from '../database/migrations.js';
import { createStore, type DatabaseOptions, type DatabaseStore } from '../database/store.js';
import { inBatches } from '../util/queue.js';
import { startOnce } from '../util/start-once.js';
import { openSqlite, rethrow, whenFree, type SqliteDatabase } from './driver.js';

const DIALECT = { number: 'integer PRIMARY KEY AUTOINCREMENT', key: 'text', unlogged: '' };
/** The most changes that one transaction makes. */
const BATCH_CHANGES = 1000;

/**
 * A store in a SQLite file that the processes of one machine share. It is created with mode 0600, in a folder that must exist. The first call
 * opens it. Do not use a network file system.
 *
 * @throws LendingError `config-invalid` if an option is wrong.
 */
export const sqliteStore = (file: string, options?: DatabaseOptions): DatabaseStore =>
  createStore(sqliteEngine(file), options);

/** The engine of a file. `start` opens the file and creates the tables, and `close` closes the file if it is open. */
export function sqliteEngine(file: string, patience = 8000) {
  const place = path.resolve(file);
  let isOpen = false;
  const open = startOnce(async () => {
    const all = (await openSqlite(place, patience)) as [SqliteDatabase, SqliteDatabase, SqliteDatabase];
    const [lasting, other, reader] = all;
    isOpen = true;
    return { all, lasting: changes(lasting, patience), other: changes(other, patience), reader };
  });
  const engine: Engine = {
    prefix: '',
    now: "unixepoch('now', 'subsec')",
    each: 'json_each',
    skipLocked: '',
    async query(statement, values = [], mayBeLost = false) {
      const { lasting, other, reader } = await open();
      const isRead = /^\s*SELECT/.test(statement);
      const done = isRead
        ? whenFree(() => run(reader, statement, values), patience)
        : (mayBeLost ? other : lasting)({ statement, values });
      return done.catch(rethrow);
    },
    async changeBoth(first, second) {
      const [database] = (await open()).all;
      const both = () => {
        const rows = run(database, first.statement, first.values);
        if (rows.length > 0) run(database, second.statement, second.values);
        return rows;
      };
      return whenFree(() => inTransaction(database, both), patience).catch(rethrow);
    },
    // The WAL file still has the old pages.
    async scrub() {
      const [database] = (await open()).all;
      await whenFree(() => {
        const [row] = run(database, 'PRAGMA wal_checkpoint(TRUNCATE)');
        if (row!['busy']) throw notScrubbed();
      }, patience);
    },
    settle: async () => undefined,
  };
  async function start(): Promise<void> {
    const [database] = (await open()).all;
    await whenFree(() => run(database, 'BEGIN IMMEDIATE'), patience);
    try {
      await migrate(async (statement) => run(database, statement), '', tables('', DIALECT));
      run(database, 'COMMIT');
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }
  async function close(): Promise<void> {
    if (!isOpen) return;
    const { all } = await open();
    // Some drivers leave the changes in the WAL file, so that a copy of the database file alone would not have them.
    run(all[0], 'PRAGMA wal_checkpoint(TRUNCATE)');
    for (const one of all) one.close();
  }
  return { engine, start, close };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Makes the changes that arrive in one turn of the event loop in one transaction. If one fails, the others are still made. */
function changes(database: SqliteDatabase, patience: number) {
  const write = inBatches(
    BATCH_CHANGES,
    (batch: readonly Change[]) =>
      whenFree(() => inTransaction(database, () => batch.map((change) => changeRows(database, change))), patience),
    nextTurn,
  );
  return async (change: Change): Promise<Row[]> => {
    const result = await write(change);
    if ('rows' in result) return result.rows;
    throw result.error;
  };
}

function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  run(database, 'BEGIN IMMEDIATE');
  try {
    const result = work();
    run(database, 'COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

const notScrubbed = () =>
  new LendingError(
    'handler-failed',
    'The consents are erased, and the file next to the database, which is busy, still has their bytes.',
    { remedy: 'Erase them again.', recoverable: true },
  );

/** Ends a transaction. A full disk may have ended it already. */
function rollBack(database: SqliteDatabase): void {
  try {
    run(database, 'ROLLBACK');
  } catch {
    // There is none.
  }
}

/** Makes one change. A change that a constraint rejects is undone alone; any other error ends the whole batch. */
function changeRows(database: SqliteDatabase, { statement, values }: Change): { rows: Row[] } | { error: Error } {
  try {
    return { rows: run(database, statement, values) };
  } catch (error) {
    if (/constraint/i.test((error as Error).message)) return { error: error as Error };
    throw error;
  }
}

/** A prepared statement, and for each of its parameters the position of its value. */
type Prepared = readonly [ReturnType<SqliteDatabase['prepare']>, readonly number[]];
const statements = new WeakMap<SqliteDatabase, Map<string, Prepared>>();

/** Prepares a statement, once. `$1` becomes `?`, and its value is repeated for each `?`. */
function prepare(database: SqliteDatabase, statement: string): Prepared {
  const known = statements.get(database) ?? new Map<string, Prepared>();
  statements.set(database, known);
  const cached = known.get(statement);
  if (cached) return cached;
  const places = [...statement.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place) - 1);
  const made = [database.prepare(statement.replace(/\$\d+/g, '?')), places] as const;
  known.set(statement, made);
  return made;
}

export function run(database: SqliteDatabase, statement: string, values: readonly unknown[] = []): Row[] {
  const [prepared, places] = prepare(database, statement);
  return prepared.all(...places.map((place) => values[place])) as Row[];
}
