import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CALLS, type CallName } from '../../../src/schema/index.js';
import { sampleApplication } from '../../schema/samples.js';
import { documentForm, goodCalls, initOf, rejection, setup } from '../setup.js';

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
