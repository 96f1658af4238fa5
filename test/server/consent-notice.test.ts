import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultNotice, noticeText } from '../../src/schema/index.js';
import { memoryConsents } from '../../src/server/index.js';
import { samplePrequalification } from '../schema/samples.js';
import { created, served } from './consent-page.js';
import { read } from './setup.js';

describe('a receipt', () => {
  it('says what was agreed to, when and to whom, and no id of the partner’s or the service’s', async () => {
    const providers = [{ name: 'North Lending Ltd' }, { name: 'South Capital plc' }];
    const notice = { ...defaultNotice, version: 'next', providers_heading: 'The providers are:', providers };
    const { page, agree, consents } = await created({ notice });
    assert.equal((await served(await page.get('consent'))).receipt, undefined);
    await agree();
    const { receipt } = await served(await page.get('consent'));
    const given = consents.entries.find(({ event }) => event === 'given')!;
    assert.equal(receipt!.receipt_id, given.entry_id);
    assert.equal(receipt!.pii_processing.privacy_notice.text, noticeText(notice));
    assert.deepEqual(
      receipt!.events.map(({ event_time, event_state }) => [event_time, event_state]),
      [[given.at, 'given']],
    );
    assert.deepEqual(
      receipt!.party_identification.map(({ party_name }) => party_name),
      ['applicant', 'North Lending Ltd', 'South Capital plc'],
    );
    const text = JSON.stringify(receipt);
    for (const hidden of [given.company_id!, given.application_id!, 'jane']) assert.ok(!text.includes(hidden));
  });

  it('is another subject’s never', async () => {
    const { agree, browser } = await created();
    await agree();
    assert.equal((await served(await browser('tom').get('consent'))).receipt, undefined);
  });
});

describe('a notice', () => {
  const french = { ...defaultNotice, locale: 'fr', heading: 'Avant' };
  const swiss = { ...defaultNotice, locale: 'fr-CH', heading: 'Avant tout' };
  const languages: [string, string][] = [
    ['', 'Before you get offers'],
    ['?locale=fr', 'Avant'],
    ['?locale=FR-be', 'Avant'],
    ['?locale=fr-CH', 'Avant tout'],
    ['?locale=de', 'Before you get offers'],
    ['?locale=%00', 'Before you get offers'],
  ];
  for (const [query, heading] of languages) {
    it(`is the one for the page’s language: ${query || 'none'}`, async () => {
      const { page } = await created({ notice: [defaultNotice, french, swiss] });
      assert.equal((await served(await page.get(`consent${query}`))).notice.heading, heading);
    });
  }

  it('that changes under its version is refused, also after a restart and in another process', async () => {
    const consents = memoryConsents();
    await (await created({ consents })).agree();
    const changed = { ...defaultNotice, statement: `${defaultNotice.statement} And more.` };
    const { page, log } = await created({ consents, notice: changed });
    assert.equal((await read(await page.get('consent'))).code, 'config-invalid');
    assert.match(
      log.at(-1)!.error!.message,
      new RegExp(`"credit-check".*version ${defaultNotice.version}.*new version`),
    );
    const { agree } = await created({ consents, notice: { ...changed, version: 'next' } });
    assert.equal((await agree()).status, 200);
  });

  it('must be agreed to again when figures are added after it was shown', async () => {
    const { page, received } = await created();
    const early = await page.good('request-offers');
    await page.post('prequalification', samplePrequalification());
    assert.equal((await read(await page.post('request-offers', early))).code, 'handler-consent-stale');
    assert.deepEqual(received('requestOffers'), []);
  });
});
