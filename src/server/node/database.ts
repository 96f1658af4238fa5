import path from 'node:path';
import { LendingError } from '../../errors.js';
import { createStore, type DatabaseOptions, type DatabaseStore, type EngineAt } from '../database/store.js';
import { postgresEngine, type PostgresPool } from '../postgres/engine.js';
import { sqliteEngine } from '../sqlite/engine.js';
import { startOnce } from '../util/start-once.js';
import { checkLocation, isPostgres } from './location.js';

/** The open databases of this process. A development server loads this module again and again. */
const OPEN = Symbol.for('lending-elements/databases');
type Open = EngineAt & { users: number };
const openOnes = () => ((globalThis as { [OPEN]?: Map<string, Open> })[OPEN] ??= new Map<string, Open>());

/** The engine at a location: the path of a SQLite file, or the URL of a PostgreSQL database. */
function engineAt(location: string): EngineAt {
  if (!isPostgres(location)) return sqliteEngine(location);
  let opening: Promise<Pool> | undefined;
  const pool = () => (opening ??= openPool(location, { query_timeout: 5000 }));
  const lazy: PostgresPool = {
    query: async (text, values) => (await pool()).query(text, values),
    connect: async () => (await pool()).connect(),
  };
  return { ...postgresEngine(lazy), close: async () => (await opening)?.end() };
}

/** The store at a location. It is opened at the first call, once for each location in this process, and closed when its last user closes it. */
export function databaseAt(location: string, options: DatabaseOptions = {}): DatabaseStore {
  checkLocation(location);
  const place = isPostgres(location) ? location : path.resolve(location);
  const open = openOnes();
  const engine = engineAt(place);
  const shared = open.get(place) ?? { ...engine, start: startOnce(engine.start), users: 0 };
  open.set(place, shared);
  shared.users += 1;
  const close = startOnce(async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    open.delete(place);
    await shared.close();
  });
  return createStore({ ...shared, close }, options);
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
