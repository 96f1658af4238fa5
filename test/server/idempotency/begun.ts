import { attemptKey, type Attempt } from '../../../src/server/idempotency/idempotency.js';
import type { Store } from '../../../src/server/index.js';
import { openKept } from '../../../src/server/store/kept.js';
import { SECRET } from '../setup.js';

/** The key of Jane's creation. */
export const CREATION = attemptKey({ subject: 'jane', business: 'jane', number: 1 });

/** Keeps a call that has begun at a time, as a process does that is gone since. */
export const begun = (store: Store, key: string, at: number, facts: Partial<Attempt> = {}) =>
  openKept(store, [SECRET]).set('attempt', key, JSON.stringify({ state: 'begun', at, ...facts } satisfies Attempt));
