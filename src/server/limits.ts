import { LendingError } from '../errors.js';
import type { Records } from './records/records.js';
import { createRecentCache } from './util/recent-cache.js';

/** A limit: a number of requests in a number of seconds. */
export interface Limit {
  requests: number;
  seconds: number;
}

export const LIMITS = {
  requests: { requests: 120, seconds: 60 },
  consents: { requests: 60, seconds: 600 },
  lookups: { requests: 30, seconds: 60 },
} satisfies Record<string, Limit>;

export type LimitOptions = { [Name in keyof typeof LIMITS]?: Limit | undefined };

/** Completes the limits. */
export const limitsOf = ({ requests, consents, lookups }: LimitOptions) => ({
  requests: requests ?? LIMITS.requests,
  consents: consents ?? LIMITS.consents,
  lookups: lookups ?? LIMITS.lookups,
});

/** The number of subjects whose requests a process counts. */
const SUBJECTS = 10_000;

export function tooMany(things: string, wait: number): LendingError {
  const message = `Rejected: too many ${things}. Wait ${wait} seconds.`;
  return new LendingError('handler-too-many', message, { recoverable: true, retryAfter: wait });
}

/** Returns a function that counts the requests of a subject in this process. It throws `handler-too-many` over the limit. */
export function createRequestLimit({ requests, seconds }: Limit) {
  const counts = createRecentCache<{ count: number; until: number }>(SUBJECTS);
  return (subject: string): void => {
    const now = performance.now();
    const known = counts.get(subject);
    const found = known && known.until > now ? known : { count: 0, until: now + seconds * 1000 };
    counts.set(subject, { ...found, count: found.count + 1 });
    if (found.count >= requests) throw tooMany('requests', Math.ceil((found.until - now) / 1000));
  };
}

/** Counts a lookup of an owner. */
export function countLookup(records: Records, { requests, seconds }: Limit): Records {
  const { owner, now } = records;
  const until = owner.lookups_from + seconds * 1000;
  const isOver = owner.lookups_from === 0 || now >= until;
  if (!isOver && owner.lookups >= requests) throw tooMany('lookups', Math.ceil((until - now) / 1000));
  const next = isOver ? { lookups: 1, lookups_from: now } : { lookups: owner.lookups + 1 };
  return { ...records, owner: { ...owner, ...next } };
}
