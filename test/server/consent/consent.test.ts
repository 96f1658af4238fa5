import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConsentEntry, OffersRequest } from '../../../src/schema/consent/consent.js';
import { noticeText } from '../../../src/schema/index.js';
import { standingConsent } from '../../../src/server/consent/entries.js';
import { plainNotice } from '../../../stories/support/notices.js';
import { samplePrequalification } from '../../schema/samples.js';
import { agreed, created, evidenceOf, faultAt, ORIGIN, read, setup } from '../setup.js';
import { added, begun, rowsOf, storeWith, type Coming } from '../stores.js';

const JANE = { subject: 'jane', business: 'jane' };

describe('a consent', () => {
  it('is given on a served notice, recorded, and then used for the request', async () => {
    const { agree, store, received, events } = await created();
    assert.equal((await agree()).status, 200);
    assert.deepEqual(events(), ['given', 'requesting', 'requested']);
    assert.deepEqual(received('requestOffers'), [{ credit_score_check_consent: true }]);
    const { entryId, servedId, servedAt, at, company_id, application_id, ...given } = store.entries[0]!;
    for (const id of [entryId, servedId, company_id, application_id]) assert.match(id!, /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000 && servedAt! <= at);
    const { id, version, locale, broker, points, providers, links } = plainNotice;
    const leads = points.flatMap(({ lead }) => lead ?? []);
    const { sha256, text, ...notice } = given.notice!;
    assert.equal(text, noticeText(plainNotice));
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(notice, JSON.parse(JSON.stringify({ id, version, locale, broker, providers, links, leads })));
    const who = { about: 'applicant:["jane","jane",1]', subject: 'jane', business: 'jane', number: 1 };
    const facts = { ...who, event: 'given', method: 'checkbox', translated: false, origin: ORIGIN };
    assert.deepEqual({ ...given, notice: undefined }, { ...facts, notice: undefined });
  });

  it('is recorded, then reported to the partner, and then the service is called', async () => {
    const order: string[] = [];
    const { agree } = await created({
      store: storeWith({ change: (coming) => order.push(...added(coming, 'consents').map(({ event }) => event)) }),
      onConsent: ({ event }) => void order.push(`told of ${event}`),
      service: (real) => async (url, init) => (order.push(String(url).split('/').pop()!), real(url, init)),
    });
    await agree();
    const called = ['requesting', 'request-offers', 'requested'];
    assert.deepEqual(order, ['applications', 'given', 'told of given', ...called]);
  });

  it('is recorded once when the call is retried, and each call is recorded', async () => {
    const outcomes = [() => Promise.reject(new TypeError('down')), async () => new Response('', { status: 500 })];
    const told: ConsentEntry[] = [];
    const service = faultAt('request-offers', (real) => (outcomes.shift() ?? real)());
    const { page, events, received } = await created({ service, onConsent: (entry) => void told.push(entry) });
    const body = await page.good('request-offers');
    const codes = [];
    for (const _ of [1, 2, 3]) codes.push((await read(await page.post('request-offers', body))).code);
    assert.deepEqual(codes, ['upstream-unreachable', 'upstream-failed', undefined]);
    const again = ['requesting', 'failed'];
    assert.deepEqual(events(), ['given', ...again, ...again, 'requesting', 'requested']);
    assert.deepEqual(told, [told[0], told[0], told[0]]);
    assert.equal(received('requestOffers').length, 1);
  });

  it('that is declined is recorded, and requests no offers', async () => {
    const { page, events, received, store } = await created();
    const evidence = await evidenceOf(await page.get('consent'));
    const { status, receipt } = await read(await page.post('consent', { decision: 'declined', evidence }));
    assert.deepEqual([status, receipt], [200, undefined]);
    assert.deepEqual(events(), ['declined']);
    assert.equal(store.entries[0]!.method, 'button');
    const answer = await read(await page.post('request-offers', { credit_score_check_consent: false, evidence }));
    assert.equal(answer.code, 'handler-no-consent');
    assert.deepEqual(received('requestOffers'), []);
    assert.equal(standingConsent(await (await rowsOf(store)).read(JANE)), undefined);
  });

  it('that was declined can be given later, on a new notice', async () => {
    const { page, events, received } = await created();
    const early = await page.good('request-offers');
    const evidence = await evidenceOf(await page.get('consent'));
    for (const _ of ['a press', 'and another']) {
      assert.equal((await page.post('consent', { decision: 'declined', evidence })).status, 200);
    }
    for (const body of [early, { credit_score_check_consent: true, evidence }]) {
      assert.equal((await read(await page.post('request-offers', body))).code, 'handler-consent-stale');
    }
    assert.deepEqual(received('requestOffers'), []);
    assert.equal((await page.post('request-offers', await agreed(await page.get('consent')))).status, 200);
    assert.deepEqual(events(), ['declined', 'given', 'requesting', 'requested']);
  });

  for (const [what, answer] of [
    ['a 500', () => Promise.resolve(new Response('', { status: 500 }))],
    ['a time-out', () => Promise.reject(new DOMException('', 'TimeoutError'))],
    ['a page', () => Promise.resolve(new Response('<h1>'))],
  ] as const) {
    it(`does not outlive a change of the application that ended in ${what}`, async () => {
      const { page, received } = await created({ service: faultAt('prequalification', answer) });
      const body = await page.good('request-offers');
      assert.ok((await page.post('prequalification', samplePrequalification())).status >= 500);
      assert.equal((await read(await page.post('request-offers', body))).code, 'handler-consent-stale');
      assert.deepEqual(received('requestOffers'), []);
    });
  }

  it('can be given on each of ten open pages, and declined after the call has failed', async () => {
    const { page, received } = await created({
      service: faultAt('request-offers', async () => new Response(null, { status: 401 })),
    });
    const first = await page.good('request-offers');
    for (let count = 1; count < 10; count++) await page.get('consent');
    assert.equal((await read(await page.post('request-offers', first))).code, 'upstream-denied');
    const { evidence } = first as OffersRequest;
    assert.equal((await page.post('consent', { decision: 'declined', evidence })).status, 200);
    assert.equal((await read(await page.post('request-offers', first))).code, 'handler-consent-stale');
    assert.deepEqual(received('requestOffers'), []);
  });

  it('that was given without a call does not outlive a change, and no call is recorded on it', async () => {
    const { page, events } = await created();
    const body = (await page.good('request-offers')) as OffersRequest;
    await page.post('consent', { decision: 'given', evidence: body.evidence });
    await page.post('prequalification', samplePrequalification());
    assert.equal((await read(await page.post('request-offers', body))).code, 'handler-consent-stale');
    assert.deepEqual(events(), ['given', 'changed']);
  });

  it('prevents a change that cannot be recorded', async () => {
    const change = (coming: Coming) => {
      if (added(coming, 'consents').length > 0) throw new Error('disk at 10.0.0.1');
    };
    const { page, received } = await created({ store: storeWith({ change }) });
    const { code } = await read(await page.post('prequalification', samplePrequalification()));
    assert.equal(code, 'handler-consent-not-stored');
    assert.deepEqual(received('prequalify'), []);
  });

  it('can be given without a call, and before there is an application', async () => {
    const { browser, received, store } = setup();
    const page = browser();
    const evidence = await evidenceOf(await page.get('consent'));
    const { receipt } = await read(await page.post('consent', { decision: 'given', evidence }));
    assert.equal(receipt!.events[0]!.event_state, 'given');
    assert.equal(store.entries[0]!.company_id, undefined);
    assert.deepEqual(received('requestOffers'), []);
  });

  it('can be given on a new notice after the process of a request for offers is gone', async () => {
    const { page, agree, store, events } = await created();
    await begun(store, JANE, { call: 'requestOffers', key: 'a-key-of-the-page' });
    assert.equal((await agree()).status, 200);
    assert.deepEqual(events(), ['given', 'requesting', 'requested']);
    assert.equal((await read(await page.post('consent', { decision: 'withdrawn' }))).status, 200);
  });
});
