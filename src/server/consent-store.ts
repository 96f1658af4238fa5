import type { ConsentEntry } from '../schema/consent.js';
import { forgetful } from './memory-store.js';

/**
 * Where consents are recorded. `append` resolves when the entry would survive a crash: the call that relies on it is made
 * after that, and not at all where it rejects. Entries are neither changed nor deleted.
 */
export interface ConsentStore {
  append(entry: ConsentEntry): Promise<void>;
  /** The entries whose `about` is this, the oldest first. */
  about(about: string): Promise<readonly ConsentEntry[]>;
  /**
   * For a store that several processes share: from `lock` to `unlock` nobody else has the lock of this `about`. A withdrawal
   * waits for it, so that no offers are requested once it is recorded. It is held while the service is asked; it must end
   * by itself where its process has ended. `holds` says right before the call that nobody else has got it meanwhile: a lock
   * that ends by itself needs it. Default: each process looks after itself.
   */
  lock?(about: string): Promise<void>;
  unlock?(about: string): Promise<void>;
  holds?(about: string): Promise<boolean>;
}

/** A store that forgets: for tests, previews and the sandbox. `createHandler` refuses it for production and staging. */
export function memoryConsents(): ConsentStore & { readonly entries: readonly ConsentEntry[] } {
  const entries: ConsentEntry[] = [];
  return forgetful({
    entries,
    append: async (entry: ConsentEntry) => void entries.push(structuredClone(entry)),
    about: async (about: string) => structuredClone(entries.filter((entry) => entry.about === about)),
  });
}

/** What a subject has decided last. */
export const lastDecision = (entries: readonly ConsentEntry[]): ConsentEntry | undefined =>
  entries.findLast(({ event }) => event === 'given' || event === 'declined' || event === 'withdrawn');

/** The withdrawal of the consent that was given last for this application, where it was withdrawn and not given again. */
export function withdrawal(entries: readonly ConsentEntry[], company_id: string | undefined): ConsentEntry | undefined {
  const since = entries.slice(entries.findLastIndex(({ event }) => event === 'given') + 1);
  return since.findLast((one) => one.event === 'withdrawn' && (one.company_id ?? company_id) === company_id);
}

/**
 * Whether offers were requested for this application, on any device, and nothing of it has changed since. Where a request
 * may have got through, and nobody knows, it has not.
 */
export function wereRequested(entries: readonly ConsentEntry[], company_id: string | undefined): boolean {
  const isOurs = (one: ConsentEntry) => one.company_id === company_id;
  const since = entries.slice(entries.findLastIndex((one) => one.event === 'changed' && isOurs(one)) + 1);
  const given = entries.filter((one) => one.event === 'given' && isOurs(one)).map(({ served_id }) => served_id);
  return since.some(({ event, served_id }) => event === 'requested' && given.includes(served_id));
}

/** What of a subject's entries stands: the consent that was given last, unless it was withdrawn or declined after that. */
export function standingConsent(entries: readonly ConsentEntry[]): ConsentEntry | undefined {
  const last = lastDecision(entries);
  return last?.event === 'given' ? last : undefined;
}
