// A backend without its variables: in a build, as a running server, and for the doctor. Real processes and sockets.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { launch } from '../../e2e/browser.mjs';
import { cli } from '../../support/doctor.mjs';
import { ensureBuilt, partnerFolder } from '../../support/dist.mjs';
import { BOUNDED, run } from './platform-process.mjs';

const BACKEND = `import { createServer } from 'node:http';
import { createHandler } from 'lending-elements/server';
import { fromEnv, toNodeListener } from 'lending-elements/server/node';
export const lending = toNodeListener(createHandler({ ...fromEnv(), authorize: () => ({ subject: 'jane' }) }));`;
const PAGE = `<!doctype html><html lang="en"><title>Funding</title>
<link rel="stylesheet" href="/api/lending/elements/lending-elements.css">
<script type="module" src="/api/lending/elements/journey.js"></script>
<lending-onboarding endpoint="/api/lending"></lending-onboarding>`;
const SERVER = `import { createServer } from 'node:http';
import { lending } from './backend.mjs';
const page = ${JSON.stringify(PAGE)};
const server = createServer((request, response) =>
  request.url.startsWith('/api/lending/') ? lending(request, response) : response.setHeader('content-type', 'text/html').end(page));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/'));`;

/** The variables of a deployment that has forgotten its key. */
const FORGOTTEN = {
  LENDING_BASE_URL: 'https://api.lender.test',
  LENDING_SESSION_SECRET: 'Kp3vXq9ZtL0wRf7bYc2mNs8hJd5gUa1e',
};

describe('a backend without its variables', () => {
  before(ensureBuilt);
  const folder = partnerFolder({ 'backend.mjs': BACKEND, 'server.mjs': SERVER });

  /** Imports the backend and does nothing else, as a build does. */
  async function build(env, file = 'backend.mjs') {
    const script = `await import(${JSON.stringify(`file://${folder}/${file}`)})`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      ...BOUNDED,
      env: { PATH: process.env.PATH, ...env },
    });
    let printed = '';
    child.stderr.on('data', (chunk) => (printed += chunk));
    const [code] = await once(child, 'close');
    return { code, printed };
  }

  /** The line of the log about a request. It may arrive after the answer. */
  async function lineOf(server, requestId) {
    const find = () =>
      server
        .complaints()
        .split('\n')
        .find((one) => one.includes(requestId));
    for (let left = 100; !find() && left > 0; left--) await setTimeout(20);
    return find();
  }

  const serve = (env) => run(process.execPath, [path.join(folder, 'server.mjs')], env);

  it('lets a build succeed, and prints everything that is missing', async () => {
    const { code, printed } = await build({});
    assert.equal(code, 0, printed);
    for (const name of ['BASE_URL', 'SECRET_KEY', 'SESSION_SECRET'])
      assert.match(printed, new RegExp(`LENDING_${name} is missing\\.`));
    assert.match(
      printed,
      /^lending-elements: fromEnv\(\): .*the handler responds to every call with status 500\. A build may/,
    );
    assert.match(printed, /If they are in a file, load it: node --env-file=\.env\./);
    assert.equal(printed.trim().split('\n').length, 1, printed);
  });

  it('stops a process that could record no consent', async () => {
    const { code, printed } = await build({ ...FORGOTTEN, LENDING_SECRET_KEY: 'canary' });
    assert.equal(code, 1);
    assert.match(printed, /createHandler\(\{ store \}\): it is missing\. Without it no consent can be recorded/);
    assert.doesNotMatch(printed, /canary/);
  });

  it('still rejects options that no environment can correct', async () => {
    const wrong = BACKEND.replace('authorize: () =>', 'autorize: () =>');
    fs.writeFileSync(path.join(folder, 'backend.mjs'), wrong);
    const { code, printed } = await build({});
    fs.writeFileSync(path.join(folder, 'backend.mjs'), BACKEND);
    assert.equal(code, 1);
    assert.match(printed, /"autorize" is not an option\. Did you mean "authorize"\?/);
  });

  it('reports it when a server starts, in each response and in the log for each request', async (test) => {
    const server = await serve(FORGOTTEN);
    test.after(server.close);
    assert.match(server.complaints(), /^lending-elements: fromEnv\(\): LENDING_SECRET_KEY is missing\. .*\n$/);
    const headers = { origin: server.origin, 'x-lending-elements': '1', 'content-type': 'application/json' };
    for (const [method, route] of [
      ['GET', 'session'],
      ['POST', 'applications'],
      ['GET', 'consent'],
      ['POST', 'widget-token'],
    ]) {
      const address = `${server.origin}/api/lending/${route}?email=jane@example.com`;
      const response = await fetch(address, {
        method,
        headers,
        body: method === 'POST' ? '{"name":"Jane"}' : undefined,
      });
      const answer = await response.json();
      assert.deepEqual([response.status, answer.code, answer.issues], [500, 'config-invalid', undefined]);
      assert.match(
        answer.remedy,
        /LENDING_SECRET_KEY: Copy it from the partner dashboard\. Then run `npx lending-elements doctor`\.$/,
      );
      const line = await lineOf(server, answer.requestId);
      assert.match(
        line,
        new RegExp(`^lending-elements: [\\w-]+ ${method} /api/lending/… 500 config-invalid: .*Copy it`),
      );
    }
    assert.doesNotMatch(server.complaints(), /jane|Kp3vXq/i);
    const refused = await fetch(`${server.origin}/api/lending/session`, {
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(refused.status, 403);
  });

  it('is found by the doctor, with the name of the variable', async (test) => {
    const server = await serve(FORGOTTEN);
    test.after(server.close);
    const { status, stdout } = await cli(
      ['doctor', '--no-calls', '--handler', `${server.origin}/api/lending`],
      FORGOTTEN,
    );
    assert.equal(status, 1);
    assert.match(stdout, /✗ the configuration: LENDING_SECRET_KEY is missing\.\n.*answers every call with status 500/);
    assert.match(stdout, /✗ the handler: .*config-invalid.*LENDING_SECRET_KEY is missing/);
    assert.match(stdout, /What to do: LENDING_SECRET_KEY: Copy it from the partner dashboard\./);
  });

  it('shows the applicant a plain sentence before anything is typed, on a page whose files come from the handler', async (test) => {
    const server = await serve({});
    test.after(server.close);
    const browser = await launch();
    test.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(server.origin);
    const sentence = '>>> ::-p-text(There is a problem with this site.)';
    const shown = await page.waitForSelector(sentence, { timeout: 10_000 });
    const said = await shown.evaluate((element) => element.getRootNode().host.shadowRoot.textContent);
    assert.match(said, /You cannot apply at the moment/);
    assert.doesNotMatch(said, /LENDING_|config|fromEnv/);
  });
});
