import { LendingError } from '../../errors.js';
import type { PostgresPool } from '../postgres/engine.js';

/** A pool of the package `pg`. */
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
