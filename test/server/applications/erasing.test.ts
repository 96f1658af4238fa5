import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, type Database, type HandlerOptions, type ProgressEntry } from '../../../src/server/index.js';
import { TABLES } from '../../../src/server/records/records.js';
import { draftPage, typed } from '../drafts/draft-page.js';
import { engines } from '../records/engines.js';
import { created, progressOf, read, samplePrequalification, setup, streamed, type Browser } from '../setup.js';
import { rowsOf, storeWith, testStore } from '../stores.js';

const JANE = { subject: 'jane' };
const REASON = { consents: 'request 7 of the applicant' };
const authorize: HandlerOptions['authorize'] = (_request, { business }) => ({ ...JANE, business });
const memory = { name: 'memory', skip: false, create: async () => ({ open: () => memoryStore() }) };

/** The tables in which a business of Jane's has rows, and the number of its last application. */
async function rowsIn(store: Database, business = 'jane') {
  const records = await (await rowsOf(store)).read({ ...JANE, business }, { all: TABLES });
  const tables = TABLES.filter((table) => records[table].length > 0);
  return { tables, entries: records.consents, number: records.owner.number };
}

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

for (const { name, skip, create } of [memory, ...engines])
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
          const { tables: _, ...others } = await rowsIn(store, 'garage');
          heard.length = 0;
          await act(first);
          await first.handle.deliverProgress();
          const { entries } = await rowsIn(store);
          const { atService, consents } = await handle.erase(JANE, options);
          const left = heard.map(({ company_id }) => company_id).slice(before.endsWith('erasure') ? 1 : 0);
          assert.deepEqual(
            [atService.map(({ company_id }) => company_id), consents],
            [left, options ? entries.length : 0],
          );
          const kept = options ? [] : entries;
          const bare = { tables: kept.length > 0 ? ['consents'] : [], entries: kept, number: next - 1 };
          assert.deepEqual(await rowsIn(store), bare);
          assert.deepEqual(await handle.erase(JANE, options), { atService: [], consents: 0 });
          const { tables: __, ...same } = await rowsIn(store, 'garage');
          assert.deepEqual([await rowsIn(store), same], [bare, others]);
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
      // Nothing tells an applicant of whom nothing was kept from a new one.
      assert.deepEqual((await rowsIn(store)).tables, hasDraft ? [] : ['failures']);
    });

  it('rejects a decision that arrives at the same time, and ends the page of an erased application for ever', async () => {
    const store = testStore();
    const { page, handle, agree, browser } = await created({ store });
    await agree();
    const { readable, end } = late({ decision: 'withdrawn' });
    const withdrawal = handle(streamed('consent', readable, { 'x-lending-applicant': page.applicant! }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal((await setup({ store }).handle.erase(JANE, REASON)).consents, 3);
    await browser().create();
    await end();
    assert.equal((await read(await withdrawal)).code, 'handler-closed');
    assert.equal((await read(await page.post('widget-token', {}))).code, 'handler-closed');
    const { entries, number } = await rowsIn(store);
    assert.deepEqual([entries, number], [[], 2]);
  });

  it('lets two processes erase at the same time', async () => {
    const store = memoryStore();
    const { handle } = await created({ store });
    const results = await Promise.all([handle, setup({ store }).handle].map((one) => one.erase(JANE)));
    assert.equal(results.flatMap(({ atService }) => atService).length, 1);
    assert.deepEqual((await rowsIn(store)).tables, []);
  });
});

describe('an erasure', () => {
  it('can be repeated after a failure, with the same result', async () => {
    const inner = testStore();
    let isAway = false;
    const erase = () => {
      if (isAway) throw new Error('the database is away');
    };
    const { handle, received } = await created({ store: storeWith({ erase }, inner) });
    isAway = true;
    await assert.rejects(handle.erase(JANE), { code: 'handler-failed' });
    isAway = false;
    assert.equal((await handle.erase(JANE)).atService.length, received('createApplication').length);
    assert.deepEqual((await rowsIn(inner)).tables, []);
    assert.deepEqual(await handle.erase(JANE), { atService: [], consents: 0 });
  });

  it('needs a reason for the consents', async () => {
    const { handle, store } = await created();
    for (const consents of ['', ' ', true, null])
      await assert.rejects(handle.erase(JANE, { consents: consents as string }), { code: 'config-invalid' });
    assert.deepEqual((await rowsIn(store)).tables, ['applications', 'calls']);
  });
});
