import { LendingError } from '../../errors.js';
import { checkSecrets } from '../seal.js';
import { startOnce } from '../util/start-once.js';
import { checkSchema, quoteSchema } from '../database/migrations.js';
import { postgresConsents, type PostgresConsents } from '../database/consents.js';
import { postgresTexts } from '../database/texts.js';
import {
  createSealedStores,
  SESSION_SECONDS,
  type PostgresLimits,
  type SealedStores,
} from '../database/sealed-stores.js';
import { openSealedTexts } from '../database/sealed-texts.js';
import type { PostgresPool } from './types.js';

export { migratePostgres, migrations } from '../database/migrations.js';
export type { PostgresConsents } from '../database/consents.js';
export type { PostgresConnection, PostgresPool, PostgresResult } from './types.js';
export type { PostgresLimit, PostgresLimits, SealedStores } from '../database/sealed-stores.js';

export interface PostgresStoresOptions {
  /**
   * A secret of 32 characters or more, or a list with the current secret first and earlier ones after it. Sessions, drafts and
   * idempotency keys are sealed with it. You can use the secret of `sessions`.
   */
  secret: string | readonly string[];
  /** The schema of the tables. Default: `lending`. */
  schema?: string | undefined;
  /** Milliseconds to wait for a request that holds the lock of the same subject. Use less than `hookTimeout`. Default: 8 seconds. */
  patience?: number | undefined;
  /** The limits of `limiter`. Default: 120 requests in 60 seconds, 60 entries of the consent store in 600, and 30 lookups in 60. */
  limits?: PostgresLimits | undefined;
  /** Seconds after the last change for which a session is kept. Default: 30 days. */
  sessionMaxAge?: number | undefined;
}

/** Stores in PostgreSQL for five options of `createHandler`. */
export interface PostgresStores extends SealedStores {
  /** For the option `consents`. Entries are readable, because they are the proof of consent. */
  consents: PostgresConsents;
  /**
   * Resolves when the schema was found, and PostgreSQL was found to keep each write that it confirms. It rejects with `config-invalid` if not. Every
   * store waits for it, so you call it only to see the error at the start.
   */
  ready(): Promise<void>;
}

/**
 * Stores in a PostgreSQL that several machines share, with your own `Pool` of `pg`. Run `migratePostgres(pool)` when you deploy. A subject's
 * decisions are ordered by an advisory lock, which PostgreSQL releases if a process ends. All locks of a process share one connection, so
 * the pool needs two or more, without a pooler that changes connections between transactions.
 *
 * @throws LendingError `config-invalid` if the pool or an option is wrong.
 */
export function postgresStores(pool: PostgresPool, options: PostgresStoresOptions): PostgresStores {
  const { secret, schema = 'lending', patience = 8000, limits = {}, sessionMaxAge = SESSION_SECONDS } = options;
  checkPool(pool);
  const secrets = checkSecrets(secret, 'postgresStores(): secret');
  const name = quoteSchema(schema);
  const texts = postgresTexts(pool, name);
  const ready = startOnce(async () => {
    await checkDurable(pool);
    await checkSchema(pool, schema);
  });
  const open = startOnce(async () => {
    await ready();
    return openSealedTexts(texts, secrets);
  });
  return {
    ...createSealedStores(texts, open, { sessionMaxAge, limits }),
    consents: postgresConsents(pool, name, { patience, ready }),
    ready: async () => void (await open()),
  };
}

/** Refuses anything but a pool, and a pool with one connection: a request that holds a lock would wait for itself. */
function checkPool(pool: PostgresPool & { options?: { max?: number } }): void {
  const isPool = typeof pool?.query === 'function' && typeof pool.connect === 'function';
  if (!isPool)
    throw new LendingError('config-invalid', 'postgresStores(): the first argument is not a pool of pg.', {
      remedy: 'Pass the result of new Pool() from pg.',
    });
  if (pool.options?.max === 1)
    throw new LendingError('config-invalid', 'postgresStores(): the pool has one connection, and needs two or more.', {
      remedy: 'Create the pool with max: 2 or more.',
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
    {
      remedy,
    },
  );
