// A backend as fromEnv() makes it: `<folder> <service> <key> <timeout>`. It prints its address, and ends when it is told to.
import path from 'node:path';
import process from 'node:process';
import { createHandler } from '../../src/server/index.js';
import { fromEnv, toNodeListener } from '../../src/server/node.js';
import { authorize, SECRET, serve } from './setup.js';

const [folder, service, key, timeout] = process.argv.slice(2) as [string, string, string, string];
const handle = createHandler({
  ...fromEnv({
    LENDING_ENVIRONMENT: 'sandbox',
    LENDING_BASE_URL: service,
    LENDING_SECRET_KEY: key,
    LENDING_SESSION_SECRET: SECRET,
    LENDING_CONSENTS: path.join(folder, 'consents.jsonl'),
  }),
  authorize,
  timeout: Number(timeout),
});
const { origin } = await serve(toNodeListener(handle));
process.stdout.write(`${origin}\n`);
