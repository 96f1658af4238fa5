import { LendingError } from '../errors.js';
import type { ConsentEntry } from '../schema/consent.js';
import type { ConsentOptions } from './consents.js';

/**
 * Where consents are recorded. `append` resolves when the entry would survive a crash: the call that relies on it is made
 * after that, and not at all where it rejects. Entries are neither changed nor deleted.
 */
export interface ConsentStore {
  append(entry: ConsentEntry): Promise<void>;
  /** The entries whose `about` is this, the oldest first. */
  about(about: string): Promise<readonly ConsentEntry[]>;
}

/** A store that forgets: for tests and previews. */
export function memoryConsents(): ConsentStore & { readonly entries: readonly ConsentEntry[] } {
  const entries: ConsentEntry[] = [];
  return {
    entries,
    append: async (entry) => void entries.push(structuredClone(entry)),
    about: async (about) => structuredClone(entries.filter((entry) => entry.about === about)),
  };
}

/** What of a subject's entries stands: the consent that was given last, unless it was withdrawn or declined after that. */
export function standingConsent(entries: readonly ConsentEntry[]): ConsentEntry | undefined {
  const last = entries.findLast(({ event }) => event !== 'requested');
  return last?.event === 'given' ? last : undefined;
}

export type Ledger = ReturnType<typeof createLedger>;

/** The store, and who is told. What cannot be recorded is relied on by nobody. */
export function createLedger({ consents, onConsent }: ConsentOptions) {
  function store(): ConsentStore {
    if (consents) return consents;
    throw new LendingError('config-invalid', 'createHandler has no consents, so it cannot record one.', {
      remedy: 'Give it a store, for example fileConsents() of lending-elements/server/node.',
    });
  }
  const append = (entry: ConsentEntry) => stored(() => store().append(entry));
  const tell = (entry: ConsentEntry) => stored(async () => onConsent?.(entry));

  return {
    append,
    tell,
    about: (about: string) => stored(() => store().about(about)),
    /** The decisions of a subject. */
    decisions: (subject: string) => stored(() => store().about(aboutSubject(subject))),
    /** Adds a decision of a subject, and tells of it. */
    async decided(subject: string, event: ConsentEntry['event'], facts: Partial<ConsentEntry>) {
      const entry = { ...newEntry(aboutSubject(subject), event), ...facts };
      await append(entry);
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
