// A partner and a lender on loopback for the tests of the doctor, and the command as a separate process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { manifest, ROOT } from './dist.mjs';

export const KEY = 'canary-key-5d1c0f77';
export const SECRET = 'canary-secret-of-thirty-two-chars-or-more';
export const NONCE = () => `nonce-${crypto.randomUUID()}`;

export async function serve(listener, make = createServer) {
  const server = make(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  return {
    server,
    port,
    origin: `http://127.0.0.1:${port}`,
    close: () => (server.closeAllConnections?.(), server.close()),
  };
}

const listsOf = ({ companyTypes, countriesOfResidence, residentialStatuses, documentTypes }) => ({
  companyTypes,
  countriesOfResidence,
  residentialStatuses,
  documentTypes,
});

/** A listener that runs a test's listener first, which returns `true` for requests that it has answered. */
function replaceable(listener) {
  const before = { current: () => false };
  return [before, (request, response) => before.current(request, response) || listener(request, response)];
}

const PAGE =
  '<!doctype html><script type="module" src="/api/lending/elements/journey.js"></script><lending-onboarding endpoint="/api/lending">';

/** The lender, the partner's handler and its page. Each may have a fault. */
export async function startWorld() {
  const { createSandbox } = await import('lending-elements/sandbox');
  const { createHandler, memoryStore } = await import('lending-elements/server');
  const { defaultSettings } = await import('../../dist/schema/default-settings.js');
  const { toNodeListener } = await import('lending-elements/server/node');
  let sandbox;
  const heard = [];
  const [lenderFault, lenderListener] = replaceable((request, response) => {
    heard.push({ path: request.url, key: request.headers['x-bs-sk'] });
    toNodeListener(sandbox.fetch)(request, response);
  });
  const lender = await serve(lenderListener);
  sandbox = createSandbox({ origin: lender.origin, secretKey: KEY });
  const handlerWith = (options) =>
    toNodeListener(
      createHandler({
        environment: 'sandbox',
        baseUrl: sandbox.baseUrl,
        secretKey: KEY,
        secret: SECRET,
        authorize: () => null,
        widget: sandbox.widget,
        // A copy has no mark that it is in memory.
        store: { ...memoryStore() },
        settings: listsOf(defaultSettings),
        ...options,
      }),
    );
  const world = { handler: handlerWith({}), page: () => ({}) };
  const [partnerFault, partnerListener] = replaceable((request, response) => {
    if (request.url.startsWith('/api/lending/')) return world.handler(request, response);
    response.writeHead(200, { 'content-type': 'text/html', ...world.page() }).end(PAGE);
  });
  const partner = await serve(partnerListener);
  const env = {
    LENDING_BASE_URL: lender.origin,
    LENDING_SECRET_KEY: KEY,
    LENDING_SESSION_SECRET: SECRET,
    LENDING_WIDGET: JSON.stringify(sandbox.widget),
    LENDING_ENVIRONMENT: 'sandbox',
    LENDING_DATABASE: path.join(ROOT, 'node_modules/.lending.db'),
  };
  const close = () => [lender, partner].forEach((one) => one.close());
  return {
    ...world,
    set: (more) => Object.assign(world, more),
    env,
    heard,
    sandbox,
    handlerWith,
    lender,
    partner,
    lenderFault,
    partnerFault,
    close,
  };
}

/** Runs the command with exactly this environment. Its output must not contain a secret. */
export async function cli(args, env = {}, cwd = ROOT) {
  const program = path.join(ROOT, manifest.bin['lending-elements']);
  const { PATH } = process.env;
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH, ...env } });
  const said = { stdout: '', stderr: '' };
  for (const name of Object.keys(said)) child[name].setEncoding('utf8').on('data', (text) => (said[name] += text));
  const [status] = await once(child, 'close');
  return { status, ...said };
}
