import type { ConsentEntry } from '../../schema/consent/consent.js';
import { tooMany, type Limit } from '../limits.js';
import { current } from '../records/current.js';
import type { Records, RowOf } from '../records/records.js';

export type EntryRow = RowOf<'consents'>;

/** The most entries about one application that requests add. A withdrawal and the outcome of a call are added anyway. */
const MAX_ENTRIES = 1000;

/** Throws `handler-too-many` if this many entries would be too many: in the time of the limit, or about one application. */
export function requireRoom({ counts, now }: Records, added: number, { requests, seconds }: Limit): void {
  const isFull = counts.entries + added > MAX_ENTRIES;
  if (counts.recent + added <= requests && !isFull) return;
  const end = (counts.recent_from ?? now) + seconds * 1000;
  throw tooMany('consent entries', isFull ? seconds : Math.max(1, Math.ceil((end - now) / 1000)));
}

/** Adds an entry about the current application. `notice` is the SHA-256 of its notice. */
export function withEntry(
  records: Records,
  id: string,
  event: EntryRow['event'],
  facts: Partial<ConsentEntry>,
  notice: string | null = null,
): Records {
  const { number } = current(records)!;
  const { counts, now } = records;
  const row: EntryRow = { id, application: number, event, at: now, notice, entry: JSON.stringify(facts) };
  const more = { entries: counts.entries + 1, recent: counts.recent + 1, recent_from: counts.recent_from ?? now };
  return { ...records, consents: [...records.consents, row], counts: { ...counts, ...more } };
}

export const ownEntries = (records: Records) =>
  records.consents.filter(({ application }) => application === current(records)?.number);

const isDecision = ({ event }: EntryRow) => event === 'given' || event === 'declined' || event === 'withdrawn';
export const lastDecision = (records: Records): EntryRow | undefined => ownEntries(records).findLast(isDecision);

/** Returns the current consent for an application: the entry given last, unless a later entry withdraws or declines it. */
export function standingConsent(records: Records): EntryRow | undefined {
  const last = lastDecision(records);
  return last?.event === 'given' ? last : undefined;
}

/** Returns the withdrawal of the last consent, unless the applicant has agreed again since. */
export const withdrawal = (records: Records): EntryRow | undefined =>
  since(records, 'given').findLast(({ event }) => event === 'withdrawn');

/** The entries after the last one of an event. */
const since = (records: Records, wanted: EntryRow['event']) => {
  const entries = ownEntries(records);
  return entries.slice(entries.findLastIndex(({ event }) => event === wanted) + 1);
};

/** Returns true if offers were requested on any device, and the application has not changed since. */
export const offersWereRequested = (records: Records): boolean =>
  since(records, 'changed').some(({ event }) => event === 'requested');

/** Returns true if the applicant must agree again: a later entry has ended the current consent. */
export const isEnded = (records: Records): boolean =>
  since(records, 'given').some(({ event }) => event === 'changed' || event === 'declined' || event === 'withdrawn');
