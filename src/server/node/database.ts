import path from 'node:path';
import { LendingError } from '../../errors.js';
import { postgresStore, type PostgresPool } from '../postgres/index.js';
import type { Database, DatabaseSettings } from '../records/records.js';
import { sqliteEngine } from '../records/sqlite/engine.js';
import { createDatabase } from '../records/store.js';
import { startOnce } from '../util/start-once.js';
import { checkLocation, isPostgres } from './location.js';

type Open = ReturnType<typeof openAt> & { users: number };
/** The open databases of this process. A development server loads this module again and again. */
const OPEN = Symbol.for('lending-elements/databases');
const openOnes = () => ((globalThis as { [OPEN]?: Map<string, Open> })[OPEN] ??= new Map<string, Open>());

/** Opens a location, once for all namespaces: the path of a SQLite file, or the URL of a PostgreSQL database. */
function openAt(location: string, { clock }: DatabaseSettings) {
  if (!isPostgres(location)) {
    const engine = sqliteEngine(location, { clock });
    return { at: (settings: DatabaseSettings): Database => createDatabase(engine, settings), close: engine.close };
  }
  let opening: Promise<Pool> | undefined;
  // A change waits up to eight seconds for another one of the same owner.
  const pool = () => (opening ??= openPool(location, { query_timeout: 10_000 }));
  const lazy: PostgresPool = {
    query: async (text, values) => (await pool()).query(text, values),
    connect: async () => (await pool()).connect(),
  };
  return {
    at: (settings: DatabaseSettings): Database => postgresStore(lazy, settings),
    close: async () => (await opening)?.end(),
  };
}

/** The database at a location. It is opened at the first call, once for each location in this process, and closed when its last user closes it. */
export function databaseAt(location: string, settings: DatabaseSettings = {}): Database {
  checkLocation(location);
  const place = isPostgres(location) ? location : path.resolve(location);
  const open = openOnes();
  const shared = open.get(place) ?? { ...openAt(place, settings), users: 0 };
  const database = shared.at(settings);
  open.set(place, shared);
  shared.users += 1;
  const close = startOnce(async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    open.delete(place);
    await shared.close();
  });
  return { ...database, close };
}

export interface Pool extends PostgresPool {
  end(): Promise<void>;
}

/** Opens a pool of the package `pg`, and loads the package only now. If PostgreSQL is unreachable, the pool fails instead of waiting. */
export async function openPool(connectionString: string, options: object = {}): Promise<Pool> {
  const name = 'pg';
  const { default: pg } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name
  ).catch((cause: unknown) => {
    throw new LendingError('config-invalid', 'The package pg is missing, which PostgreSQL needs.', {
      remedy: 'npm install pg',
      cause,
    });
  })) as { default: { Pool: new (options: object) => Pool & { on: unknown } } };
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5000, ...options });
  // Without a listener, a connection that ends would end this process.
  (pool.on as (event: string, listener: () => void) => void)('error', () => undefined);
  return pool;
}
