import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session } from '../../../src/schema/index.js';
import { evidenceOf, type Browser } from '../browser.js';
import { created, faultAt, later, read, served, setup, testStore } from '../setup.js';

describe('a withdrawal', { timeout: 20_000 }, () => {
  it('is recorded and reported to the partner, and needs no evidence', async () => {
    const told: string[] = [];
    const copies: string[] = [];
    const { page, agree, store, events } = await created({
      onConsent: ({ event }, receiptText) => void (told.push(event), copies.push(receiptText)),
    });
    await agree();
    const before = structuredClone(store.entries);
    const { status, receipt, decidedAt } = await read(await page.post('consent', { decision: 'withdrawn' }));
    assert.deepEqual([status, receipt], [200, undefined]);
    assert.deepEqual(events(), ['given', 'requesting', 'requested', 'withdrawn']);
    assert.deepEqual(store.entries.slice(0, 3), before);
    assert.equal(store.entries[3]!.withdraws, before[0]!.entryId);
    assert.equal(decidedAt, store.entries[3]!.at);
    assert.deepEqual(told, ['given', 'withdrawn']);
    // The copy of a withdrawal has the text that the applicant had agreed to.
    const { text } = before[0]!.notice!;
    const decisions = [['Agreed', store.entries[0]!] as const, ['Withdrawn', store.entries[3]!] as const];
    assert.deepEqual(
      copies,
      decisions.map(
        ([word, { at, entryId }]) =>
          `${text}\n\n${word}: ${at.slice(0, 10)} ${at.slice(11, 19)} UTC\nReceipt number: ${entryId}`,
      ),
    );
  });

  it('ends the notices that were served before it, and no later ones, whatever the clocks show', async () => {
    let clock = Date.UTC(2030, 0, 1);
    const { page, agree, received } = await created({ store: testStore({ clock: () => clock }) });
    const early = await page.good('request-offers');
    await agree();
    // The machine that records the withdrawal is behind the one that served the notice.
    clock -= 2000;
    await page.post('consent', { decision: 'withdrawn' });
    assert.equal((await read(await page.post('request-offers', early))).code, 'handler-consent-withdrawn');
    // And the one that serves the next notice is further behind.
    clock -= 2000;
    assert.equal((await agree()).status, 200);
    assert.equal(received('requestOffers').length, 2);
  });

  it('in another process is stored immediately, also after the first byte of the request for offers', async (test) => {
    const [called, opened] = [later(), later()];
    test.after(() => opened.resolve());
    const service = faultAt('request-offers', async (real) => (called.resolve(), await opened.promise, real()));
    const { page, events, store } = await created({ service });
    const asked = page.post('request-offers', await page.good('request-offers'));
    await called.promise;
    const other = setup({ store });
    assert.equal((await other.browser().post('consent', { decision: 'withdrawn' })).status, 200);
    assert.deepEqual(events(), ['given', 'requesting', 'withdrawn']);
    opened.resolve();
    assert.equal((await asked).status, 200);
    assert.deepEqual(events(), ['given', 'requesting', 'withdrawn', 'requested']);
    const { progress } = (await (await page.get('session')).json()) as Session;
    assert.equal(typeof progress.withdrawnAt, 'string');
  });

  it('ends every consent that was given, and is recorded once', async () => {
    const told: string[] = [];
    const { page, agree, store, events } = await created({ onConsent: ({ event }) => void told.push(event) });
    await agree();
    await agree();
    const given = store.entries.filter(({ event }) => event === 'given').map(({ entryId }) => entryId);
    for (const _ of ['a press', 'and another']) {
      assert.equal((await page.post('consent', { decision: 'withdrawn' })).status, 200);
    }
    assert.deepEqual(
      store.entries.flatMap(({ withdraws }) => withdraws ?? []),
      given,
    );
    assert.equal(events().filter((event) => event === 'withdrawn').length, 2);
    assert.deepEqual(told.slice(2), ['withdrawn', 'withdrawn', 'withdrawn']);
  });

  /** The time of the withdrawal, as a page gets it at its start and with the notice. */
  async function toldOf(page: Browser) {
    const session = (await (await page.get('session')).json()) as Session;
    const { withdrawnAt } = await served(await page.get('consent'));
    assert.equal(session.progress.withdrawnAt, withdrawnAt);
    return withdrawnAt;
  }

  it('is shown with its time by the server’s clock until the applicant agrees again, on every device', async () => {
    const { page, agree, browser } = await created();
    const decline = async () => {
      const evidence = await evidenceOf(await page.get('consent'));
      assert.equal((await page.post('consent', { decision: 'declined', evidence })).status, 200);
    };
    const withdraw = async () => (await read(await page.post('consent', { decision: 'withdrawn' }))).decidedAt;
    const other = browser();
    assert.equal(await toldOf(page), undefined);
    await decline();
    assert.equal(await toldOf(page), undefined);
    await agree();
    assert.equal(await toldOf(page), undefined);
    const at = await withdraw();
    assert.match(at!, /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.deepEqual([await toldOf(page), await toldOf(other)], [at, at]);
    // Declining the new notice does not remove the withdrawal.
    await decline();
    assert.deepEqual([await toldOf(page), await toldOf(other)], [at, at]);
    await agree();
    assert.deepEqual([await toldOf(page), await toldOf(other)], [undefined, undefined]);
    const later = await withdraw();
    assert.deepEqual([await toldOf(page), await toldOf(other)], [later, later]);
  });

  it('is not shown to another subject or for another application', async () => {
    const { handle, page, browser, agree } = await created();
    assert.equal((await agree()).status, 200);
    await page.post('consent', { decision: 'withdrawn' });
    assert.ok(await toldOf(page));
    const tom = browser('tom');
    await tom.create();
    assert.equal(await toldOf(tom), undefined);
    await handle.closeApplication({ subject: 'jane' });
    const next = browser();
    await next.create();
    assert.equal(await toldOf(next), undefined);
  });

  it('of a consent that was given before the application is shown, too', async () => {
    const page = setup().browser();
    const evidence = await evidenceOf(await page.get('consent'));
    await page.post('consent', { decision: 'given', evidence });
    const { decidedAt } = await read(await page.post('consent', { decision: 'withdrawn' }));
    assert.equal((await served(await page.get('consent'))).withdrawnAt, decidedAt);
    await page.create();
    assert.equal(await toldOf(page), decidedAt);
  });

  it('of a consent that was never given is rejected', async () => {
    const { page, events } = await created();
    assert.equal((await read(await page.post('consent', { decision: 'withdrawn' }))).code, 'handler-no-consent');
    assert.deepEqual(events(), []);
  });
});
