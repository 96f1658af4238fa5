import { LendingError } from '../../errors.js';
import type { Texts } from './texts.js';

/** Seconds after which a lock is over if its holder does not renew it, because its process has ended or was suspended. */
const LEASE = 6;
/** Milliseconds between two attempts to take a lock that somebody else holds: at first, and at most. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 100;

/** Locks that one process at a time holds. */
export interface Locks {
  /** Waits for the lock, but not longer than `patience`. */
  lock(name: string): Promise<void>;
  /** Returns true if this process still holds the lock. */
  holds(name: string): Promise<boolean>;
  unlock(name: string): Promise<void>;
}

/** Leases: a lock is a text with a random id of its holder, which the holder renews. A crash of the database may lose it. */
export function createLocks(texts: Texts, patience: number, lease = LEASE): Locks {
  const held = new Map<string, { id: string; renewing: NodeJS.Timeout | number }>();

  return {
    async lock(name) {
      const id = crypto.randomUUID();
      const end = performance.now() + patience;
      for (
        let pause = FIRST_PAUSE;
        !(await texts.add(name, id, lease, true));
        pause = Math.min(2 * pause, LONGEST_PAUSE)
      ) {
        if (performance.now() > end) throw notLocked(patience);
        const jitter = 0.5 + Math.random();
        await new Promise((resolve) => setTimeout(resolve, pause * jitter));
      }
      const renew = () => void texts.replace(name, id, id, lease).catch(() => false);
      held.set(name, { id, renewing: setInterval(renew, (lease * 1000) / 4) });
    },
    async holds(name) {
      return held.has(name) && (await texts.get(name)) === held.get(name)?.id;
    },
    async unlock(name) {
      const holder = held.get(name);
      if (!holder) return;
      held.delete(name);
      clearInterval(holder.renewing);
      await texts.release(name, holder.id);
    },
  };
}

const notLocked = (patience: number) =>
  new LendingError(
    'handler-consent-not-stored',
    `Another request held this subject's lock for ${patience / 1000} seconds.`,
    { recoverable: true },
  );
