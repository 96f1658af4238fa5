import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { memoryStore } from '../../../src/server/index.js';
import { samplePrequalification } from '../../schema/samples.js';
import { COMPANY, created, documentForm, EMAIL, far, faultAt, read, setup } from '../setup.js';
import { begun } from './begun.js';

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
