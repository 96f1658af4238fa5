import { LendingError } from '../../errors.js';
import type { PostgresPool } from '../postgres/types.js';

/** The schema's name in SQL. Throws `config-invalid` if it is not a plain name. */
export function quoteSchema(schema: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return `"${schema}"`;
  throw new LendingError(
    'config-invalid',
    'postgresStores(): schema must be lower-case letters, digits and underscores.',
  );
}

/**
 * The statements that make each version of the schema from the one before, the first version first. They add, and change nothing that an
 * older version of this package uses. Run them yourself if the role of your backend may not create tables.
 */
export function migrations(schema = 'lending'): readonly string[] {
  const name = quoteSchema(schema);
  return [
    `CREATE TABLE ${name}.notices (
  sha256 text PRIMARY KEY,
  notice text NOT NULL
);
CREATE TABLE ${name}.consents (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  about_sha256 text NOT NULL,
  entry text NOT NULL,
  notice_sha256 text REFERENCES ${name}.notices
);
CREATE INDEX consents_about ON ${name}.consents (about_sha256, number);
CREATE TABLE ${name}.texts (
  name text PRIMARY KEY,
  content text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX texts_expires_at ON ${name}.texts (expires_at);`,
  ];
}

/** The lock under which the schema is migrated: any constant that no other program uses. */
const MIGRATION_LOCK = '7310868735422849121';

/**
 * Creates the schema or brings it to the version of this package, in one transaction. Run it when you deploy, with a role that may create
 * tables. It does nothing if there is nothing to do, and several may run at once.
 */
export async function migratePostgres(pool: PostgresPool, schema = 'lending'): Promise<void> {
  const name = quoteSchema(schema);
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await connection.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
    await connection.query(
      `CREATE TABLE IF NOT EXISTS ${name}.migrations (version integer PRIMARY KEY, run_at timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await connection.query(`SELECT coalesce(max(version), 0) AS version FROM ${name}.migrations`);
    for (const [at, statements] of migrations(schema).entries()) {
      if (at < Number(rows[0]!.version)) continue;
      await connection.query(statements);
      await connection.query(`INSERT INTO ${name}.migrations (version) VALUES ($1)`, [at + 1]);
    }
    await connection.query('COMMIT');
    connection.release();
  } catch (error) {
    // A connection in the middle of a transaction does not go back to the pool.
    connection.release(true);
    throw error;
  }
}

/** Throws `config-invalid` if the schema is missing or older than this package. */
export async function checkSchema(pool: PostgresPool, schema: string): Promise<void> {
  const version = await pool
    .query(`SELECT max(version) AS version FROM ${quoteSchema(schema)}.migrations`)
    .then(({ rows }) => Number(rows[0]!.version))
    .catch((error: { code?: string }) => {
      const isMissing = error.code === '42P01' || error.code === '3F000';
      if (isMissing) return 0;
      throw error;
    });
  const needed = migrations(schema).length;
  if (version >= needed) return;
  const message = `postgresStores(): the schema "${schema}" has version ${version}, and this package needs ${needed}.`;
  throw new LendingError('config-invalid', message, { remedy: 'Run migratePostgres(pool) when you deploy.' });
}
