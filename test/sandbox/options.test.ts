import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LendingError } from '../../src/errors.js';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { messageAndRemedy } from '../support/message-and-remedy.js';
import { sampleApplication } from '../schema/samples.js';
import { goodCalls, setup } from './setup.js';

const rejected = (options: object, words: RegExp) =>
  assert.throws(
    () => createSandbox(options as SandboxOptions),
    (error: LendingError) => {
      assert.equal(error.code, 'config-invalid');
      assert.match(messageAndRemedy(error), words);
      return true;
    },
  );

describe('the options of createSandbox()', () => {
  it('are rejected for an unknown name, with a suggestion', () => {
    rejected({ strct: true }, /"strct" is not an option\. Did you mean "strict"\?$/);
    rejected({ filePart: 'document' }, /"filePart" is not an option\. The options are secretKey, .*behaviour/);
    rejected({ behaviour: { tokenpos: 'top' } }, /"behaviour\.tokenpos" is not an option\. /);
    rejected({ behaviour: { errorbody: 'html' } }, /Did you mean "errorBody"\?$/);
    rejected({ tokens: { singleuse: true } }, /Did you mean "singleUse"\?$/);
    rejected({ toString: 1 }, /"toString" is not an option/);
  });

  it('are rejected with a wrong value, which the message does not repeat', () => {
    rejected({ strict: 'canary' }, /^createSandbox\(\{ strict \}\) is not valid\. → It must be true or false\.$/);
    rejected({ behaviour: { successStatus: 204 } }, /must be 201 or 200\.$/);
    rejected({ behaviour: { envelope: 'canary' } }, /must be "wrapped" or "flat"\.$/);
    rejected({ behaviour: 'html' }, /\{ behaviour \}.*must be an object/);
    rejected({ behaviour: { filePart: '' } }, /filePart \}.*must be a string that is not empty/);
    rejected({ tokens: { lifetimeSeconds: 0 } }, /number of seconds above 0/);
    rejected({ tokens: { lifetimeSeconds: '60' } }, /number of seconds above 0/);
    rejected({ tokens: null }, /\{ tokens \}.*must be an object/);
    for (const offersAfterSeconds of [[], 5, [-1], ['1'], [Infinity]])
      rejected({ offersAfterSeconds }, /list of numbers of seconds/);
    rejected({ now: 5 }, /function that returns milliseconds/);
    rejected({ fields: { 'company.type': 'canary' } }, /rules "required"/);
    rejected({ companyTypes: [] }, /\{ companyTypes \}/);
    rejected({ companyTypes: [{ value: 'ltd', fields: { 'company.type': 'canary' } }] }, /companyTypes\.0\.fields/);
    rejected({ widgetConfig: { accent: 'canary' } }, /\{ widgetConfig\.accent \}\) is not valid\./);
    rejected({ widgetConfig: { acent: '#000000' } }, /Did you mean "accent"\?$/);
    rejected({ widgetFault: 'canary' }, /\{ widgetFault \}.* must be "missing" or /);
    rejected({ secretKey: '' }, /\{ secretKey \}.* must be a string/);
    for (const options of [{ strict: 'canary' }, { secretKey: ['canary'] }])
      assert.throws(
        () => createSandbox(options as unknown as SandboxOptions),
        (error: LendingError) => !messageAndRemedy(error).includes('canary'),
      );
  });

  it('may be undefined', () => {
    assert.equal(createSandbox({ strict: undefined, tokens: undefined } as unknown as SandboxOptions).calls.length, 0);
  });
});

describe('a sandbox with types of business', () => {
  const companyTypes: SandboxOptions['companyTypes'] = [
    { value: 'ltd' },
    { value: 'sole-trader', fields: { 'company.registered_number': 'hidden' } },
  ];
  const sent = async (type: string, registered_number: string | undefined) => {
    const { post } = setup({ companyTypes });
    const { company, ...rest } = sampleApplication();
    const response = await post('/applications', { ...rest, company: { ...company, type, registered_number } });
    const { errors = [] } = (await response.json()) as { errors?: { path: string; reason: string }[] };
    return [response.status, ...errors.map(({ path, reason }) => `${path} ${reason}`)];
  };

  it('requires the fields of each type, and rejects those that it hides, and other types', async () => {
    assert.deepEqual(await sent('ltd', '12345'), [201]);
    assert.deepEqual(await sent('sole-trader', undefined), [201]);
    assert.deepEqual(await sent('ltd', undefined), [422, 'company.registered_number empty']);
    assert.deepEqual(await sent('sole-trader', '12345'), [422, 'company.registered_number unknown']);
    assert.deepEqual(await sent('plc', '12345'), [422, 'company.type format']);
  });
});

