// The client of a backend with its own forms, alone and with the variables of an environment.
import assert from 'node:assert/strict';
import { after, beforeEach, describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import { createSandbox } from '../../../src/sandbox/index.js';
import { createPartnerClient, LendingError } from '../../../src/server/index.js';
import { fromEnv } from '../../../src/server/node/index.js';
import { COMPANY, sampleApplication, samplePrequalification, withApplication } from '../setup.js';
import { json } from './upstream-setup.js';

const errorOf = (call: Promise<unknown>): Promise<LendingError> =>
  call.then(
    () => assert.fail('The call did not fail.'),
    (error: unknown) => (assert.ok(error instanceof LendingError), error),
  );

describe('createPartnerClient()', () => {
  const sandbox = createSandbox();
  const { baseUrl, secretKey, fetch } = sandbox;
  const client = createPartnerClient({ baseUrl, secretKey, fetch });

  it('rejects a time limit that is not a number', () => {
    assert.throws(() => createPartnerClient({ baseUrl, secretKey, timeoutMs: '10s' as unknown as number }), {
      message: 'createPartnerClient({ timeoutMs }) is "10s".',
      remedy: 'It must be a number of milliseconds above 0.',
    });
  });

  it('reports the status of a rejection, and the path and the reason of each rejected field', async () => {
    const application = sampleApplication();
    application.company.formation_date = '10 July 2020';
    application.applicant.email = 'nobody';
    const error = await errorOf(client.createApplication(application));
    assert.deepEqual([error.code, error.status], ['upstream-rejected', 422]);
    assert.deepEqual(
      error.issues.toSorted((one, other) => one.path.localeCompare(other.path)),
      [
        { path: 'applicant.email', reason: 'rejected' },
        { path: 'company.formation_date', reason: 'rejected' },
      ],
    );
    assert.ok(!JSON.stringify(error).includes('nobody'));
  });

  it('reports the status of every other error response, and none without a response', async () => {
    const denied = createPartnerClient({ baseUrl, fetch, secretKey: 'another-key' });
    const offline = createPartnerClient({ baseUrl, secretKey, fetch: () => Promise.reject(new TypeError('failed')) });
    for (const [other, code, status] of [
      [denied, 'upstream-denied', 401],
      [offline, 'upstream-unreachable', undefined],
    ] as const) {
      const error = await errorOf(other.authenticate({ company_id: COMPANY, email: 'name@example.com' }));
      assert.deepEqual([error.code, error.status], [code, status]);
    }
  });

  it('returns the status and the body of each response that the specification does not show', async () => {
    const { company_id } = await client.createApplication(sampleApplication());
    const file = new File(['%PDF-1.7'], 'statement.pdf', { type: 'application/pdf' });
    const all = [
      await client.uploadDocument(company_id, { file, type: 'bank-statement' }),
      await client.prequalify(company_id, samplePrequalification()),
      await client.requestOffers(company_id, { credit_score_check_consent: true }),
    ];
    for (const { status, body } of all) assert.deepEqual([status, (body as { success: unknown }).success], [201, true]);
  });

  it('reports the words of a rejection, and keeps its body from every log', async () => {
    const given = { success: false, message: `The company of Jane Doe is too young. ${secretKey}` };
    for (const [sent, kept] of [
      [JSON.stringify(given), { success: false, message: 'The company of Jane Doe is too young. …' }],
      [`<p>${given.message}</p>`, '<p>The company of Jane Doe is too young. …</p>'],
    ]) {
      const other = createPartnerClient({
        baseUrl,
        secretKey,
        fetch: async () => new Response(sent as string, { status: 422 }),
      });
      const error = await errorOf(other.prequalify(COMPANY, samplePrequalification()));
      assert.deepEqual(error.body, kept);
      assert.equal(error.said, typeof kept === 'string' ? undefined : 'The company of … is too young. …');
      assert.doesNotMatch(inspect(error, { depth: null }) + JSON.stringify(error), /Jane|sandbox-secret/);
    }
  });

  it('leaves the status, the words and the body out of the response to the page', async () => {
    const { browser } = await withApplication({ ...json({ success: false, message: 'too young' }, 409) });
    const page = browser();
    const response = await page.post('prequalification', await page.good('prequalification'));
    assert.deepEqual(
      Object.keys((await response.json()) as object).filter((key) => key !== 'remedy'),
      ['code', 'message', 'recoverable', 'requestId'],
    );
  });
});

describe('findProblems() of a client', () => {
  const { findProblems } = createPartnerClient({ baseUrl: 'https://api.lender.example', secretKey: 'key' });

  it('names each field of a body that does not fit, and returns nothing for the samples', () => {
    const application = sampleApplication();
    assert.deepEqual(findProblems('createApplication', application), []);
    assert.deepEqual(findProblems('prequalify', samplePrequalification()), []);
    application.company.formation_date = '10 July 2020';
    const found = findProblems('createApplication', { ...application, region: undefined, more: 1 });
    assert.deepEqual(found.map(({ path, reason }) => `${path} ${reason}`).toSorted(), [
      'company.formation_date format',
      'more unknown',
      'region empty',
    ]);
    for (const [call, path] of [
      ['requestOffers', 'credit_score_check_consent'],
      ['authenticate', 'company_id'],
    ] as const)
      assert.equal(findProblems(call, {})[0]!.path, path);
  });

  it('takes the rules of a handler’s settings', () => {
    const settings = { fields: { 'prequalification.any_ccj': 'optional' as const } };
    const { any_ccj: _, ...figures } = samplePrequalification();
    assert.deepEqual(findProblems('prequalify', figures, settings), []);
    assert.equal(findProblems('prequalify', figures)[0]!.path, 'any_ccj');
  });
});

describe('createPartnerClient(fromEnv())', () => {
  const print = mock.method(console, 'error', () => {});
  after(() => print.mock.restore());
  beforeEach(() => print.mock.resetCalls());
  const sandbox = createSandbox();
  const good = {
    LENDING_ENVIRONMENT: 'sandbox',
    LENDING_BASE_URL: sandbox.baseUrl,
    LENDING_SECRET_KEY: sandbox.secretKey,
  };
  const clientOf = (env: Record<string, string | undefined>) =>
    createPartnerClient({ ...fromEnv(env), fetch: sandbox.fetch });

  it('needs no variable that only the handler needs, such as the session secret', async () => {
    const { company_id } = await clientOf(good).createApplication(sampleApplication());
    assert.match(company_id, /^[\da-f-]{36}$/);
    assert.equal(print.mock.callCount(), 0);
  });

  it('reports a missing key when it starts, and rejects each call with the handler’s message', async () => {
    const client = clientOf({ ...good, LENDING_SECRET_KEY: undefined });
    const printed = print.mock.calls.map(({ arguments: [line] }) => String(line));
    const { code, message, remedy, issues } = await errorOf(client.createApplication(sampleApplication()));
    assert.deepEqual([code, message, issues], ['config-invalid', 'fromEnv(): LENDING_SECRET_KEY is missing.', []]);
    const KEY = 'LENDING_SECRET_KEY: Copy it from the partner dashboard. Then run `npx lending-elements doctor`.';
    assert.equal(remedy, KEY);
    assert.deepEqual(printed, [
      `lending-elements: ${message} ${KEY} Until then every call of createPartnerClient() fails. A build may run without these variables.`,
    ]);
  });

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['no variables', {}, /^fromEnv\(\): LENDING_BASE_URL is missing\. LENDING_SECRET_KEY is missing\.$/],
    ['a key that cannot work', { ...good, LENDING_SECRET_KEY: '"canary"' }, /: LENDING_SECRET_KEY is in quotes\./],
    [
      'the chosen environment',
      { LENDING_ENVIRONMENT: 'staging', LENDING_STAGING_BASE_URL: 'https://api.staging.lender.test' },
      /^fromEnv\(\): LENDING_STAGING_SECRET_KEY is missing\.$/,
    ],
  ];
  for (const [what, env, expected] of wrong) {
    it(`names the wrong variables of ${what}, and does not call the service`, async () => {
      const before = sandbox.calls.length;
      const { message } = await errorOf(clientOf(env).createApplication(sampleApplication()));
      assert.match(message, expected);
      assert.doesNotMatch(JSON.stringify([message, print.mock.calls.map((call) => call.arguments)]), /canary/);
      assert.equal(sandbox.calls.length, before);
    });
  }
});
