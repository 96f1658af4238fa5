import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CALLS, type CallName } from '../../src/schema/index.js';
import { sampleApplication } from '../schema/samples.js';
import { documentForm, goodCalls, initOf, rejection, setup, withNumber } from './setup.js';

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

  it('accepts a registered number that contains the name of an object’s method', async () => {
    for (const number of ['constructor1', '1__proto__', 'SANDBOX-ACCEPTED'])
      assert.match((await setup().create(withNumber(number))).company_id, UUID);
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

const UNKNOWN_ID = '11111111-1111-4111-8111-111111111111';

/** A sandbox with a company, and a call about it that would succeed. */
async function goodCall(name: CallName) {
  const api = setup();
  return { ...api, ...goodCalls((await api.create()).company_id)[name] };
}

describe('the sandbox, rejecting any call', () => {
  for (const name of CALLS) {
    it(`rejects ${name} without the key, and with a wrong one`, async () => {
      const { path, body, send, sandbox } = await goodCall(name);
      const keyless = await sandbox.fetch(`${sandbox.baseUrl}/partner-api/v1${path}`, {
        method: 'POST',
        ...initOf(body),
      });
      assert.equal((await rejection(keyless)).status, 401);
      for (const key of ['', 'wrong', `${sandbox.secretKey}x`, sandbox.secretKey.toUpperCase()]) {
        assert.equal((await rejection(await send(path, initOf(body), key))).status, 401);
      }
    });

    it(`rejects ${name} by another method`, async () => {
      const { path, send } = await goodCall(name);
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await send(path, { method });
        assert.equal(response.headers.get('allow'), 'POST');
        assert.equal((await rejection(response)).status, 405);
      }
    });

    it(`rejects ${name} in another content type`, async () => {
      const { path, body, send } = await goodCall(name);
      const other = body instanceof FormData ? initOf({ type: 'bank-statement' }) : initOf(documentForm());
      assert.equal((await rejection(await send(path, other))).status, 415);
      assert.equal((await rejection(await send(path, { body: 'plain' }))).status, 415);
    });

    it(`rejects ${name} with a body that cannot be read`, async () => {
      const { path, body, send } = await goodCall(name);
      const type = body instanceof FormData ? 'multipart/form-data; boundary=x' : 'application/json';
      const response = await send(path, { body: '{"cut', headers: { 'content-type': type } });
      assert.equal((await rejection(response)).status, 400);
    });

    it(`rejects a field of ${name} that the specification does not have`, async () => {
      const { path, body, send } = await goodCall(name);
      if (body instanceof FormData) body.append('extra', '1');
      else Object.assign(body as object, { extra: '1' });
      assert.equal((await rejection(await send(path, initOf(body)))).status, 422);
    });
  }

  it('rejects a path that is not an endpoint', async () => {
    const { send, post, create } = setup();
    const { company_id } = await create();
    const wrong = [
      '',
      '/',
      '/applications/',
      '/application',
      `/companies/${company_id}`,
      `/companies/${company_id}/offers`,
    ];
    for (const path of wrong) assert.equal((await rejection(await post(path, {}))).status, 404);
    assert.equal((await rejection(await send('/../v2/applications', initOf(sampleApplication())))).status, 404);
  });

  for (const name of ['uploadDocument', 'prequalify', 'requestOffers', 'authenticate'] as const) {
    it(`rejects ${name} for a company that it does not know`, async () => {
      const { create, send } = setup();
      await create();
      const { path, body } = goodCalls(UNKNOWN_ID)[name];
      assert.equal((await rejection(await send(path, initOf(body)))).status, 404);
    });

    it(`rejects ${name} with the application id in place of the company id, and explains that`, async () => {
      const { create, send } = setup();
      const { path, body } = goodCalls((await create()).application_id!)[name];
      const response = await send(path, initOf(body));
      assert.match(await response.clone().text(), /application id/);
      assert.equal((await rejection(response)).status, 404);
    });
  }

  it('rejects a URL of another origin, like one that cannot be reached', async () => {
    const { sandbox } = setup();
    await assert.rejects(sandbox.fetch('http://elsewhere.example/partner-api/v1/applications'), TypeError);
    assert.deepEqual(sandbox.calls, []);
  });

  it('rejects an aborted call, and does nothing', async () => {
    const { sandbox, send } = setup();
    const signal = AbortSignal.abort();
    await assert.rejects(send('/applications', { ...initOf(sampleApplication()), signal }), { name: 'AbortError' });
    assert.deepEqual(sandbox.calls, []);
  });
});

describe('the sandbox, rejecting a body', () => {
  it('names the fields of an application that are wrong, never their values', async () => {
    const { post } = setup();
    const application = sampleApplication();
    application.company.formation_date = '2020-02-30 15:00:00.000';
    application.applicant.email = 'jane.doe.example.com';
    const response = await post('/applications', application);
    assert.doesNotMatch(await response.clone().text(), /2020-02-30|jane/);
    assert.deepEqual(await rejection(response), {
      status: 422,
      errors: [
        { path: 'company.formation_date', reason: 'not-real' },
        { path: 'applicant.email', reason: 'format' },
      ],
    });
  });
});
