import { migrate, tables } from '../database/migrations.js';
import { createStore, type DatabaseOptions, type DatabaseStore } from '../database/store.js';
import { inTransaction, postgresEngine, quoteSchema, type PostgresPool } from './engine.js';

export type { DatabaseStore } from '../database/store.js';
export type { PostgresPool } from './engine.js';

interface PostgresStoreOptions extends DatabaseOptions {
  /** The schema of the tables. Default: `lending`. */
  schema?: string | undefined;
}

const DIALECT = {
  number: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  key: 'text COLLATE "C"',
  unlogged: 'UNLOGGED',
};
/** The lock under which the schema is migrated: any constant that no other program uses. */
const MIGRATION_LOCK = '7310868735422849121';

/**
 * A store in a PostgreSQL that several machines share, with your own `Pool` of `pg`. Run `migratePostgres(pool)` when you deploy.
 *
 * @throws LendingError `config-invalid` if an option is wrong.
 */
export const postgresStore = (pool: PostgresPool, { schema, ...options }: PostgresStoreOptions = {}): DatabaseStore =>
  createStore(postgresEngine(pool, schema), options);

/**
 * Creates the schema or brings it to the version of this package, in one transaction. Run it when you deploy, with a role that may create
 * tables. It does nothing if there is nothing to do, and several machines may run it at the same time.
 */
export async function migratePostgres(pool: PostgresPool, schema = 'lending'): Promise<void> {
  const name = quoteSchema(schema);
  await inTransaction(pool, async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
    await migrate(query, `${name}.`, tables(`${name}.`, DIALECT));
  });
}
