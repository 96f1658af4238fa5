import { expect, fixture, html } from '@open-wc/testing';
import { LendingApplicantElement } from '../../src/components/lending-applicant.js';
import { LendingCompanyElement } from '../../src/components/lending-company.js';
import { LendingPrequalificationElement } from '../../src/components/lending-prequalification.js';
import { today } from '../../src/schema/dates.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { control, find, focused, submit, type, words } from '../support/form.js';
import { waitUntil } from '../support/wait.js';

LendingApplicantElement.define();
LendingCompanyElement.define();
LendingPrequalificationElement.define();

/** What describes an element, as a screen reader puts it together. */
const described = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => words((element.getRootNode() as ShadowRoot).getElementById(id)))
    .join(' ');

describe('a date that is wrong', () => {
  const parts = (element: HTMLElement) =>
    (['day', 'month', 'year'] as const).map((name) => described(control(element, `formation_date.${name}`)));

  async function company(...[day, month, year]: [string, string, string]) {
    const element = await fixture<LendingCompanyElement>(html`<lending-company></lending-company>`);
    type(element, { 'formation_date.day': day, 'formation_date.month': month, 'formation_date.year': year });
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    return element;
  }

  for (const [typed, said] of [
    [
      ['10', '', '2020'],
      ['', 'Error: The date the business was formed must include a month', ''],
    ],
    [
      ['31', '2', '2020'],
      ['Error: The date the business was formed must be a real date', '', ''],
    ],
    [['', '', ''], Array.from({ length: 3 }, () => 'Error: Enter the date the business was formed')],
  ] as const) {
    it(`says so at each part that is to be mended, and at no other: “${typed.join(' ')}”`, async () => {
      const element = await company(...(typed as unknown as [string, string, string]));
      expect(parts(element)).to.deep.equal(said);
      // Whoever comes in from above hears it with the question.
      const group = find(element, 'fieldset:has([id="formation_date.day"])')!;
      expect(described(group)).to.match(/^For example, .* Error: /);
      await expect(element).to.be.accessible();
    });
  }

  it('is said at no part once it is right', async () => {
    const element = await company('', '', '');
    type(element, { 'formation_date.day': '10', 'formation_date.month': '7', 'formation_date.year': '2020' });
    submit(element);
    await waitUntil(() => parts(element).join('') === '', 'nothing is wrong with it');
  });
});

describe('an example of a date', () => {
  it('is a real date in the past, and fits what is asked', async () => {
    const company = await fixture(html`<lending-company></lending-company>`);
    const applicant = await fixture<LendingApplicantElement>(html`<lending-applicant></lending-applicant>`);
    const year = (host: Element, name: string) => {
      const [, day, month, year] = /(\d+) (\d+) (\d{4})\.$/.exec(words(control(host, `${name}-hint`))!)!.map(Number);
      expect(new Date(year!, month! - 1, day))
        .to.include({})
        .and.to.satisfy((at: Date) => at.getDate() === day);
      return today().year - year!;
    };
    expect(year(company, 'formation_date')).to.equal(10);
    expect(year(company, 'trading_from_date')).to.equal(10);
    expect(year(applicant, 'date_of_birth')).to.equal(40);
    expect(year(applicant, 'addresses.0.start_date')).to.equal(5);
  });
});

describe('an amount of money', () => {
  const step = (settings = {}, prefill?: unknown) =>
    fixture<LendingPrequalificationElement>(
      html`<lending-prequalification
        .settings=${{ ...defaultSettings, ...settings }}
        .prefill=${prefill}
      ></lending-prequalification>`,
    );

  for (const [currency_sign, amount, revenue] of [
    ['£', 'In pounds, like 25,000.', 'In pounds. A recent average is fine.'],
    ['€', 'In euros, like 25,000.', 'In euros. A recent average is fine.'],
    ['kr', 'In kr, like 25,000.', 'In kr. A recent average is fine.'],
  ]) {
    it(`is said to be in ${currency_sign}, whose sign nobody hears`, async () => {
      const element = await step({ currency_sign });
      expect(described(control(element, 'funding_amount'))).to.equal(amount);
      expect(described(control(element, 'monthly_revenue'))).to.equal(revenue);
    });
  }

  it('is said to be in it too where the backend filled it in', async () => {
    const element = await step({ read_only: ['prequalification.funding_amount'] }, { funding_amount: 25_000 });
    await waitUntil(() => control(element, 'funding_amount').readOnly, 'it is filled in');
    expect(described(control(element, 'funding_amount'))).to.equal(
      '£ This site filled this in. You cannot change it here.',
    );
    await expect(element).to.be.accessible();
  });
});
