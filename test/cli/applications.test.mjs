// The commands about applications, as they are built, with a SQLite file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import { ensureBuilt, manifest, ROOT } from '../support/dist.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-applications-'));
const SECRET = 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa';
const ENV = {
  LENDING_ENVIRONMENT: 'sandbox',
  LENDING_SECRET_KEY: 'sk_sandbox_12345678',
  LENDING_SESSION_SECRET: SECRET,
  LENDING_DATABASE: path.join(folder, 'lending.db'),
};
const ORIGIN = 'https://partner.example';
const EMAIL = sampleApplication().applicant.email;
let lib;
let sandbox;

const cliWith = (variables, ...args) => {
  const program = path.join(ROOT, manifest.bin['lending-elements']);
  const env = { PATH: process.env.PATH, ...ENV, LENDING_BASE_URL: sandbox.baseUrl, ...variables };
  return spawnSync(process.execPath, [program, 'applications', ...args], { encoding: 'utf8', env, cwd: folder });
};
const cli = (...args) => cliWith({}, ...args);
const listed = (...args) => {
  const { stdout, stderr, status } = cli('list', ...args);
  assert.deepEqual([status, stderr], [0, '']);
  return stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
};

/** The handler of the environment. `fetch` is the way to the lender. */
async function withHandler(work, fetch = sandbox.fetch) {
  const env = lib.fromEnv({ ...ENV, LENDING_BASE_URL: sandbox.baseUrl });
  const authorize = (request, { business }) => ({ subject: request.headers.get('x-user'), business });
  const handler = lib.createHandler({ ...env, fetch, secretKey: sandbox.secretKey, authorize, log: false });
  const send = (subject, route, body, business) =>
    handler(
      new Request(`${ORIGIN}/api/lending/${route}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: ORIGIN,
          'x-lending-elements': '1',
          'x-user': subject,
          ...(business && { 'x-lending-business': business }),
        },
        body: JSON.stringify(body),
      }),
    );
  try {
    return await work({ handler, send });
  } finally {
    await handler.close();
  }
}
const lost = async (...call) => (await sandbox.fetch(...call), new Response('<h1>'));

after(() => fs.rmSync(folder, { recursive: true }));

describe('lending-elements applications', () => {
  // Files of one process share its root hooks, which run long before some of their tests.
  before(async () => {
    await ensureBuilt();
    const [server, node, service] = await Promise.all(
      ['server', 'server/node', 'sandbox'].map((entry) => import(`lending-elements/${entry}`)),
    );
    lib = { ...server, ...node };
    sandbox = service.createSandbox();
    await withHandler(async ({ send }) => {
      assert.equal((await send('jane', 'applications', sampleApplication(), 'bakery')).status, 200);
      assert.equal((await send('jane', 'applications', sampleApplication(), 'garage')).status, 200);
    });
    await withHandler(async ({ send }) => void (await send('tom', 'applications', sampleApplication())), lost);
  });

  it('lists applications and unknown outcomes, without personal data', () => {
    const all = listed();
    assert.deepEqual(
      all.map(({ subject, business, number, state, done }) => [subject, business, number, state, done]).sort(),
      [
        ['jane', 'bakery', 1, 'open', ['createApplication']],
        ['jane', 'garage', 1, 'open', ['createApplication']],
        ['tom', 'tom', 1, 'unknown', undefined],
      ],
    );
    assert.ok(!JSON.stringify(all).includes(EMAIL));
    assert.deepEqual(
      listed('--unknown').map(({ subject }) => subject),
      ['tom'],
    );
    assert.equal(listed('--subject', 'jane').length, 2);
  });

  it('prints the status of an applicant without the key of the service, and nothing that the applicant typed', () => {
    const env = { LENDING_SECRET_KEY: '' };
    const program = path.join(ROOT, manifest.bin['lending-elements']);
    const args = [program, 'status', '--subject', 'jane', '--business', 'bakery'];
    const variables = { PATH: process.env.PATH, ...ENV, LENDING_BASE_URL: sandbox.baseUrl, ...env };
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env: variables });
    assert.deepEqual([status, stderr], [0, '']);
    const { subject, business, applications, errors } = JSON.parse(stdout);
    assert.deepEqual([subject, business, applications.length, errors], ['jane', 'bakery', 1, []]);
    assert.ok(!stdout.includes(EMAIL));
  });

  it('closes one application, and leaves those of other businesses', () => {
    const closed = cli('close', '--subject', 'jane', '--business', 'garage');
    assert.deepEqual([closed.status, closed.stdout, closed.stderr], [0, 'Closed.\n', '']);
    const states = listed('--subject', 'jane').map(({ business, state }) => `${business} ${state}`);
    assert.deepEqual(states.sort(), ['bakery open', 'garage closed']);
    const again = cli('close', '--subject', 'jane', '--business', 'garage');
    assert.deepEqual([again.status, again.stderr], [1, 'This applicant has no application to close.\n']);
  });

  it('settles an unknown outcome with the application that exists at the service', async () => {
    const early = cli('settle', '--subject', 'tom', '--none');
    assert.equal(early.status, 1);
    assert.match(early.stderr, /^settleApplication\(\): the service may still create the application\. Wait 1\d\d sec/);
    const { company_id } = sandbox.calls.findLast(({ name }) => name === 'createApplication');
    const settled = cli('settle', '--subject', 'tom', '--company-id', company_id, '--email', EMAIL);
    assert.deepEqual([settled.status, settled.stdout, settled.stderr], [0, 'Settled.\n', '']);
    assert.deepEqual(
      listed('--subject', 'tom').map(({ state, company_id: id }) => [state, id]),
      [['open', company_id]],
    );
    await withHandler(async ({ send }) => assert.equal((await send('tom', 'widget-token', {})).status, 200));
  });

  it('erases an applicant and the consents after a confirmation', async () => {
    await withHandler(async ({ send }) => {
      await send('ann', 'applications', sampleApplication());
      assert.equal((await send('ann', 'prequalification', samplePrequalification())).status, 200);
    });
    const [{ company_id }] = listed('--subject', 'ann');
    const erase = (...args) => {
      const { status, stdout, stderr } = cli('erase', '--subject', 'ann', ...args);
      assert.deepEqual([status, stderr], [0, '']);
      return stdout;
    };
    assert.match(erase('--consents', 'request 7'), /^Kept: .*1 entries about consents\.[^]*Nothing was erased\./);
    assert.equal(listed('--subject', 'ann').length, 1);
    assert.match(erase('--confirm'), new RegExp(`^Erased, with 0 entries[^]*"company_id":"${company_id}"`));
    assert.equal(listed('--subject', 'ann').length, 0);
    assert.match(erase(), /^Kept: no application, and 1 entries about consents\./);
    assert.match(erase('--consents', 'request 7', '--confirm'), /^Erased, with 1 entries[^]*keep its digest/);
    assert.equal(erase(), 'Nothing is kept of this applicant.\n');
  });

  it('erases nothing while an outcome is unknown', async () => {
    await withHandler(async ({ send }) => void (await send('joe', 'applications', sampleApplication())), lost);
    for (const args of [[], ['--confirm']]) {
      const { status, stderr } = cli('erase', '--subject', 'joe', ...args);
      assert.deepEqual([status, stderr], [1, 'The outcome of the creation is unknown. Settle it first.\n']);
    }
    assert.equal(listed('--unknown').length, 1);
  });

  it('names the missing argument, and repeats no value', () => {
    for (const [args, variables, why] of [
      [['close'], {}, /^--subject is missing/],
      [['erase', '--subject', 'tom', '--consents', ' '], {}, /^--consents must have/],
      [['settle', '--subject', 'tom'], {}, /^Use either --none or --company-id/],
      [['settle', '--subject', 'tom', '--none', '--company-id', 'x'], {}, /^Use either/],
      [['list'], { LENDING_SESSION_SECRET: '' }, /^LENDING_SESSION_SECRET is not set/],
      [['list'], { LENDING_BASE_URL: '' }, /^Neither LENDING_NAMESPACE nor LENDING_BASE_URL/],
      [
        ['list'],
        { LENDING_SESSION_SECRET: 'another-Qm7vY2xK9pLr4TzWc8NdB6hJf3' },
        /^None of the secrets opens this store/,
      ],
      [['list'], { LENDING_DATABASE: path.join(folder, 'none.db') }, /^A file could not be read/],
    ]) {
      const { status, stderr } = cliWith(variables, ...args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, why);
      assert.doesNotMatch(stderr, /tom/);
    }
    assert.ok(!fs.existsSync(path.join(folder, 'none.db')));
  });
});
