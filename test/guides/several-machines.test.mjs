// Runs the code of the guide "Several machines" in two processes, with a SQLite file and with a real PostgreSQL, and the sandbox.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { startSandbox } from 'lending-elements/sandbox/node';
import { startPostgres } from '../../scripts/postgres.mjs';
import { sampleApplication, samplePrequalification } from '../fixtures/samples.mjs';
import { ensureBuilt } from '../support/dist.mjs';
import { openGuide } from '../support/guide-code.mjs';

const USERS = `export const authorize = (request) => {
  const [, subject] = /user=(\\w+)/.exec(request.headers.get('cookie') ?? '') ?? [];
  return subject ? { subject } : null;
};`;

const postgres = await startPostgres().catch((error) => error);
after(() => postgres.close?.());
const withoutPostgres = postgres instanceof Error ? postgres.message : false;

/** The backend of the guide, with `sqliteStores` and without the pool. */
const withSqlite = (server) =>
  server
    .replace(/import .* from 'pg';\n/, '')
    .replace(/\/\/ The pool must[^]*(?=const stores)/, '')
    .replace(/postgres(?=Stores|';)/g, 'sqlite')
    .replace('Stores(pool,', 'Stores(process.env.LENDING_DATABASE,')
    .replace('pool.end()', 'stores.close()');

describe('Several machines', { timeout: 120_000 }, () => {
  before(ensureBuilt);

  /** Runs a file of the guide. Returns its first line and a function that ends it. */
  async function run(test, file, { folder, env }) {
    const child = spawn(process.execPath, [path.join(folder, file)], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    test.after(() => child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout });
    const first = await Promise.race([new Promise((resolve) => lines.once('line', resolve)), ended]);
    return { first, ended, stop: () => (child.kill('SIGTERM'), ended) };
  }

  /** Opens the guide, and returns a function that runs its backend. */
  async function openBackends(test, database) {
    const sandbox = await startSandbox();
    const guide = openGuide('several-machines.md', { 'users.mjs': USERS });
    test.after(() => (guide.close(), sandbox.close()));
    const env = {
      ...sandbox.environment,
      LENDING_SESSION_SECRET: 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa',
      LENDING_CONSENTS_KEY: 'Gk4uW8nRt1XyE6pCq9ZaV3bLs7MdHjTf',
      LENDING_DATABASE: database ?? path.join(guide.folder, 'lending.db'),
      PORT: '0',
    };
    const runFile = (file) => run(test, file, { folder: guide.folder, env });
    return { sandbox: sandbox.sandbox, guide, runFile };
  }

  it('share an applicant who changes machine at each call, in PostgreSQL', { skip: withoutPostgres }, async (test) => {
    const { sandbox, runFile } = await openBackends(test, postgres.url);
    assert.equal(await (await runFile('migrate.mjs')).ended, 0);
    await useBoth(sandbox, await Promise.all([runFile('server.mjs'), runFile('server.mjs')]));
  });

  it('are processes of one machine with a SQLite file', async (test) => {
    const { sandbox, guide, runFile } = await openBackends(test);
    fs.writeFileSync(path.join(guide.folder, 'server.mjs'), withSqlite(guide.read('server.mjs')));
    await useBoth(sandbox, await Promise.all([runFile('server.mjs'), runFile('server.mjs')]));
    assert.equal(fs.statSync(path.join(guide.folder, 'lending.db')).mode & 0o777, 0o600);
  });

  /** One applicant changes machine at each call, and asks both at the same time. */
  async function useBoth(sandbox, machines) {
    let count = 0;
    const send = async (user, route, body) => {
      const origin = machines[(count += 1) % 2].first;
      const response = await fetch(`${origin}/api/lending/${route}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          cookie: `user=${user}`,
          origin,
          'sec-fetch-site': 'same-origin',
          'x-lending-elements': '1',
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      });
      return { status: response.status, answer: await response.json() };
    };

    const clicks = await Promise.all([1, 2, 3, 4].map(() => send('jane', 'applications', sampleApplication())));
    assert.ok(
      clicks.some(({ status }) => status === 200),
      JSON.stringify(clicks),
    );
    assert.equal((await send('jane', 'prequalification', samplePrequalification())).status, 200);
    const { answer } = await send('jane', 'session');
    assert.deepEqual(answer.progress.done, ['createApplication', 'prequalify']);
    assert.equal(sandbox.calls.filter(({ name }) => name === 'createApplication').length, 1);
    const limits = await Promise.all(Array.from({ length: 130 }, () => send('tom', 'session')));
    assert.equal(limits.filter(({ status }) => status === 200).length, 120);
    assert.deepEqual(await Promise.all(machines.map(({ stop }) => stop())), [0, 0]);
  }
});
