import type { FieldRule } from '../../../src/schema/fields/field-rules.js';
import type { Draft } from '../../../src/schema/fields/form.js';
import type { Settings } from '../../../src/schema/settings.js';
import {
  defaultSettings,
  expect,
  formedApplication,
  typedApplicant,
  waitUntil,
  words,
  type Screen,
} from '../../support/component.js';
import { address, applicant, company, filled } from '../../support/forms.js';

const HOUSE = 'address.house_number';
const HOME = 'addresses.0.house_number';
const box = (form: Screen, name: string) => form.field(`${name}.none`);
/** The checkboxes load with the first field that may need one. */
async function tick(form: Screen, name: string) {
  box(form, name).click();
  await form.updated();
}

describe('an address without a number', () => {
  const TEXT = 'Enter the building name or number of the business, or tick the box if there is none';

  for (const typed of [' ', 'n/a', 'none yet', '-']) {
    it(`is accepted once the applicant ticks the box next to the error about the missing number: “${typed}”`, async () => {
      const form = await company({}, { [HOUSE]: typed });
      expect(box(form, HOUSE)).to.be.null;
      expect(await form.submitRejected()).to.deep.equal([{ text: TEXT, target: HOUSE }]);
      expect(words(box(form, HOUSE).closest('label'))).to.equal('There is no building name or number');
      await expect(form.element).to.be.accessible();
      await tick(form, HOUSE);
      await form.finish();
      expect(form.value?.address).to.deep.include({ line_1: 'Sample Street', country_code: 'UK' });
      expect(form.value?.address).not.to.have.property('house_number');
    });
  }

  it('has no box if neither line has an answer, in words or blank', async () => {
    const form = await company({}, { [HOUSE]: 'none', 'address.line_1': 'n/a' });
    expect((await form.submitRejected()).map(({ text }) => text)).to.deep.equal([
      'Enter the building name or number of the business',
      'Enter the street of the business address',
    ]);
  });

  it('has a number again if one is typed after the tick, which unticks the box', async () => {
    const form = await company({}, { [HOUSE]: '' });
    await form.submitRejected();
    await tick(form, HOUSE);
    form.type({ [HOUSE]: '12' });
    await form.updated();
    expect(box(form, HOUSE).checked).to.be.false;
    await form.finish();
    expect(form.value?.address.house_number).to.equal('12');
  });

  it('loses the typed number when the box is ticked, and needs one again when it is unticked', async () => {
    const form = await company({}, { [HOUSE]: '' });
    await form.submitRejected();
    form.type({ [HOUSE]: '12' });
    await form.updated();
    await tick(form, HOUSE);
    expect(form.field(HOUSE).value).to.equal('');
    await tick(form, HOUSE);
    expect(await form.submitRejected()).to.deep.equal([{ text: TEXT, target: HOUSE }]);
  });

  it('is kept in the draft, with its tick', async () => {
    const draft: Draft = {};
    const form = await company({ draft }, { [HOUSE]: '' });
    await form.submitRejected();
    await tick(form, HOUSE);
    const again = await company({ draft });
    await waitUntil(() => box(again, HOUSE)?.checked, 'the box is there, with its tick');
    await again.finish();
  });

  it('needs no tick if any of its inputs is a post office box', async () => {
    for (const line of ['PO Box 12', 'P.O. Box 1234', 'po box 12', 'BFPO 801']) {
      for (const typed of [
        { [HOUSE]: '', 'address.line_1': line },
        { [HOUSE]: line, 'address.line_1': ' ' },
      ]) {
        const form = await company({}, typed);
        await form.finish();
        expect(JSON.parse(JSON.stringify(form.value?.address))).to.deep.equal({ line_1: line, country_code: 'UK' });
        expect(box(form, HOUSE)).to.be.null;
      }
    }
  });

  it('is a post office box only if a line begins with one', async () => {
    const form = await company({}, { [HOUSE]: '', 'address.line_1': 'Boxley Road' });
    expect((await form.submitRejected()).length).to.equal(1);
    const both = await company({}, { [HOUSE]: 'Unit 4', 'address.line_1': 'PO Box 12' });
    await both.finish();
    expect(both.value?.address).to.include({ house_number: 'Unit 4', line_1: 'PO Box 12' });
  });

  it('has no box to tick if the backend requires a number, or if the whole address is blank', async () => {
    const strict = await company({ settings: { fields: { [`company.${HOUSE}`]: 'required' } } }, { [HOUSE]: '' });
    const [problem] = await strict.submitRejected();
    expect(problem?.text).to.equal('Enter the building name or number of the business');
    expect(box(strict, HOUSE)).to.be.null;
    const blank = await company({}, { [HOUSE]: '', 'address.line_1': '' });
    expect((await blank.submitRejected()).map(({ text }) => text)).to.deep.equal([
      'Enter the building name or number of the business',
      'Enter the street of the business address',
    ]);
  });

  it('may be an earlier address, and its box names that address', async () => {
    const form = await filled(1, 10);
    form.type({ ...address(1, 10), 'addresses.1.house_number': '' });
    expect((await form.submitRejected())[0]).to.deep.equal({
      text: 'Enter the building name or number of your previous address, or tick the box if there is none',
      target: 'addresses.1.house_number',
    });
    const label = words(box(form, 'addresses.1.house_number').closest('label'));
    expect(label).to.match(/^There is no building name or number$/);
    await tick(form, 'addresses.1.house_number');
    await form.finish();
    expect(form.value?.addresses[1]).not.to.have.property('house_number');
  });
});

