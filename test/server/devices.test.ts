// What a page of another device is told when it starts: nothing that was done is asked for again.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { devices } from './devices.js';
import { documentForm, progressOf, samplePrequalification, type Browser } from './setup.js';

const FIGURES = samplePrequalification();
const ASKED = ['createApplication', 'prequalify', 'requestOffers'];

const send = async (page: Browser, figures: object = FIGURES) =>
  assert.equal((await page.post('prequalification', figures)).status, 200);
const agree = async (page: Browser) => page.post('request-offers', await page.good('request-offers'));
const changedSinceOffers = async (page: Browser) =>
  ((await (await page.get('session')).json()) as { progress: { changedSinceOffers?: boolean } }).progress
    .changedSinceOffers;

describe('the progress that was made on one device', () => {
  it('is known on another: the sent figures and the request for offers', async () => {
    const { one, other } = await devices();
    assert.deepEqual(await progressOf(other), ['createApplication']);
    assert.equal(await changedSinceOffers(other), true);
    await send(one);
    assert.deepEqual(await progressOf(other), ['createApplication', 'prequalify']);
    assert.equal((await agree(one)).status, 200);
    assert.deepEqual(await progressOf(other), ASKED);
    assert.equal(await changedSinceOffers(other), false);
    assert.equal(await changedSinceOffers(one), false);
  });

  it('shows that offers were not requested for figures and documents sent later', async () => {
    const { one, other } = await devices();
    await send(one);
    await agree(one);
    await send(other, { ...FIGURES, funding_amount: 31_337 });
    assert.equal(await changedSinceOffers(one), true);
    assert.equal(await changedSinceOffers(other), true);
    assert.deepEqual(await progressOf(other), await progressOf(one));
    await agree(other);
    assert.equal(await changedSinceOffers(one), false);
    await other.post('documents', documentForm());
    assert.equal(await changedSinceOffers(one), true);
  });

  it('does not count figures that the service rejected or may not have received', async () => {
    let isDown = false;
    const { one, other } = await devices({
      service: (real) => (url, init) => (isDown ? Promise.resolve(new Response('', { status: 500 })) : real(url, init)),
    });
    isDown = true;
    assert.ok((await one.post('prequalification', FIGURES)).status >= 500);
    assert.deepEqual(await progressOf(other), ['createApplication']);
    isDown = false;
    await send(one);
    isDown = true;
    assert.ok((await agree(one)).status >= 500);
    isDown = false;
    assert.deepEqual(await progressOf(other), ['createApplication', 'prequalify']);
    assert.equal(await changedSinceOffers(other), true);
  });
});
