import { databaseError } from '../database/engine.js';
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
 * @throws LendingError `config-invalid` if the pool or an option is wrong.
 */
export function postgresStore(pool: PostgresPool, { schema, ...options }: PostgresStoreOptions = {}): DatabaseStore {
  if (typeof pool?.query !== 'function' || typeof pool.connect !== 'function')
    throw databaseError(
      'postgresStore(): the first argument is not a pool of pg.',
      'Pass the result of new Pool() from pg.',
    );
  return createStore(postgresEngine(pool, schema), options);
}

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
