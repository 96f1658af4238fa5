import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { memoryIdempotency, type HandlerOptions } from '../../../src/server/index.js';
import { COMPANY, created, EMAIL, far, faultAt, read, sampleApplication, setup } from '../setup.js';

/** A service that answers the first creation with 504, and all else well. */
const lost = (times = 1) => {
  let left = times;
  return faultAt('', async (real) => (left-- > 0 ? new Response(null, { status: 504 }) : real()));
};
const create = async (page: ReturnType<ReturnType<typeof setup>['browser']>) =>
  read(await page.post('applications', sampleApplication()));

/** The handler's clock, which a test can put forward by milliseconds. */
function clock(test: TestContext) {
  test.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return (by: number) => test.mock.timers.tick(by);
}
const SETTLED = 10_000 + 120_000;

describe('a creation that ended nobody knows how', () => {
  /** Answers by which a proxy or a service may lose what it has done. */
  const answers: [status: number, headers?: Record<string, string>][] = [
    [408],
    [500],
    [500, { 'retry-after': '0' }],
    [501],
    [502],
    [503],
    [503, { 'retry-after': '0' }],
    [504],
    [520],
    [522],
    [524],
    [599],
  ];
  for (const [status, headers = {}] of answers) {
    const name = [status, ...Object.keys(headers)].join(' with ');
    it(`is not made again after ${name}`, async () => {
      let calls = 0;
      const { browser } = setup({ fetch: async () => (calls++, new Response('{}', { status, headers })) });
      for (let time = 0; time < 3; time++) assert.equal((await create(browser())).code, 'outcome-unknown');
      assert.equal(calls, 1);
    });
  }

  it('is none after a status by which the service has promised that it has created nothing', async () => {
    let isDown = true;
    const service = faultAt('', async (real) => (isDown ? new Response('{}', { status: 500 }) : real()));
    const { browser, received } = setup({ service, notCreatedOn: [500] });
    assert.equal((await create(browser())).code, 'upstream-failed');
    isDown = false;
    assert.equal((await create(browser())).status, 200);
    assert.equal(received('createApplication').length, 1);
  });

  it('says that nobody can look, where nobody can, and which request it was', async () => {
    const { browser, log, received } = setup({ service: lost() });
    const first = await create(browser());
    assert.deepEqual([first.code, first.canCheck, first.retryAfter], ['outcome-unknown', undefined, undefined]);
    assert.equal(first.requestId, log[0]!.requestId);
    assert.equal(log[0]!.calls.length, 1);
    // What the applicant reads out later is still what the log has the call under.
    const again = await create(browser());
    assert.deepEqual([again.code, again.requestId], ['outcome-unknown', first.requestId]);
    assert.notEqual(log[1]!.requestId, first.requestId);
    assert.equal(log[1]!.error?.requestId, first.requestId);
    assert.deepEqual(received('createApplication'), []);
  });

  it('says that somebody can look, where existingApplication is configured', async () => {
    const { browser } = setup({ service: lost(), existingApplication: () => undefined });
    for (let time = 0; time < 2; time++) {
      const { code, canCheck, retryAfter } = await create(browser());
      assert.deepEqual([code, canCheck, retryAfter], ['outcome-unknown', true, undefined]);
    }
  });

  it('is gone on with once it is found, and nothing is created', async () => {
    let found: { company_id: string; email: string } | undefined;
    const { browser, received } = setup({ service: lost(), existingApplication: () => found });
    await create(browser());
    found = { company_id: COMPANY, email: EMAIL };
    assert.deepEqual((await create(browser())).done, ['createApplication']);
    assert.deepEqual(received('createApplication'), []);
  });

  it('is made once more where there certainly was none, and not before it has settled', async (test) => {
    const forward = clock(test);
    const { browser, received } = setup({ service: lost(), existingApplication: () => 'none' });
    const first = await create(browser());
    assert.deepEqual([first.code, first.canCheck, first.retryAfter], ['outcome-unknown', true, 130]);
    forward(SETTLED - 40_000);
    assert.equal((await create(browser())).retryAfter, 40);
    forward(39_999);
    assert.deepEqual([(await create(browser())).code, received('createApplication').length], ['outcome-unknown', 0]);
    forward(1);
    assert.deepEqual((await create(browser())).done, ['createApplication']);
    assert.equal(received('createApplication').length, 1);
    // A tab without the session gets what came of it.
    assert.deepEqual((await create(browser())).done, ['createApplication']);
    assert.equal(received('createApplication').length, 1);
  });

  it('settles after as long as the partner says', async (test) => {
    const forward = clock(test);
    const { browser } = setup({ service: lost(), timeout: 1000, settleAfter: 2000, existingApplication: () => 'none' });
    assert.equal((await create(browser())).retryAfter, 3);
    forward(3000);
    assert.equal((await create(browser())).status, 200);
  });

  it('is not made again on what was seen before it had settled', async (test) => {
    const forward = clock(test);
    // Looking takes its time: what it sees is of when it began.
    const existingApplication = () => (forward(5000), 'none' as const);
    const { browser } = setup({ service: lost(), existingApplication });
    await create(browser());
    forward(SETTLED - 5000 - 1);
    for (let time = 0; time < 2; time++) assert.equal((await create(browser())).code, 'outcome-unknown');
    assert.equal((await create(browser())).status, 200);
  });

  it('is made once more only, whatever the partner says', async (test) => {
    const forward = clock(test);
    const { browser, log } = setup({ service: lost(9), existingApplication: () => 'none' });
    await create(browser());
    for (let time = 0; time < 5; time++) {
      forward(SETTLED);
      const { code, canCheck, retryAfter } = await create(browser());
      // To wait for it once more would be for nothing.
      assert.deepEqual([code, canCheck, retryAfter], ['outcome-unknown', true, undefined]);
    }
    assert.equal(log.flatMap(({ calls }) => calls).length, 2);
  });

  it('is made once more by one of two tabs, of two machines that share a store', async (test) => {
    const forward = clock(test);
    const idempotency = far(memoryIdempotency());
    for (let round = 0; round < 10; round++) {
      const user = `user-${round}`;
      const service = lost();
      const machines = [1, 2].map(() => setup({ idempotency, service, existingApplication: () => 'none' }));
      assert.equal((await create(machines[0]!.browser(user))).code, 'outcome-unknown');
      forward(SETTLED);
      const answers = await Promise.all([...machines, ...machines].map(({ browser }) => create(browser(user))));
      const codes = answers.map(({ code, status }) => code ?? status);
      assert.ok(codes.includes(200), codes.join(' '));
      assert.ok(
        codes.every((code) => [200, 'handler-in-flight', 'outcome-unknown'].includes(code)),
        codes.join(' '),
      );
      assert.equal(machines.flatMap(({ received }) => received('createApplication')).length, 1);
    }
  });

  it('that is left of a process that went away is made once more in the same way', async (test) => {
    const forward = clock(test);
    const idempotency = memoryIdempotency();
    const id = crypto.randomUUID();
    await idempotency.set('create/jane', JSON.stringify({ state: 'begun', at: Date.now(), requestId: id }), 86_400);
    const { browser, received } = setup({ idempotency, existingApplication: () => 'none' });
    const { status, code } = await create(browser());
    assert.deepEqual([status, code], [409, 'handler-in-flight']);
    forward(20_001);
    const later = await create(browser());
    assert.deepEqual([later.code, later.requestId, later.retryAfter], ['outcome-unknown', id, 110]);
    assert.deepEqual(received('createApplication'), []);
    forward(110_000);
    assert.equal((await create(browser())).status, 200);
  });

  it('is another subject’s own', async (test) => {
    const forward = clock(test);
    const { browser } = setup({
      service: lost(2),
      existingApplication: ({ subject }) => (subject === 'jane' ? 'none' : undefined),
    });
    for (const user of ['jane', 'tom']) assert.equal((await create(browser(user))).code, 'outcome-unknown');
    forward(SETTLED);
    assert.equal((await create(browser('jane'))).status, 200);
    assert.equal((await create(browser('tom'))).code, 'outcome-unknown');
  });
});

describe('what existingApplication answers', () => {
  it('lets an application be created where there certainly is none, and nothing else was begun', async () => {
    const { page, received } = await created({ existingApplication: () => 'none' });
    assert.deepEqual((await read(await page.get('session'))).code, undefined);
    assert.equal(received('createApplication').length, 1);
  });

  for (const wrong of ['None', 'no', '', { none: true }, 0, false] as unknown[]) {
    it(`is not ${JSON.stringify(wrong)}`, async () => {
      const existingApplication = (() => wrong) as HandlerOptions['existingApplication'];
      const { browser, received } = setup({ existingApplication });
      const { status, code, message } = await create(browser());
      assert.deepEqual([status, code], [500, 'config-invalid']);
      assert.match(message!, /"none"/);
      assert.deepEqual(received('createApplication'), []);
    });
  }
});

describe('settleAfter', () => {
  it('is refused where it is no length of time', () => {
    for (const settleAfter of [0, -1, Number.NaN, Infinity])
      assert.throws(() => setup({ settleAfter }), { code: 'config-invalid', message: /settleAfter/ });
  });
});
