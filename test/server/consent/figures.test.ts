// Before applicants agree, they see the figures that were sent last, on any device, and never other figures.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LendingSession, memoryConsents, memoryIdempotency } from '../../../src/server/index.js';
import { devices } from '../devices.js';
import { samplePrequalification } from '../../schema/samples.js';
import { documentForm, type Browser } from '../browser.js';
import { COMPANY, created, faultAt, HOST, read, SECRET, served, setup, storeOf } from '../setup.js';

const FIRST = samplePrequalification();
const OTHER = { ...FIRST, funding_amount: 31_337, any_ccj: true };
const COOKIE = `${HOST}-figures`;

const shown = async (page: Browser) => (await served(await page.get('consent'))).figures;
const started = async (page: Browser) =>
  ((await (await page.get('session')).json()) as { figures?: object | string }).figures;
const send = async (page: Browser, figures: object = FIRST) =>
  assert.equal((await page.post('prequalification', figures)).status, 200);

describe('the figures that were sent last', () => {
  it('are told with the notice and at the start, as the service has got them', async () => {
    const { page, received } = await created();
    assert.equal(await shown(page), undefined);
    await send(page);
    assert.deepEqual(await shown(page), FIRST);
    assert.deepEqual(await started(page), FIRST);
    await send(page, OTHER);
    assert.deepEqual(await shown(page), OTHER);
    assert.deepEqual(received('prequalify').at(-1), OTHER);
  });

  it('are those that the rules of the partner ask for', async () => {
    const fields = { 'prequalification.monthly_revenue': 'hidden', 'prequalification.any_ccj': 'optional' } as const;
    const service = () => async () => Response.json({ success: true, data: {} }, { status: 201 });
    const { cookies } = (await created()).page;
    const page = setup({ service, settings: { fields } }).browser();
    for (const [name, value] of cookies) page.cookies.set(name, value);
    await send(page, { funding_amount: 5000 });
    assert.deepEqual(await shown(page), { funding_amount: 5000 });
  });

  it('are told to nobody else', async () => {
    const { page, browser } = await created();
    await send(page);
    const tom = browser('tom');
    await tom.create();
    tom.cookies.set(COOKIE, page.cookies.get(COOKIE)!);
    assert.equal(await shown(tom), undefined);
    await send(tom, OTHER);
    tom.cookies.set(COOKIE, page.cookies.get(COOKIE)!);
    assert.deepEqual(await shown(tom), OTHER);
  });

  it('stay after a document was sent, which changes none of them', async () => {
    const { page } = await created();
    await send(page);
    assert.equal((await page.post('documents', documentForm())).status, 200);
    assert.deepEqual(await shown(page), FIRST);
  });

  it('come to another device, and back when they are changed there', async () => {
    const { one, other } = await devices();
    await send(one);
    assert.deepEqual(await started(other), FIRST);
    await send(other, OTHER);
    assert.deepEqual(await shown(one), OTHER);
    assert.deepEqual(await started(one), OTHER);
  });

  it('come to another device through a store of sessions, where no process remembers them', async () => {
    const { store } = storeOf();
    const { one, other, restarted } = await devices({ sessions: { secret: SECRET, store } });
    await send(one);
    assert.deepEqual(await shown(restarted(other)), FIRST);
    await send(other, OTHER);
    assert.deepEqual(await shown(restarted(one)), OTHER);
  });

  it('are known after a restart, by the cookie; and are not taken for the last where others were sent since', async () => {
    const { one, other, restarted } = await devices();
    await send(one);
    assert.deepEqual(await shown(restarted(one)), FIRST);
    await send(other, OTHER);
    assert.deepEqual(await shown(restarted(other)), OTHER);
    assert.equal(await shown(restarted(one)), 'unknown');
    assert.equal(await started(restarted(one)), 'unknown');
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

  it('are not those of an earlier application', async () => {
    const { kept, store } = storeOf();
    const { page } = await created({ sessions: { secret: SECRET, store } });
    await send(page);
    kept.set('jane', { ...(kept.get('jane') as LendingSession), company_id: COMPANY });
    assert.equal(await shown(page), undefined);
  });

  it('are known where the answer was lost, and the call is tried again', async () => {
    const { page, received } = await created();
    const headers = { 'idempotency-key': 'a-key-of-the-page' };
    const cookies = new Map(page.cookies);
    await page.send('prequalification', { body: FIRST, headers });
    page.cookies.clear();
    for (const [name, value] of cookies) page.cookies.set(name, value);
    assert.equal((await page.send('prequalification', { body: FIRST, headers })).status, 200);
    assert.equal(received('prequalify').length, 1);
    assert.deepEqual(await shown(page), FIRST);
    assert.ok(page.cookies.has(COOKIE));
  });

  it('that cannot be kept for other devices fail no call', async () => {
    const fails = (key: string) => {
      if (key.startsWith('figures/')) throw new Error('database at 10.0.0.1');
    };
    const real = memoryIdempotency();
    const idempotency = {
      ...real,
      get: (key: string) => (fails(key), real.get(key)),
      set: (key: string, value: string, seconds: number) => (fails(key), real.set(key, value, seconds)),
    };
    const { one, other } = await devices({ idempotency });
    await send(one);
    assert.deepEqual(await shown(one), FIRST);
    assert.equal(await shown(other), 'unknown');
  });

  it('are sealed wherever they are kept, and in no entry of the consents and no log', async () => {
    const { kept, store } = storeOf();
    const values: string[] = [];
    for (const sessions of [{ secret: SECRET }, { secret: SECRET, store }]) {
      const real = memoryIdempotency();
      const idempotency = {
        ...real,
        set: (key: string, value: string, seconds: number) => (values.push(value), real.set(key, value, seconds)),
      };
      const { page, consents, log } = await created({ sessions, idempotency });
      await send(page, OTHER);
      await page.get('consent');
      const everything = JSON.stringify([[...page.cookies], [...kept], values, consents.entries, log]);
      assert.doesNotMatch(everything, /31337|funding_amount/);
      if ('store' in sessions) assert.ok(kept.get('jane')!.figures);
      else assert.ok(page.cookies.get(COOKIE)!.length < 512, `${page.cookies.get(COOKIE)!.length} characters`);
    }
  });

  it('are told at the start where the application is known, and nothing fails where the records cannot be read', async () => {
    const consents = memoryConsents();
    let isDown = false;
    const about = async (about: string) => {
      if (isDown) throw new Error('disk');
      return consents.about(about);
    };
    const { page } = await created({ consents: { ...consents, about } as typeof consents });
    await send(page);
    isDown = true;
    const session = (await (await page.get('session')).json()) as { progress: object; figures?: object };
    assert.deepEqual([session.progress, session.figures], [{ done: ['createApplication', 'prequalify'] }, undefined]);
    assert.equal((await read(await page.get('consent'))).code, 'handler-consent-not-stored');
  });
});
