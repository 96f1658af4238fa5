import path from 'node:path';
import { LendingError } from '../../../errors.js';
import { closeAll, isBusy, openSqlite, rethrow, watchFiles, whenFree } from './driver.js';
import { ask, execute, run, type SqliteDatabase } from './statements.js';
import { inBatches } from '../../util/queue.js';
import { startOnce } from '../../util/start-once.js';
import { createClock } from '../clock.js';
import type { Database, DatabaseSettings } from '../records.js';
import { ADD_VERSION, createTables, isEmpty, MIGRATIONS, READ_VERSION } from '../schema.js';
import { SWEEP_INTERVAL_MS, sweepOf, type Statement } from '../sql.js';
import type { Engine, Work } from '../engine.js';
import { createDatabase } from '../store.js';

/** The most changes that one transaction makes. */
const BATCH_CHANGES = 1000;
/** Milliseconds to wait after a wait that was too long: the program that locks the file may keep it locked. */
const LOCKED_MS = 250;

interface SqliteSettings extends DatabaseSettings {
  /** Milliseconds to wait for another process that writes. Default: 5 seconds. */
  patience?: number | undefined;
}

/** A SQLite file that the processes of one machine share. It is opened by the first call. */
export const sqliteStore = (file: string, settings: SqliteSettings = {}): Database =>
  createDatabase(sqliteEngine(path.resolve(file), settings), settings);

/** Work, and its result or its error. */
interface Item {
  readonly owner: Parameters<Engine['write']>[0];
  readonly work: Work<unknown>;
}
type Done = { readonly result: unknown; readonly isWritten: boolean } | { readonly error: unknown };

export function sqliteEngine(file: string, { clock, patience = 5000 }: SqliteSettings = {}): Engine {
  const timeAfter = createClock(clock);
  const timeIn = (database: SqliteDatabase) =>
    timeAfter(Number(run(database, 'SELECT last_at FROM clock')[0]!['last_at']));
  let all: SqliteDatabase[] = [];
  const open = startOnce(async () => {
    const check = watchFiles(file);
    const [writer, reader] = (all = await openSqlite(file, patience));
    try {
      await whenFree(() => inTransaction(writer, 'BEGIN IMMEDIATE', () => createOnce(writer)), patience);
      check();
    } catch (error) {
      await closeAll(all.splice(0));
      throw error;
    }
    return { writer, reader, check };
  });

  let isLocked = false;
  /** Repeats a transaction that writes, until the file is free. */
  async function whileFree<T>(work: () => T): Promise<T> {
    try {
      const result = await whenFree(work, isLocked ? Math.min(patience, LOCKED_MS) : patience);
      isLocked = false;
      return result;
    } catch (error) {
      isLocked = isBusy(error);
      throw error;
    }
  }

  let swept = 0;

  /** Does works in one transaction: the error of one does not undo the others. Without a written row it makes no commit. */
  function doAll(database: SqliteDatabase, items: readonly Item[]): readonly Done[] {
    const now = timeIn(database);
    const done = items.map(({ work }) => doOne(database, work, now));
    // Work on all owners may rely on its time, so the time must not come again.
    const isKept = items.some(({ owner }) => owner === 'all');
    if (!isKept && !done.some((one) => 'isWritten' in one && one.isWritten)) return done;
    const isDue = now - swept > SWEEP_INTERVAL_MS;
    if (isDue) swept = now;
    write(database, [...(isDue ? sweepOf(now) : []), { sql: 'UPDATE clock SET last_at = $1', values: [now] }]);
    return done;
  }
  const inBatch = inBatches<Item, Done>(
    BATCH_CHANGES,
    async (items) => {
      const { writer, check } = await open();
      const work = () => {
        const done = doAll(writer, items);
        check();
        return done;
      };
      return whileFree(() => inTransaction(writer, 'BEGIN IMMEDIATE', work));
    },
    () => new Promise((resolve) => setImmediate(resolve)),
  );

  return {
    order: 'rowid',
    async read<T>(work: Work<T>) {
      const { reader } = await open().catch(rethrow);
      const look = () => inTransaction(reader, 'BEGIN', () => advance(reader, work(timeIn(reader)))[0]);
      return whenFree(look, patience).catch(rethrow);
    },
    async write<T>(owner: Item['owner'], work: Work<T>) {
      const done = await inBatch({ owner, work }).catch(rethrow);
      if ('error' in done) throw done.error;
      return done.result as T;
    },
    ready: async () => (await open().catch(rethrow)).check(),
    // The WAL file still has the old pages.
    async scrub() {
      const { writer } = await open();
      await whenFree(() => {
        if (run(writer, 'PRAGMA wal_checkpoint(TRUNCATE)')[0]!['busy']) throw notScrubbed();
      }, patience);
    },
    async close() {
      const [writer] = all;
      try {
        // Some drivers leave the changes in the WAL file, so that a copy of the database file alone would not have them.
        if (writer) run(writer, 'PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        await closeAll(all.splice(0));
      }
    },
  };
}

/** Creates the tables, unless they exist. */
function createOnce(database: SqliteDatabase): void {
  run(database, MIGRATIONS);
  if (!isEmpty(run(database, READ_VERSION)[0]!)) return;
  const clock = ['CREATE TABLE clock (last_at bigint NOT NULL)', 'INSERT INTO clock VALUES (0)'];
  for (const statement of [...createTables('text'), ...clock, ADD_VERSION]) run(database, statement);
}

/** Runs the statements of work, which reads in rounds. */
function advance<T>(database: SqliteDatabase, work: ReturnType<Work<T>>) {
  let step = work.next([]);
  while (!step.done) step = work.next(ask(database, step.value));
  return step.value;
}

const write = (database: SqliteDatabase, statements: readonly Statement[]): void => {
  for (const { sql, values } of statements) execute(database, sql, values);
};

/** Does work, and undoes it alone if it throws or if a constraint rejects a row. Any other error of the database ends the transaction. */
function doOne(database: SqliteDatabase, work: Work<unknown>, now: number): Done {
  execute(database, 'SAVEPOINT one');
  try {
    const [result, statements] = advance(database, work(now));
    write(database, statements);
    execute(database, 'RELEASE one');
    return { result, isWritten: statements.length > 0 };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (/SQLITE/.test(code ?? '') && !/constraint/i.test(message)) throw error;
    execute(database, 'ROLLBACK TO one');
    execute(database, 'RELEASE one');
    return { error };
  }
}

/** If nothing was written, SQLite writes no page at the end. */
function inTransaction<T>(database: SqliteDatabase, begin: string, work: () => T): T {
  execute(database, begin);
  try {
    const result = work();
    execute(database, 'COMMIT');
    return result;
  } catch (error) {
    try {
      execute(database, 'ROLLBACK');
    } catch {
      // A full disk may have ended it already.
    }
    throw error;
  }
}

const notScrubbed = () =>
  new LendingError(
    'handler-failed',
    'The rows are erased, and the file next to the database, which is busy, still has their bytes.',
    { remedy: 'Erase them again.', recoverable: true },
  );
