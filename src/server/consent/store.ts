import type { ConsentEntry } from '../../schema/consent/consent.js';
import { markInMemory } from '../util/in-memory.js';

/**
 * A store for consent entries. Entries are never changed or deleted. If a method rejects, the call to the service that relies on
 * the consent is not made, and the page gets `handler-consent-not-stored`.
 */
export interface ConsentStore {
  /** Adds an entry. Resolves when the entry would survive a crash. */
  append(entry: ConsentEntry): Promise<void>;
  /** Returns the entries with this `about`, oldest first. */
  about(about: string): Promise<readonly ConsentEntry[]>;
  /**
   * Takes the lock of this `about`, and waits while another process holds it. The handler holds it while it calls the service, so
   * that a withdrawal and a request for offers never overlap. The lock must expire after its process has ended. Several processes
   * that share a store need `lock`, `unlock` and `holds`. Default: only requests in the same process wait for each other.
   */
  lock?(about: string): Promise<void>;
  /** Releases the lock of this `about`. */
  unlock?(about: string): Promise<void>;
  /** Returns true if this process still holds the lock of this `about`. The handler asks right before it calls the service. */
  holds?(about: string): Promise<boolean>;
}

/** A store in memory, for tests, previews and the sandbox. `createHandler` refuses it for production and staging. */
export function memoryConsents(): ConsentStore & { readonly entries: readonly ConsentEntry[] } {
  const entries: ConsentEntry[] = [];
  return markInMemory({
    entries,
    append: async (entry: ConsentEntry) => void entries.push(structuredClone(entry)),
    about: async (about: string) => structuredClone(entries.filter((entry) => entry.about === about)),
  });
}

/** Returns the subject's last decision. */
export const lastDecision = (entries: readonly ConsentEntry[]): ConsentEntry | undefined =>
  entries.findLast(({ event }) => event === 'given' || event === 'declined' || event === 'withdrawn');

/** Returns the withdrawal of this application's consent, unless the subject has agreed again since. */
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

/** Returns a subject's current consent: the entry given last, unless a later entry withdraws or declines it. */
export function standingConsent(entries: readonly ConsentEntry[]): ConsentEntry | undefined {
  const last = lastDecision(entries);
  return last?.event === 'given' ? last : undefined;
}
