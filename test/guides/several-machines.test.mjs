// Runs the code of the guide "Several machines" in two processes, with a real PostgreSQL and the sandbox.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { before, describe, it } from 'node:test';
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
const skip = postgres instanceof Error ? postgres.message : false;

describe('Several machines', { skip, timeout: 120_000 }, () => {
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

  it('share an applicant who changes machine at each call, and one who asks both at once', async (test) => {
    const sandbox = await startSandbox();
    const guide = openGuide('several-machines.md', { 'users.mjs': USERS });
    test.after(async () => {
      guide.close();
      await Promise.all([sandbox.close(), postgres.close()]);
    });
    const env = {
      ...sandbox.environment,
      LENDING_SESSION_SECRET: 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa',
      DATABASE_URL: postgres.url,
      PORT: '0',
    };
    delete env.LENDING_CONSENTS;
    const place = { folder: guide.folder, env };
    assert.equal(await (await run(test, 'migrate.mjs', place)).ended, 0);
    const machines = await Promise.all([run(test, 'server.mjs', place), run(test, 'server.mjs', place)]);
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
    assert.equal(sandbox.sandbox.calls.filter(({ name }) => name === 'createApplication').length, 1);
    const limits = await Promise.all(Array.from({ length: 130 }, () => send('tom', 'session')));
    assert.equal(limits.filter(({ status }) => status === 200).length, 120);
    assert.deepEqual(await Promise.all(machines.map(({ stop }) => stop())), [0, 0]);
  });
});
