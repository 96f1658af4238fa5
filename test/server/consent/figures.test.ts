// Before applicants agree, they see the figures that were sent last, on any device, and never other figures.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TABLES, type Records } from '../../../src/server/records/records.js';
import { devices } from '../devices.js';
import { samplePrequalification } from '../../schema/samples.js';
import { documentForm, type Browser } from '../browser.js';
import { created, faultAt, read, served, setup } from '../setup.js';
import { rowsOf, storeWith, type Coming } from '../stores.js';

const FIRST = samplePrequalification();
const OTHER = { ...FIRST, funding_amount: 31_337, any_ccj: true };

const shown = async (page: Browser) => (await served(await page.get('consent'))).figures;
const started = async (page: Browser) =>
  ((await (await page.get('session')).json()) as { figures?: object | string }).figures;
const send = async (page: Browser, figures: object = FIRST) =>
  assert.equal((await page.post('prequalification', figures)).status, 200);

describe('the figures that were sent last', () => {
  it('are returned with the notice and the session, as they were sent', async () => {
    const { page, received } = await created();
    assert.equal(await shown(page), undefined);
    await send(page);
    assert.deepEqual(await shown(page), FIRST);
    assert.deepEqual(await started(page), FIRST);
    await send(page, OTHER);
    assert.deepEqual(await shown(page), OTHER);
    assert.deepEqual(received('prequalify').at(-1), OTHER);
  });

  it('contain only the fields that the rules of the partner ask for', async () => {
    const fields = { 'prequalification.monthly_revenue': 'hidden', 'prequalification.any_ccj': 'optional' } as const;
    const service = () => async () => Response.json({ success: true, data: {} }, { status: 201 });
    const { store } = await created();
    const page = setup({ store, service, settings: { fields } }).browser();
    await send(page, { funding_amount: 5000 });
    assert.deepEqual(await shown(page), { funding_amount: 5000 });
  });

  it('are returned to nobody else', async () => {
    const { page, browser } = await created();
    await send(page);
    const tom = browser('tom');
    await tom.create();
    assert.equal(await shown(tom), undefined);
    await send(tom, OTHER);
    assert.deepEqual(await shown(tom), OTHER);
  });

  it('stay after a document was sent', async () => {
    const { page } = await created();
    await send(page);
    assert.equal((await page.post('documents', documentForm())).status, 200);
    assert.deepEqual(await shown(page), FIRST);
  });

  it('are shared by all devices of the applicant, also after a restart', async () => {
    const { one, other, restarted } = await devices();
    await send(one);
    assert.deepEqual(await started(other), FIRST);
    await send(other, OTHER);
    for (const page of [one, restarted()]) {
      assert.deepEqual(await shown(page), OTHER);
      assert.deepEqual(await started(page), OTHER);
    }
  });

  for (const [what, answer] of [
    ['a time-out', () => Promise.reject(new DOMException('', 'TimeoutError'))],
    ['a 500', () => Promise.resolve(new Response('', { status: 500 }))],
  ] as const) {
    it(`are not known where a later call ended in ${what}: the service may have got it`, async () => {
      let isDown = false;
      const { page } = await created({ service: faultAt('prequalification', (real) => (isDown ? answer() : real())) });
      await send(page);
      isDown = true;
      assert.ok((await page.post('prequalification', OTHER)).status >= 500);
      assert.equal(await shown(page), 'unknown');
      isDown = false;
      await send(page, OTHER);
      assert.deepEqual(await shown(page), OTHER);
    });
  }

  it('are known after a call that the service has rejected', async () => {
    let isDown = false;
    const rejects = async () => new Response('{}', { status: 422 });
    const { page } = await created({ service: faultAt('prequalification', (real) => (isDown ? rejects() : real())) });
    await send(page);
    isDown = true;
    assert.equal((await read(await page.post('prequalification', OTHER))).code, 'upstream-rejected');
    assert.deepEqual(await shown(page), FIRST);
  });

  it('are not known if the first call may have reached the service', async () => {
    const { page } = await created({ service: faultAt('prequalification', async () => new Response('<h1>')) });
    assert.equal((await page.post('prequalification', OTHER)).status, 502);
    assert.equal(await shown(page), 'unknown');
  });

  it('are not known if they could not be stored, until figures are sent again', async () => {
    let isDown = false;
    const change = ({ before, after }: Coming) => {
      const isBegun = ({ calls }: Pick<Records, 'calls'>) => calls.some(({ state }) => state === 'begun');
      if (isDown && isBegun(before) && !isBegun(after!)) throw new Error('database at 10.0.0.1');
    };
    const { page } = await created({ store: storeWith({ change }) });
    isDown = true;
    assert.equal((await read(await page.post('prequalification', FIRST))).code, 'handler-failed');
    assert.equal(await shown(page), 'unknown');
    isDown = false;
    await send(page, OTHER);
    assert.equal(await shown(page), 'unknown', 'nobody knows when the first call ends');
  });

  it('are sealed in the store, and in no entry of the consents and no log', async () => {
    const { store, page, log } = await created();
    await send(page, OTHER);
    await page.get('consent');
    const rows = await (await rowsOf(store)).read({ subject: 'jane', business: 'jane' }, { all: TABLES });
    assert.equal(rows.applications.length, 1);
    assert.doesNotMatch(JSON.stringify([rows, store.entries, log]), /31337|funding_amount/);
  });
});
