import { expect, fixture, html } from '@open-wc/testing';
import { LendingCompanyElement } from '../../src/components/lending-company.js';
import type { Draft } from '../../src/schema/form.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { typedCompany } from '../fixtures/samples.mjs';
import { formedApplication } from '../fixtures/wire.js';
import { control, finish, focused, submit, summary, type } from '../support/form.js';
import { address, ago, filled, refused, shows } from '../support/history.js';
import { waitUntil } from '../support/wait.js';

LendingCompanyElement.define();

const CHECK = 'Check the building name or number of the business. It was moved here from the street';

describe('a street with the number of its building', () => {
  async function setup(house_number: string, line_1: string, properties: object = {}) {
    const made = Object.assign(new LendingCompanyElement(), properties);
    const element = await fixture<LendingCompanyElement>(html`${made}`);
    type(element, { ...typedCompany(), 'address.house_number': house_number, 'address.line_1': line_1 });
    return element;
  }
  const lines = (element: Element) =>
    ['address.house_number', 'address.line_1'].map((name) => control(element, name).value);
  async function problems(element: LendingCompanyElement) {
    submit(element);
    // What parts a street loads with the first one.
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    return summary(element);
  }

  for (const [house, street, number, rest] of [
    ['', '12 Sample Road', '12', 'Sample Road'],
    [' ', ' 12a, Sample Road', '12a', 'Sample Road'],
    ['', '12-14 Sample Road', '12-14', 'Sample Road'],
    ['12', '12 Sample Road', '12', 'Sample Road'],
    ['12A', '12a Sample Road', '12a', 'Sample Road'],
    ['', '12 - 14 Sample Road', '12 - 14', 'Sample Road'],
    ['', '12a – 14b, Sample Road', '12a – 14b', 'Sample Road'],
    ['', '12 & 14 Sample Road', '12 & 14', 'Sample Road'],
    ['', '12 to 14 Sample Road', '12 to 14', 'Sample Road'],
    ['', '12, 14 and 16 Sample Road', '12, 14 and 16', 'Sample Road'],
    ['', '12 - Sample Road', '12', 'Sample Road'],
    ['', '12 Tooting Road', '12', 'Tooting Road'],
    ['12-14', '12 - 14 Sample Road', '12 - 14', 'Sample Road'],
  ] as const) {
    it(`is parted in sight, and the applicant is asked to check: “${house}”, “${street}”`, async () => {
      const element = await setup(house, street);
      expect(await problems(element)).to.deep.equal([{ text: CHECK, target: 'address.house_number' }]);
      expect(lines(element)).to.deep.equal([number, rest]);
      expect(element.value).to.be.undefined;
      await finish(element);
      // Dashes are sent as hyphens.
      expect(element.value?.address).to.include({ house_number: number.replace('–', '-'), line_1: rest });
    });
  }

  for (const street of ['1st Avenue', 'Sample Road 12', '12', '12 34', '12 to 14', '12 - 14']) {
    it(`is not guessed at: “${street}” stays, and the number is asked for`, async () => {
      const element = await setup('', street);
      expect((await problems(element))[0]!.text).to.equal(
        'Enter the building name or number of the business, or tick the box if there is none',
      );
      expect(lines(element)).to.deep.equal(['', street]);
    });
  }

  for (const [house, street] of [
    ['Flat 3', '12 Sample Road'],
    ['1', '12 Sample Road'],
    ['12', '1st Avenue'],
  ] as const) {
    it(`is left as it is beside another name or number: “${house}”, “${street}”`, async () => {
      const element = await setup(house, street);
      await finish(element);
      expect(element.value?.address).to.include({ house_number: house, line_1: street });
    });
  }

  it('goes through where the applicant says that it was right', async () => {
    const element = await setup('12', '12 Acre Lane');
    await problems(element);
    type(element, { 'address.line_1': '12 Acre Lane' });
    await finish(element);
    expect(element.value?.address).to.include({ house_number: '12', line_1: '12 Acre Lane' });
  });

  it('is the whole street where the backend does not insist on a number', async () => {
    for (const rule of ['optional', 'hidden'] as const) {
      const fields: Record<string, 'optional' | 'hidden'> = {
        ...defaultSettings.fields,
        'company.address.house_number': rule,
      };
      const element = await fixture<LendingCompanyElement>(
        html`${Object.assign(new LendingCompanyElement(), { settings: { ...defaultSettings, fields } })}`,
      );
      const typed: Draft = { ...typedCompany(), 'address.line_1': '12 Sample Road' };
      delete typed['address.house_number'];
      type(element, typed);
      await finish(element);
      expect(element.value?.address.line_1, rule).to.equal('12 Sample Road');
    }
  });

  it('is not touched where the backend has filled it in for good', async () => {
    const { company } = formedApplication();
    company.address.line_1 = '12 Sample Road';
    const settings = { ...defaultSettings, read_only: ['company.address.line_1'] };
    const made = Object.assign(new LendingCompanyElement(), { settings, prefill: company });
    const element = await fixture<LendingCompanyElement>(html`${made}`);
    await waitUntil(() => control(element, 'registered_name').value, 'the inputs are filled');
    type(element, { 'address.house_number': '12' });
    await finish(element);
    expect(element.value?.address.line_1).to.equal('12 Sample Road');
  });

  it('is asked about beside what else is wrong, in the order of the form', async () => {
    const element = await setup('', '12 Sample Road');
    type(element, { registered_number: '' });
    expect((await problems(element)).map(({ target }) => target)).to.deep.equal([
      'registered_number',
      'address.house_number',
    ]);
  });

  it('is parted in an earlier address too', async () => {
    const element = await filled(ago(1));
    await shows(element, 1);
    type(element, {
      ...address(1, ago(10)),
      'addresses.1.house_number': '',
      'addresses.1.line_1': '12 Former Street',
    });
    expect((await refused(element)).map(({ text }) => text)).to.deep.equal([
      'Check the building name or number of your previous address. It was moved here from the street',
    ]);
    await finish(element);
    expect(element.value?.addresses[1]).to.include({ house_number: '12', line_1: 'Former Street' });
  });
});
