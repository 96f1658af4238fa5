import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingerprint } from '../../../src/server/idempotency/idempotency.js';
import { memoryIdempotency } from '../../../src/server/index.js';
import { samplePrequalification } from '../../schema/samples.js';
import { COMPANY, created, documentForm, EMAIL, far, faultAt, read, SECRET, setup, storeOf } from '../setup.js';

describe('a call with an idempotency key', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const calls: [string, string, () => unknown][] = [
    ['prequalification', 'prequalify', samplePrequalification],
    ['documents', 'uploadDocument', documentForm],
  ];
  for (const [path, name, body] of calls) {
    it(`is made idempotency: ${path}`, async () => {
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

  it('takes no other body under the same key', async () => {
    const { page, received } = await created();
    const headers = key();
    const [one, other] = [samplePrequalification(), { ...samplePrequalification(), funding_amount: 7 }];
    const send = async (body: object) => (await page.send('prequalification', { body, headers })).status;
    const together = await Promise.all([one, other].map(send));
    // Either may come first.
    const [taken, refused] = together[0] === 200 ? [one, other] : [other, one];
    assert.deepEqual(
      together.toSorted((a, b) => a - b),
      [200, 422],
    );
    assert.deepEqual([await send(refused), await send(taken)], [422, 200]);
    assert.deepEqual(received('prequalify'), [taken]);
  });

  it('takes no other file under the same key, of the same kind and size', async () => {
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

  it('is of one application: after another one was created it stands for nothing', async () => {
    let company_id = COMPANY;
    let calls = 0;
    const { browser } = setup({
      existingApplication: () => ({ company_id, email: EMAIL }),
      fetch: async () => (calls++, new Response('')),
    });
    const headers = key();
    const send = async () =>
      (await read(await browser().send('prequalification', { body: samplePrequalification(), headers }))).status;
    assert.deepEqual([await send(), await send(), calls], [200, 200, 1]);
    company_id = crypto.randomUUID();
    assert.deepEqual([await send(), calls], [200, 2]);
  });

  it('is one subject’s own', async () => {
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

  it('is made again where the process went away that had begun it', async () => {
    const idempotency = memoryIdempotency();
    const { kept, store } = storeOf();
    const { page, received } = await created({ idempotency, sessions: { secret: SECRET, store } });
    const headers = key();
    const entry = `prequalify/jane/${kept.get('jane')!.company_id}/${headers['idempotency-key']}`;
    const body = samplePrequalification();
    const asked = await fingerprint(body);
    await idempotency.set(entry, JSON.stringify({ state: 'begun', asked, at: Date.now() }), 60);
    assert.equal((await read(await page.send('prequalification', { body, headers }))).code, 'handler-in-flight');
    await idempotency.set(entry, JSON.stringify({ state: 'begun', asked, at: Date.now() - 60_000 }), 60);
    assert.equal((await page.send('prequalification', { body, headers })).status, 200);
    assert.equal(received('prequalify').length, 1);
  });

  it('is made again by one of those who find that at once, wherever they are', async () => {
    const one = memoryIdempotency();
    const idempotency = far(one);
    const entry = { existingApplication: () => ({ company_id: COMPANY, email: EMAIL }) };
    for (let round = 0; round < 10; round++) {
      const [headers, body] = [key(), samplePrequalification()];
      const begun = { state: 'begun', asked: await fingerprint(body), at: Date.now() - 60_000 };
      await one.set(`prequalify/jane/${COMPANY}/${headers['idempotency-key']}`, JSON.stringify(begun), 86_400);
      let calls = 0;
      const fetch = async () => (calls++, new Response('{}'));
      const pages = [1, 2, 3].map(() => setup({ idempotency, fetch, ...entry }).browser());
      await Promise.all(pages.map((page) => page.send('prequalification', { body, headers })));
      assert.equal(calls, 1);
    }
  });

  it('that is none is refused', async () => {
    const { page, received } = await created();
    for (const bad of ['', 'short', 'x'.repeat(65), 'with space in it', 'create/jane/../tom']) {
      const headers = { 'idempotency-key': bad };
      const answer = await read(await page.send('prequalification', { body: samplePrequalification(), headers }));
      assert.equal(answer.code, 'handler-invalid');
    }
    assert.deepEqual(received('prequalify'), []);
  });
});
