import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/index.js';
import {
  agreed,
  COMPANY,
  created,
  documentForm,
  EMAIL,
  faultAt,
  goodBodies,
  later,
  progressOf,
  read,
  sampleApplication,
  setup,
  streamed,
} from '../setup.js';

const JANE = { subject: 'jane' };

/** The answer of a call that the service gets and does not confirm. */
const lost = (name: string) => faultAt(name, async (real) => (await real(), new Response('<h1>')));

// Erasing ends an application as closing does, and takes more.
for (const [title, end] of [
  ['closing an application', 'closeApplication'],
  ['erasing an applicant', 'erase'],
] as const)
  describe(title, () => {
    it('lets the next application begin with its own consent, documents and figures', async () => {
      const { page, handle, received, store, agree, browser } = await created();
      await page.post('documents', documentForm());
      await page.post('prequalification', goodBodies()['prequalification']);
      const evidence = await page.good('request-offers');
      await agree();
      await handle[end](JANE);
      const next = browser();
      const session = (await (await next.get('session')).json()) as { progress: { done: string[] }; figures?: unknown };
      assert.deepEqual([session.progress.done, session.figures], [[], undefined]);
      assert.equal((await read(await next.get('consent'))).receipt, undefined);
      await next.create();
      assert.deepEqual(await progressOf(next), ['createApplication']);
      assert.equal((await read(await next.post('request-offers', evidence))).code, 'handler-consent-stale');
      await next.post('request-offers', await agreed(await next.get('consent')));
      assert.equal(received('createApplication').length, 2);
      const given = store.entries.filter(({ event }) => event === 'given');
      assert.deepEqual(
        given.map(({ number }) => number),
        [1, 2],
      );
      assert.notEqual(given[0]!.company_id, given[1]!.company_id);
    });

    it('is reported to an open page, which sends nothing more', async () => {
      const { page, handle, sandbox } = await created();
      const evidence = await page.good('request-offers');
      await handle[end](JANE);
      const before = sandbox.calls.length;
      for (const [route, body] of Object.entries({ ...goodBodies(), 'request-offers': evidence, again: {} }))
        assert.equal((await read(await page.post(route, body))).code, 'handler-closed', route);
      const headers = { 'x-lending-applicant': page.applicant };
      for (const route of ['session', 'consent', 'draft'])
        assert.equal((await read(await page.get(route, { headers }))).code, 'handler-closed', route);
      assert.equal(sandbox.calls.length, before);
      assert.deepEqual(await progressOf(page), []);
    });

    it('is rejected while offers are requested, also by another process', async () => {
      const [begun, open] = [later(), later()];
      const store = memoryStore();
      const service = faultAt('/request-offers', async (real) => (begun.resolve(), await open.promise, real()));
      const { page, handle } = await created({ store, service });
      const call = page.post('request-offers', await page.good('request-offers'));
      await begun.promise;
      for (const one of [handle, setup({ store }).handle])
        await assert.rejects(one[end](JANE), { code: 'handler-in-flight' });
      open.resolve();
      assert.equal((await call).status, 200);
      await setup({ store }).handle[end](JANE);
      assert.deepEqual(await progressOf(page), []);
    });

    it('is rejected while a creation is under way, and without an application', async () => {
      const [begun, open] = [later(), later()];
      const { browser, handle } = setup({
        service: faultAt('/applications', async (real) => (begun.resolve(), await open.promise, real())),
      });
      if (end === 'closeApplication') await assert.rejects(handle[end](JANE), { code: 'handler-not-created' });
      const call = browser().create();
      await begun.promise;
      await assert.rejects(handle[end](JANE), { code: 'handler-in-flight' });
      open.resolve();
      await call;
      await handle[end](JANE);
    });

    it('is rejected while the outcome of a creation is unknown, and changes nothing', async () => {
      const { browser, handle } = setup({ service: lost('/applications') });
      const page = browser();
      await page.post('applications', sampleApplication());
      await assert.rejects(handle[end](JANE), { code: 'handler-in-flight', message: /Settle it first/ });
      assert.equal((await read(await page.post('applications', sampleApplication()))).code, 'outcome-unknown');
      const found = { company_id: COMPANY, application_id: null, email: EMAIL, more: 'ignored' };
      await handle.settleApplication(JANE, found);
      assert.deepEqual(await progressOf(page), ['createApplication']);
      await handle[end](JANE);
      assert.deepEqual(await progressOf(page), []);
    });

    it('rejects a call whose body was still arriving', async () => {
      const { page, handle, received } = await created();
      const open = later();
      const bytes = new TextEncoder().encode(JSON.stringify(goodBodies()['prequalification']));
      const body = new ReadableStream({
        async pull(controller) {
          await open.promise;
          controller.enqueue(bytes);
          controller.close();
        },
      });
      const call = handle(streamed('prequalification', body, { 'x-lending-applicant': page.applicant! }));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await handle[end](JANE);
      open.resolve();
      assert.equal((await read(await call)).code, 'handler-closed');
      assert.deepEqual(received('prequalify'), []);
    });

    it('does not record a token that the service was still creating', async () => {
      const [begun, open] = [later(), later()];
      const service = faultAt('/auth', async (real) => (begun.resolve(), await open.promise, real()));
      const { page, handle, browser } = await created({ service });
      const call = page.post('widget-token', {});
      await begun.promise;
      await handle[end](JANE);
      open.resolve();
      assert.equal((await call).status, 200);
      const next = browser();
      await next.create();
      assert.deepEqual(await progressOf(next), ['createApplication']);
    });

    it('needs a subject', async () => {
      const { handle } = setup();
      for (const owner of [{}, { subject: '' }, { subject: 'jane', business: 7 }])
        await assert.rejects(handle[end](owner as typeof JANE), { code: 'config-invalid' });
    });
  });

