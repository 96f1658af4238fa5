import { defaultNotice } from '../../schema/consent/default-notice.js';
import { createConsoleLog } from '../log.js';
import type { ServiceFetch } from '../service/types.js';
import { memoryStore } from '../store/memory.js';
import type { Store } from '../store/types.js';

const MINUTE = 60_000;

/** The defaults of the service client. Time limits are in milliseconds. */
export const SERVICE_DEFAULTS = {
  fetch: ((url, init) => globalThis.fetch(url, init)) satisfies ServiceFetch as ServiceFetch,
  timeout: 10_000,
  uploadTimeout: MINUTE,
  hookTimeout: 10_000,
  notCreatedOn: [],
  filePart: 'file',
};

/** The other defaults of one handler. Time limits are in milliseconds, ages in seconds, sizes in bytes. Each handler has its own store. */
export const createDefaults = () => ({
  ...SERVICE_DEFAULTS,
  environment: 'production' as const,
  path: '/api/lending',
  origins: [],
  drafts: true,
  notice: defaultNotice,
  settings: {},
  consentMaxAge: 2 * 3600,
  uploadMemory: 64 * 2 ** 20,
  // Only for the sandbox: production and staging reject it.
  store: memoryStore() as Store,
  limits: {},
  log: createConsoleLog(),
});

/** The values of `given` over the defaults. `undefined` and `null` count as missing. */
export function withDefaults<D extends object, G extends object>(defaults: D, given: G): WithDefaults<D, G> {
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return { ...defaults, ...Object.fromEntries(set) } as WithDefaults<D, G>;
}

type WithDefaults<D, G> = Omit<G, keyof D> & {
  [K in keyof D]-?: K extends keyof G ? NonNullable<G[K]> : D[K];
};
