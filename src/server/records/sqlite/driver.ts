import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { LendingError } from '../../../errors.js';
import { databaseError } from '../schema.js';
import { forgetStatements, type SqliteDatabase } from './statements.js';

type Open = new (file: string) => SqliteDatabase;

const NO_DRIVER = 'Use Node 22.13 or newer, or install the package libsql: npm install libsql.';

const CANNOT_OPEN =
  'LENDING_DATABASE, or the file of sqliteStore(), must be a file that this process can write to, in a folder that it can write to.';

/** File systems that are always on another machine: NFS, SMB, CIFS, SMB 2 and 3, and Ceph. Source: Linux, `statfs(2)`. */
const REMOTE = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400];

/**
 * Settings of each connection. Without the first setting, a statement with several rows creates a temporary file. With the second one, deleted rows
 * are overwritten. The other ones limit the size of the WAL file: SQLite copies it into the database from 4 MB on, and shortens it when it
 * was larger than 16 MB.
 */
const SETTINGS = [
  'temp_store = MEMORY',
  'secure_delete = ON',
  'wal_autocheckpoint = 1000',
  'journal_size_limit = 16777216',
];

export const isBusy = (error: unknown) => /locked|busy/i.test((error as Error).message);

/** Error codes of SQLite that an operator can fix. The errors of Node's module have only their numbers, and the log prints a name. */
const NAMES = new Map([
  [5, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
]);

/** Seconds after which a page may try again while another program keeps the file locked. */
const LOCKED_SECONDS = 5;

/** Throws an error again, with the `code` that the package `libsql` gives it. A file that stays locked, or is damaged, has an error in words. */
export function rethrow(error: Error & { errcode?: number }): never {
  if (isBusy(error) && !(error instanceof LendingError))
    throw new LendingError('handler-failed', 'Another program keeps the SQLite file locked, so nothing was stored.', {
      remedy: 'Find it, for example with `lsof` or `fuser`, and end its transaction. Pages can try again then.',
      recoverable: true,
      retryAfter: LOCKED_SECONDS,
      cause: error,
    });
  if (/malformed/.test(error.message) && !(error instanceof LendingError))
    throw new LendingError('handler-failed', 'The SQLite file is malformed, or another one was copied over it.', {
      remedy: 'Stop every process that uses it, and restore a backup.',
      recoverable: true,
      cause: error,
    });
  const code = NAMES.get((error.errcode ?? 0) & 0xff);
  throw code ? Object.assign(error, { code }) : error;
}

/** Repeats work while another connection writes. The event loop runs between the attempts. */
export async function whenFree<T>(work: () => T, patience: number): Promise<T> {
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

/** The SQLite module of Node; `undefined` for a version without one. Hides the warning of Node 22 that the module is experimental. */
export function sqliteOfNode(): Open | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    const found = process.getBuiltinModule('node:sqlite') as { DatabaseSync: Open } | undefined;
    return found?.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}

async function loadLibsql(): Promise<Open> {
  const name = 'libsql';
  const found = await (
    import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name) as Promise<{ default: Open }>
  ).catch((cause: unknown) => {
    throw databaseError('sqliteStore(): this version of Node has no SQLite.', NO_DRIVER, cause);
  });
  return found.default;
}

/**
 * Opens a file with two connections. A crash never loses a change that the first one has confirmed. The second is for reading: with `libsql`, a connection
 * that waits for another process does not see its changes.
 */
export async function openSqlite(file: string, patience = 8000): Promise<[SqliteDatabase, SqliteDatabase]> {
  const Database = sqliteOfNode() ?? (await loadLibsql());
  async function open(): Promise<SqliteDatabase> {
    const database = new Database(file);
    try {
      for (const setting of ['busy_timeout = 0', 'journal_mode = WAL', 'synchronous = FULL', ...SETTINGS])
        await whenFree(() => database.prepare(`PRAGMA ${setting}`).all(), patience);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }
  const opened: SqliteDatabase[] = [];
  try {
    checkLocal(path.dirname(file));
    makeFile(file);
    for (const _ of ['writer', 'reader']) opened.push(await open());
    return opened as [SqliteDatabase, SqliteDatabase];
  } catch (cause) {
    await closeAll(opened);
    const { syscall, code, message } = cause as NodeJS.ErrnoException;
    if (cause instanceof LendingError || isBusy(cause)) throw cause;
    // The message of the file system contains the path.
    const why = syscall ? code : message;
    throw databaseError(`sqliteStore(): the file could not be opened (${why}).`, CANNOT_OPEN, cause);
  }
}

/**
 * Creates the file, unless it exists. SQLite gives its other files the same mode. It never opens an existing file: closing it would release the locks of all
 * connections of this process, and another process could delete the changes that they make. Source: SQLite, "How To Corrupt An SQLite Database
 * File", 2.2.
 */
function makeFile(file: string): void {
  try {
    fs.closeSync(fs.openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    fs.accessSync(file, fs.constants.W_OK);
  }
}

/** The file, and those that SQLite keeps next to it while a connection is open. */
const ENDS = ['', '-wal', '-shm'];

/** The device and the inode of a file. */
function idOf(file: string): string | undefined {
  const found = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/**
 * Returns a function that throws if one of the files is gone, or another one since its first call: after a restart nobody would find the changes that this
 * process still makes. The database file must be the one of now, unless it does not exist yet.
 */
export function watchFiles(file: string): () => void {
  let known = [idOf(file)];
  return () => {
    const found = ENDS.map((end) => idOf(file + end));
    if (known.some((id, at) => id !== undefined && id !== found[at])) throw replaced();
    known = found;
  };
}

const replaced = () =>
  new LendingError(
    'handler-failed',
    'The SQLite file was deleted or replaced while it is open, so nothing was stored.',
    {
      remedy:
        'Put back the file, and those that end in -wal and -shm. If another file must take its place, stop every process that uses the database, and start them with that file.',
      recoverable: true,
    },
  );

/** Closes connections. The package `libsql` keeps the files open until its statements are collected. Source: tursodatabase/libsql-js, issue 228. */
export async function closeAll(all: readonly SqliteDatabase[]): Promise<void> {
  for (const one of all) {
    forgetStatements(one);
    one.close();
  }
  if (all.length === 0 || sqliteOfNode() || process.versions['bun']) return;
  const [v8, vm] = await Promise.all([import('node:v8'), import('node:vm')]);
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
  await new Promise((resolve) => setImmediate(resolve));
}

/** Rejects a folder on a network file system, whose locks several machines would not share. */
function checkLocal(folder: string): void {
  if (process.platform !== 'linux' || !REMOTE.includes(fs.statfsSync(folder).type >>> 0)) return;
  throw databaseError(
    'sqliteStore(): the file is on a network file system.',
    'Use a folder on a disk of this machine, or a PostgreSQL: LENDING_DATABASE=postgres://…',
  );
}
