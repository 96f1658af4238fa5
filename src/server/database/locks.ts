import { LendingError } from '../../errors.js';
import { sharedConnection, type SharedConnection } from '../postgres/shared-connection.js';
import type { PostgresPool } from '../postgres/types.js';

/** Milliseconds between two attempts to take a lock that somebody else holds: at first, and at most. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 100;

/** Locks that one process at a time holds. An id is a 64-bit number as a text. */
export interface Locks {
  /** Waits for the lock, but not longer than `patience`. */
  lock(id: string): Promise<void>;
  /** Returns true if this process still holds the lock. */
  holds(id: string): Promise<boolean>;
  unlock(id: string): Promise<void>;
}

/**
 * Advisory locks of PostgreSQL, which releases them if this process or its connection ends. All locks of this process belong to one
 * connection, which is taken from the pool only while there are any: with a connection for each lock, requests that hold a lock would use
 * up the pool and wait for each other.
 */
export function createLocks(pool: PostgresPool, patience: number): Locks {
  const join = sharedConnection(pool);
  const held = new Map<string, SharedConnection>();
  /** The locks that this process has or asks for: PostgreSQL gives one connection the same lock twice. */
  const taken = new Set<string>();

  async function tryLock(connection: SharedConnection, id: string): Promise<boolean> {
    if (taken.has(id)) return false;
    taken.add(id);
    let isOurs = false;
    try {
      const { rows } = await connection.query('SELECT pg_try_advisory_lock($1) AS locked', [id]);
      isOurs = rows[0]!.locked === true;
    } finally {
      if (!isOurs) taken.delete(id);
    }
    return isOurs;
  }

  async function wait(connection: SharedConnection, id: string): Promise<void> {
    const end = performance.now() + patience;
    for (let pause = FIRST_PAUSE; !(await tryLock(connection, id)); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      if (performance.now() > end) throw notLocked(patience);
      const jitter = 0.5 + Math.random();
      await new Promise((resolve) => setTimeout(resolve, pause * jitter));
    }
  }

  return {
    async lock(id) {
      const connection = await join();
      try {
        await wait(connection, id);
      } catch (error) {
        connection.leave();
        throw error;
      }
      held.set(id, connection);
    },
    async holds(id) {
      const connection = held.get(id);
      if (!connection || connection.isOver) return false;
      // A pooler between the transactions may have changed the server's connection.
      const { rows } = await connection.query(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objsubid = 1
           AND (classid::bigint << 32 | objid::bigint) = $1::bigint) AS held`,
        [id],
      );
      return rows[0]!.held === true;
    },
    async unlock(id) {
      const connection = held.get(id);
      if (!connection) return;
      held.delete(id);
      try {
        if (!connection.isOver) await connection.query('SELECT pg_advisory_unlock($1)', [id]);
      } finally {
        taken.delete(id);
        connection.leave();
      }
    },
  };
}

const notLocked = (patience: number) =>
  new LendingError(
    'handler-consent-not-stored',
    `postgresStores(): another request held this subject's lock for ${patience / 1000} seconds.`,
    { recoverable: true },
  );
