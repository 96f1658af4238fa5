import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LendingError } from '../errors.js';
import { createSandbox } from '../sandbox/index.js';
import { toNodeListener } from '../server/node.js';
import { readOptions, UsageError } from './usage.js';

const PORT = 4010;
const HOURS = 8;

/** `sandbox`: the lender in miniature on this machine, until it is stopped. It says what the backend's environment is. */
export async function runSandbox(args: string[], setTimer = setTimeout): Promise<boolean> {
  const { values } = readOptions(args, ['port'], []);
  const { port = String(PORT) } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError();
  const server = createServer().listen(Number(port), '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const what = `The sandbox cannot listen on port ${port} (${error.code}).`;
    throw new LendingError('config-invalid', what, { remedy: 'Choose another: --port <port>.' });
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = createSandbox({ origin });
  server.on('request', toNodeListener(sandbox.fetch));
  console.log('LENDING_ENVIRONMENT=sandbox');
  console.log(`LENDING_BASE_URL=${sandbox.baseUrl}`);
  console.log(`LENDING_SECRET_KEY=${sandbox.secretKey}`);
  console.log(`LENDING_SESSION_SECRET=${randomBytes(32).toString('base64url')}`);
  console.log(`LENDING_WIDGET='${JSON.stringify(sandbox.widget)}'`);
  console.error(`\nA made-up lender, which keeps nothing. Ctrl+C stops it; it stops by itself after ${HOURS} hours.`);
  await stopped(setTimer);
  server.close();
  server.closeAllConnections();
  return true;
}

function stopped(setTimer: typeof setTimeout): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  return new Promise((resolve) => {
    const timer = setTimer(end, HOURS * 3_600_000);
    function end() {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, end);
      resolve();
    }
    for (const signal of signals) process.once(signal, end);
  });
}
