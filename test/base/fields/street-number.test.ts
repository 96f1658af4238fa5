import type { Draft } from '../../../src/schema/fields/form.js';
import { formedApplication, typedCompany } from '../../../stories/support/samples.mjs';
import { address, company, defaultSettings, expect, filled, waitUntil, type Screen } from '../../support/forms.js';

const CHECK = 'Check the building name or number of the business. It was moved here from “Street”';

describe('a street with the number of its building', () => {
  const setup = (house_number: string, line_1: string) =>
    company({}, { 'address.house_number': house_number, 'address.line_1': line_1 });
  const lines = (form: Screen) => ['address.house_number', 'address.line_1'].map((name) => form.field(name).value);

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
    it(`is split in the form, and the applicant is asked to check it: “${house}”, “${street}”`, async () => {
      const form = await setup(house, street);
      expect(await form.submitRejected()).to.deep.equal([{ text: CHECK, target: 'address.house_number' }]);
      expect(lines(form)).to.deep.equal([number, rest]);
      expect(form.value).to.be.undefined;
      await form.finish();
      expect(form.value?.address).to.include({ house_number: number.replace('–', '-'), line_1: rest });
    });
  }

  for (const street of ['1st Avenue', 'Sample Road 12', '12', '12 34', '12 to 14', '12 - 14']) {
    it(`is not split by a guess: “${street}” stays, and the form asks for the number`, async () => {
      const form = await setup('', street);
      expect((await form.submitRejected())[0]!.text).to.equal(
        'Enter the building name or number of the business, or tick the box if there is none',
      );
      expect(lines(form)).to.deep.equal(['', street]);
    });
  }

  for (const [house, street] of [
    ['Flat 3', '12 Sample Road'],
    ['1', '12 Sample Road'],
    ['12', '1st Avenue'],
  ] as const) {
    it(`is left unchanged next to another name or number: “${house}”, “${street}”`, async () => {
      const form = await setup(house, street);
      await form.finish();
      expect(form.value?.address).to.include({ house_number: house, line_1: street });
    });
  }

  it('is accepted once the applicant confirms it', async () => {
    const form = await setup('12', '12 Acre Lane');
    await form.submitRejected();
    form.type({ 'address.line_1': '12 Acre Lane' });
    await form.finish();
    expect(form.value?.address).to.include({ house_number: '12', line_1: '12 Acre Lane' });
  });

  it('is kept as the whole street if the backend does not require a number', async () => {
    for (const rule of ['optional', 'hidden'] as const) {
      const fields: Record<string, 'optional' | 'hidden'> = {
        ...defaultSettings.fields,
        'company.address.house_number': rule,
      };
      const form = await company({ settings: { fields } });
      const typed: Draft = { ...typedCompany(), 'address.line_1': '12 Sample Road' };
      delete typed['address.house_number'];
      form.type(typed);
      await form.finish();
      expect(form.value?.address.line_1, rule).to.equal('12 Sample Road');
    }
  });

  it('is not split if the backend has made it read-only', async () => {
    const prefill = formedApplication().company;
    prefill.address.line_1 = '12 Sample Road';
    const settings = { readOnly: ['company.address.line_1'] };
    const form = await company({ settings, prefill });
    await waitUntil(() => form.field('registered_name').value, 'the inputs are filled');
    form.type({ 'address.house_number': '12' });
    await form.finish();
    expect(form.value?.address.line_1).to.equal('12 Sample Road');
  });

  it('has its question among the other errors, in the order of the form', async () => {
    const form = await setup('', '12 Sample Road');
    form.type({ registered_number: '' });
    expect((await form.submitRejected()).map(({ target }) => target)).to.deep.equal([
      'registered_number',
      'address.house_number',
    ]);
  });

  it('is split in an earlier address too', async () => {
    const form = await filled(1);
    form.type({ ...address(1, 10), 'addresses.1.house_number': '', 'addresses.1.line_1': '12 Former Street' });
    expect((await form.submitRejected()).map(({ text }) => text)).to.deep.equal([
      'Check the building name or number of your previous address. It was moved here from “Street”',
    ]);
    await form.finish();
    expect(form.value?.addresses[1]).to.include({ house_number: '12', line_1: 'Former Street' });
  });
});
