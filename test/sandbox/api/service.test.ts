import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CALLS } from '../../../src/schema/index.js';
import { sampleApplication } from '../../schema/samples.js';
import { goodCalls, initOf, rejection, setup, withNumber } from '../setup.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the sandbox, endpoint by endpoint', () => {
  it('creates an application of the specification’s samples', async () => {
    const { post } = setup();
    const response = await post('/applications', sampleApplication());
    const body = (await response.json()) as { data: { application_id: string; company: { id: string } } };
    assert.equal(response.status, 201);
    assert.match(body.data.application_id, UUID);
    assert.match(body.data.company.id, UUID);
    assert.notEqual(body.data.company.id, body.data.application_id);
    assert.deepEqual(body, {
      success: true,
      message: 'The application has been successfully created.',
      data: {
        application_id: body.data.application_id,
        region: 'UK',
        company: { id: body.data.company.id, ...sampleApplication().company },
      },
    });
  });

  it('accepts the calls in any order', async () => {
    const { create, send } = setup();
    const good = goodCalls((await create()).company_id);
    for (const name of CALLS.toReversed()) {
      assert.equal((await send(good[name].path, initOf(good[name].body))).status, 201);
    }
  });

  it('accepts a Request, a URL and a string', async () => {
    const { sandbox } = setup();
    const address = `${sandbox.baseUrl}/nowhere`;
    for (const input of [new Request(address), new URL(address), address]) {
      assert.equal((await sandbox.fetch(input)).status, 404);
    }
  });
});

describe('the sandbox’s options', () => {
  it('accept only the given origin and key', async () => {
    const { sandbox, create } = setup({ origin: 'http://127.0.0.1:4010/', secretKey: 'another-sample-key' });
    await create();
    assert.equal(sandbox.baseUrl, 'http://127.0.0.1:4010');
    assert.equal(sandbox.widgetScriptUrl, 'http://127.0.0.1:4010/widget.js');
    assert.equal(sandbox.secretKey, 'another-sample-key');
  });

  it('accepts a registered number that equals the name of an object’s method', async () => {
    assert.match((await setup().create(withNumber('constructor'))).company_id, UUID);
  });
});

describe('the sandbox’s record of calls', () => {
  it('includes rejected calls, and each body as it was sent', async () => {
    const { sandbox, send, post } = setup();
    await post('/nowhere?a=1', { a: ' b ' });
    await send('/applications', initOf({ a: 1 }), 'wrong');
    await send('/applications', { body: 'plain' });
    await send('/applications', { method: 'GET' });
    assert.deepEqual(
      sandbox.calls.map(({ name, method, path, status, authorized, body }) => [
        name,
        method,
        path,
        status,
        authorized,
        body,
      ]),
      [
        [undefined, 'POST', '/partner-api/v1/nowhere?a=1', 404, true, { a: ' b ' }],
        ['createApplication', 'POST', '/partner-api/v1/applications', 401, false, { a: 1 }],
        ['createApplication', 'POST', '/partner-api/v1/applications', 415, true, 'plain'],
        ['createApplication', 'GET', '/partner-api/v1/applications', 405, true, undefined],
      ],
    );
  });

  it('includes the content type and the accepted type, and never a key, a cookie or an unknown header', async () => {
    const { sandbox, send } = setup();
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-other': 'other-value' };
    await send('/applications', { body: JSON.stringify(sampleApplication()), headers });
    await send('/applications', { body: '{}' }, 'a-wrong-key');
    assert.deepEqual(sandbox.calls[0]?.headers, { 'content-type': 'application/json', accept: 'application/json' });
    assert.doesNotMatch(JSON.stringify(sandbox.calls), new RegExp(`${sandbox.secretKey}|a-wrong-key|other-value`));
  });
});

describe('the sandbox’s tokens', () => {
  it('are different every time, and contain no id', async () => {
    const { create, token } = setup();
    const { company_id, application_id } = await create();
    const tokens = [await token(company_id), await token(company_id)];
    assert.notEqual(tokens[0], tokens[1]);
    for (const one of tokens) {
      assert.match(one, /^sandbox_[0-9a-f]{64}$/);
      for (const id of [company_id, application_id!])
        assert.ok(!one.includes(id.replaceAll('-', '')) && !one.includes(id));
    }
  });

  it('are not issued for another e-mail address, even one of another company', async () => {
    const { create, post } = setup();
    const { company_id } = await create();
    const other = sampleApplication();
    other.applicant.email = 'someone.else@example.com';
    await create(other);
    for (const email of ['someone.else@example.com', 'nobody@example.com']) {
      assert.equal((await rejection(await post('/applications/auth', { company_id, email }))).status, 404);
    }
    for (const email of ['', 'jane.doe', undefined]) {
      assert.equal((await rejection(await post('/applications/auth', { company_id, email }))).status, 422);
    }
  });
});
