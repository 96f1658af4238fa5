import { checkSecrets } from '../seal.js';
import { startOnce } from '../util/start-once.js';
import { createConsents, type DatabaseConsents } from './consents.js';
import type { Engine } from './engine.js';
import { createProof } from './proof.js';
import { createSealedStores, SESSION_SECONDS, type Limits, type SealedStores } from './sealed-stores.js';
import { openSealedTexts } from './sealed-texts.js';
import { createTexts } from './texts.js';

export interface DatabaseOptions {
  /**
   * A secret of 32 characters or more, or a list with the current secret first and earlier ones after it. Sessions, drafts and
   * idempotency keys are sealed with it. You can use the secret of `sessions`.
   */
  secret: string | readonly string[];
  /**
   * A key of 32 characters or more, or a list with the current key first and earlier ones after it. Each entry of `consents` gets a mark with it,
   * so that nobody who can write to the database, and does not know the key, can change the records. Default: entries have a hash alone.
   */
  consentsKey?: string | readonly string[] | undefined;
  /** Milliseconds to wait for a request that holds the lock of the same subject. Use less than `hookTimeout`. Default: 8 seconds. */
  patience?: number | undefined;
  /** The limits of `limiter`. Default: 120 requests in 60 seconds, 60 entries of the consent store in 600, and 30 lookups in 60. */
  limits?: Limits | undefined;
  /** Seconds after the last change for which a session is kept. Default: 30 days. */
  sessionMaxAge?: number | undefined;
}

/** Stores in a database for five options of `createHandler`. */
export interface DatabaseStores extends SealedStores {
  /** For the option `consents`. Entries are readable, because they are the proof of consent. */
  consents: DatabaseConsents;
  /**
   * Resolves when the database was opened and keeps each write that it confirms. It rejects with `config-invalid` if not. Every store waits for
   * it, so you call it only to see the error at the start.
   */
  ready(): Promise<void>;
}

/** Creates the stores. `ready` is awaited before each operation. */
export function createStores(engine: Engine, options: DatabaseOptions, start: () => Promise<void>): DatabaseStores {
  const { secret, consentsKey, patience = 8000, limits = {}, sessionMaxAge = SESSION_SECONDS } = options;
  const secrets = checkSecrets(secret, `${engine.name}(): secret`);
  const texts = createTexts(engine);
  const ready = startOnce(start);
  const open = startOnce(async () => {
    await ready();
    return openSealedTexts(texts, secrets, engine.name);
  });
  return {
    ...createSealedStores(texts, open, { sessionMaxAge, limits }),
    consents: createConsents(engine, texts, createProof(consentsKey), { patience, ready }),
    ready: async () => void (await open()),
  };
}
