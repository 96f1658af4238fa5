// One handler process of `npm run chaos`, as the guide "Several machines" shows it. STORES is `redis` or `postgres`.
import http from 'node:http';
import process from 'node:process';
import { createClient } from '@redis/client';
import { createHandler } from 'lending-elements/server';
import { fromEnv, toNodeListener } from 'lending-elements/server/node';
import { postgresStores } from 'lending-elements/server/postgres';
import { redisStores } from 'lending-elements/server/redis';
import { Pool } from 'pg';
import { endWithParent } from './children.mjs';
import { ENGINES_AWAY, LIMITS } from './limits.mjs';

endWithParent();
const { DATABASE_URL, REDIS_URL, STORES, LENDING_SESSION_SECRET: secret, OFFICE } = process.env;

const pool = new Pool({
  connectionString: DATABASE_URL,
  max: 8,
  query_timeout: LIMITS.query,
  connectionTimeoutMillis: LIMITS.query,
});
pool.on('error', () => {});
const database = postgresStores(pool, { secret, patience: LIMITS.patience });

/** The stores in Redis. Consents and their order stay in PostgreSQL. */
async function inRedis() {
  const redis = createClient({ url: REDIS_URL, disableOfflineQueue: true, commandOptions: { timeout: LIMITS.query } });
  redis.on('error', () => {});
  await redis.connect();
  const often = { requests: 100_000, seconds: 60 };
  const cache = redisStores(redis, { secret, limits: { take: often, record: often } });
  await cache.ready();
  const { idempotency, limiter, sessions, drafts } = cache;
  return { idempotency, limiter, sessions, drafts, close: () => redis.close() };
}

async function inPostgres() {
  const { idempotency, sessions, drafts } = database;
  return { idempotency, limiter: { take: () => 0, record: () => 0 }, sessions, drafts, close: () => {} };
}

async function openStores() {
  await database.ready();
  return STORES === 'redis' ? inRedis() : inPostgres();
}

const stores = await openStores().catch(() => process.exit(ENGINES_AWAY));
const env = fromEnv();
const emailOf = (subject) => `${subject}@sample.example`;

const handle = createHandler({
  ...env,
  authorize(request) {
    const [, subject] = /user=([\w-]+)/.exec(request.headers.get('cookie') ?? '') ?? [];
    return subject ? { subject } : null;
  },
  /** The partner asks the lender's office, which sees an application as soon as it exists. */
  async existingApplication({ subject }) {
    const answer = await fetch(`${OFFICE}/${emailOf(subject)}`, { signal: AbortSignal.timeout(LIMITS.query) });
    return answer.json();
  },
  consents: database.consents,
  idempotency: stores.idempotency,
  limiter: stores.limiter,
  sessions: { ...env.sessions, loopback: true, store: stores.sessions },
  drafts: { store: stores.drafts },
  timeout: LIMITS.service,
  uploadTimeout: LIMITS.service,
  hookTimeout: LIMITS.hook,
  settleAfter: LIMITS.settleAfter,
  log: false,
});

const server = http.createServer(toNodeListener(handle)).listen(0, '127.0.0.1');
server.on('listening', () => process.send({ port: server.address().port }));
process.on('SIGTERM', () =>
  server.close(async () => {
    await Promise.all([pool.end(), stores.close()]).catch(() => {});
    process.exit(0);
  }),
);
process.on('message', () => {
  globalThis.gc();
  process.send({ rss: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed });
});
