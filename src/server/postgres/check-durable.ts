import { LendingError } from '../../errors.js';
import type { PostgresPool } from './types.js';

/** Throws `config-invalid` if PostgreSQL can lose a write that it has confirmed, or cannot be written to. */
export async function checkDurable(pool: PostgresPool): Promise<void> {
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
