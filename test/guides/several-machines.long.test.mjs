// Runs the example's backend in two processes, with a SQLite file and with a real PostgreSQL as the guide "Several machines" says, and the sandbox.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { startSandbox } from 'lending-elements/sandbox/node';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import { ensureBuilt, ROOT } from '../support/dist.mjs';
import { openGuide } from '../support/guide-code.mjs';

const CLI = path.join(ROOT, 'dist/cli.js');
const SERVER = path.join(ROOT, 'examples/node/server.mjs');

const postgres = await startPostgres().catch((error) => error);
after(() => postgres.close?.());
const withoutPostgres = postgres instanceof Error ? postgres.message : false;

describe('Several machines', { timeout: 120_000 }, () => {
  before(ensureBuilt);

  /** Runs the backend. Returns its origin. */
  async function run(test, env) {
    const child = spawn(process.execPath, [SERVER], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    test.after(() => child.kill('SIGKILL'));
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('http')) return line;
    throw new Error('The backend has ended.');
  }

  /** Opens the guide, and returns a function that runs the backend. */
  async function openBackends(test, database) {
    const sandbox = await startSandbox();
    const guide = openGuide('several-machines.md');
    test.after(() => (guide.close(), sandbox.close()));
    const env = {
      ...sandbox.environment,
      LENDING_SESSION_SECRET: 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa',
      LENDING_CONSENTS_KEY: 'Gk4uW8nRt1XyE6pCq9ZaV3bLs7MdHjTf',
      LENDING_DATABASE: database ?? path.join(guide.folder, 'lending.db'),
      PORT: '0',
    };
    const runBackend = (more) => run(test, { ...env, ...more });
    return { sandbox: sandbox.sandbox, guide, runBackend };
  }

  it('serve the same applicant in turn, with PostgreSQL', { skip: withoutPostgres }, async (test) => {
    const { sandbox, runBackend } = await openBackends(test, postgres.url);
    const migrated = spawnSync(process.execPath, [CLI, 'database', 'migrate', '--database', postgres.url]);
    assert.equal(migrated.status, 0, migrated.stderr.toString());
    const owner = new pg.Pool({ connectionString: postgres.url });
    test.after(() => owner.end());
    const password = randomUUID();
    await owner.query(`CREATE ROLE backend LOGIN PASSWORD '${password}'`);
    await owner.query(fs.readFileSync(path.join(ROOT, 'examples/docker/rights.sql'), 'utf8'));
    const url = Object.assign(new URL(postgres.url), { username: 'backend', password });
    const backend = { LENDING_DATABASE: url.href };
    await useBoth(sandbox, await Promise.all([runBackend(backend), runBackend(backend)]));

    const stores = openGuide('stores.md');
    test.after(() => stores.close());
    await owner.query(stores.read('reader.sql').replace('change-this', password));
    const reader = new pg.Pool({ connectionString: Object.assign(new URL(url), { username: 'reader' }).href });
    test.after(() => reader.end());
    assert.equal((await reader.query('SELECT subject FROM owners')).rows.length, 1);
    await assert.rejects(reader.query('DELETE FROM drafts'), { code: '42501' });

    const limited = new pg.Pool({ connectionString: url.href });
    test.after(() => limited.end());
    for (const change of [
      "UPDATE lending.consents SET entry = ''",
      'DELETE FROM lending.notices',
      'DELETE FROM lending.erasures',
    ])
      await assert.rejects(limited.query(change), { code: '42501' });
  });

  it('can be processes on one machine with a SQLite file', async (test) => {
    const { sandbox, guide, runBackend } = await openBackends(test);
    await useBoth(sandbox, await Promise.all([runBackend(), runBackend()]));
    assert.equal(fs.statSync(path.join(guide.folder, 'lending.db')).mode & 0o777, 0o600);
  });

  /** One applicant changes machine at each call, and asks both at the same time. */
  async function useBoth(sandbox, machines) {
    const [jane, tom] = [randomUUID(), randomUUID()];
    let count = 0;
    const send = async (user, route, body = {}) => {
      const origin = machines[(count += 1) % 2];
      const response = await fetch(`${origin}/api/lending/${route}`, {
        method: 'POST',
        headers: {
          cookie: `partner_user=${user}`,
          origin,
          'sec-fetch-site': 'same-origin',
          'x-lending-elements': '1',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      return { status: response.status, answer: await response.json() };
    };

    const clicks = await Promise.all([1, 2, 3, 4].map(() => send(jane, 'applications', sampleApplication())));
    assert.ok(
      clicks.some(({ status }) => status === 200),
      JSON.stringify(clicks),
    );
    assert.equal((await send(jane, 'prequalification', samplePrequalification())).status, 200);
    const { answer } = await send(jane, 'session');
    assert.deepEqual(answer.progress.done, ['createApplication', 'prequalify']);
    assert.equal(sandbox.calls.filter(({ name }) => name === 'createApplication').length, 1);
    // Each process counts its own requests.
    const limits = await Promise.all(Array.from({ length: 260 }, () => send(tom, 'session')));
    assert.equal(limits.filter(({ status }) => status === 200).length, 240);
  }
});
