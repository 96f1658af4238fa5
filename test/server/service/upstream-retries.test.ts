import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import { LendingError } from '../../../src/errors.js';
import { createPartnerClient, type ServiceFetch } from '../../../src/server/index.js';
import { createRetryPolicy } from '../../../src/server/service/retry-policy.js';
import { COMPANY, goodBodies, KEY, read, samplePrequalification, setup, withApplication } from '../setup.js';
import { ALL, ask } from './upstream-setup.js';

describe('a service that is unavailable for a moment', () => {
  const rejected = () =>
    Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
  const once = (first: () => Promise<Response>) => {
    let calls = 0;
    return {
      calls: () => calls,
      service: (real: typeof globalThis.fetch) =>
        (async (...call) => (++calls === 1 ? first() : real(...call))) as typeof real,
    };
  };

  it('is called again if nothing was sent, also for the creation', async (test) => {
    const { service, calls } = once(rejected);
    const { browser, received, log } = setup({ service });
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const turns = async () => {
      for (let turn = 0; turn < 20; turn++) await nextTask();
    };
    const creating = browser().create();
    while (calls() === 0) await turns();
    await turns();
    test.mock.timers.tick(199);
    await turns();
    assert.equal(calls(), 1, 'the second call waits');
    test.mock.timers.tick(1);
    await creating;
    assert.equal(calls(), 2);
    assert.equal(received('createApplication').length, 1);
    assert.deepEqual(
      log.at(-1)!.calls.map(({ call, status }) => [call, status]),
      [
        ['createApplication', undefined],
        ['createApplication', 201],
      ],
    );
  });

  const prequalify = async (options: Parameters<typeof setup>[0]) => {
    const { browser } = await withApplication({ ...options });
    return browser().post('prequalification', goodBodies().prequalification);
  };
  /** Many a service says when by a date, which is held against its own clock. */
  const soon = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' };

  for (const [name, headers, expected] of [
    ['of 0', { 'retry-after': '0' }, 2],
    ['of a date that has come', soon, 2],
    ['missing', {}, 1],
    ['of an hour', { 'retry-after': '3600' }, 1],
    ['of a date without the service’s own', { 'retry-after': soon.date }, 1],
  ] as const) {
    it(`is called again after 429 and 503 only if the time limit allows it: Retry-After ${name}`, async () => {
      for (const status of [429, 503]) {
        const { service, calls } = once(async () => new Response('', { status, headers }));
        const { code } = await read(await prequalify({ service }));
        assert.equal(calls(), expected);
        if (expected === 1) assert.equal(code, status === 429 ? 'upstream-busy' : 'upstream-unavailable');
      }
    });
  }

  it('is called again for the creation after 429', async () => {
    const { service, calls } = once(async () => new Response('', { status: 429, headers: { 'retry-after': '0' } }));
    await setup({ service }).browser().create();
    assert.equal(calls(), 2);
  });

  it('has its Retry-After passed on to the page', async () => {
    for (const [headers, wait] of [
      [{ 'retry-after': '90' }, 90],
      [{ 'retry-after': '99999999' }, 86_400],
      [{ ...soon, date: 'Wed, 21 Oct 2026 07:26:00 GMT' }, 120],
      [{ 'retry-after': 'soon' }, undefined],
      [{}, undefined],
    ] as [Record<string, string>, number?][]) {
      for (const status of [429, 503]) {
        const { service } = once(async () => new Response('', { status, headers }));
        const response = await prequalify({ service });
        assert.equal(response.headers.get('retry-after'), wait === undefined ? null : String(wait));
        assert.equal((await read(response)).retryAfter, wait);
      }
    }
  });

  it('is called three times at most', async () => {
    let calls = 0;
    const fetch = async () => (calls++, new Response('', { status: 429, headers: { 'retry-after': '0' } }));
    assert.equal((await read(await prequalify({ fetch }))).code, 'upstream-busy');
    assert.equal(calls, 3);
  });

  it('is not called again automatically once a call was sent', async () => {
    for (const path of ALL) {
      let calls = 0;
      const cut = () => (
        calls++,
        Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } }))
      );
      await ask(path, { fetch: cut });
      assert.equal(calls, 1, path);
    }
  });

  /** Applicants whose figures are sent to a service that fails while `fails` says so. */
  async function sending() {
    const state = { calls: 0, fails: (_funding_amount: number) => true };
    const fetch: ServiceFetch = async (_url, init) => {
      state.calls++;
      const { funding_amount } = JSON.parse(init!.body as string) as { funding_amount: number };
      return new Response('', { status: state.fails(funding_amount) ? 500 : 200 });
    };
    const users = ['jane', 'mallory', ...Array.from({ length: 10 }, (_, at) => `user${at}`)];
    const { browser } = await withApplication({ fetch }, users);
    const send = async (user: string, funding_amount = 1) => {
      const figures = { ...samplePrequalification(), funding_amount };
      return (await read(await browser(user).post('prequalification', figures))).code;
    };
    return { state, send };
  }

  it('gets no calls after failures for ten applicants in a row, until a pause has ended', async (test) => {
    const { state, send } = await sending();
    for (let time = 0; time < 10; time++) assert.equal(await send(`user${time}`), 'upstream-failed');
    assert.equal(await send('jane'), 'upstream-unavailable');
    assert.equal(state.calls, 10);
    state.fails = () => false;
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11_000 });
    assert.equal(await send('jane'), undefined);
    assert.equal(state.calls, 11);
  });

  it('is called again after any number of failures for one applicant', async () => {
    const { state, send } = await sending();
    state.fails = (amount) => amount === 666;
    for (let time = 0; time < 40; time++) assert.equal(await send('mallory', 666), 'upstream-failed');
    assert.equal(await send('jane'), undefined);
  });

  it('gets calls again even if one applicant’s call fails after every pause', async (test) => {
    const { state, send } = await sending();
    for (let time = 0; time < 10; time++) await send(`user${time}`);
    state.fails = (amount) => amount === 666;
    const start = Date.now();
    test.mock.timers.enable({ apis: ['Date'], now: start + 11_000 });
    assert.equal(await send('mallory', 666), 'upstream-failed');
    test.mock.timers.setTime(start + 22_000);
    assert.equal(await send('mallory', 666), 'upstream-unavailable');
    test.mock.timers.setTime(start + 42_000);
    assert.equal(await send('mallory', 666), 'upstream-failed', 'nobody else came');
    test.mock.timers.setTime(start + 53_000);
    assert.equal(await send('jane'), undefined);
    assert.equal(await send('mallory', 666), 'upstream-failed');
  });

  it('still gets calls after failures that are not in a row', async () => {
    const { state, send } = await sending();
    state.fails = (amount) => amount === 666;
    for (const round of ['first', 'second']) {
      for (let time = 0; time < 9; time++) await send(`${round}${time}`, 666);
      assert.equal(await send('jane'), undefined);
    }
  });

  it('still gets calls after aborted requests, and other calls after failed documents', async () => {
    const away: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
      );
    let answer: typeof fetch = away;
    const client = createPartnerClient({
      baseUrl: 'https://api.lender.example',
      secretKey: KEY,
      fetch: (...call) => answer(...(call as Parameters<typeof fetch>)),
    });
    const upload = (signal?: AbortSignal) =>
      client.uploadDocument(COMPANY, { type: 'bank-statement', file: new File(['x'], 'x.pdf') }, { signal });
    for (let time = 0; time < 12; time++) {
      const stop = new AbortController();
      const sent = upload(stop.signal);
      stop.abort();
      await assert.rejects(sent, { code: 'upstream-unreachable' });
    }
    answer = async () => new Response('', { status: 500 });
    for (let time = 0; time < 10; time++) await assert.rejects(upload(), { code: 'upstream-failed' });
    await assert.rejects(upload(), { code: 'upstream-unavailable' });
    answer = async () => new Response('{}');
    await client.prequalify(COMPANY, samplePrequalification());
  });

  for (const code of [
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'EHOSTUNREACH',
  ]) {
    it(`has created nothing if the connection ended in ${code}`, async () => {
      let isBad = true;
      const { browser, received } = setup({
        service: (real) => (url, init) =>
          isBad ? Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code } })) : real(url, init),
      });
      const page = browser();
      const { code: said } = await read(await page.post('applications', goodBodies().applications));
      assert.equal(said, 'upstream-unreachable');
      isBad = false;
      await page.create();
      assert.equal(received('createApplication').length, 1);
    });
  }

  it('still gets calls after rejections', async () => {
    let calls = 0;
    const { browser } = await withApplication({
      fetch: async () => (calls++, new Response('', { status: 422 })),
    });
    for (let time = 0; time < 15; time++) await browser().post('prequalification', goodBodies().prequalification);
    assert.equal(calls, 15);
  });
});

