// A backend in a separate process: `<kind> <options as JSON>`. It prints its URL, and ends on request.
import process from 'node:process';
import { createHandler, type HandlerOptions } from '../../src/server/index.js';
import { fromEnv, toNodeListener } from '../../src/server/node/index.js';
import { postgresStore } from '../../src/server/postgres/index.js';
import { postgresPool } from './postgres/open-postgres.js';
import { authorize, KEY, SECRET, serve } from './setup.js';

const [kind, options] = process.argv.slice(2) as [string, string];
const { baseUrl, file, postgres, timeoutMs } = JSON.parse(options) as {
  baseUrl: string;
  file: string;
  postgres: string;
  timeoutMs?: number;
};

const KINDS: Record<string, () => Partial<HandlerOptions>> = {
  postgres: () => ({
    store: postgresStore(postgresPool(postgres)),
    limits: { requests: { requests: 1e6, seconds: 60 }, consents: { requests: 1e6, seconds: 60 } },
  }),
  env: () =>
    fromEnv({
      LENDING_ENVIRONMENT: 'sandbox',
      LENDING_BASE_URL: baseUrl,
      LENDING_SECRET_KEY: KEY,
      LENDING_SESSION_SECRET: SECRET,
      LENDING_DATABASE: file,
    }),
};
const usual = { environment: 'sandbox', baseUrl, secretKey: KEY, authorize, secret: SECRET, timeoutMs } as const;
const lending = toNodeListener(createHandler({ ...usual, ...KINDS[kind]!() }));
const { origin } = await serve(lending);
process.stdout.write(`${origin}\n`);