describe('a lenient sandbox', () => {
  it('accepts an application with other fields, missing fields and another content type', async () => {
    const { send, sandbox } = setup({ strict: false });
    const bodies = [{ ...sampleApplication(), extra: { deep: [1] } }, { company: { registered_number: 12345 } }, {}];
    for (const body of bodies) {
      const response = await send('/applications', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'text/plain' },
      });
      assert.equal(response.status, 201);
    }
    assert.equal(sandbox.applications.length, 3);
    for (const body of [null, [], 'text', 5])
      assert.equal((await send('/applications', { body: JSON.stringify(body) })).status, 422);
    assert.equal((await send('/applications', { body: '{"cut' })).status, 400);
  });

  it('accepts figures as strings, any file part, and a token request without an e-mail address', async () => {
    const { create, post, send, sandbox } = setup({ strict: false });
    const { company_id } = await create();
    const good = goodCalls(company_id);
    const figures = { funding_amount: '£25,000', monthly_revenue: '10000.50', any_ccj: 'false', note: '' };
    assert.equal((await post(good.prequalify.path, figures)).status, 201);
    assert.equal((await post(good.requestOffers.path, { credit_score_check_consent: 'true' })).status, 201);
    assert.equal(sandbox.applications[0]!.offers.length, 3);
    assert.equal(sandbox.applications[0]!.offers[0]!.amount, 25_000);
    const form = new FormData();
    form.append('upload', new File(['x'], 'a.pdf'));
    form.append('second', new File(['x'], 'b.pdf'));
    assert.equal((await send(good.uploadDocument.path, { body: form })).status, 201);
    assert.equal((await send(good.uploadDocument.path, { body: new FormData() })).status, 422);
    assert.equal((await post('/applications/auth', { company_id })).status, 201);
    assert.equal((await post('/applications/auth', { company_id, email: 'other@example.com' })).status, 404);
  });

  it('accepts only true or “true” as a consent', async () => {
    const { create, post, sandbox } = setup({ strict: false });
    const { path } = goodCalls((await create()).company_id).requestOffers;
    for (const credit_score_check_consent of ['yes', 1, [true], {}, undefined, 'false']) {
      assert.equal((await post(path, { credit_score_check_consent })).status, 201);
      assert.equal(sandbox.applications[0]!.consent, false);
    }
  });

  it('still checks the key, the path and the company', async () => {
    const { send, post } = setup({ strict: false });
    assert.equal((await send('/applications', { body: '{}' }, 'wrong')).status, 401);
    assert.equal((await post('/nowhere', {})).status, 404);
    assert.equal((await post('/companies/made-up/prequalification', {})).status, 404);
  });
});

describe('the inspection of a sandbox', () => {
  it('shows each application with its calls, and forgets all of them on reset()', async () => {
    const { create, post, send, sandbox, token, offers } = setup({ offersAfterSeconds: [0, 30] });
    const first = await create();
    const second = await create();
    const good = goodCalls(second.company_id);
    await post(good.prequalify.path, good.prequalify.body);
    await post(good.requestOffers.path, good.requestOffers.body);
    const bearer = await token(second.company_id);
    await send('/nowhere');
    assert.deepEqual(
      sandbox.applications.map(({ company_id, application_id, status, consent, calls }) => [
        company_id,
        application_id,
        status,
        consent,
        calls.map(({ name }) => name),
      ]),
      [
        [first.company_id, first.application_id, 'PENDING', false, ['createApplication']],
        [
          second.company_id,
          second.application_id,
          'RECEIVED_OFFERS',
          true,
          ['createApplication', 'prequalify', 'requestOffers', 'authenticate'],
        ],
      ],
    );
    const statuses = () => sandbox.applications[1]!.offers.map(({ status }) => status);
    assert.deepEqual(statuses(), ['OFFERED', 'PENDING', 'PENDING']);
    sandbox.advance(30);
    assert.deepEqual(statuses(), ['OFFERED', 'OFFERED', 'OFFERED']);
    sandbox.reset();
    assert.deepEqual([sandbox.applications, sandbox.calls], [[], []]);
    assert.equal((await offers(bearer)).status, 401);
    assert.equal((await post(good.prequalify.path, good.prequalify.body)).status, 404);
    assert.ok(Math.abs(sandbox.calls[0]!.at - Date.now()) < 5000);
  });
});