describe('the circuit breaker after its pause', () => {
  const down = new LendingError('upstream-failed', '');
  const rejected = new LendingError('upstream-rejected', '');

  for (const [outcome, error, expected] of [
    ['succeeds', undefined, ['fulfilled', 'fulfilled', 'fulfilled']],
    ['is rejected', rejected, ['upstream-rejected', 'upstream-rejected', 'upstream-rejected']],
    ['fails', down, ['upstream-failed', 'upstream-unavailable', 'upstream-unavailable']],
  ] as const)
    it(`makes one call, and keeps the others waiting until that call ${outcome}`, async (test) => {
      const execute = createRetryPolicy();
      for (let user = 0; user < 10; user++) await assert.rejects(execute(user, () => Promise.reject(down)));
      test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11_000 });
      const ends: (() => void)[] = [];
      const work = () => new Promise<void>((resolve, reject) => ends.push(() => (error ? reject(error) : resolve())));
      const calls = Promise.allSettled(['jane', 'joe', 'jim'].map((subject) => execute(subject, work)));
      await nextTask();
      assert.equal(ends.length, 1);
      ends[0]!();
      await nextTask();
      assert.equal(ends.length, error === down ? 1 : 3);
      ends.forEach((end) => end());
      const results = (await calls).map((call) =>
        'reason' in call ? (call.reason as LendingError).code : call.status,
      );
      assert.deepEqual(results, expected);
    });
});
