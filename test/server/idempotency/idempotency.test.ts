import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { digestOf } from '../../../src/server/documents/documents.js';
import { memoryStore } from '../../../src/server/index.js';
import { samplePrequalification } from '../../schema/samples.js';
import { COMPANY, created, documentForm, EMAIL, faultAt, read, sampleApplication, setup } from '../setup.js';
import { added, begun, storeWith, testStore, type Coming } from '../stores.js';

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

  it('has an unknown outcome when its process has stopped in the middle: it is not made again, and another key is', async () => {
    let calls = 0;
    const store = memoryStore();
    const { browser, handle } = setup({ store, fetch: async () => (calls++, new Response('')) });
    await handle.settleApplication(JANE, { company_id: COMPANY, email: EMAIL });
    const headers = key();
    const owner = { ...JANE, business: 'jane' };
    const facts = { call: 'uploadDocument', key: headers['idempotency-key'], state: 'begun' } as const;
    const file = new File(['%PDF-1.7\n%%EOF\n'], 'statement.pdf', { type: 'application/pdf' });
    const content = ['bank-statement', await digestOf(file)];
    await begun(store, owner, { ...facts, content: (await sha256(JSON.stringify(content))).slice(0, 16) });
    const send = async (headers: ReturnType<typeof key>) =>
      read(await browser().send('documents', { body: documentForm({ file }), headers }));
    for (const _ of [1, 2]) assert.deepEqual([(await send(headers)).code, calls], ['outcome-unknown', 0]);
    assert.deepEqual([(await send(key())).status, calls], [200, 1]);
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

describe('a store that fails', () => {
  const fails = () => Promise.reject(new Error('database at 10.0.0.1'));
  const create = async ({ browser }: ReturnType<typeof setup>) =>
    read(await browser().post('applications', sampleApplication()));

  it('before the creation has begun prevents it', async () => {
    const change = (coming: Coming) => (added(coming, 'calls').length > 0 ? fails() : undefined);
    const given = setup({ store: storeWith({ change }) });
    const answer = await create(given);
    assert.equal(answer.code, 'handler-failed');
    assert.doesNotMatch(JSON.stringify(answer), /database at/);
    assert.deepEqual(given.received('createApplication'), []);
  });

  it('after the creation for a moment changes nothing', async () => {
    let times = 0;
    const change = ({ after }: Coming) =>
      after?.calls.some(({ state }) => state === 'done') && times++ < 1 ? fails() : undefined;
    const given = setup({ store: storeWith({ change }) });
    assert.equal((await create(given)).status, 200);
    assert.equal((await read(await given.browser().post('widget-token', {}))).status, 200);
  });

  it('after the creation prevents another, whose outcome is unknown after the deadline', async (test) => {
    let isDown = true;
    const store = testStore();
    const change = ({ before }: Coming) => (isDown && before.calls.length > 0 ? fails() : undefined);
    const given = setup({ store: storeWith({ change }, store), timeoutMs: 500 });
    const { received } = given;
    assert.equal((await create(given)).code, 'handler-failed');
    isDown = false;
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 1001 });
    for (const one of [given, setup({ store })]) assert.equal((await create(one)).code, 'outcome-unknown');
    assert.equal(received('createApplication').length, 1);
  });
});
