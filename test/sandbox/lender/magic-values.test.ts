import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAGIC_VALUES, type MagicEffect, type MagicValue } from '../../../src/sandbox/index.js';
import { toNodeListener } from '../../../src/server/node/index.js';
import { sampleApplication, samplePrequalification } from '../../schema/samples.js';
import { serve } from '../../server/setup.js';
import { goodCalls, initOf, setup, withNumber } from '../setup.js';

/** The statuses of answers. An effect without a status here is another kind of success. */
const STATUSES: Partial<Record<MagicEffect, number>> = {
  rejected: 422,
  duplicate: 409,
  failed: 500,
  busy: 429,
  html: 502,
  tokenRejected: 403,
};
/** The effects after which the sandbox has not done the call. */
const UNDONE: readonly MagicEffect[] = ['rejected', 'duplicate', 'failed', 'busy', 'html', 'reset', 'tokenRejected'];

/** Sends the calls up to the one with the effect, and returns that one's promise, still open. */
async function callOf({ field, value, call }: MagicValue, api: ReturnType<typeof setup>) {
  const application = sampleApplication();
  const figures = samplePrequalification();
  if (field === 'company.registered_number') application.company.registered_number = String(value);
  if (field === 'applicant.email') application.applicant.email = String(value);
  if (field === 'prequalification.funding_amount') figures.funding_amount = Number(value);
  if (call === 'createApplication') return () => api.post('/applications', application);
  const { company_id } = await api.create(application);
  const good = goodCalls(company_id);
  if (call === 'requestOffers') await api.post(good.prequalify.path, figures);
  const bodies = { ...good.authenticate, body: { company_id, email: application.applicant.email } };
  const { path, body } = { ...good, prequalify: { ...good.prequalify, body: figures }, authenticate: bodies }[call];
  return () => api.send(path, initOf(body));
}