describe('an address without a street', () => {
  const STREET = 'address.line_1';

  it('is accepted once the applicant ticks the box next to the error about the missing street', async () => {
    const form = await company({}, { [HOUSE]: 'High Barn Farm', [STREET]: '' });
    expect(words(form.field(`${STREET}-hint`))).to.equal('The street, or the village if it does not have streets.');
    expect(await form.submitRejected()).to.deep.equal([
      { text: 'Enter the street of the business address, or tick the box if there is none', target: STREET },
    ]);
    expect(words(box(form, STREET).closest('label'))).to.equal('There is no street');
    await tick(form, STREET);
    await form.finish();
    expect(form.value?.address).to.deep.equal({ house_number: 'High Barn Farm', country_code: 'UK' });
  });

  it('has a building: one tick removes the other', async () => {
    const form = await company({}, { [HOUSE]: '' });
    await form.submitRejected();
    await tick(form, HOUSE);
    form.type({ [HOUSE]: 'High Barn Farm', [STREET]: '' });
    await form.submitRejected();
    await tick(form, STREET);
    form.type({ [HOUSE]: '' });
    expect((await form.submitRejected()).map(({ target }) => target)).to.deep.equal([HOUSE]);
  });

  it('is copied from the business to the home', async () => {
    const { company: business } = formedApplication();
    const address = { house_number: 'High Barn Farm', country_code: 'UK' };
    const form = await applicant({ company: { ...business, address } }, {});
    form.field('same').click();
    await form.updated();
    expect(form.field('same').checked).to.be.true;
    await form.finish();
    expect(form.value?.addresses[0]).to.include({ house_number: 'High Barn Farm', city: 'London' });
    expect(form.value?.addresses[0]).not.to.have.property('line_1');
  });
});

describe('an applicant with one name', () => {
  const names = ({ value }: Screen) => {
    const { first_name, last_name } = JSON.parse(JSON.stringify(value)) as Record<string, string>;
    return [first_name, last_name];
  };
  const ONE = { first_name: 'Suryani', last_name: '' };

  it('ticks a box that is there from the start, or is told to', async () => {
    const form = await applicant({}, ONE);
    expect(words(box(form, 'last_name').closest('label'))).to.equal('I have only one name');
    expect(await form.submitRejected()).to.deep.equal([
      { text: 'Enter your last name, or tick “I have only one name”', target: 'last_name' },
    ]);
    await expect(form.element).to.be.accessible();
    await tick(form, 'last_name');
    await form.finish();
    expect(names(form)).to.deep.equal([undefined, 'Suryani']);
  });

  it('may tick the box before typing; a second name unticks it, and a tick removes that name', async () => {
    const form = await applicant({}, { first_name: '', last_name: '' });
    await tick(form, 'last_name');
    form.type({ first_name: 'Suryani' });
    await form.updated();
    expect(box(form, 'last_name').checked).to.be.true;
    form.type({ last_name: 'Doe' });
    await form.updated();
    expect(box(form, 'last_name').checked).to.be.false;
    await tick(form, 'last_name');
    expect(form.field('last_name').value).to.equal('');
    await form.finish();
    expect(names(form)).to.deep.equal([undefined, 'Suryani']);
  });

  for (const [singleName, sent] of [
    ['last_name', [undefined, 'Suryani']],
    ['first_name', ['Suryani', undefined]],
    ['both', ['Suryani', 'Suryani']],
  ] as const) {
    it(`is sent as the backend chose, from either input: ${singleName}`, async () => {
      const first = singleName === 'first_name';
      const fields: Settings['fields'] = first
        ? { 'applicant.first_name': 'required', 'applicant.last_name': 'asked' }
        : singleName === 'both'
          ? { 'applicant.first_name': 'required' }
          : {};
      for (const typed of [ONE, { first_name: '', last_name: 'Suryani' }]) {
        const rules = { ...defaultSettings.fields, ...fields };
        const form = await applicant({ settings: { singleName, fields: rules } }, typed);
        expect((await form.submitRejected()).length).to.equal(1);
        await tick(form, 'last_name');
        await form.finish();
        expect(names(form)).to.deep.equal(sent);
      }
    });
  }

  it('is sent in both fields if the rules require both', async () => {
    const fields: Settings['fields'] = { ...defaultSettings.fields, 'applicant.first_name': 'required' };
    const form = await applicant({ settings: { fields } }, ONE);
    await form.submitRejected();
    await tick(form, 'last_name');
    await form.finish();
    expect(names(form)).to.deep.equal(['Suryani', 'Suryani']);
  });

  it('stays in its field if the backend has prefilled it as read-only', async () => {
    const settings = { singleName: 'first_name', readOnly: ['applicant.last_name'] };
    const draft = { ...typedApplicant(), first_name: '' };
    const form = await applicant({ settings, draft, prefill: { last_name: 'Suryani' } });
    await waitUntil(() => form.field('last_name').readOnly, 'it is filled in');
    await tick(form, 'last_name');
    await form.finish();
    expect(names(form)).to.deep.equal([undefined, 'Suryani']);
  });

  it('gets two errors if neither name was entered', async () => {
    const form = await applicant({}, { first_name: '', last_name: ' ' });
    expect((await form.submitRejected()).map(({ text }) => text)).to.deep.equal([
      'Enter your first name',
      'Enter your last name',
    ]);
  });

  it('gets no other sentence for another error of the field', async () => {
    const form = await applicant({}, { first_name: 'x'.repeat(300), [HOME]: 'x'.repeat(300) });
    await form.submitRejected();
    expect(form.error('first_name')).to.equal('Your first name must be 200 characters or fewer');
    expect(box(form, HOME)).to.be.null;
  });
});

