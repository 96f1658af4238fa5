// The order of the consent, its record, the calls that rely on it, and changes of the application.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import { created, faultAt, goodBodies, later, read } from '../setup.js';
import { storeWith } from '../store-with.js';

describe('a call for offers', () => {
  it('is made for the application as it was when the consent was given', async () => {
    const [opened, called] = [later(), later()];
    const service = faultAt('request-offers', async (real) => {
      called.resolve();
      await opened.promise;
      return real();
    });
    const { page, events, sandbox } = await created({ service });
    const offers = page.post('request-offers', await page.good('request-offers'));
    await called.promise;
    const change = page.post('prequalification', goodBodies()['prequalification']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(events(), ['served', 'given', 'requesting'], 'the change waits');
    opened.resolve();
    assert.deepEqual([(await offers).status, (await change).status], [200, 200]);
    assert.deepEqual(events(), ['served', 'given', 'requesting', 'requested', 'changed']);
    const names = sandbox.calls.map(({ name }) => name);
    assert.deepEqual(names.slice(-2), ['requestOffers', 'prequalify']);
  });

  it('is not made on a notice that was shown before a change of the application', async () => {
    const { page, sandbox, browser } = await created();
    const offers = await page.good('request-offers');
    assert.equal((await browser().post('prequalification', goodBodies()['prequalification'])).status, 200);
    assert.equal((await read(await page.post('request-offers', offers))).code, 'handler-consent-stale');
    assert.ok(!sandbox.calls.some(({ name }) => name === 'requestOffers'));
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
    assert.deepEqual(events(), ['served', 'given', 'requesting', 'failed']);
  });

  for (const lost of ['requested', 'failed'] as const) {
    it(`is not repeated with the same evidence if its entry is missing: ${lost}`, async () => {
      const append = ({ event }: ConsentEntry) => {
        if (event === lost) throw new Error('The disk is full.');
      };
      let calls = 0;
      const service = faultAt('request-offers', async (real) => {
        calls++;
        return lost === 'failed' ? new Response('', { status: 500 }) : real();
      });
      const { page } = await created({ service, store: storeWith({ append }) });
      const body = await page.good('request-offers');
      assert.equal((await page.post('request-offers', body)).status, lost === 'failed' ? 502 : 200);
      assert.equal((await read(await page.post('request-offers', body))).code, 'handler-consent-stale');
      assert.equal(calls, 1);
    });
  }
});
