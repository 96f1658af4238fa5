import { onConnection, postgresEngine, withRetries, type PostgresPool } from '../records/postgres.js';
import type { Database, DatabaseSettings } from '../records/records.js';
import { ADD_VERSION, createTables, databaseError, isEmpty, MIGRATIONS, READ_VERSION } from '../records/schema.js';
import { createDatabase } from '../records/store.js';
import { explaining, noTables } from './rights.js';
import type { Engine } from '../records/engine.js';

export type { PostgresPool } from '../records/postgres.js';

interface PostgresStoreOptions extends Omit<DatabaseSettings, 'clock'> {
  /** The schema of the tables. Default: `lending`. */
  schema?: string | undefined;
}

const KEY = 'text COLLATE "C"';
/** The rows of a table are in the order in which they were added. */
const ORDER = 'added bigint GENERATED ALWAYS AS IDENTITY';

/** The schema's name in SQL. Throws `config-invalid` if it is not a plain name. */
function quoteSchema(schema: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return `"${schema}"`;
  throw databaseError('postgresStore(): schema must be lower-case letters, digits and underscores.');
}

/**
 * A store in a PostgreSQL that several machines share, with your own `Pool` of `pg`. Run `migratePostgres(pool)` when you deploy.
 *
 * @throws LendingError `config-invalid` if the pool or an option is wrong.
 */
export function postgresStore(pool: PostgresPool, options: PostgresStoreOptions = {}): Database {
  const { schema = 'lending', ...settings } = options;
  if (typeof pool?.query !== 'function' || typeof pool.connect !== 'function')
    throw databaseError(
      'postgresStore(): the first argument is not a pool of pg.',
      'Pass the result of new Pool() from pg.',
    );
  const name = quoteSchema(schema);
  const start = async () => {
    await checkDurable(pool);
    await checkTables(pool, schema);
  };
  const engine = postgresEngine(pool, name, settings.namespace ?? 'default', start);
  const explain = explaining(pool, schema);
  const explained = {
    read: (work) => engine.read(work).catch(explain),
    write: (owner, work) => engine.write(owner, work).catch(explain),
    ready: () => engine.ready().catch(explain),
  } satisfies Partial<Engine>;
  return createDatabase({ ...engine, ...explained }, settings);
}

const notDurable = (why: string, remedy: string) =>
  databaseError(`postgresStore(): ${why}, so PostgreSQL can lose a write that it has confirmed.`, remedy);

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

async function checkTables(pool: PostgresPool, schema: string): Promise<void> {
  const read = READ_VERSION.replace('FROM ', `FROM ${quoteSchema(schema)}.`);
  const found = await onConnection(pool, (ask) => ask([read]));
  if (isEmpty(found[0]![0]!)) throw noTables(schema);
}

/**
 * Creates the schema or brings it to the version of this package, in one transaction. Run it when you deploy, with a role that may create
 * tables. It does nothing if there is nothing to do, and several machines may run it at the same time.
 */
export async function migratePostgres(pool: PostgresPool, schema = 'lending'): Promise<void> {
  const name = quoteSchema(schema);
  await withRetries(() =>
    onConnection(pool, async (ask) => {
      const open = [`CREATE SCHEMA IF NOT EXISTS ${name}`, `SET LOCAL search_path = ${name}`, MIGRATIONS];
      await ask(['BEGIN', ...open, 'LOCK TABLE migrations IN EXCLUSIVE MODE']);
      const [[row] = []] = await ask([READ_VERSION]);
      await ask([...(isEmpty(row!) ? [...createTables(KEY, [ORDER]), ADD_VERSION] : []), 'COMMIT']);
    }),
  );
}
