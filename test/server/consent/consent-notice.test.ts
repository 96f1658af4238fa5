import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OWN_TEXTS } from '../../../src/languages/own-texts.js';
import type { Session } from '../../../src/schema/calls/session.js';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { noticeLines, noticeText } from '../../../src/schema/index.js';
import { arabicNotice, broker, plainNotice } from '../../../stories/support/notices.js';
import { created, evidenceOf, read, served, setup, testStore } from '../setup.js';

describe('a receipt', () => {
  it('has the agreed text, the time and the parties, and no id of the partner or the service', async () => {
    const providers = [{ name: 'North Lending Ltd' }, { name: 'South Capital plc' }];
    const notice = { ...plainNotice, version: 'next', providersHeading: 'The providers are:', providers };
    const { page, agree, store } = await created({ notice });
    assert.equal((await served(await page.get('consent'))).receipt, undefined);
    await agree();
    const { receipt } = await served(await page.get('consent'));
    const given = store.entries.find(({ event }) => event === 'given')!;
    assert.equal(receipt!.receipt_id, given.entryId);
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

  it('is never shown to another subject', async () => {
    const { agree, browser } = await created();
    await agree();
    assert.equal((await served(await browser('tom').get('consent'))).receipt, undefined);
  });
});

describe('a notice', () => {
  const french = { ...plainNotice, locale: 'fr', heading: 'Avant' };
  const swiss = { ...plainNotice, locale: 'fr-CH', heading: 'Avant tout' };
  const languages: [string | undefined, string][] = [
    [undefined, plainNotice.heading],
    ['', plainNotice.heading],
    ['fr', 'Avant'],
    ['FR-be', 'Avant'],
    ['fr-CH', 'Avant tout'],
    ['de', plainNotice.heading],
    ['\0', plainNotice.heading],
  ];
  for (const [locale, heading] of languages) {
    it(`is in the page’s language: ${JSON.stringify(locale)}`, async () => {
      const { page } = await created({ notice: [plainNotice, french, swiss] });
      assert.equal((await served(await page.get('consent', { body: { locale } }))).notice.heading, heading);
    });
  }

  it('that changes without a new version is rejected, also after a restart and in another process', async () => {
    const store = testStore();
    const { agree: agreeFirst, sandbox } = await created({ store });
    await agreeFirst();
    const changed = { ...plainNotice, statement: `${plainNotice.statement} And more.` };
    const { page, log } = await created({ store, notice: changed, fetch: sandbox.fetch });
    assert.equal((await read(await page.get('consent'))).code, 'config-invalid');
    const { message, remedy } = log.at(-1)!.error!;
    assert.match(message, new RegExp(`"credit-check".*version ${plainNotice.version}`));
    assert.equal(remedy, 'Give the changed text a new version.');
    const { agree } = await created({ store, notice: { ...changed, version: 'next' }, fetch: sandbox.fetch });
    assert.equal((await agree()).status, 200);
  });

  const PARTNER = { name: 'Sample Books', broker: { name: 'Sample Broker Ltd' } };

  it('has the names of the partner and the broker on the page, in the record and on the receipt, word for word', async () => {
    const { page, agree, store } = await created({ settings: { partner: PARTNER } });
    const { notice } = await served(await page.get('consent'));
    assert.match(noticeText(notice), /Sample Books shares your details .* through Sample Broker Ltd\./);
    assert.equal((await agree()).status, 200);
    const given = store.entries.find(({ event }) => event === 'given')!;
    const { receipt } = await served(await page.get('consent'));
    assert.equal(given.notice!.text, noticeText(notice));
    assert.equal(given.notice!.sha256, await sha256(noticeText(notice)));
    assert.equal(given.notice!.version, notice.version);
    assert.equal(receipt!.pii_processing.privacy_notice.text, noticeText(notice));
  });

  it('has a new version when a name changes, and then needs a new consent', async () => {
    const store = testStore();
    const { agree, page } = await created({ store, settings: { partner: PARTNER } });
    assert.equal((await agree()).status, 200);
    const early = await page.good('request-offers');
    const versions = [(await served(await page.get('consent'))).notice.version];
    const others = [{ ...PARTNER, name: 'Other Books' }, { ...PARTNER, broker: { name: 'Other Broker Ltd' } }, {}];
    for (const partner of others as { name?: string; broker?: { name: string } }[]) {
      const renamed = setup({ store, settings: { partner } }).browser();
      const { notice, superseded } = await served(await renamed.get('consent'));
      versions.push(notice.version);
      assert.equal(superseded, true);
      for (const name of [partner.name ?? 'this site', partner.broker?.name ?? 'the lending service']) {
        assert.ok(noticeText(notice).includes(name));
      }
      assert.equal((await read(await renamed.post('request-offers', early))).code, 'handler-consent-stale');
    }
    assert.equal(new Set(versions).size, 4);
    assert.match(String(versions), /5 \(partner: Sample Books, broker: Sample Broker Ltd, disclosures: [\da-f]+\)/);
  });
});

const { ownLanguages } = (await import('../../../scripts/languages.mjs' as string)) as {
  ownLanguages: () => Promise<object>;
};

const LINES: Record<string, string[]> = {
  en: [
    'Sample Broker Ltd (registration number 123456) is a credit broker, not a lender.',
    'Sample Broker Ltd works with a panel of 12 lenders.',
    'Sample Broker Ltd is authorised and regulated by the Sample Authority.',
    'See it on the register (https://register.example/123456)',
    'The lender pays Sample Broker Ltd a commission if you take an offer.',
    'You pay no fee.',
    'The lenders of the panel pay different commissions.',
    'If you are not happy, write to complaints@broker.example.',
  ],
  ar: [
    'إن \u2068Sample Broker Ltd\u2069 (رقم التسجيل \u2068123456\u2069) وسيط ائتمان وليس مقرضًا.',
    'يتعامل \u2068Sample Broker Ltd\u2069 مع مجموعة من المقرضين عددهم 12.',
    'تعمل Sample Broker Ltd بترخيص من Sample Authority وتحت إشرافها.',
    'اطلع على السجل (https://register.example/123456)',
    'يدفع المقرض عمولة إلى Sample Broker Ltd إذا قبلت عرضًا.',
    'لا تدفع أي رسوم.',
    'تختلف العمولة من مقرض إلى آخر.',
    'إذا كانت لديك شكوى، فاكتب إلى complaints@broker.example.',
  ],
};

describe('the broker of the settings, in the notice', () => {
  for (const [locale, lines] of Object.entries(LINES))
    it(`has the same lines below the heading, in the record, on the receipt and in the introduction: ${locale}`, async () => {
      const { page, store } = await created({ notice: [plainNotice, arabicNotice], settings: { partner: { broker } } });
      const { settings } = (await read(await page.get('session'))) as unknown as Session;
      const response = await page.get('consent', { body: { locale } });
      const shown = await served(response.clone());
      assert.deepEqual(noticeLines(shown.notice).slice(1, 9), lines);
      const evidence = await evidenceOf(response);
      await page.post('request-offers', { credit_score_check_consent: true, evidence });
      const given = store.entries.find(({ event }) => event === 'given')!;
      assert.deepEqual(given.notice!.text.split('\n').slice(1, 9), lines);
      const { receipt } = await served(await page.get('consent', { body: { locale } }));
      assert.deepEqual(receipt!.pii_processing.privacy_notice.text.split('\n').slice(1, 9), lines);
      assert.deepEqual(receipt!.party_identification[1], {
        party_id: '123456',
        party_name: 'Sample Broker Ltd',
        party_role: 'credit-broker',
      });
      const introduced = settings.brokerLines!.map(({ texts, url }) => texts[locale]! + (url ? ` (${url})` : ''));
      assert.deepEqual(introduced, lines);
      assert.deepEqual(settings.partner.broker, { name: 'Sample Broker Ltd' }, 'no text is sent twice');
    });

  it('needs a new consent when a disclosure changes', async () => {
    const store = testStore();
    const { agree } = await created({ store, settings: { partner: { broker: { name: 'Sample Ltd' } } } });
    assert.equal((await agree()).status, 200);
    const disclosures = [{ id: 'fee' as const, text: 'You pay no fee.' }];
    const changed = setup({ store, settings: { partner: { broker: { name: 'Sample Ltd', disclosures } } } }).browser();
    const { superseded, notice: shown } = await served(await changed.get('consent'));
    assert.equal(superseded, true);
    assert.ok(noticeLines(shown).includes('You pay no fee.'));
  });

  it('is described by the library in each of its languages, for each choice of lenders', async () => {
    const languages = ['en', ...Object.keys(await ownLanguages())];
    assert.deepEqual(Object.keys(OWN_TEXTS).sort(), languages.sort());
    for (const locale of languages)
      for (const lenders of [1, 7, 'market'] as const) {
        const { page } = await created({
          notice: { ...plainNotice, locale },
          settings: { partner: { broker: { name: 'Sample Ltd', registrationNumber: '123456', lenders } } },
        });
        const [, statement, choice] = noticeLines((await served(await page.get('consent'))).notice);
        assert.match(statement!, /Sample Ltd.*123456/);
        assert.match(choice!, lenders === 7 ? /Sample Ltd.*7|7.*Sample Ltd/ : /Sample Ltd/);
      }
  });
});
