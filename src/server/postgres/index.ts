import { LendingError } from '../../errors.js';
import type { Engine } from '../database/engine.js';
import { checkVersion, migrate, tables } from '../database/migrations.js';
import { createStores, type DatabaseOptions, type DatabaseStores } from '../database/stores.js';
import type { PostgresPool } from './types.js';

export type { DatabaseConsents } from '../database/consents.js';
export type { Limit, Limits, SealedStores } from '../database/sealed-stores.js';
export type { DatabaseOptions, DatabaseStores } from '../database/stores.js';
export type { PostgresConnection, PostgresPool, PostgresResult } from './types.js';

export interface PostgresStoresOptions extends DatabaseOptions {
  /** The schema of the tables. Default: `lending`. */
  schema?: string | undefined;
}

/** The type of a column that counts up. */
const NUMBER = 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY';
/** The lock under which the schema is migrated: any constant that no other program uses. */
const MIGRATION_LOCK = '7310868735422849121';

/** The schema's name in SQL. Throws `config-invalid` if it is not a plain name. */
function quoteSchema(schema: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return `"${schema}"`;
  throw new LendingError(
    'config-invalid',
    'postgresStores(): schema must be lower-case letters, digits and underscores.',
  );
}

/**
 * Stores in a PostgreSQL that several machines share, with your own `Pool` of `pg`. Run `migratePostgres(pool)` when you deploy.
 *
 * @throws LendingError `config-invalid` if the pool or an option is wrong.
 */
export function postgresStores(pool: PostgresPool, options: PostgresStoresOptions): DatabaseStores {
  const { schema = 'lending' } = options;
  checkPool(pool);
  const engine = engineOf(pool, `${quoteSchema(schema)}.`);
  return createStores(engine, options, async () => {
    await checkDurable(pool);
    await checkVersion(engine, MIGRATE).catch((error: { code?: string }) => {
      const isMissing = error.code === '42P01' || error.code === '3F000';
      throw isMissing ? noSchema(schema) : error;
    });
  });
}

function engineOf(pool: PostgresPool, prefix: string): Engine {
  return {
    name: 'postgresStores',
    prefix,
    now: 'extract(epoch FROM now())',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    async query(statement, values = [], mayBeLost = false) {
      const { rows } = await pool.query(mayBeLost ? withoutDisk(statement) : statement, [...values]);
      return rows;
    },
    settle: () => inTransaction(pool, (query) => query(`LOCK TABLE ${prefix}consents IN SHARE MODE`)),
  };
}

/** A crash may lose the change, so its transaction alone does not wait for the disk. */
const withoutDisk = (statement: string) => `${statement}, set_config('synchronous_commit', 'off', true)`;

/** Runs statements on one connection. One in the middle of a transaction does not go back to the pool. */
async function inTransaction<T>(
  pool: PostgresPool,
  work: (query: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const result = await work(async (statement, values) => (await connection.query(statement, values)).rows);
    await connection.query('COMMIT');
    connection.release();
    return result;
  } catch (error) {
    connection.release(true);
    throw error;
  }
}

/**
 * The statements that make each version of the schema from the one before, the first version first. Run them yourself if the role of your
 * backend may not create tables.
 */
export const migrations = (schema = 'lending'): readonly string[] =>
  tables(`${quoteSchema(schema)}.`, NUMBER).map((statements) => statements.map((one) => `${one};`).join('\n'));

/**
 * Creates the schema or brings it to the version of this package, in one transaction. Run it when you deploy, with a role that may create
 * tables. It does nothing if there is nothing to do, and several machines may run it at the same time.
 */
export async function migratePostgres(pool: PostgresPool, schema = 'lending'): Promise<void> {
  const name = quoteSchema(schema);
  await inTransaction(pool, async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
    await migrate(query, `${name}.`, tables(`${name}.`, NUMBER));
  });
}

const MIGRATE = 'Run migratePostgres(pool) when you deploy.';
const noSchema = (schema: string) =>
  new LendingError('config-invalid', `postgresStores(): the schema "${schema}" has no tables.`, { remedy: MIGRATE });

/** Rejects anything but a pool. */
function checkPool(pool: PostgresPool): void {
  if (typeof pool?.query === 'function' && typeof pool.connect === 'function') return;
  throw new LendingError('config-invalid', 'postgresStores(): the first argument is not a pool of pg.', {
    remedy: 'Pass the result of new Pool() from pg.',
  });
}

/** Throws `config-invalid` if PostgreSQL can lose a write that it has confirmed, or cannot be written to. */
async function checkDurable(pool: PostgresPool): Promise<void> {
  const { rows } = await pool.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, pg_is_in_recovery() AS standby`,
  );
  const { fsync, commit, standby } = rows[0]!;
  if (fsync !== 'on') throw refused('fsync is off', 'Set fsync = on in postgresql.conf.');
  if (commit === 'off')
    throw refused('synchronous_commit is off', 'Set it to on for this role: ALTER ROLE … SET synchronous_commit = on.');
  if (standby) throw refused('this server is a standby', 'Connect to the primary server.');
}

const refused = (why: string, remedy: string) =>
  new LendingError(
    'config-invalid',
    `postgresStores(): ${why}, so PostgreSQL can lose a write that it has confirmed.`,
    { remedy },
  );
