import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OWN_TEXTS } from '../../../src/languages/own-texts.js';
import { noticeLines } from '../../../src/schema/index.js';
import { memoryStore } from '../../../src/server/index.js';
import type { Session } from '../../../src/schema/calls/session.js';
import { arabicNotice, broker, plainNotice } from '../../../stories/support/notices.js';
import { created, evidenceOf, read, served, setup } from '../setup.js';

const { ownLanguages } = (await import('../../../scripts/languages.mjs' as string)) as {
  ownLanguages: () => Promise<object>;
};

const notice = [plainNotice, arabicNotice];
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
      const { page, store } = await created({ notice, settings: { partner: { broker } } });
      const { settings } = (await read(await page.get('session'))) as unknown as Session;
      const response = await page.get(`consent?locale=${locale}`);
      const shown = await served(response.clone());
      assert.deepEqual(noticeLines(shown.notice).slice(1, 9), lines);
      const evidence = await evidenceOf(response);
      await page.post('request-offers', { credit_score_check_consent: true, evidence });
      const given = store.consents.find(({ event }) => event === 'given')!;
      assert.deepEqual(given.notice!.text.split('\n').slice(1, 9), lines);
      const { receipt } = await served(await page.get(`consent?locale=${locale}`));
      assert.deepEqual(receipt!.pii_processing.privacy_notice.text.split('\n').slice(1, 9), lines);
      assert.deepEqual(receipt!.party_identification[1], {
        party_id: '123456',
        party_name: 'Sample Broker Ltd',
        party_role: 'credit-broker',
      });
      const introduced = settings.brokerLines![locale]!.map(({ text, url }) => (url ? `${text} (${url})` : text));
      assert.deepEqual(introduced, lines);
      assert.deepEqual(settings.partner.broker, { name: 'Sample Broker Ltd' }, 'no text is sent twice');
    });

  it('needs a new consent when a disclosure changes', async () => {
    const store = memoryStore();
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
