// Nothing of one brand, or of staging, reaches the service of another: cookies, tokens of the page, drafts, notices and idempotency keys.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../records/engines.js';
import { OTHER, read, SECRET, setup, UNLIMITED, type Browser, type Sending } from '../setup.js';
import { CALLS as OWNED_CALLS } from './ownership-calls.js';
import { applicationOf } from './ownership-world.js';

const [sqlite] = engines as [(typeof engines)[0]];
const KEY_OF_PAGE = { 'idempotency-key': 'the-key-of-the-first-page' };
const STAGING = 'staging https://api.lender.example';
const PRODUCTION = 'production https://api.lender.example';

/** Another handler: the database of the first one or a new one, its namespace and its secret. */
const OTHERS = {
  'another brand with its own database and secret': { isShared: false, namespace: 'north', secret: OTHER },
  'another brand in the same database': { isShared: true, namespace: 'south', secret: OTHER },
  'another brand in the same database with the same secret': { isShared: true, namespace: 'south', secret: SECRET },
  'production next to staging': { isShared: true, namespace: PRODUCTION, secret: SECRET },
};

/** Jane's page at the first handler, after all calls, and the same browser at another one. She has the same id at both. */
async function world({ isShared, namespace, secret }: (typeof OTHERS)[keyof typeof OTHERS]) {
  const database = await sqlite.create();
  const first = setup({
    store: database.open({ namespace: namespace === PRODUCTION ? STAGING : 'north' }),
    limits: UNLIMITED,
  });
  const page = first.browser();
  await page.get('session');
  const good = async (path: string, body: unknown) =>
    assert.equal((await read(await page.send(path, { body, headers: KEY_OF_PAGE }))).status, 200);
  const { draftOwner } = await read(await page.get('session'));
  await good('applications', applicationOf('jane'));
  const bodies: Record<string, unknown> = {};
  for (const [name, [, , body]] of Object.entries(OWNED_CALLS)) bodies[name] = await body?.(page);
  await good('request-offers', await page.good('request-offers'));
  const elsewhere = isShared ? database : await sqlite.create();
  const other = setup({ store: elsewhere.open({ namespace }), secret, limits: UNLIMITED });
  const { company_id, application_id } = first.sandbox.applications[0]!;
  return { page, bodies, draftOwner, other, first, ids: [company_id, application_id!] };
}

/** Every call: its path, and the request as the page of the first handler would send it. */
const calls = ({ bodies, draftOwner }: Awaited<ReturnType<typeof world>>): [string, string, Sending][] => [
  ...Object.entries(OWNED_CALLS).map(
    ([name, [method, path]]) =>
      [name, path, { method, body: bodies[name], headers: { ...KEY_OF_PAGE } }] as [string, string, Sending],
  ),
  ['draft', 'draft', { body: { load: true } }],
  ['deleteDraft', 'draft', { body: { owner: draftOwner, delete: true } }],
];

const withToken = (sending: Sending, { applicant }: Browser): Sending => ({
  ...sending,
  headers: { ...sending.headers, 'x-lending-applicant': applicant },
});

describe('a page of another brand or environment', () => {
  for (const [name, options] of Object.entries(OTHERS)) {
    it(`is rejected in all calls by ${name}, and nothing is sent to its service`, async () => {
      const given = await world(options);
      const { page, other, first } = given;
      const before = first.sandbox.calls.length;
      for (const [call, path, sending] of calls(given)) {
        const response = await other.browser().send(path, withToken(sending, page));
        assert.equal((await read(response)).code, 'handler-other-applicant', call);
      }
      assert.deepEqual([other.sandbox.calls.length, first.sandbox.calls.length], [0, before]);
    });

    it(`has no application, consent or draft at ${name}, which sends none of its ids`, async () => {
      const given = await world(options);
      const { other, ids } = given;
      const expected: Record<string, string | undefined> = {
        uploadDocument: 'handler-not-created',
        prequalify: 'handler-not-created',
        requestOffers: 'handler-not-created',
        authenticate: 'handler-not-created',
        give: 'handler-consent-stale',
        withdraw: 'handler-no-consent',
        deleteDraft: 'handler-other-applicant',
      };
      for (const [call, path, sending] of calls(given)) {
        const { code, done } = await read(await other.browser().send(path, sending));
        assert.deepEqual([call, code], [call, expected[call]]);
        assert.equal(done?.length, call === 'createApplication' ? 1 : undefined);
      }
      // The last call but two creates an application of the other brand's own.
      assert.deepEqual(
        other.sandbox.calls.map(({ name }) => name),
        ['createApplication'],
      );
      const page = other.browser();
      for (const path of ['documents', 'prequalification', 'widget-token'])
        assert.equal((await page.send(path, { body: await page.good(path), headers: KEY_OF_PAGE })).status, 200, path);
      const sent = JSON.stringify(other.sandbox.calls.map(({ path, body }) => [path, body]));
      for (const id of ids) assert.ok(!sent.includes(id));
      assert.equal(other.sandbox.calls.length, 4);
    });
  }

  it('has no application at a handler with another secret and the same rows: that one rejects every call', async () => {
    const database = await sqlite.create();
    await setup({ store: database.open() }).browser().create();
    const { browser, received } = setup({ store: database.open(), secret: OTHER });
    for (const [name, [method, path, body]] of Object.entries(OWNED_CALLS)) {
      const page = browser();
      const sending = { method, body: name === 'give' ? { decision: 'withdrawn' } : await body?.(page) };
      assert.equal((await read(await page.send(path, sending))).code, 'config-invalid', name);
    }
    assert.deepEqual(received('createApplication'), []);
  });

  it('has no application at a handler to whose namespace somebody has copied its rows', async () => {
    const database = await sqlite.create();
    await setup({ store: database.open({ namespace: STAGING }) })
      .browser()
      .create();
    for (const [table, columns] of [
      ['keys', 'sealed'],
      ['owners', 'subject, business, number, lookups, lookups_from'],
    ])
      await database.query(
        `INSERT INTO ${table} (namespace, ${columns}) SELECT '${PRODUCTION}', ${columns} FROM ${table} RETURNING namespace`,
      );
    const { browser, sandbox } = setup({ store: database.open({ namespace: PRODUCTION }) });
    const page = browser();
    assert.equal((await read(await page.post('widget-token', {}))).code, 'config-invalid');
    assert.deepEqual(sandbox.calls, []);
  });
});
