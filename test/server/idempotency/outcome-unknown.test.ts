import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { memoryStore } from '../../../src/server/index.js';
import { COMPANY, EMAIL, faultAt, read, sampleApplication, setup, streamed } from '../setup.js';
import { added, begun, far, storeWith, type Coming } from '../stores.js';

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
const JANE = { subject: 'jane' };
const OWNER = { ...JANE, business: 'jane' };
/** The times of a creation that begins now. */
const times = (limit = 20_000) => ({ begun_at: Date.now(), deadline: Date.now() + limit });

describe('a creation with an unknown outcome', () => {
  /** Answers by which a proxy or a service may lose what it has done. */
  for (const status of [408, 500, 501, 502, 503, 504, 520, 522, 524, 599])
    for (const headers of [{}, { 'retry-after': '0' }])
      it(`is not repeated after ${[status, ...Object.keys(headers)].join(' with ')}`, async () => {
        let calls = 0;
        const { browser } = setup({ fetch: async () => (calls++, new Response('{}', { status, headers })) });
        for (let time = 0; time < 3; time++) assert.equal((await create(browser())).code, 'outcome-unknown');
        assert.equal(calls, 1);
      });

  it('does not occur if the process was stopped before the first byte: nothing is sent too late', async () => {
    let stopped = 150;
    const change = (coming: Coming) =>
      added(coming, 'calls').length > 0 && new Promise((resolve) => setTimeout(resolve, stopped));
    const { browser, received } = setup({ timeoutMs: 100, store: storeWith({ change }) });
    assert.equal((await create(browser())).code, 'handler-in-flight');
    assert.deepEqual(received('createApplication'), []);
    stopped = 0;
    assert.equal((await create(browser())).status, 200);
  });

  it('does not occur after a status in notCreatedStatuses', async () => {
    let isDown = true;
    const service = faultAt('', async (real) => (isDown ? new Response('{}', { status: 500 }) : real()));
    const { browser, received } = setup({ service, notCreatedStatuses: [500] });
    assert.equal((await create(browser())).code, 'upstream-failed');
    isDown = false;
    assert.equal((await create(browser())).status, 200);
    assert.equal(received('createApplication').length, 1);
  });

  it('reports that somebody can check it, and the id of the request', async () => {
    const { browser, log, received } = setup({ service: lost() });
    const first = await create(browser());
    assert.deepEqual([first.code, first.canCheck, first.retryAfter], ['outcome-unknown', true, undefined]);
    assert.equal(first.requestId, log[0]!.requestId);
    assert.equal(log[0]!.calls.length, 1);
    // What the applicant reads out later is still what the log has the call under.
    const again = await create(browser());
    assert.deepEqual([again.code, again.canCheck, again.requestId], ['outcome-unknown', true, first.requestId]);
    assert.notEqual(log[1]!.requestId, first.requestId);
    assert.equal(log[1]!.error?.requestId, first.requestId);
    assert.deepEqual(received('createApplication'), []);
  });

  it('is repeated once, only after it is certain that no application was created', async (test) => {
    const forward = clock(test);
    const { browser, handle, received } = setup({ service: lost() });
    await create(browser());
    forward(SETTLED - 1);
    await assert.rejects(handle.settleApplication(JANE, 'none'), { code: 'config-invalid', message: /Wait 1 seconds/ });
    assert.deepEqual([(await create(browser())).code, received('createApplication').length], ['outcome-unknown', 0]);
    // The store’s time goes on between two calls.
    forward(500);
    await handle.settleApplication(JANE, 'none');
    for (let time = 0; time < 2; time++) assert.deepEqual((await create(browser())).done, ['createApplication']);
    assert.equal(received('createApplication').length, 1);
  });

  it('is repeated by only one of four tabs, on two machines that share a store', async (test) => {
    const forward = clock(test);
    const store = far(memoryStore());
    for (let round = 0; round < 10; round++) {
      const user = `user-${round}`;
      const service = lost();
      const machines = [1, 2].map(() => setup({ store, service }));
      assert.equal((await create(machines[0]!.browser(user))).code, 'outcome-unknown');
      forward(SETTLED + 500);
      await machines[0]!.handle.settleApplication({ subject: user }, 'none');
      const answers = await Promise.all([...machines, ...machines].map(({ browser }) => create(browser(user))));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      assert.equal(machines.flatMap(({ received }) => received('createApplication')).length, 1);
    }
  });

  it('that a stopped process left behind is repeated in the same way', async (test) => {
    const forward = clock(test);
    const store = memoryStore();
    const requestId = crypto.randomUUID();
    await begun(store, OWNER, { ...times(400), request_id: requestId });
    const { browser, handle, received } = setup({ store, timeoutMs: 200 });
    const { status, code } = await create(browser());
    assert.deepEqual([status, code], [409, 'handler-in-flight']);
    forward(401);
    const later = await create(browser());
    assert.deepEqual([later.code, later.requestId], ['outcome-unknown', requestId]);
    await assert.rejects(handle.settleApplication(JANE, 'none'), /Wait 120 seconds/);
    assert.deepEqual(received('createApplication'), []);
    forward(120_500);
    await handle.settleApplication(JANE, 'none');
    assert.equal((await create(browser())).status, 200);
  });

  it('is not repeated by a request that was arriving while somebody settled it', async () => {
    for (const wasTried of [true, false]) {
      let calls = 0;
      const { browser, handle } = setup({ fetch: async () => (calls++, new Response(null, { status: 504 })) });
      if (wasTried) await create(browser());
      const before = calls;
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const body = writable.getWriter();
      const [start, end] = [0, 1].map((at) => JSON.stringify(sampleApplication()).slice(at * 10, at ? undefined : 10));
      const answer = handle(streamed('applications', readable));
      await body.write(new TextEncoder().encode(start));
      await handle.settleApplication(JANE, { company_id: COMPANY, email: EMAIL });
      await body.write(new TextEncoder().encode(end));
      await body.close();
      assert.deepEqual((await read(await answer)).done, ['createApplication']);
      assert.equal(calls, before);
    }
  });

  it('is stored until it is settled, even a month later', async (test) => {
    const forward = clock(test);
    const store = memoryStore();
    assert.equal((await create(setup({ store, service: lost() }).browser())).code, 'outcome-unknown');
    forward(30 * 24 * 3600_000);
    // This also deletes what has ended.
    await setup({ store }).browser('tom').create();
    const { browser, received } = setup({ store });
    assert.equal((await create(browser())).code, 'outcome-unknown');
    assert.deepEqual(received('createApplication'), []);
  });

  it('is separate for each subject', async (test) => {
    const forward = clock(test);
    const { browser, handle } = setup({ service: lost(2) });
    for (const user of ['jane', 'tom']) assert.equal((await create(browser(user))).code, 'outcome-unknown');
    forward(SETTLED + 500);
    await handle.settleApplication(JANE, 'none');
    assert.equal((await create(browser('jane'))).status, 200);
    assert.equal((await create(browser('tom'))).code, 'outcome-unknown');
  });
});
