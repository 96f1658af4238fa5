import { LendingPrequalificationElement } from '../../../src/components/prequalification/lending-prequalification.js';
import { today } from '../../../src/schema/fields/dates.js';
import { descriptionOf, expect, mount, waitUntil, words, type Screen } from '../../support/component.js';
import { applicant, company, dated } from '../../support/forms.js';

const EXAMPLE = `For example, 27 3 ${today().year - 10}.`;

describe('a date that is wrong', () => {
  const parts = (form: Screen) =>
    (['day', 'month', 'year'] as const).map((name) => descriptionOf(form.field(`formation_date.${name}`)));

  async function rejected(day: string, month: string, year: string) {
    const form = await company();
    form.type(dated('formation_date', day, month, year));
    await form.submitRejected();
    return form;
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
    [
      ['', '', ''],
      ['Error: Enter the date the business was formed', '', ''],
    ],
  ] as const) {
    it(`is reported with the example at the first wrong input, and at no other: “${typed.join(' ')}”`, async () => {
      const form = await rejected(typed[0], typed[1], typed[2]);
      expect(parts(form)).to.deep.equal(said.map((error) => error && `${EXAMPLE} ${error}`));
      await expect(form.element).to.be.accessible();
    });
  }

  it('is reported at no input once it is right', async () => {
    const form = await rejected('', '', '');
    form.type(dated('formation_date', '10', '7', '2020'));
    form.submit();
    await waitUntil(() => parts(form).join('') === EXAMPLE, 'nothing is wrong with it');
  });
});

describe('an example of a date', () => {
  it('is a real date in the past, and fits the question', async () => {
    const year = (form: Screen, name: string) => {
      const [, day, month, year] = /(\d+) (\d+) (\d{4})\.$/.exec(words(form.field(`${name}-hint`))!)!.map(Number);
      expect(new Date(year!, month! - 1, day).getDate()).to.equal(day);
      return today().year - year!;
    };
    const [business, person] = [await company(), await applicant()];
    expect(year(business, 'formation_date')).to.equal(10);
    expect(year(business, 'trading_from_date')).to.equal(10);
    expect(year(person, 'date_of_birth')).to.equal(40);
    expect(year(person, 'addresses.0.start_date')).to.equal(5);
  });
});

describe('an amount of money', () => {
  const step = (properties: object) => mount(LendingPrequalificationElement, properties);

  for (const [currencySign, amount, revenue] of [
    ['£', 'In pounds, like 25,000.', 'In pounds. A recent average is fine.'],
    ['€', 'In euros, like 25,000.', 'In euros. A recent average is fine.'],
    ['kr', 'In kr, like 25,000.', 'In kr. A recent average is fine.'],
  ]) {
    it(`is announced in ${currencySign}, whose sign screen readers skip`, async () => {
      const form = await step({ settings: { currencySign } });
      expect(descriptionOf(form.field('funding_amount'))).to.equal(amount);
      expect(descriptionOf(form.field('monthly_revenue'))).to.equal(revenue);
    });
  }

  it('is announced in that currency, too, if the backend prefilled the amount', async () => {
    const form = await step({
      settings: { readOnly: ['prequalification.funding_amount'] },
      prefill: { funding_amount: 25_000 },
    });
    await waitUntil(() => form.field('funding_amount').readOnly, 'it is filled in');
    expect(descriptionOf(form.field('funding_amount'))).to.equal(
      '£ This site filled this in. You cannot change it here.',
    );
    await expect(form.element).to.be.accessible();
  });
});
