// The order of the consent, its record, the calls that rely on it, and changes of the application.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OffersRequest } from '../../../src/schema/consent/consent.js';
import { created, faultAt, goodBodies, later, read, setup, testStore, type Browser } from '../setup.js';
import { added, storeWith, type Coming } from '../stores.js';

const figures = (page: Browser) => page.post('prequalification', goodBodies()['prequalification']);
const decline = (page: Browser, { evidence }: OffersRequest) =>
  page.post('consent', { decision: 'declined', evidence });
const withdraw = (page: Browser) => page.post('consent', { decision: 'withdrawn' });

/** What another page does before the call, its entry, and the error of the request for offers. */
const MEANWHILE: [what: string, act: typeof decline, entry: string, code: string][] = [
  ['a withdrawal', withdraw, 'withdrawn', 'handler-consent-withdrawn'],
  ['a change', figures, 'changed', 'handler-consent-stale'],
  ['a refusal', decline, 'declined', 'handler-consent-stale'],
];

/** A page that is stopped at a place of its request for offers, and another one. */
async function stopped(place: 'onConsent' | 'the last look') {
  const [reached, going] = [later(), later()];
  const stop = async () => {
    reached.resolve();
    await going.promise;
  };
  const rows = testStore();
  const read = async () => {
    if (place === 'the last look' && rows.entries.some(({ event }) => event === 'requesting')) await stop();
  };
  const onConsent = async () => stop();
  const given = await created({ store: storeWith({ read }, rows), ...(place === 'onConsent' && { onConsent }) });
  const body = (await given.page.good('request-offers')) as OffersRequest;
  const asked = given.page.post('request-offers', body);
  await reached.promise;
  const other = setup({ store: rows, fetch: given.sandbox.fetch });
  const { handle } = other;
  const page = other.browser();
  return {
    ...given,
    handle,
    entries: () => rows.entries.map(({ event }) => event),
    body,
    asked,
    other: page,
    go: going.resolve,
  };
}

describe('a request for offers', () => {
  for (const place of ['onConsent', 'the last look'] as const) {
    for (const [what, act, entry, code] of MEANWHILE)
      it(`sends nothing after ${what} that is stored before ${place} has ended`, async () => {
        const { other, body, asked, go, entries, received } = await stopped(place);
        assert.equal((await act(other, body)).status, 200);
        const begun = place === 'onConsent' ? [] : ['requesting'];
        assert.deepEqual(entries(), ['given', ...begun, entry], 'it does not wait');
        go();
        assert.equal((await read(await asked)).code, code);
        assert.deepEqual(entries(), ['given', ...begun, entry, 'failed']);
        assert.deepEqual(received('requestOffers'), []);
      });

    it(`is made once if another page requests offers, or the application is closed, before ${place} has ended`, async () => {
      const { handle, other, body, asked, go, received } = await stopped(place);
      assert.equal((await read(await other.post('request-offers', body))).code, 'handler-in-flight');
      await assert.rejects(handle.closeApplication({ subject: 'jane' }), { code: 'handler-in-flight' });
      await assert.rejects(handle.erase({ subject: 'jane' }), { code: 'handler-in-flight' });
      go();
      assert.equal((await asked).status, 200);
      assert.equal(received('requestOffers').length, 1);
    });
  }

  it('does not stop a change after its first byte, and both are recorded', async () => {
    const [opened, called] = [later(), later()];
    const service = faultAt('request-offers', async (real) => (called.resolve(), await opened.promise, real()));
    const { page, events } = await created({ service });
    const offers = page.post('request-offers', await page.good('request-offers'));
    await called.promise;
    assert.equal((await figures(page)).status, 200);
    assert.deepEqual(events(), ['given', 'requesting', 'changed']);
    opened.resolve();
    assert.equal((await offers).status, 200);
    assert.deepEqual(events(), ['given', 'requesting', 'changed', 'requested']);
  });

  it('has a separate entry each time that it reaches the service', async () => {
    let calls = 0;
    const service = faultAt('request-offers', async () => {
      calls++;
      return new Response('', { status: 503, headers: { 'retry-after': '0' } });
    });
    const { page, events } = await created({ service });
    const answer = await read(await page.post('request-offers', await page.good('request-offers')));
    assert.deepEqual([answer.code, answer.retryAfter], ['upstream-unavailable', 0]);
    assert.equal(calls, 1);
    assert.deepEqual(events(), ['given', 'requesting', 'failed']);
  });

  for (const lost of ['requested', 'failed'] as const) {
    it(`is not repeated if its outcome could not be stored: ${lost}`, async () => {
      const change = (coming: Coming) => {
        if (added(coming, 'consents').some(({ event }) => event === lost)) throw new Error('The disk is full.');
      };
      let calls = 0;
      const service = faultAt('request-offers', async (real) => {
        calls++;
        return lost === 'failed' ? new Response('', { status: 500 }) : real();
      });
      const { page } = await created({ service, store: storeWith({ change }) });
      const body = await page.good('request-offers');
      const first = await read(await page.post('request-offers', body));
      assert.equal(first.code, lost === 'failed' ? 'upstream-failed' : 'handler-failed');
      assert.equal((await read(await page.post('request-offers', body))).code, 'handler-in-flight');
      assert.equal(calls, 1);
    });
  }
});
