import { LendingError } from '../errors.js';
import type { ConsentEntry } from '../schema/consent.js';

/** What the seal holds: which notice was served when, for which application. */
export interface Served {
  jti: string;
  served_at: number;
  notice_id: string;
  locale: string;
  sha256: string;
  company_id: string | undefined;
  /** The last entry by then of what ends a notice, if there was one. It needs no two clocks that agree. */
  ended: string | undefined;
}

/** What ends each notice that was served before it, most telling first, and why. */
export const ENDS = {
  withdrawn: () =>
    new LendingError('handler-consent-withdrawn', 'The consent was withdrawn after this notice was shown.'),
  declined: () => stale('it was declined'),
  // What was shared when the applicant agreed is not what is shared after more was added.
  changed: () => stale('the application has changed'),
};

export const endsIn = (entries: readonly ConsentEntry[]) => entries.filter(({ event }) => event in ENDS);

export const noConsent = (why: string) =>
  new LendingError('handler-no-consent', `Without the applicant’s consent no offers are requested: ${why}.`);
export const stale = (why: string) =>
  new LendingError('handler-consent-stale', `The notice must be shown again: ${why}.`, { recoverable: true });

/** Refuses a notice for a second call, unless the first is known to have failed: it may have gone through. */
export function refuseOpen({ jti }: Served, decisions: readonly ConsentEntry[]): void {
  const last = decisions.findLast((one) => one.served_id === jti && CALLED.includes(one.event));
  if (last?.event === 'requesting') throw stale('nobody knows what came of a call for offers on it');
}
const CALLED: readonly ConsentEntry['event'][] = ['requesting', 'requested', 'failed'];

/** Refuses a notice once something has happened since that ends it, or offers were requested on it. */
export function refuseEnded(served: Served, decisions: readonly ConsentEntry[]): void {
  if (decisions.some((one) => one.event === 'requested' && one.served_id === served.jti)) {
    throw stale('offers were requested on it already');
  }
  const ends = endsIn(decisions);
  const last = ends.findIndex(({ entry_id }) => entry_id === served.ended);
  // Records that were restored from a backup, or started again, may lack a withdrawal.
  if (served.ended !== undefined && last < 0) throw stale('the records from before it are gone');
  const since = ends.slice(last + 1);
  for (const [event, refusal] of Object.entries(ENDS)) {
    if (since.some((one) => one.event === event)) throw refusal();
  }
}
