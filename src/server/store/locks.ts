import { LendingError } from '../../errors.js';
import type { Kept, Lease } from './kept.js';

/** Seconds after which a lock expires if its holder does not renew it, because its process has ended or was suspended. */
const LEASE_SECONDS = 6;
/** Milliseconds to wait for a lock that another process holds. Less than `hookTimeoutMs` by default. */
const LOCK_WAIT_MS = 8000;
/** The first and the longest pause between two attempts, in milliseconds. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** A function that throws if the lock was lost. */
export type RequireLock = () => Promise<void>;

/** Returns a function that does work while this process holds the lock of a key. The work gets a function that throws if the lock was lost. */
export function createLocks(kept: Kept, { leaseSeconds = LEASE_SECONDS, waitLimitMs = LOCK_WAIT_MS } = {}) {
  async function take(key: string): Promise<Lease> {
    const end = performance.now() + waitLimitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const held = await kept.lease(`lock/${key}`, leaseSeconds, true);
      if (held) return held;
      if (performance.now() > end)
        throw notLocked(`Another request held this applicant's lock for ${waitLimitMs / 1000} seconds.`);
      const jitter = 0.5 + Math.random();
      await new Promise((resolve) => setTimeout(resolve, pause * jitter));
    }
  }

  return async function locked<T>(key: string, work: (requireLock: RequireLock) => Promise<T>): Promise<T> {
    const held = await take(key);
    try {
      return await work(async () => {
        if (!(await held.isHeld()))
          throw notLocked('The lock of this applicant was lost before the call to the service, so nothing was sent.');
      });
    } finally {
      await held.end();
    }
  };
}

const notLocked = (message: string) => new LendingError('handler-consent-not-stored', message, { recoverable: true });
