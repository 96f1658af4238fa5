import { LendingError } from '../errors.js';
import type { Kept, Limit } from './store/kept.js';

export const LIMITS = {
  requests: { requests: 120, seconds: 60 },
  consents: { requests: 60, seconds: 600 },
  lookups: { requests: 30, seconds: 60 },
} satisfies Record<string, Limit>;

export type LimitOptions = { [Name in keyof typeof LIMITS]?: Limit | undefined };

/** Each function adds 1 to the count of a subject. It throws `handler-too-many` if the count is over the limit. */
export type Limits = Record<keyof LimitOptions, (subject: string) => Promise<void>>;

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
