// The commands about applications, as they are built, with a SQLite file.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import { ensureBuilt } from '../support/dist.mjs';
import { cli as run } from '../support/doctor.mjs';

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

const cliWith = (variables, ...args) => run(args, { ...ENV, LENDING_BASE_URL: sandbox.baseUrl, ...variables }, folder);
const cli = (...args) => cliWith({}, 'applications', ...args);
const listed = async (...args) => {
  const { stdout, stderr, status } = await cli('list', ...args);
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

  it('lists applications and unknown outcomes, without personal data', async () => {
    const all = await listed();
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
      (await listed('--unknown')).map(({ subject }) => subject),
      ['tom'],
    );
    assert.equal((await listed('--subject', 'jane')).length, 2);
  });

  it('prints the status of an applicant without the key of the service, and nothing that the applicant typed', async () => {
    const args = ['status', '--subject', 'jane', '--business', 'bakery'];
    const { stdout, stderr, status } = await cliWith({ LENDING_SECRET_KEY: '' }, ...args);
    assert.deepEqual([status, stderr], [0, '']);
    const { subject, business, applications, errors } = JSON.parse(stdout);
    assert.deepEqual([subject, business, applications.length, errors], ['jane', 'bakery', 1, []]);
    assert.ok(!stdout.includes(EMAIL));
  });

  it('lists a closed application as closed, without the secret of the store', async () => {
    await withHandler(({ handler }) => handler.closeApplication({ subject: 'jane', business: 'garage' }));
    const { stdout, status } = await cliWith(
      { LENDING_SESSION_SECRET: '' },
      'applications',
      'list',
      '--subject',
      'jane',
    );
    assert.equal(status, 0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ business, state }) => `${business} ${state}`),
      ['bakery open', 'garage closed'],
    );
    assert.match(lines[1].closedAt, /Z$/);
  });

  it('settles an unknown outcome with the application that exists at the service', async () => {
    const early = await cli('settle', '--subject', 'tom', '--none');
    assert.equal(early.status, 1);
    assert.match(early.stderr, /^settleApplication\(\): the service may still create the application\. Wait 1\d\d sec/);
    const { company_id } = sandbox.calls.findLast(({ name }) => name === 'createApplication');
    const settled = await cli('settle', '--subject', 'tom', '--company-id', company_id, '--email', EMAIL);
    assert.deepEqual([settled.status, settled.stdout, settled.stderr], [0, 'Settled.\n', '']);
    assert.deepEqual(
      (await listed('--subject', 'tom')).map(({ state, company_id: id }) => [state, id]),
      [['open', company_id]],
    );
    await withHandler(async ({ send }) => assert.equal((await send('tom', 'widget-token', {})).status, 200));
  });

  it('erases an applicant and the consents after a confirmation', async () => {
    await withHandler(async ({ send }) => {
      await send('ann', 'applications', sampleApplication());
      assert.equal((await send('ann', 'prequalification', samplePrequalification())).status, 200);
    });
    const [{ company_id }] = await listed('--subject', 'ann');
    const erase = async (...args) => {
      const { status, stdout, stderr } = await cli('erase', '--subject', 'ann', ...args);
      assert.deepEqual([status, stderr], [0, '']);
      return stdout;
    };
    assert.match(await erase('--consents', 'request 7'), /^Kept: .*1 entries about consents\.[^]*Nothing was erased\./);
    assert.equal((await listed('--subject', 'ann')).length, 1);
    assert.match(
      await erase('--confirm'),
      new RegExp(`^Erased\\. No entry about consents[^]*"company_id":"${company_id}"`),
    );
    assert.equal((await listed('--subject', 'ann')).length, 0);
    assert.match(await erase(), /^Kept: no application, and 1 entries about consents\./);
    assert.match(await erase('--consents', 'request 7', '--confirm'), /^Erased, with 1 entries[^]*keep its digest/);
    assert.equal(await erase(), 'Nothing is kept of this applicant.\n');
  });

  it('erases each business of a subject, unless one is named, and prints the status of each', async () => {
    const create = () =>
      withHandler(async ({ send }) => {
        for (const business of ['one', 'two']) await send('eve', 'applications', sampleApplication(), business);
      });
    const of = async () => (await listed('--subject', 'eve')).map(({ business }) => business);
    const erase = async (...args) => (await cli('erase', '--subject', 'eve', '--confirm', ...args)).stdout;
    await create();
    assert.match((await cliWith({}, 'status', '--subject', 'eve')).stdout, /^Business one:\n\{[^]*\nBusiness two:\n\{/);
    assert.match((await cli('erase', '--subject', 'eve')).stdout, /^Business one:\nKept: [^]*\nBusiness two:\nKept: /);
    assert.match(await erase('--business', 'one'), /^Erased/);
    assert.deepEqual(await of(), ['two']);
    await create();
    assert.match(await erase(), /^Business one:\nErased[^]*\nBusiness two:\nErased/);
    assert.deepEqual(await of(), []);
  });

  it('erases nothing while an outcome is unknown', async () => {
    await withHandler(async ({ send }) => void (await send('joe', 'applications', sampleApplication())), lost);
    for (const args of [[], ['--confirm']]) {
      const { status, stderr } = await cli('erase', '--subject', 'joe', ...args);
      assert.deepEqual([status, stderr], [1, 'The outcome of the creation is unknown. Settle it first.\n']);
    }
    assert.equal((await listed('--unknown')).length, 1);
  });

  it('names the missing argument, and repeats no value', async () => {
    for (const [args, variables, why] of [
      [['erase'], {}, /^--subject is missing/],
      [['erase', '--subject', 'tom', '--consents', ' '], {}, /^--consents must have/],
      [['settle', '--subject', 'tom'], {}, /^Use either --none or --company-id/],
      [['settle', '--subject', 'tom', '--none', '--company-id', 'x'], {}, /^Use either/],
      [['erase', '--subject', 'tom'], { LENDING_SESSION_SECRET: '' }, /^LENDING_SESSION_SECRET is not set/],
      [['list'], { LENDING_BASE_URL: '' }, /^Neither LENDING_NAMESPACE nor LENDING_BASE_URL/],
      [
        ['erase', '--subject', 'tom'],
        { LENDING_SESSION_SECRET: 'another-Qm7vY2xK9pLr4TzWc8NdB6hJf3' },
        /^None of the secrets opens this store/,
      ],
      [['list'], { LENDING_DATABASE: path.join(folder, 'none.db') }, /^A file could not be read/],
    ]) {
      const { status, stderr } = await cliWith(variables, 'applications', ...args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, why);
      assert.doesNotMatch(stderr, /tom/);
    }
    assert.ok(!fs.existsSync(path.join(folder, 'none.db')));
  });
});
