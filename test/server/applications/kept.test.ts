// What the store has of an application, and what somebody can do who can write to it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/index.js';
import {
  COMPANY,
  created,
  documentForm,
  EMAIL,
  far,
  OTHER,
  progressOf,
  read,
  samplePrequalification,
  setup,
} from '../setup.js';
import { draftPage } from '../drafts/draft-page.js';
import { watchedStore } from '../watched-store.js';

/** Jane's application in a store, Tom's beside it, and a way to put another value in the place of Jane's. */
async function twoApplications() {
  const { store, rows, rowsOf } = watchedStore();
  const given = await created({ store });
  const [[place, value]] = rowsOf('application') as [[string, string]];
  await given.browser('tom').create();
  const toms = rowsOf('application').find(([key]) => key !== place)![1];
  /** Expects that no call goes out for Jane with this value, and that nothing is known of an application. */
  async function isRejected(changed: string): Promise<void> {
    rows.set(place, changed);
    const before = given.sandbox.calls.length;
    const page = given.browser();
    assert.equal((await read(await page.get('session'))).code, 'handler-failed');
    for (const path of ['applications', 'documents', 'prequalification', 'request-offers', 'widget-token'])
      assert.equal((await read(await page.post(path, await page.good(path)))).code, 'handler-failed', path);
    assert.equal(given.sandbox.calls.length, before);
    assert.match(given.log.at(-1)!.error!.message, /was altered/);
    rows.set(place, value);
    assert.deepEqual(await progressOf(given.browser()), ['createApplication']);
  }
  return { ...given, value, toms, isRejected };
}

describe('a stored application', () => {
  it('is rejected when it is copied to another subject', async () => {
    const { toms, isRejected } = await twoApplications();
    await isRejected(toms);
  });

  it('is rejected if one of its characters was changed, or if it was cut or extended', async () => {
    const { value, isRejected } = await twoApplications();
    const parts = value.split('.');
    const swap = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    const changed = [0, 2, 3, 4].flatMap((part) =>
      [0, Math.floor(parts[part]!.length / 2)].map((at) =>
        parts.map((text, index) => (index === part ? swap(text, at) : text)).join('.'),
      ),
    );
    assert.equal(new Set(changed).size, 8);
    const others = [value.slice(0, -4), `${value}AAAA`, `${value}.AAAA`, parts.slice(0, 4).join('.'), '', '....'];
    for (const one of [...changed, ...others]) await isRejected(one);
  });

  it('is rejected without a signature, or with a signature by another key', async () => {
    const { isRejected } = await twoApplications();
    const { store, rowsOf } = watchedStore();
    await created({ store, secret: OTHER });
    await isRejected(rowsOf('application')[0]![1]);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = JSON.stringify({ current: { number: 1, company_id: COMPANY, email: EMAIL, marks: {} } });
    const claims = encode({ sub: 'jane', aud: 'lending-elements/store/values', exp: 9e9, text });
    await isRejected(`${encode({ alg: 'none' })}.${claims}.`);
    await isRejected(claims);
  });

  it('reveals neither its contents nor its owner', async () => {
    const { store, rows } = watchedStore();
    const { page, agree, browser, sandbox } = await created({ store });
    await page.post('prequalification', samplePrequalification());
    assert.equal((await agree()).status, 200);
    await (await draftPage(browser('tom'))).save();
    const [, company_id] = /companies\/([^/]+)/.exec(sandbox.calls.map(({ path }) => path).join(' '))!;
    const texts = [...rows].flatMap(([name, value]) => [name, ...value.split('.')]);
    const readable = texts.map((text) => text + Buffer.from(text, 'base64url').toString()).join('\n');
    for (const word of ['jane', EMAIL, company_id!, 'createApplication', '25000', 'Acme', 'Sample Street'])
      assert.ok(!readable.includes(word), `it has "${word}"`);
  });

  it('keeps the progress of simultaneous calls in two processes', async () => {
    const store = far(memoryStore());
    const { page, sandbox } = await created({ store });
    const other = setup({ store, fetch: sandbox.fetch }).browser();
    const answers = await Promise.all([
      page.post('documents', documentForm()),
      other.post('prequalification', samplePrequalification()),
      page.post('documents', documentForm()),
      other.post('widget-token', {}),
    ]);
    assert.ok(answers.every(({ status }) => status === 200));
    assert.deepEqual(await progressOf(page), ['createApplication', 'uploadDocument', 'prequalify', 'authenticate']);
  });

  it('gets a widget token with the id and the email that settled its creation', async () => {
    const { browser, handle, received } = setup();
    await handle.settleApplication({ subject: 'jane' }, { company_id: COMPANY, email: EMAIL });
    await browser().post('widget-token', {});
    assert.deepEqual(received('authenticate'), [{ company_id: COMPANY, email: EMAIL }]);
  });
});
