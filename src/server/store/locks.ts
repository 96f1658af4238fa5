import { LendingError } from '../../errors.js';
import type { Kept, Lease } from './kept.js';

/** Seconds after which a lock is over if its holder does not renew it, because its process has ended or was suspended. */
const LEASE = 6;
/** Milliseconds to wait for a lock that another process holds. Less than `hookTimeoutMs` by default. */
const PATIENCE = 8000;
/** Milliseconds between two attempts: at first, and at most. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 100;

/** A function that throws if the lock was lost. */
export type RequireLock = () => Promise<void>;

/** Returns a function that does work while this process alone holds the lock of a key. The work gets a function that looks at it again. */
export function createLocks(kept: Kept, { lease = LEASE, patience = PATIENCE } = {}) {
  async function take(key: string): Promise<Lease> {
    const end = performance.now() + patience;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const held = await kept.lease(`lock/${key}`, lease);
      if (held) return held;
      if (performance.now() > end) throw notLocked(patience);
      const jitter = 0.5 + Math.random();
      await new Promise((resolve) => setTimeout(resolve, pause * jitter));
    }
  }

  return async function locked<T>(key: string, work: (requireLock: RequireLock) => Promise<T>): Promise<T> {
    const held = await take(key);
    const renewing = setInterval(() => void held.renew().catch(() => false), (lease * 1000) / 4);
    try {
      return await work(async () => {
        if (!(await held.isHeld())) throw lost();
      });
    } finally {
      clearInterval(renewing);
      // A lock that is not released expires.
      await held.end().catch(() => undefined);
    }
  };
}

const notLocked = (patience: number) =>
  new LendingError(
    'handler-consent-not-stored',
    `Another request held this applicant's lock for ${patience / 1000} seconds.`,
    { recoverable: true },
  );

const lost = () =>
  new LendingError(
    'handler-consent-not-stored',
    'The lock of this applicant was lost before the call to the service, so nothing was sent.',
    { recoverable: true },
  );
