import fs from 'node:fs';
import { LendingError } from '../../errors.js';

/** The parts of a SQLite database that the module of Node and the package `libsql` share. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { all(...values: unknown[]): unknown[] };
  close(): void;
}
type Open = new (file: string) => SqliteDatabase;

const NO_DRIVER = 'Use Node 22.13 or newer, or install the package libsql: npm install libsql.';

const CANNOT_OPEN =
  'LENDING_DATABASE, or the file of sqliteStores(), must be in a folder that exists and that this process can write to.';

/** Returns true if an error says that another connection holds the file. */
export const isBusy = (error: unknown) => /locked|busy/i.test((error as Error).message);

/** Loads SQLite: the module of Node where it has one, otherwise the package `libsql`. */
async function loadSqlite(): Promise<Open> {
  const load = async (name: string) =>
    (await import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)) as {
      DatabaseSync: Open;
      default: Open;
    };
  const ours = await load('node:sqlite').catch(() => undefined);
  if (ours) return ours.DatabaseSync;
  const other = await load('libsql').catch((cause: unknown) => {
    throw new LendingError('config-invalid', 'sqliteStores(): this version of Node has no SQLite.', {
      remedy: NO_DRIVER,
      cause,
    });
  });
  return other.default;
}

/** Opens a file with two connections. The first keeps each change that it confirms; the second may lose the last ones in a crash. */
export async function openSqlite(file: string): Promise<readonly [SqliteDatabase, SqliteDatabase]> {
  const Database = await loadSqlite();
  const open = (synchronous: string) => {
    const database = new Database(file);
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  };
  try {
    // The files next to it get its mode.
    fs.closeSync(fs.openSync(file, 'a', 0o600));
    return [open('FULL'), open('NORMAL')];
  } catch (cause) {
    const { syscall, code, message } = cause as NodeJS.ErrnoException;
    if (isBusy(cause)) throw cause;
    // The message of the file system contains the path.
    const why = syscall ? code : message;
    throw new LendingError('config-invalid', `sqliteStores(): the file could not be opened (${why}).`, {
      remedy: CANNOT_OPEN,
      cause,
    });
  }
}
