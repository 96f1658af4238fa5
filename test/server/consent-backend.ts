// A backend that shares its file of consents: `<file> <service> <key> <patience>`. It prints its address, and ends when it is told to.
import process from 'node:process';
import { createHandler } from '../../src/server/index.js';
import { fileConsents, toNodeListener } from '../../src/server/node.js';
import { COMPANY } from './consent-samples.js';
import { authorize, EMAIL, SECRET, serve } from './setup.js';

const [file, baseUrl, secretKey, patience] = process.argv.slice(2) as [string, string, string, string];
const handle = createHandler({
  environment: 'sandbox',
  baseUrl,
  secretKey,
  authorize,
  sessions: { secret: SECRET, loopback: true },
  existingApplication: () => ({ company_id: COMPANY, email: EMAIL }),
  consents: fileConsents(file, { patience: Number(patience) }),
});
const { origin } = await serve(toNodeListener(handle));
process.stdout.write(`${origin}\n`);
