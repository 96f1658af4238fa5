import { LendingError } from '../errors.js';
import type { ConsentEntry } from '../schema/consent.js';
import type { ConsentOptions } from './consents.js';

export type Ledger = ReturnType<typeof createLedger>;

/** The store, and who is told. What cannot be recorded is relied on by nobody. */
export function createLedger({ consents, onConsent }: ConsentOptions) {
  // createHandler has refused to go without one.
  const store = consents!;
  const append = (entry: ConsentEntry) => stored(() => store.append(entry));
  // It is on record by then: what the hook throws is told as what it is.
  const tell = async (entry: ConsentEntry) => onConsent?.(entry);
  /** Adds what has happened about a subject. */
  async function noted(subject: string, event: ConsentEntry['event'], facts: Partial<ConsentEntry>) {
    const entry = { ...newEntry(aboutSubject(subject), event), ...facts };
    await append(entry);
    return entry;
  }

  return {
    append,
    tell,
    about: (about: string) => stored(() => store.about(about)),
    /** Does what no other process, as far as the store can tell, does for the subject at the same time. */
    async locked<T>(subject: string, work: () => Promise<T>): Promise<T> {
      const about = aboutSubject(subject);
      await stored(async () => store.lock?.(about));
      try {
        return await work();
      } finally {
        // One that is not given back ends by itself.
        await stored(async () => store.unlock?.(about)).catch(() => undefined);
      }
    },
    /** Refuses to go on without the lock that `locked` took: somebody else may have decided since. */
    async refuseUnlocked(subject: string): Promise<void> {
      const isHeld = await stored(async () => !store.holds || (await store.holds(aboutSubject(subject))));
      if (isHeld) return;
      throw new LendingError('handler-consent-not-stored', 'The lock of the subject was lost before the call.', {
        recoverable: true,
      });
    },
    /** What is recorded about a subject. */
    decisions: (subject: string) => stored(() => store.about(aboutSubject(subject))),
    noted,
    /** Adds a decision of a subject, and tells of it. */
    async decided(subject: string, event: ConsentEntry['event'], facts: Partial<ConsentEntry>) {
      const entry = await noted(subject, event, facts);
      await tell(entry);
      return entry;
    },
  };
}

const aboutSubject = (subject: string) => `subject:${subject}`;

/** An entry, by the server's clock. */
export const newEntry = (about: string, event: ConsentEntry['event']): ConsentEntry => ({
  entry_id: crypto.randomUUID(),
  about,
  at: new Date().toISOString(),
  event,
});

async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, cause = error } = error as LendingError;
    if (error instanceof LendingError && code !== 'handler-failed') throw error;
    throw new LendingError('handler-consent-not-stored', 'The consent could not be recorded, so nothing was sent.', {
      cause,
      recoverable: true,
    });
  }
}
