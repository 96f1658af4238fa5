import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LendingSession } from '../../../src/server/index.js';
import { sampleApplication, samplePrequalification } from '../../schema/samples.js';
import { created, EMAIL, progressOf, read, SECRET, setup, storeOf } from '../setup.js';

describe('a session in a store of the partner’s', () => {
  it('holds what the calls need, by subject, and puts nothing into the browser', async () => {
    const { kept, store } = storeOf();
    const { browser } = setup({ sessions: { secret: SECRET, store } });
    const [jane, tom] = [browser('jane'), browser('tom')];
    await jane.create();
    assert.deepEqual([...jane.cookies.keys()], ['user']);
    assert.deepEqual([...kept.keys()], ['jane']);
    const { company_id, application_id, ...rest } = kept.get('jane')!;
    assert.match(company_id!, /^[0-9a-f-]{36}$/);
    assert.match(application_id!, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, { email: EMAIL, marks: {} });
    assert.deepEqual(await progressOf(tom), []);
    assert.equal((await read(await tom.post('widget-token', {}))).code, 'handler-not-created');
    assert.equal((await read(await browser('jane').post('widget-token', {}))).status, 200);
  });

  it('is not written when nothing changed', async () => {
    const { store } = storeOf();
    let writes = 0;
    const { browser } = setup({
      sessions: { secret: SECRET, store: { ...store, set: (...session) => (writes++, store.set(...session)) } },
    });
    const page = browser();
    await page.get('session');
    await page.post('prequalification', {});
    assert.equal(writes, 0);
    await page.create();
    await page.create();
    assert.equal(writes, 1);
  });

  it('that was taken back while a call was made stays taken back', async () => {
    const { kept, store } = storeOf();
    const { page } = await created({
      sessions: { secret: SECRET, store },
      service: (real) => (url, init) => (url.toString().includes('prequal') && kept.clear(), real(url, init)),
    });
    assert.equal((await page.post('prequalification', samplePrequalification())).status, 200);
    assert.equal(kept.size, 0);
  });

  it('may be an object of a class, and a Map', async () => {
    class Store extends Map<string, LendingSession> {}
    for (const store of [new Store(), new Map<string, LendingSession>()]) {
      const { browser } = setup({ sessions: { secret: SECRET, store: store as never } });
      await browser().create();
      assert.ok(store.get('jane')?.company_id);
    }
  });

  it('that cannot be reached is an error of the handler’s, and nothing is called', async () => {
    const { browser, sandbox } = setup({
      sessions: {
        secret: SECRET,
        store: { get: () => Promise.reject(new Error('database at 10.0.0.1')), set() {}, delete() {} },
      },
    });
    const answer = await read(await browser().post('applications', sampleApplication()));
    assert.deepEqual([answer.status, answer.code], [500, 'handler-failed']);
    assert.doesNotMatch(JSON.stringify(answer), /database at/);
    assert.equal(sandbox.calls.length, 0);
  });
});
