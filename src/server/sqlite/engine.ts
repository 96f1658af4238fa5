import path from 'node:path';
import type { Engine, Row } from '../database/engine.js';
import { migrate, tables } from '../database/migrations.js';
import { inBatches } from '../util/queue.js';
import { startOnce } from '../util/start-once.js';
import { isBusy, openSqlite, type SqliteDatabase } from './driver.js';

const NUMBER = 'integer PRIMARY KEY AUTOINCREMENT';
/** The most changes that one transaction makes. */
const BATCH = 1000;

/** The engine of a file. `start` makes its tables, and `close` closes it. */
export function sqliteEngine(file: string, patience = 8000) {
  const place = path.resolve(file);
  const open = startOnce(async () => {
    const [lasting, other] = await openSqlite(place);
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
  async function start(): Promise<void> {
    const [database] = (await open()).all as [SqliteDatabase];
    await whenFree(() => database.exec('BEGIN IMMEDIATE'), patience);
    try {
      await migrate(async (statement) => run(database, statement), '', tables('', NUMBER));
      database.exec('COMMIT');
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }
  async function close(): Promise<void> {
    const { all } = await open();
    // Some drivers leave the changes in the file next to it, where a copy of the file alone would not have them.
    all[0]!.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    for (const one of all) one.close();
  }
  return { engine, start, close };
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
      await whenFree(() => run(database, 'BEGIN IMMEDIATE'), patience);
      try {
        const results = batch.map((change) => changeRows(database, change));
        run(database, 'COMMIT');
        return results;
      } catch (error) {
        rollBack(database);
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

/** Ends a transaction. A full disk may have ended it already. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There is none.
  }
}

/** Makes one change. One that a constraint rejects undoes itself; any other error ends the whole batch. */
function changeRows(database: SqliteDatabase, { statement, values }: Change): { rows: Row[] } | { error: Error } {
  try {
    return { rows: run(database, statement, values) };
  } catch (error) {
    if (/constraint/i.test((error as Error).message)) return { error: error as Error };
    throw error;
  }
}

const statements = new WeakMap<SqliteDatabase, Map<string, ReturnType<SqliteDatabase['prepare']>>>();

/** Runs a statement. `$1` becomes `?`, and its value is repeated for each. */
function run(database: SqliteDatabase, statement: string, values: readonly unknown[] = []): Row[] {
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
      if (!isBusy(error) || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}
