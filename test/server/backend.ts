// A backend in a process of its own: `<kind> <options as JSON>`. It prints its address, and ends when it is told to.
import process from 'node:process';
import { createHandler, type HandlerOptions } from '../../src/server/index.js';
import { fromEnv, toNodeListener } from '../../src/server/node/index.js';
import { postgresStores } from '../../src/server/postgres/index.js';
import { sqliteStores } from '../../src/server/sqlite/index.js';
import { postgresPool } from './postgres/open-postgres.js';
import { authorize, COMPANY, EMAIL, KEY, LOOPBACK, SECRET, serve } from './setup.js';

const [kind, options] = process.argv.slice(2) as [string, string];
const { baseUrl, file, postgres, patience, timeout } = JSON.parse(options) as {
  baseUrl: string;
  file: string;
  postgres: string;
  patience: number;
  timeout?: number;
};

const KINDS: Record<string, () => Partial<HandlerOptions> | Promise<Partial<HandlerOptions>>> = {
  consents: () => ({
    existingApplication: () => ({ company_id: COMPANY, email: EMAIL }),
    consents: sqliteStores(file, { secret: SECRET, patience }).consents,
  }),
  drafts: () => ({ drafts: { store: sqliteStores(file, { secret: SECRET }).drafts } }),
  postgres: () => {
    const { idempotency, sessions, consents } = postgresStores(postgresPool(postgres), { secret: SECRET });
    return { idempotency, consents, sessions: { ...LOOPBACK, store: sessions }, limiter: { take: () => 0 } };
  },
  env: () =>
    fromEnv({
      LENDING_ENVIRONMENT: 'sandbox',
      LENDING_BASE_URL: baseUrl,
      LENDING_SECRET_KEY: KEY,
      LENDING_SESSION_SECRET: SECRET,
      LENDING_DATABASE: file,
    }),
};
const usual = { environment: 'sandbox', baseUrl, secretKey: KEY, authorize, sessions: LOOPBACK, timeout } as const;
const lending = toNodeListener(createHandler({ ...usual, ...(await KINDS[kind]!()) }));
const { origin } = await serve((request, response) => {
  // The partner's own route, where a user signs out.
  if (request.url !== '/sign-out') return lending(request, response);
  const [, user] = /user=([^;]*)/.exec(request.headers.cookie ?? '') ?? [];
  void lending.forget(user!).then(() => response.end());
});
process.stdout.write(`${origin}\n`);