describe('applying again', () => {
  it('closes the application when canApplyAgain() allows it, with the answers filled in', async () => {
    const asked: unknown[] = [];
    const { page, browser, received } = await created({
      canApplyAgain: (application) => asked.push(application) > 1,
      prefill: () => ({ applicant: { first_name: 'Known' } }),
    });
    const start = async () => (await (await browser().get('session')).json()) as Started;
    type Started = { progress: { canApplyAgain?: boolean }; prefill?: { company: object; applicant: object } };
    assert.equal((await start()).progress.canApplyAgain, undefined);
    assert.equal((await start()).progress.canApplyAgain, true);
    const [{ createdAt, ...owner }] = asked as [{ createdAt: string }];
    assert.deepEqual(owner, { subject: 'jane', business: 'jane' });
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
    assert.deepEqual(await read(await page.post('again', {})), { status: 200, done: [] });
    const { prefill, progress } = await start();
    assert.equal(progress.canApplyAgain, undefined);
    const { company, applicant } = sampleApplication();
    assert.deepEqual(prefill, { company, applicant: { ...applicant, first_name: 'Known' } });
    await browser().create();
    assert.equal(received('createApplication').length, 2);
  });

  it('is rejected without canApplyAgain(), when it returns false, and with a body', async () => {
    for (const options of [{}, { canApplyAgain: () => false }]) {
      const { page } = await created(options);
      assert.equal((await read(await page.post('again', {}))).code, 'handler-forbidden');
      assert.deepEqual(await progressOf(page), ['createApplication']);
    }
    const { page } = await created({ canApplyAgain: () => true });
    assert.equal((await read(await page.post('again', { business: 'x' }))).code, 'handler-invalid');
  });

  it('stores no answers without canApplyAgain()', async () => {
    const { handle, browser } = await created();
    await handle.closeApplication(JANE);
    assert.equal((await read(await browser().get('session'))).prefill, undefined);
  });
});

describe('settling a creation', () => {
  it('is rejected with a wrong field, and changes nothing', async () => {
    const { handle, page } = await created();
    const settle = (subject: string, outcome: unknown) => handle.settleApplication({ subject }, outcome as 'none');
    for (const [subject, outcome, message] of [
      ['jane', { company_id: COMPANY, email: EMAIL }, /exists already/],
      ['tom', undefined, /company_id must be a UUID/],
      ['tom', { company_id: '../x', email: EMAIL }, /company_id must be a UUID/],
      ['tom', { company_id: COMPANY, application_id: 'x', email: EMAIL }, /application_id must be a UUID/],
      ['tom', { company_id: COMPANY, email: 'x' }, /email must be/],
    ] as const)
      await assert.rejects(settle(subject, outcome), { code: 'config-invalid', message });
    assert.deepEqual(await progressOf(page), ['createApplication']);
  });
});

describe('calls with the same key in two processes', () => {
  it('wait for the response to the first', async () => {
    const [begun, open] = [later(), later()];
    const store = memoryStore();
    const service = faultAt('/prequalification', async (real) => (begun.resolve(), await open.promise, real()));
    const { page, sandbox, received } = await created({ store, service });
    const other = setup({ store, fetch: sandbox.fetch }).browser();
    const body = goodBodies()['prequalification'];
    const call = { body, headers: { 'idempotency-key': 'key-of-the-page' } };
    const first = page.send('prequalification', call);
    await begun.promise;
    const second = other.send('prequalification', call);
    setTimeout(open.resolve, 60);
    assert.deepEqual([(await first).status, (await second).status], [200, 200]);
    assert.equal(received('prequalify').length, 1);
  });
});