// The slow ones wait at the same time.
describe('the sandbox’s magic values', { concurrency: true }, () => {
  for (const magic of MAGIC_VALUES) {
    const { value, call, effect, field } = magic;
    it(`${value}: ${call} is ${effect}`, { timeout: 20_000 }, async () => {
      const api = setup();
      const send = await callOf(magic, api);
      const [before] = api.sandbox.applications;
      const began = performance.now();
      const response = await send().catch((error: unknown) => error as Error);
      const took = performance.now() - began;
      if (effect === 'slow') assert.ok(took > 2900);
      if (effect === 'reset') {
        assert.ok(response instanceof TypeError);
        assert.equal((response.cause as { code?: string }).code, 'ECONNRESET');
        assert.equal(api.sandbox.calls.at(-1)!.status, 0);
      } else {
        assert.ok(response instanceof Response);
        assert.equal(response.status, STATUSES[effect] ?? 201);
        assert.equal(response.headers.get('x-sandbox'), '1');
        assert.equal(response.headers.get('retry-after'), effect === 'busy' ? '30' : null);
        assert.equal(response.headers.get('content-type')?.startsWith('text/html') ?? false, effect === 'html');
        if (effect === 'cut') await assert.rejects(response.text(), TypeError);
        else if (effect === 'empty') assert.equal(await response.text(), '');
        else assert.notEqual(await response.text(), '');
      }
      const [after] = api.sandbox.applications;
      const isUndone = UNDONE.includes(effect);
      if (call === 'createApplication') assert.equal(after === undefined, isUndone);
      if (call === 'requestOffers') assert.equal(after!.consent, !isUndone);
      assert.equal(before === undefined, field === 'company.registered_number');
    });
  }

  it('for many offers, no offers and a rejection change the application', async () => {
    for (const [amount, status, statuses] of [
      [10_002, 'PENDING', ['DECLINED', 'RULES_DECLINED', 'LENDER_CALL_FAILED']],
      [10_003, 'RECEIVED_OFFERS', Array.from({ length: 12 }, () => 'OFFERED')],
      [10_001, 'REJECTED', []],
      [25_000, 'RECEIVED_OFFERS', ['OFFERED', 'OFFERED', 'OFFERED']],
    ] as const) {
      const { create, post, sandbox } = setup();
      const good = goodCalls((await create()).company_id);
      await post(good.prequalify.path, { ...samplePrequalification(), funding_amount: amount });
      await post(good.requestOffers.path, good.requestOffers.body);
      const [application] = sandbox.applications;
      assert.equal(application!.status, status);
      assert.deepEqual(
        application!.offers.map(({ status }) => status),
        statuses,
      );
      assert.equal(new Set(application!.offers.map(({ provider }) => provider)).size, statuses.length);
    }
  });

  it('for a token that expires makes one that is valid for a minute', async () => {
    const { create, post, offers, sandbox } = setup();
    const application = sampleApplication();
    application.applicant.email = 'token-expires@sandbox.example';
    const { company_id } = await create(application);
    const answer = await post('/applications/auth', { company_id, email: application.applicant.email });
    const { access_token } = (await answer.json()) as { access_token: string };
    sandbox.advance(59);
    assert.equal((await offers(access_token)).status, 200);
    sandbox.advance(1);
    assert.equal((await offers(access_token)).status, 401);
  });

  it('have no effect in capitals only, next to a wrong body, or without consent', async () => {
    const { create, post, send } = setup();
    const application = sampleApplication();
    Object.assign(application.company, { registered_number: 'SANDBOX-500', extra: 1 });
    assert.equal((await post('/applications', application)).status, 422);
    assert.equal((await post('/applications', withNumber('sandbox-500'))).status, 500);
    const good = goodCalls((await create()).company_id);
    await post(good.prequalify.path, { ...samplePrequalification(), funding_amount: 20_500 });
    assert.equal((await send(good.requestOffers.path, initOf(good.requestOffers.body))).status, 500);
    assert.equal((await post(good.requestOffers.path, { credit_score_check_consent: false })).status, 201);
  });

  it('reject a misspelt value with the list of the known ones, and accept every real value', async () => {
    const { post, sandbox } = setup();
    const send = async (number: string, email = 'jane.doe@example.com') => {
      const { company, applicant, ...rest } = withNumber(number);
      const answer = await post('/applications', { company, applicant: { ...applicant, email }, ...rest });
      return [answer.status, await answer.text()] as const;
    };
    for (const number of ['SANDBOX-REJECT', 'sandbox-501', 'SANDBOX-', 'SANDBOX-REJECTED1']) {
      const [status, text] = await send(number);
      assert.equal(status, 422, number);
      assert.match(text, /"company\.registered_number".*"format"|no such value of company\.registered_number/);
      assert.match(text, /It has SANDBOX-ACCEPTED, SANDBOX-REJECTED, /);
      assert.ok(!text.includes(`${number},`) && !/sandbox\.example/.test(text));
    }
    const [status, text] = await send('12345', 'token-expired@sandbox.example');
    assert.equal(status, 422);
    assert.match(text, /no such value of applicant\.email\. It has .*token-expires@sandbox\.example/);
    assert.equal(sandbox.applications.length, 0);
    for (const [number, email] of [
      ['SANDBOX1', undefined],
      ['12345', 'jane@sandbox.example'],
      ['1', 'token-x@shop.test'],
    ] as const)
      assert.equal((await send(number, email))[0], 201, number);
  });

  it('for a slow call makes one that can be aborted', async () => {
    const { sandbox, send } = setup();
    const signal = AbortSignal.timeout(50);
    const call = send('/applications', { ...initOf(withNumber('SANDBOX-SLOW')), signal });
    await assert.rejects(call, { name: 'TimeoutError' });
    assert.deepEqual(
      sandbox.calls.map(({ status }) => status),
      [0],
    );
    assert.deepEqual(sandbox.applications, []);
  });
});

describe('the sandbox’s magic values over a socket', () => {
  it('close the connection: without a response for a reset, in the middle of the body for a cut', async (test) => {
    let answer: (request: Request) => Promise<Response> = () => Promise.reject(new Error('not yet'));
    const { origin } = await serve(
      toNodeListener((request) => answer(request)),
      test,
    );
    const { sandbox } = setup({ origin });
    answer = sandbox.fetch;
    const post = (registered_number: string) => {
      const { headers, body } = initOf(withNumber(registered_number));
      const keyed = { ...(headers as Record<string, string>), 'x-bs-sk': sandbox.secretKey };
      return fetch(`${origin}/partner-api/v1/applications`, { method: 'POST', headers: keyed, body: body! });
    };
    await assert.rejects(post('SANDBOX-RESET'), ({ cause }: { cause: { code: string } }) =>
      ['UND_ERR_SOCKET', 'ECONNRESET'].includes(cause.code),
    );
    const cut = await post('SANDBOX-CUT');
    assert.equal(cut.status, 201);
    await assert.rejects(cut.text(), TypeError);
    assert.equal((await post('SANDBOX-ACCEPTED')).status, 201);
  });
});
