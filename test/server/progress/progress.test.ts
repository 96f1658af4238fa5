import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database, HandlerOptions, LogEntry, ProgressEntry } from '../../../src/server/index.js';
import { evidenceOf } from '../browser.js';
import { created, EMAIL, later, read, sampleApplication, setup } from '../setup.js';
import { added, changeWaiting, endPauses, rowsOf, storeWith, type Coming } from '../stores.js';
import { engines } from '../records/engines.js';

/** A handler in whose database time can pass, and the events that its `onProgress` has heard of. */
async function start({ create }: (typeof engines)[number], options: Partial<HandlerOptions> = {}) {
  const store: Database = (await create()).open();
  const heard: ProgressEntry[] = [];
  const log: LogEntry[] = [];
  const hook: { takes: (progress: ProgressEntry) => boolean } = { takes: () => true };
  async function onProgress(progress: ProgressEntry) {
    if (!hook.takes(progress)) throw new Error(`no row for ${EMAIL}`);
    heard.push(progress);
  }
  const given = setup({ store, onProgress, log: (entry) => void log.push(entry), ...options });
  /** Ends the pauses and delivers, until the handler has nothing left to do in the background. Returns each event that was heard. */
  async function deliver(handle = given.handle) {
    for (let time = 0; time < 3; time++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await endPauses(store);
      await handle.deliverProgress();
    }
    return [...new Map(heard.map((one) => [one.id, one])).values()].map(({ subject, step }) => `${subject} ${step}`);
  }
  return { ...given, store, heard, log, hook, deliver };
}

for (const engine of engines)
  describe(`onProgress in ${engine.name}`, { skip: engine.skip }, () => {
    it('gets each step once, with the ids and the time, and nothing that the applicant typed', async () => {
      const { browser, heard, deliver, store } = await start(engine);
      const page = browser();
      for (const path of ['applications', 'documents', 'prequalification', 'request-offers', 'widget-token'])
        assert.equal((await page.post(path, await page.good(path))).status, 200, path);
      await page.post('consent', { decision: 'withdrawn' });
      const evidence = await evidenceOf(await page.get('consent'));
      await page.post('consent', { decision: 'declined', evidence });
      await page.post('applications', { ...sampleApplication(), region: 'GB' });
      assert.deepEqual(await deliver(), [
        'jane created',
        'jane document-sent',
        'jane figures-sent',
        'jane offers-requested',
        'jane token-issued',
        'jane withdrawn',
        'jane declined',
      ]);
      assert.equal(await endPauses(store), 0);
      for (const { id, company_id, application_id, at, step: _, ...rest } of heard) {
        for (const one of [id, company_id, application_id]) assert.match(one!, /^[0-9a-f-]{36}$/);
        assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        assert.deepEqual(rest, { subject: 'jane', business: 'jane' });
      }
    });

    it('hears once of a call whose response was lost', async () => {
      const { browser, deliver } = await start(engine);
      const page = browser();
      await page.create();
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const body = await page.good('prequalification');
      for (const tab of [page, browser(), page])
        assert.equal((await tab.send('prequalification', { body, headers })).status, 200);
      assert.deepEqual(await deliver(), ['jane created', 'jane figures-sent']);
    });

    it('stops no applicant if it fails, and gets the later events of this application only after that one', async () => {
      const { browser, hook, deliver, log } = await start(engine);
      hook.takes = ({ subject }) => subject !== 'jane';
      for (const user of ['jane', 'tom']) {
        const page = browser(user);
        await page.create();
        assert.equal((await page.post('widget-token', {})).status, 200);
      }
      assert.deepEqual(await deliver(), ['tom created', 'tom token-issued']);
      const failed = log.filter(({ route }) => route === 'onProgress');
      assert.ok(failed.length > 0);
      for (const { status, code, error } of failed)
        assert.deepEqual(
          [status, code, (error!.cause as Error).message],
          [500, 'handler-failed', `no row for ${EMAIL}`],
        );
      hook.takes = () => true;
      assert.deepEqual((await deliver()).slice(2), ['jane created', 'jane token-issued']);
    });

    it('is called again after pauses that double, and after 75 times no more', async () => {
      const { page, store, handle, hook, log } = await start(engine).then((given) => ({
        ...given,
        page: given.browser(),
      }));
      hook.takes = () => false;
      await page.create();
      const failures = async () => {
        await handle.deliverProgress();
        await new Promise((resolve) => setTimeout(resolve, 20));
        return log.filter(({ route }) => route === 'onProgress').length;
      };
      const pauses = [];
      for (let time = 1; time <= 11; time++) {
        for (const _ of [1, 2]) assert.equal(await failures(), time);
        const [event] = await changeWaiting(store, () => ({ due_at: 0 }));
        assert.equal(event!.tries, time);
        pauses.push(Math.ceil((event!.due_at! - Date.now()) / 15_000));
      }
      assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
      await changeWaiting(store, () => ({ tries: 74, due_at: 0 }));
      for (const _ of [1, 2]) {
        assert.equal(await failures(), 12);
        await endPauses(store);
      }
    });

    it('has an event only if the change that it reports is stored', async () => {
      const { browser, store, deliver } = await start(engine);
      const page = browser();
      await page.create();
      const change = (coming: Coming) => {
        if (added(coming, 'consents').length > 0) throw new Error('full');
      };
      const broken = storeWith({ change }, store);
      const other = setup({ store: broken, onProgress: () => {} }).browser();
      const evidence = await evidenceOf(await page.get('consent'));
      const { status } = await other.post('consent', { decision: 'declined', evidence });
      assert.equal(status, 503);
      assert.equal((await page.post('widget-token', {})).status, 200);
      assert.deepEqual(await deliver(), ['jane created', 'jane token-issued']);
      assert.equal(await endPauses(store), 0);
    });

    it('gets the events that another process has left, and none of an applicant who was erased', async () => {
      const { browser, store, hook, deliver, heard, handle } = await start(engine);
      hook.takes = () => false;
      for (const user of ['jane', 'tom']) await browser(user).create();
      const later = setup({ store, onProgress: (progress) => void heard.push(progress) });
      await handle.erase({ subject: 'tom' });
      assert.deepEqual(await deliver(later.handle), ['jane created']);
      assert.equal(await endPauses(store), 0);
    });
  });

