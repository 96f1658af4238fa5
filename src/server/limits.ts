import { LendingError } from '../errors.js';
import type { Kept, Limit } from './store/kept.js';

/** Limits of each subject, counted by all processes together. */
export interface LimitOptions {
  /** Requests. Default: 120 in 60 seconds. */
  requests?: Limit | undefined;
  /** Entries in the consent records: a decision, or a change of the application. A withdrawal is not counted. Default: 60 in 600 seconds. */
  consents?: Limit | undefined;
  /** Queries of `lookupCompany` and `lookupAddress`. Default: 30 in 60 seconds. */
  lookups?: Limit | undefined;
}

/** Each function adds 1 to the count of a subject. It throws `handler-too-many` if the count is over the limit. */
export type Limits = Record<keyof LimitOptions, (subject: string) => Promise<void>>;

export const LIMITS = {
  requests: { requests: 120, seconds: 60 },
  consents: { requests: 60, seconds: 600 },
  lookups: { requests: 30, seconds: 60 },
} satisfies Required<LimitOptions>;

/** Creates the functions that count. */
export function createLimits(kept: Kept, given: LimitOptions): Limits {
  const limit = (name: keyof LimitOptions, things: string = name) =>
    async function count(subject: string): Promise<void> {
      const wait = await kept.secondsToWait(`${name}/${subject}`, given[name] ?? LIMITS[name]);
      if (!(wait > 0)) return;
      const message = `Rejected: too many ${things}. Wait ${wait} seconds.`;
      throw new LendingError('handler-too-many', message, { recoverable: true, retryAfter: wait });
    };
  return {
    requests: limit('requests'),
    consents: limit('consents', 'consent entries for one subject'),
    lookups: limit('lookups'),
  };
}
