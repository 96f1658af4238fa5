import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applicantKey } from '../../../src/server/applications/applications.js';
import { memoryStore, type HandlerOptions, type ProgressEntry, type Store } from '../../../src/server/index.js';
import { openKept, type Kind } from '../../../src/server/store/kept.js';
import { all, stores } from '../database/engines.js';
import { draftPage, typed } from '../drafts/draft-page.js';
import {
  created,
  later,
  progressOf,
  read,
  samplePrequalification,
  SECRET,
  setup,
  streamed,
  type Browser,
} from '../setup.js';
import { storeWith, waitingStore } from '../store-with.js';

const JANE = { subject: 'jane' };
const REASON = { consents: 'request 7 of the applicant' };
const authorize: HandlerOptions['authorize'] = (_request, { business }) => ({ ...JANE, business });
const KINDS: readonly Kind[] = ['application', 'attempt', 'draft', 'served', 'outbox'];

/** The names of the values in a store. */
const namesIn = async (store: Store) =>
  (await Promise.all(KINDS.map((kind) => all(store.list!(`${kind}/`))))).flat().map(([name]) => name);

/** The entries about the first three applications of Jane. */
const entriesIn = async (store: Store) =>
  (
    await Promise.all(
      [1, 2, 3].map((number) =>
        store.entries(`applicant:${applicantKey({ subject: 'jane', business: 'jane', number })}`),
      ),
    )
  ).flat();

/** Applies, with figures and a request for offers. */
async function apply(page: Browser) {
  await page.create();
  assert.equal((await page.post('prequalification', samplePrequalification())).status, 200);
  assert.equal((await page.post('request-offers', await page.good('request-offers'))).status, 200);
  await page.get('consent');
}

/** What was done before the erasure, and the number of the next application after it. */
const BEFORE: Record<string, [next: number, act: (given: ReturnType<typeof setup>) => Promise<void>]> = {
  nothing: [1, async () => {}],
  'a draft': [2, async ({ browser }) => void (await (await draftPage(browser())).save())],
  'an application': [2, async ({ browser }) => apply(browser())],
  'two applications and a draft': [
    3,
    async ({ browser, handle }) => {
      await apply(browser());
      await handle.closeApplication(JANE);
      await (await draftPage(browser())).save();
    },
  ],
  'an application after an erasure': [
    3,
    async ({ browser, handle }) => {
      await apply(browser());
      await handle.erase(JANE, REASON);
      await apply(browser());
    },
  ],
};

for (const { name, skip, create } of stores)
  describe(`erasing an applicant in ${name}`, { skip }, () => {
    for (const [before, [next, act]] of Object.entries(BEFORE))
      for (const options of [undefined, REASON])
        it(`after ${before} keeps a number, ${options ? 'no' : 'their'} consents, and other businesses`, async () => {
          const store = (await create()).open();
          const heard: ProgressEntry[] = [];
          const onProgress = (one: ProgressEntry) => void (one.step === 'created' && heard.push(one));
          const first = setup({ store, authorize, onProgress, canApplyAgain: () => true });
          const { handle } = setup({ store, authorize });
          const garage = first.browser();
          garage.business = 'garage';
          await apply(garage);
          await first.handle.deliverProgress();
          const others = await namesIn(store);
          heard.length = 0;
          await act(first);
          await first.handle.deliverProgress();
          const consents = await entriesIn(store);
          const erased = await handle.erase(JANE, options);
          const ids = erased.atService.map(({ company_id }) => company_id);
          const left = heard.map(({ company_id }) => company_id).slice(before.endsWith('erasure') ? 1 : 0);
          assert.deepEqual([ids, erased.consents], [left, options ? consents.length : 0]);
          assert.deepEqual(await entriesIn(store), options ? [] : consents);
          const values = await all(openKept(store, [SECRET]).list('application'));
          const bare = JSON.stringify({ current: { number: next, marks: {} }, closed: [], events: [] });
          assert.deepEqual(
            values.filter((value) => !value.includes('garage')),
            next > 1 ? [bare] : [],
          );
          const added = (await namesIn(store)).filter((one) => !others.includes(one));
          assert.deepEqual(added.length, next > 1 ? 1 : 0);
          assert.deepEqual(await handle.erase(JANE, options), { atService: [], consents: 0 });
          assert.deepEqual(await all(openKept(store, [SECRET]).list('application')), values);
          assert.deepEqual(await progressOf(garage), ['createApplication', 'prequalify', 'requestOffers']);
        });
  });

/** A body that arrives when `end` is called. */
function late(content: object) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  async function end() {
    await writer.write(new TextEncoder().encode(JSON.stringify(content)));
    await writer.close();
  }
  return { readable, end };
}

