// The restore drill of the guide "Going to production": its commands as they are printed, a backend that is killed, and the applicants afterwards.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createSandbox } from 'lending-elements/sandbox';
import { toNodeListener } from 'lending-elements/server/node';
import { migratePostgres } from 'lending-elements/server/postgres';
import { startPostgres } from '../../scripts/postgres.mjs';
import { postgresPool } from '../server/postgres/open-postgres.ts';
import { EMAIL, goodBodies, KEY, newFolder, progressOf, read, SECRET, serve, startBackend } from '../server/setup.ts';
import { ensureBuilt, ROOT } from '../support/dist.mjs';
import { filesOfGuide } from '../support/guide-code.mjs';

before(ensureBuilt);

const OFFERED = ['createApplication', 'prequalify', 'requestOffers'];
const blocks = filesOfGuide('production.md');
// The drill backs up the whole database, so no other test uses it.
const postgres = await startPostgres().catch((error) => ({ skip: error.message }));
const { skip = false, url } = postgres;
const pool = !skip && postgresPool(url);
before(() => pool && migratePostgres(pool));
after(async () => {
  await (pool && pool.end());
  await postgres.close?.();
});
const ENGINES = [
  {
    name: 'SQLite',
    place: (disk) => path.join(disk, 'lending.db'),
    lose: (disk) => fs.rmSync(disk, { recursive: true }),
  },
  { name: 'PostgreSQL', skip, place: () => url, lose: () => pool.query('DROP SCHEMA lending CASCADE') },
];

/** The lender, backends with one database, and a shell for the commands of the guide. */
async function setup(test, { name, place, lose }) {
  const folder = newFolder();
  const [disk, backup, bin] = ['disk', 'backup', 'bin'].map((one) => path.join(folder, one));
  for (const one of [disk, backup, bin]) fs.mkdirSync(one);
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${ROOT}dist/cli.js" "$@"\n`;
  fs.writeFileSync(path.join(bin, 'npx'), npx, { mode: 0o755 });

  let sandbox;
  const { origin } = await serve((...call) => toNodeListener(sandbox.fetch)(...call), test);
  sandbox = createSandbox({ origin, secretKey: KEY });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    LENDING_ENVIRONMENT: 'sandbox',
    LENDING_BASE_URL: sandbox.baseUrl,
    LENDING_SESSION_SECRET: SECRET,
    LENDING_DATABASE: place(disk),
  };
  const places = [
    ['/var/lib/lending', disk],
    ['/backup', backup],
    ['postgres://owner@db.example/lending', url],
  ];

  /** Runs the lines of a block for this database. Returns what they print. */
  async function follow(block, change = (commands) => commands) {
    const others = ENGINES.filter((one) => one.name !== name);
    const lines = block.split('\n').filter((line) => !others.some((other) => line.endsWith(`# ${other.name}`)));
    const commands = places.reduce((text, [one, ours]) => text.replaceAll(one, ours), lines.join('\n'));
    return (await promisify(execFile)('sh', ['-e', '-c', change(commands)], { env })).stdout;
  }

  let backend;
  const start = async () =>
    (backend = await startBackend(test, 'env', { baseUrl: sandbox.baseUrl, file: place(disk) }));
  /** Ends the backend like a power cut, and deletes what it had. */
  async function loseDisk() {
    await backend.kill();
    await lose(disk);
    if (name === 'SQLite') fs.mkdirSync(disk);
  }
  const callsOf = (call) => sandbox.calls.filter((one) => one.name === call);
  return { follow, start, loseDisk, callsOf };
}

/** The page of an applicant who has read the notice, and what it sends if they agree. */
async function pageAtNotice(browser, user) {
  const page = browser(user);
  await page.create();
  assert.equal((await page.post('prequalification', goodBodies().prequalification)).status, 200);
  return { user, page, body: await page.good('request-offers') };
}
const statusOfOffers = async ({ page, body }) => (await page.post('request-offers', body)).status;
/** The same page after the backend was started again. */
const again = ({ user, page: { applicant }, body }, browser) => ({
  page: Object.assign(browser(user), { applicant }),
  body,
});

/** Applicants who go to the offers, one after the other, until `stop()`. `done` has those who got there. */
function load(browser) {
  const ended = new AbortController();
  const done = [];
  const working = [1, 2].map(async (lane) => {
    for (let count = 0; !ended.signal.aborted; count++) {
      const applicant = await pageAtNotice(browser, `load-${lane}-${count}`);
      assert.equal(await statusOfOffers(applicant), 200);
      done.push(applicant.user);
    }
  });
  return { done, stop: async () => (ended.abort(), await Promise.all(working)) };
}

describe('the restore drill', { timeout: 180_000 }, () => {
  for (const engine of ENGINES)
    it(
      `brings each applicant back to the earlier step, and does not restore a withdrawn consent: ${engine.name}`,
      {
        skip: engine.skip,
      },
      async (test) => {
        const { follow, start, loseDisk, callsOf } = await setup(test, engine);
        const restore = (digest, change) => follow(blocks.get('restore.sh').replace('<digest>', digest), change);
        const first = await start();
        const [jane, tom] = [await pageAtNotice(first.browser, 'jane'), await pageAtNotice(first.browser, 'tom')];
        const { done, stop } = load(first.browser);
        while (done.length < 10) await new Promise((resolve) => setTimeout(resolve, 50));
        const safe = [...done];
        const [, digest] = /Digest: (\S+)/.exec(await follow(blocks.get('back-up.sh')));
        await stop();
        assert.ok(done.length > safe.length);

        // After the backup, Tom agrees and withdraws, and Joan applies.
        assert.equal(await statusOfOffers(tom), 200);
        assert.equal((await tom.page.post('consent', { decision: 'withdrawn' })).status, 200);
        await first.browser('joan').create();
        const { company_id } = callsOf('createApplication').at(-1);
        await loseDisk();

        // The gap that SECURITY.md states.
        await restore(digest, (commands) => commands.replace(/.* database restored\n/, ''));
        assert.equal(await statusOfOffers(again(tom, (await start()).browser)), 200);
        await loseDisk();

        assert.match(
          await restore(digest),
          /^Ended the notices of \d+ applicants: .*\n\d+ entries .* none was changed\./,
        );
        await follow(
          `npx lending-elements applications settle --subject joan --company-id ${company_id} --email ${EMAIL}`,
        );
        const { browser } = await start();
        const [created, asked] = [callsOf('createApplication').length, callsOf('requestOffers').length];
        for (const { page, body } of [again(jane, browser), again(tom, browser)]) {
          assert.equal((await read(await page.post('request-offers', body))).code, 'handler-consent-stale');
          assert.deepEqual(await progressOf(page), OFFERED.slice(0, 2));
        }
        assert.equal(callsOf('requestOffers').length, asked, 'the pages of before request no offers');
        const { page } = again(jane, browser);
        assert.equal(await statusOfOffers({ page, body: await page.good('request-offers') }), 200);
        await browser('joan').create();
        for (const user of safe) assert.deepEqual(await progressOf(browser(user)), OFFERED);
        assert.equal(callsOf('createApplication').length, created, 'nobody applies twice');
        assert.equal(await statusOfOffers(await pageAtNotice(browser, 'next')), 200);
        await follow(`npx lending-elements consents check --expect ${digest}`);
      },
    );
});
