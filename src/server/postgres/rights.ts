import type { PostgresPool } from '../records/postgres.js';
import { TABLES } from '../records/records.js';
import { databaseError } from '../records/schema.js';

/** The rights that a handler needs: those of examples/docker/rights.sql. */
const [READ, ADD, CHANGE] = [['SELECT'], ['SELECT', 'INSERT'], ['SELECT', 'INSERT', 'UPDATE', 'DELETE']];
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['keys', 'owners', ...TABLES].map((table) => [table, CHANGE])),
  migrations: READ,
  consents: ADD,
  notices: ADD,
  erasures: ADD,
};

/** The rights that the role of a pool lacks, like `UPDATE on calls`. */
async function missingRights(pool: Pick<PostgresPool, 'query'>, schema: string): Promise<string[]> {
  const ask = async (select: string) => (await pool.query(`SELECT ${select}`)).rows;
  const [usage] = await ask(`has_schema_privilege('${schema}', 'USAGE') AS has`);
  if (!usage!['has']) return [`USAGE on the schema ${schema}`];
  const needed = Object.entries(RIGHTS).flatMap(([table, rights]) => rights.map((right) => `('${table}', '${right}')`));
  const rows = await ask(`name, needed FROM (VALUES ${needed.join()}) AS rights (name, needed)
    WHERE NOT has_table_privilege('${schema}.' || name, needed)`);
  return rows.map(({ name, needed }) => `${String(needed)} on ${String(name)}`);
}

/** Returns a function that throws an error of PostgreSQL again, and explains that of a missing right or table. */
export const explaining =
  (pool: Pick<PostgresPool, 'query'>, schema: string) =>
  async (thrown: Error & { code?: string }): Promise<never> => {
    if (['42P01', '3F000'].includes(thrown.code ?? '')) throw noTables(schema, thrown);
    if (thrown.code !== '42501') throw thrown;
    const missing = await missingRights(pool, schema).catch(() => []);
    throw missing.length > 0
      ? databaseError(`PostgreSQL: the role lacks ${missing.join(', ')} (42501).`, RUN_RIGHTS, thrown)
      : databaseError('PostgreSQL: only the owner of the tables may do this (42501).', USE_OWNER, thrown);
  };

const RUN_RIGHTS =
  'Let the owner of the tables run rights.sql, which is in the folder examples/docker of the package and in the guide "Several machines".';
const USE_OWNER = 'Use the role that owns the tables: --database postgres://owner@….';

export const noTables = (schema: string, cause?: Error) =>
  databaseError(
    `postgresStore(): the schema "${schema}" has no tables, or not all of them.`,
    'Run `npx lending-elements database migrate` when you deploy, or migratePostgres(pool).',
    cause,
  );
