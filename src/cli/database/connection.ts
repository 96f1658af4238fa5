import fs from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../../errors.js';
import { databaseAt, openPool } from '../../server/node/database.js';
import { readEnvironment } from '../../server/node/environment.js';
import { checkLocation, isPostgres } from '../../server/node/location.js';
import { migratePostgres } from '../../server/postgres/index.js';
import { explaining } from '../../server/postgres/rights.js';
import type { Row } from '../../server/records/change.js';
import { rowsOf } from '../../server/records/postgres.js';
import type { Database } from '../../server/records/records.js';
import { closeAll, openSqlite, rethrow, whenFree } from '../../server/records/sqlite/driver.js';
import { run } from '../../server/records/sqlite/statements.js';
import { sqliteEngine } from '../../server/records/sqlite/engine.js';
import { readEnv, UsageError } from '../usage.js';

/** Milliseconds to wait for another process that writes to a SQLite file. */
const PATIENCE = 8000;

/** A connection to a PostgreSQL database (`isServer`) or to a SQLite file. `$1` is the first value of a statement. */
export interface Connection {
  isServer: boolean;
  /** The beginning of each table's name. */
  prefix: string;
  query(statement: string, values?: unknown[]): Promise<readonly Row[]>;
  /** Brings the tables to the version of this package, or creates them. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** A database, the keys of its consents, and the name of its rows if the environment has one. */
export interface NamedDatabase {
  location: string;
  consentsKey: string[];
  namespace: string | undefined;
}

/** Returns the database that the options of a command name, and the secrets of the environment. */
export async function findDatabase(values: Record<string, string>, { mayBeNew = false } = {}) {
  const { env } = await readEnv(values['env']);
  // Problems of other variables do not matter here.
  const { database, consentKeys: consentsKey, namespace, secrets } = readEnvironment(env);
  const location = values['database'] ?? database;
  if (!location) throw new UsageError('LENDING_DATABASE is not set. Set it, or name a file with it: --env .env');
  checkLocation(location, values['database'] === undefined ? undefined : '--database');
  if (!mayBeNew) await checkExists(location);
  return { location, consentsKey, namespace, secrets };
}

/** Opens a database for `work`, and closes it. A file that does not exist is created. */
export const withConnection = <T>(location: string, work: (connection: Connection) => Promise<T>): Promise<T> =>
  withPostgresErrors(location, async () =>
    closing(isPostgres(location) ? await connectPostgres(location) : await connectSqlite(location), work),
  );

/** Opens a database for `work`, and closes it. */
export const withStore = <T>(
  { location, ...settings }: NamedDatabase,
  work: (database: Database) => Promise<T>,
): Promise<T> => withPostgresErrors(location, () => closing(databaseAt(location, settings), work));

async function closing<O extends { close(): Promise<unknown> }, T>(opened: O, work: (opened: O) => Promise<T>) {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Rejects a file that does not exist: opening it would create an empty one, which has no problems. */
export async function checkExists(location: string): Promise<void> {
  if (!isPostgres(location)) await fs.access(location);
}

/** Makes all changes of `work`, or none of them. */
export async function withTransaction<T>({ isServer, query }: Connection, work: () => Promise<T>): Promise<T> {
  await query(isServer ? 'BEGIN' : 'BEGIN IMMEDIATE');
  try {
    const result = await work();
    await query('COMMIT');
    return result;
  } catch (error) {
    // If the connection is gone, the first error has the reason.
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Names the code of an error of PostgreSQL: its message may contain the URL, with the password. */
async function withPostgresErrors<T>(location: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LendingError || error instanceof UsageError || !isPostgres(location)) throw error;
    const { code = 'no code' } = error as { code?: string };
    throw new LendingError('handler-failed', `PostgreSQL could not be used (${code}).`, {
      remedy: 'Check LENDING_DATABASE, and that PostgreSQL accepts connections of this machine.',
      cause: error,
    });
  }
}

async function connectSqlite(location: string): Promise<Connection> {
  const file = path.resolve(location);
  const all = await openSqlite(file, PATIENCE).catch(rethrow);
  const [database] = all;
  return {
    isServer: false,
    prefix: '',
    query: (statement, values) => whenFree(() => run(database, statement, values), PATIENCE).catch(rethrow),
    async migrate() {
      const { ready, close } = sqliteEngine(file, { patience: PATIENCE });
      await ready();
      await close();
    },
    close: () => closeAll(all),
  };
}

async function connectPostgres(location: string): Promise<Connection> {
  // Transactions need one connection that stays open.
  const pool = await openPool(location, { max: 1, idleTimeoutMillis: 0 });
  const explain = explaining(pool, 'lending');
  return {
    isServer: true,
    prefix: 'lending.',
    query: async (statement, values) => rowsOf(await pool.query(statement, values).catch(explain)),
    migrate: () => migratePostgres(pool).catch(explain),
    close: () => pool.end(),
  };
}
