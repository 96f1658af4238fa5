// The journey with the digits and separators of other keyboards. The lender gets the same as from an English keyboard.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formedApplication } from '../fixtures/samples.mjs';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';
import { authenticated, created, offersRequested, prequalified } from './walk/calls.mjs';
import { recorded } from './walk/partner.mjs';

/** Writes numbers with the digits from this zero on. */
const inDigits = (zero) => (text) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0) + Number(digit)));
const asTyped = (text) => text;

const KEYBOARDS = [
  { keyboard: 'an Arabic', lang: 'ar', write: inDigits('٠'), funding_amount: '٢٥٬٠٠٠٫٥٠', monthly_revenue: '١٠،٠٠٠' },
  { keyboard: 'a Persian', lang: 'fa', write: inDigits('۰'), funding_amount: '۲۵۰۰۰٫۵', monthly_revenue: '۱۰٬۰۰۰' },
  { keyboard: 'a Polish', lang: 'pl', write: asTyped, funding_amount: '25 000,50', monthly_revenue: '10 000' },
  {
    keyboard: 'a French',
    lang: 'fr',
    write: asTyped,
    funding_amount: '25\u202f000,50',
    monthly_revenue: '10\u202f000',
  },
  { keyboard: 'a German', lang: 'de', write: asTyped, funding_amount: '25.000,50', monthly_revenue: '10000,00' },
];

describe('the journey with the digits of', { timeout: 120_000 }, () => {
  let lang;
  const stage = useStage({ edit: (html) => html.replace('<html lang="en"', `<html lang="${lang}"`) });

  for (const { keyboard, write, funding_amount, monthly_revenue, ...page } of KEYBOARDS) {
    it(`${keyboard} keyboard sends the digits 0 to 9, in each field`, async () => {
      ({ lang } = page);
      const opened = await stage.visit();
      const { calls } = stage.servers.sandbox;
      const before = calls.length;
      const type = async (values) => {
        await opened.waitForSelector(`>>> [name="${Object.keys(values)[0]}"]`);
        const typed = Object.entries(values).map(([name, text]) => [name, write(text)]);
        await applicant.type(opened, Object.fromEntries(typed));
      };
      await type(applicant.SAMPLE.company);
      await applicant.press(opened);
      await type(applicant.SAMPLE.applicant);
      await applicant.choose(opened, 'addresses.0.status', 'tenant');
      await applicant.press(opened);
      await opened.waitForSelector('>>> dl');
      await applicant.press(opened);
      await opened.waitForSelector('>>> input[type="file"]');
      await applicant.click(opened, '[part="submit"] + button');
      await type({ funding_amount, monthly_revenue });
      await applicant.choose(opened, 'any_ccj', 'no');
      await applicant.press(opened);
      await opened.waitForSelector('>>> #agree');
      await opened.locator('>>> #agree').click();
      await applicant.press(opened);
      await opened.waitForSelector('>>> h4');
      assert.deepEqual(recorded({ calls: calls.slice(before) }), [
        created(formedApplication()),
        prequalified({ funding_amount: 25_000.5, monthly_revenue: 10_000, any_ccj: false }),
        offersRequested(),
        authenticated(formedApplication().applicant.email),
      ]);
    });
  }
});