describe('an address of the forces', () => {
  const PO = 'BFPO 58';
  const line_1 = 'Sample Lines';
  const nothing = { house_number: '', line_1: '', city: '', county: '', postcode: '' };
  const whole: Record<string, FieldRule> = { ...defaultSettings.fields };
  for (const line of ['city', 'county', 'postcode'])
    whole[`company.address.${line}`] = line === 'county' ? 'optional' : 'required';

  for (const [typed, sent] of [
    [{ postcode: 'bfpo58' }, { line_1: PO, city: 'BFPO', postcode: PO }],
    [{ line_1: 'bfpo 58' }, { line_1: PO, city: 'BFPO', postcode: PO }],
    [{ house_number: 'B.F.P.O. 58' }, { line_1: PO, city: 'BFPO', postcode: PO }],
    [{ city: PO }, { line_1: PO, city: PO, postcode: PO }],
    [
      { house_number: 'Barracks', postcode: PO },
      { house_number: 'Barracks', city: 'BFPO', postcode: PO },
    ],
    [{ line_1: `${line_1}, ${PO}` }, { line_1: `${line_1}, ${PO}`, city: 'BFPO', postcode: PO }],
    [
      { house_number: '1', line_1, postcode: PO },
      { house_number: '1', line_1, city: 'BFPO', postcode: PO },
    ],
    [
      { line_1, postcode: 'bf12at' },
      { line_1, city: 'BFPO', postcode: 'BF1 2AT' },
    ],
    [
      { line_1, city: 'Sampleton', postcode: PO },
      { line_1, city: 'Sampleton', postcode: PO },
    ],
  ])
    it(`needs its number once, and no town: ${JSON.stringify(typed)}`, async () => {
      const inputs = (path: string) =>
        Object.fromEntries(Object.entries({ ...nothing, ...typed }).map(([name, line]) => [`${path}.${name}`, line]));
      const home = await applicant({}, inputs('addresses.0'));
      await home.finish();
      const { start_date: _, status: __, current: ___, region: ____, ...lines } = home.value!.addresses[0]!;
      expect(lines).to.deep.equal({ ...sent, country_code: 'UK' });
      const office = await company({ settings: { fields: whole } }, inputs('address'));
      await office.finish();
      expect(JSON.parse(JSON.stringify(office.value!.address))).to.deep.equal({ ...sent, country_code: 'UK' });
    });

  it('is nothing else: other words, and a postcode alone', async () => {
    for (const typed of [{ line_1: 'Bfporth Road' }, { postcode: 'BF1 2AT' }, { postcode: 'BD1 2AT', line_1 }]) {
      const inputs = Object.entries({ ...nothing, ...typed }).map(([name, line]) => [`addresses.0.${name}`, line]);
      expect(await (await applicant({}, Object.fromEntries(inputs) as Draft)).submitRejected()).not.to.be.empty;
    }
  });
});
