import { LendingError } from '../../errors.js';
import { createConsents, type DatabaseConsents } from '../database/consents.js';
import { createProof } from '../database/proof.js';
import { createStores, type DatabaseOptions, type DatabaseStores } from '../database/stores.js';
import { createTexts } from '../database/texts.js';
import { postgresEngine } from '../postgres/engine.js';
import type { PostgresPool } from '../postgres/types.js';
import { sqliteEngine } from '../sqlite/engine.js';
import { startOnce } from '../util/start-once.js';

/** Returns true for the URL of a PostgreSQL. Any other location is a file. */
export const isPostgres = (location: string) => /^postgres(ql)?:\/\//.test(location);

/** The engine at a location: the path of a SQLite file, or the URL of a PostgreSQL. The first call opens it. */
function engineAt(location: string, patience?: number) {
  if (!isPostgres(location)) return sqliteEngine(location, patience);
  const pool = poolOf(location);
  return { ...postgresEngine(pool), close: pool.end };
}

/** A pool of the package `pg`, which is loaded when it is used. It fails rather than wait when PostgreSQL is away. */
function poolOf(connectionString: string): PostgresPool & { end(): Promise<void> } {
  const name = 'pg';
  const open = startOnce(async () => {
    const { default: pg } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name
    ).catch((cause: unknown) => {
      throw new LendingError('config-invalid', 'The package pg is missing, which PostgreSQL needs.', {
        remedy: 'npm install pg',
        cause,
      });
    })) as { default: { Pool: new (options: object) => PostgresPool & { end(): Promise<void>; on: unknown } } };
    const pool = new pg.Pool({ connectionString, query_timeout: 5000, connectionTimeoutMillis: 5000 });
    // Without a listener, a connection that ends would end this process.
    (pool.on as (event: string, listener: () => void) => void)('error', () => undefined);
    return pool;
  });
  return {
    query: async (text, values) => (await open()).query(text, values),
    connect: async () => (await open()).connect(),
    end: async () => (await open()).end(),
  };
}

/** The stores at a location. */
export function databaseAt(location: string, options: DatabaseOptions): DatabaseStores & { close(): Promise<void> } {
  const { engine, start, close } = engineAt(location, options.patience);
  return { ...createStores(engine, options, start), close };
}

/** The consents at a location, for a command that has no secret. */
export function consentsAt(location: string, key: readonly string[]): DatabaseConsents & { close(): Promise<void> } {
  const { engine, start, close } = engineAt(location);
  const ready = startOnce(start);
  return { ...createConsents(engine, createTexts(engine), createProof(key), { patience: 8000, ready }), close };
}
