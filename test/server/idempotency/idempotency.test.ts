import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { memoryStore, type Store } from '../../../src/server/index.js';
import { samplePrequalification } from '../../schema/samples.js';
import { COMPANY, created, documentForm, EMAIL, far, faultAt, read, sampleApplication, setup } from '../setup.js';
import { storeWith } from '../store-with.js';
import { watchedStore } from '../watched-store.js';
import { begun, CREATION } from './begun.js';

const JANE = { subject: 'jane' };

describe('a call with an idempotency key', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const calls: [string, string, () => unknown][] = [
    ['prequalification', 'prequalify', samplePrequalification],
    ['documents', 'uploadDocument', documentForm],
  ];
  for (const [path, name, body] of calls) {
    it(`is made once: ${path}`, async () => {
      const { page, received } = await created();
      const headers = key();
      const answers = await Promise.all([1, 2, 3].map(() => page.send(path, { body: body(), headers })));
      answers.push(await page.send(path, { body: body(), headers }));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      assert.equal(received(name).length, 1);
      assert.equal((await page.send(path, { body: body(), headers: key() })).status, 200);
      assert.equal((await page.send(path, { body: body() })).status, 200);
      assert.equal(received(name).length, 3);
    });
  }

  it('rejects another body under the same key', async () => {
    const { page, received } = await created();
    const headers = key();
    const [one, other] = [samplePrequalification(), { ...samplePrequalification(), funding_amount: 7 }];
    const send = async (body: object) => (await page.send('prequalification', { body, headers })).status;
    const together = await Promise.all([one, other].map(send));
    // Either may come first.
    const [taken, rejected] = together[0] === 200 ? [one, other] : [other, one];
    assert.deepEqual(
      together.toSorted((a, b) => a - b),
      [200, 422],
    );
    assert.deepEqual([await send(rejected), await send(taken)], [422, 200]);
    assert.deepEqual(received('prequalify'), [taken]);
  });

  it('rejects another file of the same kind and size under the same key', async () => {
    const { page, received } = await created();
    const headers = key();
    const send = async (content: string) => {
      const file = new File([content], 'statement.pdf', { type: 'application/pdf' });
      return (await read(await page.send('documents', { body: documentForm({ file }), headers }))).status;
    };
    const [one, other] = ['a', 'b'].map((letter) => `%PDF-1.7\n${letter.repeat(600_000)}\n%%EOF\n`) as [string, string];
    assert.deepEqual([await send(one), await send(other), await send(one)], [200, 422, 200]);
    assert.equal(received('uploadDocument').length, 1);
  });

  it('belongs to one application: its key is free again for the next application', async () => {
    let calls = 0;
    const { browser, handle } = setup({ fetch: async () => (calls++, new Response('')) });
    const headers = key();
    for (const company_id of [COMPANY, crypto.randomUUID()]) {
      await handle.settleApplication(JANE, { company_id, email: EMAIL });
      for (const _ of [1, 2]) {
        const answer = await browser().send('prequalification', { body: samplePrequalification(), headers });
        assert.equal(answer.status, 200);
      }
      await handle.closeApplication(JANE);
    }
    assert.equal(calls, 2);
  });

  it('belongs to one subject', async () => {
    const { browser, received } = setup();
    const headers = key();
    for (const user of ['jane', 'tom']) {
      const page = browser(user);
      await page.create();
      assert.equal((await page.send('prequalification', { body: samplePrequalification(), headers })).status, 200);
    }
    assert.equal(received('prequalify').length, 2);
  });

  it('can be tried again after a failure', async () => {
    let isDown = true;
    const service = faultAt('prequalification', async (real) => (isDown ? new Response('', { status: 500 }) : real()));
    const { page } = await created({ service });
    const headers = key();
    const send = async () => (await page.send('prequalification', { body: samplePrequalification(), headers })).status;
    assert.equal(await send(), 502);
    isDown = false;
    assert.equal(await send(), 200);
  });

  const abandoned = async (store: ReturnType<typeof memoryStore>, headers: ReturnType<typeof key>, at: number) =>
    begun(store, `prequalify/["jane","jane",1]/${COMPANY}/${headers['idempotency-key']}`, at, {
      asked: (await sha256(JSON.stringify(samplePrequalification()))).slice(0, 16),
    });

  it('is repeated once the lease of a process that stopped in the middle has ended', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    let calls = 0;
    const store = memoryStore();
    const { browser, handle } = setup({ store, timeoutMs: 200, fetch: async () => (calls++, new Response('')) });
    await handle.settleApplication(JANE, { company_id: COMPANY, email: EMAIL });
    const [headers, body] = [key(), samplePrequalification()];
    const send = async () => read(await browser().send('prequalification', { body, headers }));
    await abandoned(store, headers, Date.now());
    assert.deepEqual([(await send()).code, calls], ['handler-in-flight', 0]);
    test.mock.timers.tick(401);
    assert.deepEqual([(await send()).status, (await send()).status, calls], [200, 200, 1]);
  });

  it('is then repeated by only one of several processes', async () => {
    const one = memoryStore();
    const store = far(one);
    await setup({ store }).handle.settleApplication(JANE, { company_id: COMPANY, email: EMAIL });
    for (let round = 0; round < 10; round++) {
      const [headers, body] = [key(), samplePrequalification()];
      await abandoned(one, headers, Date.now() - 60_000);
      let calls = 0;
      const fetch = async () => (calls++, new Response('{}'));
      const pages = [1, 2, 3].map(() => setup({ store, fetch }).browser());
      await Promise.all(pages.map((page) => page.send('prequalification', { body, headers })));
      assert.equal(calls, 1);
    }
  });

  it('that is malformed is rejected', async () => {
    const { page, received } = await created();
    for (const bad of ['', 'short', 'x'.repeat(65), 'with space in it', 'create/jane/../tom']) {
      const headers = { 'idempotency-key': bad };
      const answer = await read(await page.send('prequalification', { body: samplePrequalification(), headers }));
      assert.equal(answer.code, 'handler-invalid');
    }
    assert.deepEqual(received('prequalify'), []);
  });
});

