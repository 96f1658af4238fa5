import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { SentFigures } from '../../schema/calls/prequalification.js';
import type { Application } from '../applications/types.js';

/** Returns the last decision about an application. */
export const lastDecision = (entries: readonly ConsentEntry[]): ConsentEntry | undefined =>
  entries.findLast(({ event }) => event === 'given' || event === 'declined' || event === 'withdrawn');

/** Returns the withdrawal of the consent for this application, unless the applicant has agreed again since. */
export function withdrawal(entries: readonly ConsentEntry[], company_id: string | undefined): ConsentEntry | undefined {
  const since = entries.slice(entries.findLastIndex(({ event }) => event === 'given') + 1);
  return since.findLast((one) => one.event === 'withdrawn' && (one.company_id ?? company_id) === company_id);
}

/**
 * Returns true if offers were requested for this application on any device, and the application has not changed since. A request
 * with an unknown outcome does not count.
 */
export function offersWereRequested(entries: readonly ConsentEntry[], company_id: string | undefined): boolean {
  const isOurs = (one: ConsentEntry) => one.company_id === company_id;
  const since = entries.slice(entries.findLastIndex((one) => one.event === 'changed' && isOurs(one)) + 1);
  const given = entries.filter((one) => one.event === 'given' && isOurs(one)).map(({ servedId }) => servedId);
  return since.some(({ event, servedId }) => event === 'requested' && given.includes(servedId));
}

/** Returns the current consent for an application: the entry given last, unless a later entry withdraws or declines it. */
export function standingConsent(entries: readonly ConsentEntry[]): ConsentEntry | undefined {
  const last = lastDecision(entries);
  return last?.event === 'given' ? last : undefined;
}

/**
 * Returns the figures that were sent last, `undefined` if none were sent, or `unknown` if the last ones were not stored. There is an entry for
 * every change, so older figures are never shown as the last ones.
 */
export function lastFigures(
  { company_id, figures }: Application,
  entries: readonly ConsentEntry[],
): SentFigures | undefined {
  const change = entries.findLast(
    (one) => one.event === 'changed' && one.call !== 'uploadDocument' && one.company_id === company_id,
  );
  if (!change) return undefined;
  return figures?.change === change.entryId ? figures.figures : 'unknown';
}
