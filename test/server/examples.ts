// The stores of examples/, with their types.
import { after } from 'node:test';
import { createClient } from '@redis/client';
import type { ConsentEntry } from '../../src/schema/consent/consent.js';
import type { ConsentStore, DraftStore, IdempotencyStore } from '../../src/server/index.js';

interface Examples {
  sqliteConsents: (path: string) => ConsentStore & { entries(): Iterable<ConsentEntry>; close(): void };
  sqliteDrafts: (path: string) => DraftStore;
  redisIdempotency: (client: unknown, prefix?: string) => IdempotencyStore;
  startRedis: () => Promise<{ url: string; close: () => Promise<void> }>;
}
const load = (path: string) => import(new URL(`../../${path}`, import.meta.url).href) as Promise<Examples>;

export const { sqliteConsents } = await load('examples/consents-sqlite/consents.mjs');
export const { sqliteDrafts } = await load('examples/drafts-sqlite/drafts.mjs');
export const { redisIdempotency } = await load('examples/redis/idempotency.mjs');

/** A client of the Redis at this address. It fails rather than wait for one that is away. */
export async function redisClient(url: string) {
  const client = createClient({ url, disableOfflineQueue: true, commandOptions: { timeout: 2000 } });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A real Redis for the tests of a file, or `skip`: why there is none. */
export async function openRedis() {
  const { startRedis } = await load('scripts/redis.mjs');
  const redis = await startRedis().catch((error: Error) => error.message);
  if (typeof redis === 'string') return { skip: redis, url: '', client: undefined };
  const client = await redisClient(redis.url);
  after(async () => {
    client.destroy();
    await redis.close();
  });
  return { skip: false as const, url: redis.url, client };
}