/** A store whose methods are others for the keys of attempts. */
function withFaults(faults: Partial<Pick<Store, 'get' | 'set' | 'replace'>>, store: Store = memoryStore()): Store {
  const isAttempt = (key: string) => key.startsWith('attempt/');
  return {
    ...store,
    get: (key) => (isAttempt(key) && faults.get ? faults.get(key) : store.get(key)),
    set: (key, ...value) => (isAttempt(key) && faults.set ? faults.set(key, ...value) : store.set(key, ...value)),
    replace: (key, ...change) =>
      isAttempt(key) && faults.replace ? faults.replace(key, ...change) : store.replace(key, ...change),
  };
}

describe('a store that fails', () => {
  it('between reading and adding lets one of two continue', async () => {
    const kept = memoryStore();
    await begun(kept, CREATION, Date.now());
    let looking = 0;
    let both!: () => void;
    const met = new Promise<void>((resolve) => (both = resolve));
    // Whoever had begun was rejected, and has it forgotten, just when two others look.
    const get: Store['get'] = async (key) => {
      if (looking >= 2) return kept.get(key);
      if (++looking === 2) both();
      await met;
      await kept.set(key, undefined);
      return undefined;
    };
    const store = withFaults({ get }, kept);
    const handlers = [setup({ store }), setup({ store })];
    const answers = await Promise.all(
      handlers.map(({ browser }) => browser().post('applications', sampleApplication())),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(handlers.flatMap(({ received }) => received('createApplication')).length, 1);
  });

  const fails = () => Promise.reject(new Error('database at 10.0.0.1'));
  it('before the creation has begun prevents it', async () => {
    for (const faults of [{ replace: fails }, { replace: async () => false, get: fails }]) {
      const { browser, received } = setup({ store: withFaults(faults) });
      const answer = await read(await browser().post('applications', sampleApplication()));
      assert.equal(answer.code, 'handler-failed');
      assert.doesNotMatch(JSON.stringify(answer), /database at/);
      assert.deepEqual(received('createApplication'), []);
    }
  });

  it('after the creation keeps the application for its applicant, and prevents another', async () => {
    const replace = (key: string, before?: string) => (key.startsWith('attempt/') && before ? fails() : undefined);
    const { browser, received } = setup({ store: storeWith({ replace }) });
    const page = browser();
    await page.create();
    assert.equal((await read(await page.post('widget-token', {}))).status, 200);
    await browser().create();
    assert.equal(received('createApplication').length, 1);
  });

  it('after the creation, without a stored application, prevents another', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const replace = (key: string, before?: string) =>
      key.startsWith('application/') || (key.startsWith('attempt/') && before) ? fails() : undefined;
    const { browser, received } = setup({ store: storeWith({ replace }), timeoutMs: 200 });
    const create = async () => (await read(await browser().post('applications', sampleApplication()))).code;
    assert.deepEqual([await create(), await create()], ['handler-failed', 'handler-in-flight']);
    test.mock.timers.tick(401);
    assert.equal(await create(), 'outcome-unknown');
    assert.equal(received('createApplication').length, 1);
  });

  it('before the application is stored returns it at the next attempt', async () => {
    const { store, rows, rowsOf } = watchedStore();
    const { page, received } = await created({ store });
    for (const [key] of rowsOf('application')) rows.delete(key);
    await page.create();
    assert.equal((await read(await page.post('widget-token', {}))).status, 200);
    assert.equal(received('createApplication').length, 1);
  });

  it('when nothing was created leaves the service’s own error in the response', async () => {
    const application = sampleApplication();
    application.company.registered_number = 'SANDBOX-REJECTED';
    const { browser } = setup({ store: withFaults({ set: fails }) });
    assert.equal((await read(await browser().post('applications', application))).code, 'upstream-rejected');
    application.company.registered_number = 'SANDBOX-HTML';
    const unknown = setup({ store: withFaults({ set: fails }) });
    assert.equal((await read(await unknown.browser().post('applications', application))).code, 'outcome-unknown');
  });

  it('with endless conflicts rejects the call', async () => {
    const { browser, received } = setup({ store: withFaults({ replace: async () => false }) });
    assert.equal((await read(await browser().post('applications', sampleApplication()))).code, 'handler-in-flight');
    assert.deepEqual(received('createApplication'), []);
  });
});
