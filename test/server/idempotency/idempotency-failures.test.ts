import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, type Store } from '../../../src/server/index.js';
import { created, read, sampleApplication, setup } from '../setup.js';
import { watchedStore } from '../watched-store.js';
import { begun, CREATION } from './begun.js';

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
    const kept = memoryStore();
    const replace: Store['replace'] = async (key, before, ...rest) =>
      key.startsWith('attempt/') && before ? fails() : kept.replace(key, before, ...rest);
    const { browser, received } = setup({ store: { ...kept, replace } });
    const page = browser();
    await page.create();
    assert.equal((await read(await page.post('widget-token', {}))).status, 200);
    await browser().create();
    assert.equal(received('createApplication').length, 1);
  });

  it('after the creation, without a stored application, prevents another', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const kept = memoryStore();
    const replace: Store['replace'] = async (key, before, ...rest) =>
      key.startsWith('application/') || (key.startsWith('attempt/') && before)
        ? fails()
        : kept.replace(key, before, ...rest);
    const { browser, received } = setup({ store: { ...kept, replace }, timeoutMs: 200 });
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
