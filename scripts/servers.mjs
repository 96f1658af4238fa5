// The partner's page and backend, and the sandbox as the lender, on loopback. `npm start` and the end-to-end tests run these.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createRequestListener } from '@remix-run/node-fetch-server';

const ROOT = new URL('..', import.meta.url);
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
};

/**
 * Starts both servers. `port` 0 takes a free one; `fault` gets the lender's requests first, and answers `true` for those
 * that it dealt with in its own way. `widget` is added to the settings of the widget, `service` to the options of the
 * sandbox. `options` gets the options that the example gives to `createHandler`, and answers those to put over them: a
 * process can have any number of such backends, and one of the example's own. `edit` changes the page's HTML.
 */
export async function startServers({ port = 0, fault = () => false, widget = {}, service = {}, options, edit } = {}) {
  const { createSandbox } = await import('lending-elements/sandbox');
  const { strictPolicy } = await import('../dist/cli/doctor/policy.js');
  const lender = createServer();
  const lenderOrigin = await listen(lender, 0);
  const secretKey = `sandbox-${randomBytes(16).toString('hex')}`;
  const sandbox = createSandbox({ ...service, origin: lenderOrigin, secretKey });
  const answer = createRequestListener((request) => sandbox.fetch(request));
  lender.on('request', (request, response) => fault(request, response) || answer(request, response));

  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lending-consents-'));
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
    const { applications, ...signing } = await import('../examples/partner.mjs');
    const lending = await (options ? backendWith(environment, options) : exampleBackend(environment));
    const site = { ...signing, policy: strictPolicy(settings), edit };
    const partner = createServer((request, response) => {
      if (request.url.startsWith('/api/lending/')) lending(request, response);
      else sendPage(request, response, site).catch(() => response.destroy());
    });
    servers.push(partner);
    const { LENDING_CONSENTS: consents } = environment;
    return { url: await listen(partner, port), sandbox, partner, lender, created: applications, consents, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The environment that the partner's backend starts with. */
const environmentOf = (sandbox, widget, folder) => ({
  LENDING_ENVIRONMENT: 'sandbox',
  LENDING_BASE_URL: sandbox.baseUrl,
  LENDING_CONSENTS: path.join(folder, 'consents.jsonl'),
  LENDING_SECRET_KEY: sandbox.secretKey,
  LENDING_SESSION_SECRET: randomBytes(32).toString('base64url'),
  LENDING_WIDGET: JSON.stringify(widget),
});

/** The example's backend, as it stands. It reads the environment of the process, once. */
async function exampleBackend(environment) {
  Object.assign(process.env, environment);
  const { lending } = await import('../examples/node/backend.mjs');
  return lending;
}

/** The example's backend with more options. */
async function backendWith(environment, options) {
  const { createHandler } = await import('lending-elements/server');
  const { fromEnv, toNodeListener } = await import('lending-elements/server/node');
  const { saveApplication, savedApplication, signedInUser } = await import('../examples/partner.mjs');
  const hooks = {
    authorize: signedInUser,
    onApplicationCreated: saveApplication,
    existingApplication: savedApplication,
  };
  const example = { ...fromEnv(environment), ...hooks };
  return toNodeListener(createHandler({ ...example, ...options(example) }));
}

async function listen(server, port) {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

/** What a partner's web server does: the page under the policy that the doctor prints, its style sheet and the library's files. */
async function sendPage(request, response, { policy, signIn, signedInUser, edit = (html) => html }) {
  const { pathname } = new URL(request.url, 'http://partner');
  // A browser asks for it some time after a page that names no icon, and writes an error into its console without one.
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
    if (!signedInUser({ headers: cookie })) headers['set-cookie'] = signIn();
    const nonce = randomBytes(16).toString('base64url');
    body = edit(body.toString()).replaceAll('<script ', `<script nonce="${nonce}" `);
    headers['content-security-policy'] = policy.replace('{nonce}', nonce);
  }
  response.writeHead(200, headers).end(body);
}

function fileOf(pathname) {
  if (pathname === '/') return new URL('index.html', ROOT);
  if (pathname === '/page.css') return new URL('examples/node/page.css', ROOT);
  const [, file] = pathname.match(/^\/lending-elements\/((?:elements\/)?[\w.-]+\.(?:js|map|json))$/) ?? [];
  return file && !file.includes('..') ? new URL(`dist/cdn/${file}`, ROOT) : undefined;
}
