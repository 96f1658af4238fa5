// One handler process of `npm run chaos`, as the guide "Several machines" shows it.
import http from 'node:http';
import process from 'node:process';
import { createHandler } from 'lending-elements/server';
import { fromEnv, toNodeListener } from 'lending-elements/server/node';
import { postgresStores } from 'lending-elements/server/postgres';
import { Pool } from 'pg';
import { endWithParent } from './children.mjs';
import { ENGINES_AWAY, LIMITS } from './limits.mjs';

endWithParent();
const { DATABASE_URL, LENDING_SESSION_SECRET: secret, OFFICE } = process.env;

const pool = new Pool({
  connectionString: DATABASE_URL,
  max: 8,
  query_timeout: LIMITS.query,
  connectionTimeoutMillis: LIMITS.query,
});
pool.on('error', () => {});
const often = { requests: 100_000, seconds: 60 };
const stores = postgresStores(pool, { secret, patience: LIMITS.patience, limits: { take: often, record: often } });
await stores.ready().catch(() => process.exit(ENGINES_AWAY));

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
  consents: stores.consents,
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
    await pool.end().catch(() => {});
    process.exit(0);
  }),
);
process.on('message', () => {
  globalThis.gc();
  process.send({ rss: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed });
});
