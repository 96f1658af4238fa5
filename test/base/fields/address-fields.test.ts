import type { FieldRules } from '../../../src/schema/fields/field-rules.js';
import { formedApplication, typedApplicant, typedCompany } from '../../../stories/support/samples.mjs';
import { applicant, company, defaultSettings, expect, waitUntil, words, type Screen } from '../../support/forms.js';

const LINES = ['house_number', 'line_1', 'city', 'county', 'postcode'];
const every = (path: string, rule: 'required' | 'hidden'): FieldRules =>
  Object.fromEntries(LINES.map((line) => [`${path}.${line}`, rule]));

describe('the fields of an address', () => {
  const withRules = (fields: FieldRules) => ({ settings: { fields } });

  it('are all shown for a business if the backend requires them, in the order of an address', async () => {
    const form = await company(withRules(every('company.address', 'required')));
    expect(
      form.all<HTMLInputElement>('.group input').map(({ name, autocomplete }) => [name, autocomplete]),
    ).to.deep.equal([
      ['address.house_number', 'off'],
      ['address.line_1', 'address-line1'],
      ['address.city', 'address-level2'],
      ['address.county', 'address-level1'],
      ['address.postcode', 'postal-code'],
    ]);
    expect(form.texts('.group label').every(Boolean)).to.be.true;
    await expect(form.element).to.be.accessible();
    const rest = { 'address.city': 'London', 'address.county': 'Essex', 'address.postcode': 'ec2a4ht' };
    form.type({ ...typedCompany(), ...rest });
    await form.finish();
    expect(form.value?.address).to.include({ city: 'London', county: 'Essex', postcode: 'EC2A 4HT' });
  });

  it('have no legend where all of them are hidden', async () => {
    const form = await company(withRules(every('company.address', 'hidden')));
    expect(form.find('.group')).to.be.null;
    const fields = {
      ...every('applicant.addresses', 'hidden'),
      'applicant.addresses.start_date': 'hidden',
      'applicant.addresses.status': 'hidden',
    } as const;
    const home = await applicant({ ...withRules(fields), company: formedApplication().company });
    expect(home.find('.group')).to.be.null;
  });

  it('are only the number and the street if a business needs no more, and a hint says so', async () => {
    const group = (form: Screen) => form.find('fieldset.group')!;
    const form = await company();
    expect(words(form.field(group(form).getAttribute('aria-describedby')!))).to.equal(
      'You only need to give the number and street.',
    );
    await expect(form.element).to.be.accessible();
    for (const line of ['city', 'postcode'] as const) {
      const fields = { ...defaultSettings.fields, [`company.address.${line}`]: 'optional' as const };
      const whole = group(await company(withRules(fields)));
      expect(whole.hasAttribute('aria-describedby')).to.be.false;
      expect(words(whole)).not.to.contain('You only need');
    }
  });

  describe('of the applicant are copied from the business by a tick box', () => {
    const box = (form: Screen) => form.field('same');
    const lines = (form: Screen) => ['house_number', 'line_1'].map((line) => form.field(`addresses.0.${line}`).value);
    const withCompany = (address: object = {}) => {
      const { company } = formedApplication();
      return { company: { ...company, address: { ...company.address, ...address } } };
    };
    async function click(form: Screen) {
      box(form).click();
      await form.updated();
    }

    it('if the address of the business is known', async () => {
      expect(box(await applicant())).to.be.null;
      const form = await applicant(withCompany());
      expect(box(form).checked).to.be.false;
      expect(words(box(form).closest('label'))).to.equal('Same number and street as the business');
      await expect(form.element).to.be.accessible();
    });

    it('as far as the address of the business is known; the other inputs stay', async () => {
      const form = await applicant(withCompany({ postcode: 'EC1 1AA' }), {});
      await click(form);
      expect(lines(form)).to.deep.equal(['1', 'Sample Street']);
      await form.finish();
      expect(form.value?.addresses[0]).to.include({
        house_number: '1',
        line_1: 'Sample Street',
        city: 'London',
        postcode: 'EC1 1AA',
      });
    });

    it('completely if the business gave all of its address, with nothing left of an earlier address', async () => {
      const fields: FieldRules = {
        ...defaultSettings.fields,
        ...every('company.address', 'required'),
        'company.address.county': 'optional',
      };
      const form = await applicant({
        ...withCompany({ house_number: '12', city: 'Bristol', postcode: 'BS1 6GA' }),
        ...withRules(fields),
      });
      expect(words(box(form).closest('label'))).to.equal('Same as the business address');
      form.type({ ...typedApplicant(), 'addresses.0.county': 'Kent' });
      await click(form);
      expect(box(form).checked).to.be.true;
      await form.finish();
      const [{ start_date: _start, status: _status, region: _region, current: _current, ...lines } = {}] = JSON.parse(
        JSON.stringify(form.value?.addresses),
      ) as Record<string, string>[];
      expect(lines).to.deep.equal({
        house_number: '12',
        line_1: 'Sample Street',
        city: 'Bristol',
        postcode: 'BS1 6GA',
        country_code: 'UK',
      });
    });

    it('without the earlier number if the business has none', async () => {
      const { company } = formedApplication();
      const address = { line_1: 'PO Box 12', country_code: 'UK' };
      const form = await applicant({ company: { ...company, address } }, {});
      await form.updated();
      await click(form);
      expect(box(form).checked).to.be.true;
      expect(lines(form)).to.deep.equal(['', 'PO Box 12']);
      await form.finish();
      expect(form.value?.addresses[0]).to.include({ line_1: 'PO Box 12', city: 'London' });
      expect(form.value?.addresses[0]).not.to.have.property('house_number');
    });

    it('until the box is unticked, which restores the applicant’s earlier input', async () => {
      const form = await applicant(withCompany(), {});
      await click(form);
      await click(form);
      expect(box(form).checked).to.be.false;
      expect(form.typed()).to.include(typedApplicant());
      await form.finish();
    });

    it('until the box is unticked, which empties inputs that the applicant had not typed in', async () => {
      const form = await applicant(withCompany());
      await click(form);
      await click(form);
      expect(lines(form)).to.deep.equal(['', '']);
      form.type(typedApplicant());
      await form.finish();
      expect(JSON.parse(JSON.stringify(form.value))).to.deep.equal(formedApplication().applicant);
    });

    it('until the applicant changes one of them, which unticks the box', async () => {
      const form = await applicant(withCompany());
      await click(form);
      expect(box(form).checked).to.be.true;
      form.type({ 'addresses.0.line_1': 'Other Street' });
      await form.updated();
      expect(box(form).checked).to.be.false;
    });

    it('with its country if the form asks for that of the home, and not at all if a business abroad has another', async () => {
      const countries = [{ name: 'Jersey', countryCode: 'JE', region: 'CI' }];
      const jersey = withCompany({ country_code: 'JE' });
      expect(box(await applicant({ ...jersey, settings: { countries } }))).to.be.null;
      expect(box(await applicant({ ...withCompany(), settings: { countries } }))).not.to.be.null;
      const countriesOfResidence = [{ value: 'United Kingdom' }, { value: 'Jersey' }];
      const form = await applicant({ ...jersey, settings: { countries, countriesOfResidence } }, {});
      form.type({ country_of_residence: 'Jersey' });
      await waitUntil(() => form.field('addresses.0.country_code'), 'the question has loaded');
      await click(form);
      await waitUntil(() => form.field('addresses.0.country')?.value === 'Jersey', 'the country is chosen');
      expect(box(form).checked).to.be.true;
      await form.finish();
      const { house_number, country_code, region } = form.value!.addresses[0]!;
      expect([house_number, country_code, region]).to.deep.equal(['1', 'JE', 'CI']);
    });

    it('and kept like typed input', async () => {
      const draft = {};
      const form = await applicant({ ...withCompany(), draft });
      await click(form);
      expect(draft).to.include({ 'addresses.0.house_number': '1', 'addresses.0.line_1': 'Sample Street' });
      expect(box(await applicant({ ...withCompany(), draft })).checked).to.be.true;
    });

    it('unless the backend has made the applicant’s address read-only', async () => {
      const settings = { readOnly: ['applicant.addresses.line_1'] };
      const prefill = formedApplication().applicant;
      const form = await applicant({ ...withCompany(), settings, prefill });
      await waitUntil(() => form.field('first_name').value, 'the inputs are filled');
      expect(box(form)).to.be.null;
    });
  });
});
