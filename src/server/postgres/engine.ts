import { databaseError, type Engine } from '../database/engine.js';
import { checkVersion } from '../database/migrations.js';

interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Your pool: a `Pool` of the package `pg`, version 8 or newer, with at least two connections. */
export interface PostgresPool extends Queries {
  connect(): Promise<Queries & { release(error?: Error | boolean): void }>;
}

/** The schema's name in SQL. Throws `config-invalid` if it is not a plain name. */
export function quoteSchema(schema: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return `"${schema}"`;
  throw databaseError('postgresStore(): schema must be lower-case letters, digits and underscores.');
}

/** The engine of a schema. `start` checks that the database loses no change in a crash, and has the tables. */
export function postgresEngine(pool: PostgresPool, schema = 'lending') {
  const engine = engineOf(pool, `${quoteSchema(schema)}.`);
  async function start(): Promise<void> {
    await checkDurable(pool);
    await checkVersion(engine, MIGRATE).catch((error: Error & { code?: string }) => {
      const isMissing = error.code === '42P01' || error.code === '3F000';
      throw isMissing ? noSchema(schema) : withRight(error);
    });
  }
  return { engine, start, close: async () => undefined };
}

function engineOf(pool: PostgresPool, prefix: string): Engine {
  return {
    prefix,
    now: 'extract(epoch FROM now())',
    each: 'json_array_elements',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    query: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
    changeBoth: (first, second) =>
      inTransaction(pool, async (query) => {
        // Other writers wait behind this statement, for example while the table is vacuumed.
        await query(`SET LOCAL lock_timeout = '2s'`);
        await query(`LOCK TABLE ${prefix}consents IN SHARE ROW EXCLUSIVE MODE`);
        const rows = await query(first.statement, [...first.values]);
        if (rows.length > 0) await query(second.statement, [...second.values]);
        return rows;
      }),
    // If the role may not vacuum, or the pool's time limit ends the statement, autovacuum does it later. Without `TRUNCATE false` it would lock the whole table.
    scrub: () => pool.query(`VACUUM (TRUNCATE false) ${prefix}consents`).catch(() => undefined),
    settle: () => inTransaction(pool, (query) => query(`LOCK TABLE ${prefix}consents IN SHARE MODE`)),
  };
}

/** Runs statements on one connection. A connection in the middle of a transaction does not go back to the pool. */
export async function inTransaction<T>(
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

const MIGRATE = 'Run `npx lending-elements database migrate` when you deploy, or migratePostgres(pool).';
/** Explains the error of a role that lacks a right. Returns every other error unchanged. */
export const withRight = (error: Error & { code?: string }): Error =>
  error.code === '42501'
    ? databaseError(
        'PostgreSQL: the role lacks a right on the tables of lending-elements (42501).',
        'Let the owner of the tables run rights.sql, which the guide "Several machines" has, or use the role of the owner.',
        error,
      )
    : error;
const noSchema = (schema: string) => databaseError(`postgresStore(): the schema "${schema}" has no tables.`, MIGRATE);

/** Throws `config-invalid` if PostgreSQL can lose a write that it has confirmed, or cannot be written to. */
async function checkDurable(pool: PostgresPool): Promise<void> {
  const { rows } = await pool.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, pg_is_in_recovery() AS standby`,
  );
  const { fsync, commit, standby } = rows[0]!;
  if (fsync !== 'on') throw notDurable('fsync is off', 'Set fsync = on in postgresql.conf.');
  if (commit === 'off')
    throw notDurable(
      'synchronous_commit is off',
      'Set it to on for this role: ALTER ROLE … SET synchronous_commit = on.',
    );
  if (standby) throw notDurable('this server is a standby', 'Connect to the primary server.');
}

const notDurable = (why: string, remedy: string) =>
  databaseError(`postgresStore(): ${why}, so PostgreSQL can lose a write that it has confirmed.`, remedy);
