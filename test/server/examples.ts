// The stores of examples/, with their types.
import type { ConsentEntry } from '../../src/schema/consent/consent.js';
import type { ConsentStore, DraftStore } from '../../src/server/index.js';

interface Examples {
  sqliteConsents: (path: string) => ConsentStore & { entries(): Iterable<ConsentEntry>; close(): void };
  sqliteDrafts: (path: string) => DraftStore;
}
const load = (path: string) => import(new URL(`../../${path}`, import.meta.url).href) as Promise<Examples>;

export const { sqliteConsents } = await load('examples/consents-sqlite/consents.mjs');
export const { sqliteDrafts } = await load('examples/drafts-sqlite/drafts.mjs');
