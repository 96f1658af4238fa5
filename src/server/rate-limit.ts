import { LendingError } from '../errors.js';
import { createRecentCache } from './util/recent-cache.js';

/** Limits how often a subject may ask. Machines that serve the same applicants may share one, or each have its own. */
export interface RateLimiter {
  /** Counts a request. Returns the seconds until there is room for it; 0 if there is room now. */
  take(subject: string): Promise<number> | number;
  /**
   * Does the same for an entry in the consent store, which takes room there for good: a decision, or a change of the application.
   * A withdrawal is not counted. Default: 60 in ten minutes, counted in this process.
   */
  record?(subject: string): Promise<number> | number;
  /** Does the same for a query of `lookupCompany` or `lookupAddress`. Default: 30 in a minute, counted in this process. */
  lookup?(subject: string): Promise<number> | number;
}

/** A limiter that counts entries of the consent store and lookups too. */
export type SubjectLimiter = Required<RateLimiter>;

const SUBJECTS = 10_000;

/** The limit on requests in a number of seconds. */
export const REQUESTS = { requests: 120, seconds: 60 };

/** The limit on entries in the consent store: requests in seconds. */
export const RECORDS = { requests: 60, seconds: 600 };

/** The limit on lookups. */
export const LOOKUPS = { requests: 30, seconds: 60 };

/** Allows each subject a number of requests in a number of seconds, counted in this process. Default: 120 in 60 seconds. */
export function memoryLimiter({ requests = REQUESTS.requests, seconds = REQUESTS.seconds } = {}): RateLimiter {
  const windows = createRecentCache<{ left: number; until: number }>(SUBJECTS);
  return {
    take(subject) {
      const now = performance.now();
      const known = windows.get(subject);
      const current = known && now < known.until ? known : { left: requests, until: now + seconds * 1000 };
      if (current !== known) windows.set(subject, current);
      return current.left-- > 0 ? 0 : Math.ceil((current.until - now) / 1000);
    },
  };
}

/** Adds the default `record` and `lookup` to a limiter without them. */
export function completeLimiter(limiter: RateLimiter): SubjectLimiter {
  const records = memoryLimiter(RECORDS);
  const lookups = memoryLimiter(LOOKUPS);
  return {
    take: (subject) => limiter.take(subject),
    record: (subject) => limiter.record?.(subject) ?? records.take(subject),
    lookup: (subject) => limiter.lookup?.(subject) ?? lookups.take(subject),
  };
}

/** Throws `handler-too-many` if there is a number of seconds to wait. */
export function refuseTooMany(things: string, wait: number): void {
  if (!(wait > 0)) return;
  throw new LendingError('handler-too-many', `Refused: too many ${things}. Wait ${wait} seconds.`, {
    recoverable: true,
    retryAfter: Math.ceil(wait),
  });
}
