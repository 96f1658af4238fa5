// Starts the partner's page and backend and the sandbox on loopback, for `npm start` and the end-to-end tests.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const ROOT = new URL('..', import.meta.url);
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
};

/** The page whose journey begins at its first step. */
export const withoutIntroduction = (html) => html.replace(/(<lending-onboarding [^>]*) introduction/, '$1');

/**
 * Starts both servers.
 * - `port`: the port of the partner's server; 0 selects a free one.
 * - `fault(request, response)`: is called before the sandbox. It returns true if it has handled the request.
 * - `widget`: is merged into the settings of the widget.
 * - `service`: is merged into the options of the sandbox.
 * - `options(example)`: gets the example's options for `createHandler` and returns options that override them. A process
 *   can have any number of backends with `options`, and one without.
 * - `lookups`: adds the lookups of the sandbox to the example's backend.
 * - `introduction`: keeps the introduction of the page. Tests begin at the first step.
 * - `edit(html)`: changes the page's HTML.
 */
export async function startServers({
  port = 0,
  fault = () => false,
  widget = {},
  service = {},
  options,
  lookups = false,
  introduction = false,
  edit = (html) => html,
} = {}) {
  const { createSandbox, sampleLookups } = await import('lending-elements/sandbox');
  const { toNodeListener } = await import('lending-elements/server/node');
  const { strictPolicy } = await import('../dist/cli/doctor/policy.js');
  const lender = createServer();
  const lenderOrigin = await listen(lender, 0);
  const secretKey = `sandbox-${randomBytes(16).toString('hex')}`;
  const sandbox = createSandbox({ ...service, origin: lenderOrigin, secretKey });
  const answer = toNodeListener(sandbox.fetch);
  lender.on('request', (request, response) => fault(request, response) || answer(request, response));

  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lending-database-'));
  const servers = [lender];
  const close = async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await fs.rm(folder, { recursive: true, force: true });
  };
  try {
    const settings = { ...sandbox.widget, ...widget };
    const environment = environmentOf(sandbox, settings, folder);
    const { partner: names, ...signing } = await import('../examples/partner.mjs');
    const more = lookups ? () => ({ settings: { partner: names }, ...sampleLookups(), ...options?.() }) : options;
    const lending = await (more ? backendWith(environment, more) : exampleBackend(environment));
    const site = {
      ...signing,
      policy: strictPolicy(settings),
      edit: (html) => edit(introduction ? html : withoutIntroduction(html)),
    };
    const partner = createServer((request, response) => {
      if (request.url.startsWith('/api/lending/')) lending(request, response);
      else sendPage(request, response, site).catch(() => response.destroy());
    });
    servers.push(partner);
    const { LENDING_DATABASE: database } = environment;
    return { url: await listen(partner, port), sandbox, partner, lender, lending, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const environmentOf = (sandbox, widget, folder) => ({
  LENDING_ENVIRONMENT: 'sandbox',
  LENDING_BASE_URL: sandbox.baseUrl,
  LENDING_DATABASE: path.join(folder, 'lending.db'),
  LENDING_SECRET_KEY: sandbox.secretKey,
  LENDING_SESSION_SECRET: randomBytes(32).toString('base64url'),
  LENDING_WIDGET: JSON.stringify(widget),
});

/** The example's backend, unchanged. It reads the environment of the process once. */
async function exampleBackend(environment) {
  Object.assign(process.env, environment);
  const { lending } = await import('../examples/node/backend.mjs');
  return lending;
}

async function backendWith(environment, options) {
  const { createHandler, fromEnv, toNodeListener } = await import('lending-elements/server/node');
  const { authorize } = await import('../examples/partner.mjs');
  const example = { ...fromEnv(environment), authorize };
  return toNodeListener(createHandler({ ...example, ...options(example) }));
}

async function listen(server, port) {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

/** Serves the page with the policy that the doctor prints, its style sheet and the library's files. */
async function sendPage(request, response, { policy, signIn, authorize, edit }) {
  const { pathname } = new URL(request.url, 'http://partner');
  // A browser requests it for a page without an icon, and logs an error if it does not exist.
  if (pathname === '/favicon.ico') return void response.writeHead(204).end();
  const file = fileOf(pathname);
  let body = file && (await fs.readFile(file).catch(() => undefined));
  if (!body) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  const headers = {
    'content-type': `${TYPES[path.extname(file.pathname)]}; charset=utf-8`,
    'cache-control': 'no-cache',
  };
  if (pathname === '/') {
    const cookie = new Headers({ cookie: request.headers.cookie ?? '' });
    if (!authorize({ headers: cookie })) headers['set-cookie'] = signIn();
    const nonce = randomBytes(16).toString('base64url');
    body = edit(body.toString()).replaceAll('<script ', `<script nonce="${nonce}" `);
    headers['content-security-policy'] = policy.replace('{nonce}', nonce);
  }
  response.writeHead(200, headers).end(body);
}

function fileOf(pathname) {
  if (pathname === '/') return new URL('index.html', ROOT);
  if (pathname === '/page.css') return new URL('examples/node/page.css', ROOT);
  if (/^\/demo\/[\w./-]*$/.test(pathname)) return new URL(`artifacts${pathname.replace(/\/$/, '/index.html')}`, ROOT);
  const [, file] =
    pathname.match(/^\/lending-elements\/((?:(?:elements|languages)\/)?[\w.-]+\.(?:js|css|map|json))$/) ?? [];
  return file && !file.includes('..') ? new URL(`dist/cdn/${file}`, ROOT) : undefined;
}
