import { LendingError } from '../../errors.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';

/** The content of the seal: which notice was served when, and for which application. */
export interface ServedNotice {
  jti: string;
  servedAt: number;
  noticeId: string;
  locale: string;
  sha256: string;
  company_id: string | undefined;
  /** The id of the last ending entry when the notice was served. An id, not a time: clocks of two machines may differ. */
  ended: string | undefined;
}

/** The events that end every notice served before them, with the error for each. The first error that applies is thrown. */
export const ENDING_EVENTS = {
  withdrawn: () =>
    new LendingError('handler-consent-withdrawn', 'The applicant withdrew the consent after this notice was shown.'),
  declined: () => staleNotice('the applicant has declined'),
  // A consent covers the data that the application had at that time.
  changed: () => staleNotice('the application has changed'),
};

export const endingEntries = (entries: readonly ConsentEntry[]) =>
  entries.filter(({ event }) => event in ENDING_EVENTS);

export const noConsent = (message: string) => new LendingError('handler-no-consent', message);
export const staleNotice = (why: string) =>
  new LendingError('handler-consent-stale', `Show the consent notice again: ${why}.`, { recoverable: true });

/** Refuses a second request for offers on a notice if the first may have reached the service. */
export function refuseUnknownOutcome({ jti }: ServedNotice, entries: readonly ConsentEntry[]): void {
  const last = entries.findLast((one) => one.servedId === jti && REQUEST_EVENTS.includes(one.event));
  if (last?.event === 'requesting')
    throw staleNotice('nobody knows whether the earlier request for offers reached the service');
}
const REQUEST_EVENTS: readonly ConsentEntry['event'][] = ['requesting', 'requested', 'failed'];

/** Refuses a notice if an ending event came after it, or if offers were requested on it. */
export function refuseEndedNotice(served: ServedNotice, entries: readonly ConsentEntry[]): void {
  if (entries.some((one) => one.event === 'requested' && one.servedId === served.jti)) {
    throw staleNotice('offers were already requested with this consent');
  }
  const ending = endingEntries(entries);
  const last = ending.findIndex(({ entryId }) => entryId === served.ended);
  // Records from a backup may lack a withdrawal.
  if (served.ended !== undefined && last < 0) throw staleNotice('earlier consent records of this subject are missing');
  const since = ending.slice(last + 1);
  for (const [event, error] of Object.entries(ENDING_EVENTS)) {
    if (since.some((one) => one.event === event)) throw error();
  }
}
