import { LendingError } from '../../errors.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { ConsentSettings } from './types.js';

export type Ledger = ReturnType<typeof createLedger>;

/** The consent store and the `onConsent` hook. An error of the store becomes `handler-consent-not-stored`. */
export function createLedger({ consents: store, onConsent }: Pick<ConsentSettings, 'consents' | 'onConsent'>) {
  const append = (entry: ConsentEntry) => withStoreError(() => store.append(entry));
  // Errors of the hook are not errors of the store.
  const callHook = async (entry: ConsentEntry) => onConsent?.(entry);
  async function addEntry(subject: string, event: ConsentEntry['event'], facts: Partial<ConsentEntry>) {
    const entry = newEntry(aboutSubject(subject), event, facts);
    await append(entry);
    return entry;
  }

  return {
    append,
    callHook,
    about: (about: string) => withStoreError(() => store.about(about)),
    /** Does the work while this process holds the subject's lock. */
    async locked<T>(subject: string, work: () => Promise<T>): Promise<T> {
      const about = aboutSubject(subject);
      if (!store.lock) return work();
      await withStoreError(async () => store.lock!(about));
      try {
        return await work();
      } finally {
        // A lock that is not released expires.
        await withStoreError(async () => store.unlock?.(about)).catch(() => undefined);
      }
    },
    /** Throws if the lock that `locked` took was lost: another process may have recorded a decision since. */
    async requireLock(subject: string): Promise<void> {
      const isHeld = await withStoreError(async () => !store.holds || (await store.holds(aboutSubject(subject))));
      if (isHeld) return;
      const message =
        'The consent store lost the lock of this subject before the call to the service, so nothing was sent.';
      throw new LendingError('handler-consent-not-stored', message, { recoverable: true });
    },
    /** Returns the entries about a subject, oldest first. */
    entriesOf: (subject: string) => withStoreError(() => store.about(aboutSubject(subject))),
    addEntry,
    /** Adds a decision of a subject, and calls the hook. */
    async addDecision(subject: string, event: ConsentEntry['event'], facts: Partial<ConsentEntry>) {
      const entry = await addEntry(subject, event, facts);
      await callHook(entry);
      return entry;
    },
  };
}

const aboutSubject = (subject: string) => `subject:${subject}`;

/** Makes an entry with the time of the server's clock. */
export const newEntry = (
  about: string,
  event: ConsentEntry['event'],
  facts: Partial<ConsentEntry> = {},
): ConsentEntry => ({
  entryId: crypto.randomUUID(),
  about,
  at: new Date().toISOString(),
  event,
  ...facts,
});

async function withStoreError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, cause = error } = error as LendingError;
    if (error instanceof LendingError && code !== 'handler-failed') throw error;
    throw new LendingError('handler-consent-not-stored', 'The consent store failed, so nothing was sent.', {
      cause,
      recoverable: true,
    });
  }
}
