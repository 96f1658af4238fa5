import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryIdempotency, type IdempotencyStore } from '../../../src/server/index.js';
import { created, read, sampleApplication, setup } from '../setup.js';

describe('a store that fails', () => {
  it('between looking and adding lets one of two go on', async () => {
    const store = memoryIdempotency();
    void store.add('create/jane', JSON.stringify({ state: 'begun', at: Date.now() }), 60);
    let looking = 0;
    let both!: () => void;
    const met = new Promise<void>((resolve) => (both = resolve));
    // Whoever had begun was refused, and has it forgotten, just when two others look.
    const idempotency: IdempotencyStore = {
      ...store,
      async get(key) {
        if (looking >= 2) return store.get(key);
        if (++looking === 2) both();
        await met;
        return void store.delete(key);
      },
    };
    const handlers = [setup({ idempotency }), setup({ idempotency })];
    const answers = await Promise.all(
      handlers.map(({ browser }) => browser().post('applications', sampleApplication())),
    );
    const codes = (await Promise.all(answers.map(read))).map(({ status, code }) => code ?? status);
    assert.ok(codes.includes(200), codes.join(' '));
    assert.equal(handlers.flatMap(({ received }) => received('createApplication')).length, 1);
  });

  const fails = () => Promise.reject(new Error('database at 10.0.0.1'));
  it('before anything has begun lets nothing begin', async () => {
    for (const method of ['add', 'get'] as const) {
      const idempotency = { ...memoryIdempotency(), ...(method === 'get' && { add: () => false }), [method]: fails };
      const { browser, received } = setup({ idempotency });
      const answer = await read(await browser().post('applications', sampleApplication()));
      assert.equal(answer.code, 'handler-failed');
      assert.doesNotMatch(JSON.stringify(answer), /database at/);
      assert.deepEqual(received('createApplication'), []);
    }
  });

  it('when the application is there leaves it to its applicant, and lets nobody create another', async () => {
    const store = memoryIdempotency();
    const idempotency = { ...store, set: fails };
    const { page, browser, received } = await created({ idempotency });
    assert.equal((await read(await page.post('widget-token', {}))).status, 200);
    // Another tab, which does not know of it.
    const other = await read(await browser().post('applications', sampleApplication()));
    assert.equal(other.code, 'handler-in-flight');
    assert.equal(received('createApplication').length, 1);
  });

  it('when nothing was created says what the service said', async () => {
    const application = sampleApplication();
    application.company.registered_number = 'SANDBOX-REFUSED';
    const { browser } = setup({ idempotency: { ...memoryIdempotency(), delete: fails } });
    assert.equal((await read(await browser().post('applications', application))).code, 'upstream-refused');
    application.company.registered_number = 'SANDBOX-HTML';
    const unknown = setup({ idempotency: { ...memoryIdempotency(), set: fails } });
    assert.equal((await read(await unknown.browser().post('applications', application))).code, 'outcome-unknown');
  });

  it('by forgetting and keeping at once is given up on', async () => {
    const { browser, received } = setup({ idempotency: { ...memoryIdempotency(), add: () => false } });
    assert.equal((await read(await browser().post('applications', sampleApplication()))).code, 'handler-in-flight');
    assert.deepEqual(received('createApplication'), []);
  });
});
