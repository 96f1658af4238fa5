import { LendingError } from '../../errors.js';
import type { SentFigures } from '../../schema/calls/prequalification.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';
import { applicantKey } from '../applications/applications.js';
import type { Applicant, Application } from '../applications/types.js';
import type { RequireLock } from '../store/locks.js';
import { receiptText } from './record.js';
import type { ConsentSettings } from './types.js';

export type Ledger = ReturnType<typeof createLedger>;

/** The entries in the store and the `onConsent` hook. An error of the store becomes `handler-consent-not-stored`. */
export function createLedger({ store, locked, onConsent, applications }: ConsentSettings) {
  const append = (entry: ConsentEntry) => withStoreError(() => store.append(entry));
  const about = (about: string) => withStoreError(() => store.entries(about));
  // Errors of the hook are not errors of the store.
  const callHook = async (entry: ConsentEntry, given = entry) => onConsent?.(entry, receiptText(entry, given));

  /** Adds an entry, after the event of its step. */
  async function addEntry(applicant: Applicant, event: ConsentEntry['event'], facts: Partial<ConsentEntry>) {
    const { subject, business, number } = applicant;
    const entry = newEntry(aboutApplicant(applicant), event, { subject, business, number, ...facts });
    if (event === 'declined' || event === 'withdrawn')
      await withStoreError(() => applications.addDecision(applicant, event, entry.entryId));
    await append(entry);
    return entry;
  }

  return {
    append,
    callHook,
    about,
    /** Does work while this process holds the lock of an applicant. The work gets a function that throws if the lock was lost. */
    async locked<T>(applicant: Applicant, work: (requireLock: RequireLock) => Promise<T>): Promise<T> {
      let isOurs = false;
      return withStoreError(
        () =>
          locked(applicantKey(applicant), (requireLock) => {
            isOurs = true;
            return work(() => withStoreError(requireLock));
          }),
        () => isOurs,
      );
    },
    entriesOf: (applicant: Applicant) => about(aboutApplicant(applicant)),
    addEntry,
    /** Adds a decision of an applicant, and calls the hook. `given` is the consent that it withdraws. */
    async addDecision(...[applicant, event, facts, given]: [...Parameters<typeof addEntry>, given?: ConsentEntry]) {
      const entry = await addEntry(applicant, event, facts);
      await callHook(entry, given);
      return entry;
    },
  };
}

/** The `about` of the entries about an application. */
export const aboutApplicant = (applicant: Applicant) => `applicant:${applicantKey(applicant)}`;

export const newEntry = (
  about: string,
  event: ConsentEntry['event'],
  facts: Partial<ConsentEntry> = {},
): ConsentEntry => ({ entryId: crypto.randomUUID(), about, at: new Date().toISOString(), event, ...facts });

/** Does work with the store, and wraps errors of the store. It rethrows an error for which `isOther` returns true. */
async function withStoreError<T>(work: () => Promise<T>, isOther = () => false): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, cause = error } = error as LendingError;
    if (isOther() || (error instanceof LendingError && code !== 'handler-failed')) throw error;
    throw new LendingError('handler-consent-not-stored', 'The store failed, so nothing was sent.', {
      cause,
      recoverable: true,
    });
  }
}

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

/** The entries after the one with this id. */
export const since = (entryId: string, entries: readonly ConsentEntry[]) =>
  entries.slice(entries.findIndex((one) => one.entryId === entryId) + 1);