describe('erasing an applicant during other requests', () => {
  for (const hasDraft of [false, true])
    it(`drops ${hasDraft ? 'a draft of another process' : 'the first draft'} that arrives afterwards`, async () => {
      const store = memoryStore();
      const { browser, handle } = setup({ store });
      const page = await draftPage(browser());
      if (hasDraft) await (await draftPage(browser())).save();
      const { readable, end } = late({ ...page.body(typed()), after: [] });
      const answer = handle(streamed('draft', readable));
      await (hasDraft ? setup({ store }).handle : handle).erase(JANE);
      await end();
      assert.equal((await read(await answer)).code, 'handler-draft-ended');
      assert.deepEqual(
        (await namesIn(store)).filter((name) => name.startsWith('draft/')),
        [],
      );
    });

  it('lists an application whose ids are not stored yet, and stores nothing of it later', async () => {
    const [begun, open] = [later(), later()];
    const store = memoryStore();
    let isFirst = true;
    // The application is not stored with the call, but with the response.
    const replace = async (key: string) => {
      if (!key.startsWith('application/')) return;
      if (isFirst) throw ((isFirst = false), new Error('the disk is full'));
      begun.resolve();
      await open.promise;
    };
    const { browser, sandbox } = setup({ store: storeWith({ replace }, store) });
    const call = browser().create();
    await begun.promise;
    const { atService } = await setup({ store }).handle.erase(JANE);
    assert.deepEqual([atService.length, sandbox.calls.length], [1, 1]);
    open.resolve();
    await call;
    assert.equal((await namesIn(store)).length, 1);
    assert.deepEqual(await progressOf(browser()), []);
  });

  it('erases a decision that arrives at the same time about an earlier application', async () => {
    const { store, reached, go } = waitingStore('entries', () => isLate);
    let isLate = false;
    const { page, handle, agree } = await created({ store });
    await agree();
    const { readable, end } = late({ decision: 'withdrawn' });
    const withdrawal = handle(streamed('consent', readable, { 'x-lending-applicant': page.applicant! }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await handle.closeApplication(JANE);
    isLate = true;
    await end();
    await reached;
    const erasure = setup({ store }).handle.erase(JANE, REASON);
    await new Promise((resolve) => setTimeout(resolve, 20));
    go();
    assert.equal((await withdrawal).status, 200);
    assert.equal((await erasure).consents, 4);
    assert.deepEqual(await entriesIn(store), []);
  });

  it('lets two processes erase at the same time', async () => {
    const store = memoryStore();
    const { handle } = await created({ store });
    const results = await Promise.all([handle, setup({ store }).handle].map((one) => one.erase(JANE)));
    assert.equal(results.flatMap(({ atService }) => atService).length, 1);
    assert.equal((await namesIn(store)).length, 1);
  });

  it('does not erase an application that is created at the same time', async () => {
    const { store, reached, go } = waitingStore(
      'set',
      (key, value) => value === undefined && key.startsWith('served/'),
    );
    const { handle, browser, sandbox } = await created({ store });
    const erasure = handle.erase(JANE);
    await reached;
    await setup({ store, fetch: sandbox.fetch }).browser().create();
    go();
    assert.equal((await erasure).atService.length, 1);
    assert.deepEqual(await progressOf(browser()), ['createApplication']);
    const [value] = await all(openKept(store, [SECRET]).list('application'));
    assert.deepEqual([JSON.parse(value!).subject, JSON.parse(value!).closed], ['jane', []]);
  });

  it('keeps the lock and every call lease, so that no call begins while it is under way', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { store, reached, go } = waitingStore('erase', () => true);
    const renewed = t.mock.method(store, 'replace');
    const { handle } = await created({ store });
    const erasure = handle.erase(JANE, REASON);
    await reached;
    renewed.mock.resetCalls();
    t.mock.timers.tick(1500);
    await new Promise((resolve) => setTimeout(resolve));
    const held = renewed.mock.calls.filter(({ arguments: [, before, after] }) => before === after);
    assert.equal(held.length, 11, 'ten calls and the lock');
    go();
    await erasure;
  });
});

describe('an erasure', () => {
  it('can be repeated after a failure, with the same result', async () => {
    const inner = memoryStore();
    let isAway = false;
    const set = (key: string) => {
      if (isAway && key.startsWith('served/')) throw new Error('the database is away');
    };
    const { handle, received } = await created({ store: storeWith({ set }, inner) });
    isAway = true;
    await assert.rejects(handle.erase(JANE), { code: 'handler-failed' });
    isAway = false;
    assert.equal((await handle.erase(JANE)).atService.length, received('createApplication').length);
    assert.equal((await namesIn(inner)).length, 1);
    assert.deepEqual(await handle.erase(JANE), { atService: [], consents: 0 });
  });

  it('needs a reason for the consents', async () => {
    const { handle, store } = await created();
    for (const consents of ['', ' ', true, null])
      await assert.rejects(handle.erase(JANE, { consents: consents as string }), { code: 'config-invalid' });
    assert.equal((await namesIn(store)).length, 2);
  });
});
