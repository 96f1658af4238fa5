import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session } from '../../../src/schema/calls/session.js';
import { ORIGIN, read, sampleApplication, setup } from '../setup.js';
import { added, storeWith } from '../stores.js';

const EN = 'I have permission to apply for this business, and to share its directors’ details.';
const statement = { locale: 'en', text: EN };

describe('the authority to apply', () => {
  it('is not asked for by default', async () => {
    const { browser, store, received } = setup();
    const page = browser();
    const { settings } = (await read(await page.get('session'))) as unknown as Session;
    assert.equal(settings.authority, undefined);
    assert.equal((await page.post('applications', sampleApplication())).status, 200);
    assert.deepEqual([store.entries, received('createApplication').length], [[], 1]);
  });

  it('is recorded by itself before the call, with its text, its hash and the owner', async () => {
    const order: string[] = [];
    const store = storeWith({ change: (coming) => order.push(...added(coming, 'consents').map(({ event }) => event)) });
    const { browser, received } = setup({
      store,
      service: (real) => async (url, init) => (order.push('the call'), real(url, init)),
      settings: { authority: true },
    });
    const page = browser();
    const { settings } = (await read(await page.get('session'))) as unknown as Session;
    assert.equal((settings.authority as Record<string, string>)['en'], EN);
    const answer = await page.post('applications', { ...sampleApplication(), authority: statement });
    assert.equal(answer.status, 200);
    assert.deepEqual(order, ['authorised', 'the call']);
    assert.deepEqual(received('createApplication'), [sampleApplication()], 'the service does not get the statement');
    const [{ entryId: _, at, ...entry }] = store.entries as [(typeof store.entries)[number]];
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
    assert.deepEqual(entry, {
      about: 'applicant:["jane","jane",1]',
      subject: 'jane',
      business: 'jane',
      number: 1,
      event: 'authorised',
      authority: { ...statement, sha256: '2a14dfe0ff6baa383309922a7f8df41998d3c594aecfae24adfa116fbec5c389' },
      method: 'checkbox',
      origin: ORIGIN,
    });
  });

  const own = { en: 'I am a director.', pl: 'Jestem w zarządzie.' };
  const rejected: [string, unknown, string][] = [
    ['no confirmation', undefined, 'authority: empty'],
    ['null', null, 'authority: empty'],
    ['another text', { locale: 'en', text: 'I agree.' }, 'authority: changed'],
    ['the text of another language', { locale: 'pl', text: own.en }, 'authority: changed'],
    ['a language that has no text', { locale: 'de', text: own.en }, 'authority: changed'],
    ['the name of a method', { locale: 'toString', text: own.en }, 'authority: changed'],
    ['true', true, 'authority: empty'],
    ['a language alone', { locale: 'en' }, 'authority: empty'],
  ];
  for (const [name, authority, problem] of rejected)
    it(`is not confirmed by ${name}: nothing is recorded, and endpoint 1 is not called`, async () => {
      const { browser, store, received } = setup({ settings: { authority: own } });
      const answer = await read(await browser().post('applications', { ...sampleApplication(), authority }));
      assert.deepEqual([answer.status, answer.code], [422, 'handler-invalid']);
      assert.deepEqual(
        answer.issues!.map(({ path, reason }) => `${path}: ${reason}`),
        [problem],
      );
      assert.deepEqual([store.entries, received('createApplication')], [[], []]);
    });

  it('creates no application if its entry cannot be stored', async () => {
    const store = storeWith({ change: () => Promise.reject(new Error('disk full')) });
    const { browser, received } = setup({ store, settings: { authority: own } });
    const body = { ...sampleApplication(), authority: { locale: 'pl', text: own.pl } };
    assert.equal((await read(await browser().post('applications', body))).code, 'handler-consent-not-stored');
    assert.deepEqual(received('createApplication'), []);
  });

  it('is not asked for again after the application was created, and does not count as consent', async () => {
    const { browser, store } = setup({ settings: { authority: 'I am a director.' } });
    const page = browser();
    const body = { ...sampleApplication(), authority: { locale: 'en', text: 'I am a director.' } };
    assert.equal((await page.post('applications', body)).status, 200);
    assert.equal((await page.post('applications', sampleApplication())).status, 200);
    assert.deepEqual(
      store.entries.map(({ event }) => event),
      ['authorised'],
    );
    const consent = await read(await page.get('consent'));
    assert.equal((consent as { receipt?: object }).receipt, undefined);
  });
});