describe('onProgress', () => {
  it('works with a store in memory', async () => {
    const steps: string[] = [];
    const { page, handle } = await created({ onProgress: ({ step }) => void steps.push(step) });
    await page.post('widget-token', {});
    await handle.deliverProgress();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(steps, ['created', 'token-issued']);
  });

  it('hears of no further token while a thousand events wait, and of each other step', async () => {
    const { page, store } = await created({ onProgress: () => Promise.reject(new Error('down')), log: false });
    const [event] = await changeWaiting(store);
    const many = Array.from({ length: 1000 }, (_, at) => ({ ...event!, id: `${at}`, tries: 75, due_at: null }));
    const jane = { subject: 'jane', business: 'jane' };
    await (
      await rowsOf(store)
    ).change(jane, (records) => [{ ...records, events: many }, undefined], { all: ['events'] });
    for (const path of ['widget-token', 'prequalification', 'widget-token'])
      assert.equal((await page.post(path, await page.good(path))).status, 200);
    const steps = (await changeWaiting(store)).map(({ step }) => step);
    assert.deepEqual([steps.length, steps.at(-1)], [1001, 'figures-sent']);
  });

  it('is not called if nothing was created, or for an application that the partner settles', async () => {
    const steps: string[] = [];
    const { browser, handle } = setup({ onProgress: ({ step }) => void steps.push(step) });
    const application = sampleApplication();
    application.company.registered_number = 'SANDBOX-500';
    assert.notEqual((await read(await browser().post('applications', application))).status, 200);
    await handle.settleApplication({ subject: 'tom' }, { company_id: crypto.randomUUID(), email: EMAIL });
    await handle.deliverProgress();
    assert.deepEqual(steps, []);
  });
});

describe('onProgress of a process that was suspended', () => {
  it('does not get an event whose claim is over, and that of another process does', async () => {
    const store = (await engines[0]!.create()).open();
    const CLAIM_MS = 5000;
    const claimed = later();
    let isFirst = true;
    const suspended: Database = {
      ...store,
      open(key) {
        const rows = store.open(key);
        return {
          ...rows,
          async change(owner, change, also) {
            const result = await rows.change(owner, change, also);
            // The event loop stops after the claim, as on SIGSTOP.
            if (isFirst && also?.all?.includes('events')) {
              isFirst = false;
              claimed.resolve();
              Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CLAIM_MS + 200);
            }
            return result;
          },
        };
      },
    };
    const heard: string[] = [];
    const hearing = (name: string) => async (event: ProgressEntry) => void heard.push(`${name} ${event.step}`);
    const one = setup({ store: suspended, onProgress: hearing('one'), hookTimeoutMs: 100 });
    const other = setup({ store, onProgress: hearing('other'), hookTimeoutMs: 100 });
    await one.browser().create();
    await claimed.promise;
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(heard, []);
    await other.handle.deliverProgress();
    assert.deepEqual(heard, ['other created']);
  });
});
