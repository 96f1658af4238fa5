// The doctor with its own service and partner: the faults that a test sets, and the questions that it asks.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, before, beforeEach, it } from 'node:test';
import { certificates, key } from '../fixtures/tls.mjs';
import { ensureBuilt } from './dist.mjs';
import { cli, NONCE, serve, startWorld } from './doctor.mjs';

export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-doctor-'));
/** The world of the current test. */
export let world;
const closing = [];

process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

/** Makes a world for each test of a `describe()`. At the top of a file, it would for each test of the process. */
export function useWorld() {
  before(ensureBuilt);
  beforeEach(async () => (world = await startWorld()));
  afterEach(() => [world, ...closing.splice(0)].forEach((one) => one.close()));
}

/** A server of one test, which is closed after it. */
export async function own(...args) {
  const server = await serve(...args);
  closing.push(server);
  return server;
}

/** Runs the doctor. Its output must not contain a secret or a query. */
export async function doctor(args = [], env = {}) {
  const said = await cli(['doctor', ...args], { ...world.env, ...env });
  assert.doesNotMatch(said.stdout + said.stderr, /canary|\?\w/);
  return said;
}

export const strict = () =>
  [
    "default-src 'none'",
    `script-src '${NONCE()}' 'strict-dynamic'`,
    `connect-src 'self' ${world.lender.origin}`,
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html lending-elements',
  ].join('; ');
export const policy = (change = (text) => text) => {
  world.set({ page: () => ({ 'content-security-policy': change(strict()) }) });
  return { args: ['--page', world.partner.origin] };
};
export const handler = (options) => {
  if (options) world.set({ handler: world.handlerWith(options) });
  return { args: ['--handler', `${world.partner.origin}/api/lending`] };
};
export const lender = (answer, args = []) => ((world.lenderFault.current = answer), { args });
export const endpoint5 = (answer) =>
  lender((request, response) => request.url.endsWith('/applications/auth') && (answer(request, response), true));
export const widget = (status, headers, body, more = {}) => {
  lender((request, response) => {
    if (request.url !== '/widget.js') return false;
    response.writeHead(status, headers).end(body);
    return true;
  });
  return { env: { LENDING_WIDGET: JSON.stringify({ ...world.sandbox.widget, ...more }) } };
};
export const embedded = (file) => ({
  LENDING_WIDGET: JSON.stringify({
    embedCode: `<script async src="${world.lender.origin}${file}" data-token="{access_token}"></script>`,
  }),
});
export const json = (response, status, body = { message: 'No.' }) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
export const JS = { 'content-type': 'text/javascript' };
export const ANY = { 'access-control-allow-origin': '*' };

/** A lender with a certificate that this machine trusts. */
export async function withCertificate(name, trusted = name) {
  const answer = (_, response) => json(response, 404);
  const { port } = await own(answer, (one) => createTlsServer({ key, cert: certificates[name] }, one));
  const NODE_EXTRA_CA_CERTS = path.join(folder, `${name}.pem`);
  fs.writeFileSync(NODE_EXTRA_CA_CERTS, certificates[trusted]);
  return { env: { LENDING_BASE_URL: `https://127.0.0.1:${port}`, LENDING_WIDGET: '', NODE_EXTRA_CA_CERTS } };
}

/** A test for each fault: its name, its cause and the finding. The exit code is 1 for a finding that is wrong (✗). */
export function finds(faults) {
  for (const [name, arrange, expected] of faults) {
    it(name, async () => {
      const { args, env } = await arrange();
      const { status, stdout } = await doctor(args, env);
      assert.match(stdout, expected);
      assert.equal(status, expected.source.startsWith('✗') ? 1 : 0, stdout);
    });
  }
}
