import { expect, fixture, html } from '@open-wc/testing';
import { LendingApplicantElement } from '../../src/components/lending-applicant.js';
import { LendingCompanyElement } from '../../src/components/lending-company.js';
import type { FieldRules } from '../../src/schema/field-rules.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { formedApplication } from '../fixtures/wire.js';
import { all, control, find, finish, type, typedIn, words } from '../support/form.js';
import { waitUntil } from '../support/wait.js';

LendingApplicantElement.define();
LendingCompanyElement.define();

const LINES = ['house_number', 'line_1', 'city', 'county', 'postcode'];
const every = (path: string, rule: 'required' | 'hidden'): FieldRules =>
  Object.fromEntries(LINES.map((line) => [`${path}.${line}`, rule]));

describe('the fields of an address', () => {
  const company = (properties: object = {}) =>
    fixture<LendingCompanyElement>(html`${Object.assign(new LendingCompanyElement(), properties)}`);
  const applicant = (properties: object = {}) =>
    fixture<LendingApplicantElement>(html`${Object.assign(new LendingApplicantElement(), properties)}`);
  const withRules = (fields: FieldRules) => ({ settings: { ...defaultSettings, fields } });

  it('are all asked of a business where the backend wants them, in the order of an address', async () => {
    const element = await company(withRules(every('company.address', 'required')));
    expect(
      all<HTMLInputElement>(element, '.group input').map(({ name, autocomplete }) => [name, autocomplete]),
    ).to.deep.equal([
      ['address.house_number', 'off'],
      ['address.line_1', 'address-line1'],
      ['address.city', 'address-level2'],
      ['address.county', 'address-level1'],
      ['address.postcode', 'postal-code'],
    ]);
    expect(all(element, '.group label').every((label) => words(label))).to.be.true;
    await expect(element).to.be.accessible();
    const rest = { 'address.city': 'London', 'address.county': 'Essex', 'address.postcode': 'ec2a4ht' };
    type(element, { ...typedCompany(), ...rest });
    await finish(element);
    expect(element.value?.address).to.include({ city: 'London', county: 'Essex', postcode: 'EC2A 4HT' });
  });

  it('have no legend where all of them are hidden', async () => {
    const element = await company(withRules(every('company.address', 'hidden')));
    expect(find(element, '.group')).to.be.null;
    const fields = {
      ...every('applicant.addresses', 'hidden'),
      'applicant.addresses.start_date': 'hidden',
      'applicant.addresses.status': 'hidden',
    } as const;
    expect(find(await applicant({ ...withRules(fields), company: formedApplication().company }), '.group')).to.be.null;
  });

  it('are said to be the number and the street alone where a business is asked for no more', async () => {
    const group = (element: Element) => find(element, 'fieldset.group')!;
    const element = await company();
    expect(words(control(element, group(element).getAttribute('aria-describedby')!))).to.equal(
      'You only need to give the number and street.',
    );
    await expect(element).to.be.accessible();
    for (const line of ['city', 'postcode'] as const) {
      const fields = { ...defaultSettings.fields, [`company.address.${line}`]: 'optional' as const };
      const whole = group(await company(withRules(fields)));
      expect(whole.hasAttribute('aria-describedby')).to.be.false;
      expect(words(whole)).not.to.contain('You only need');
    }
  });

  describe('of the applicant can be the business’s', () => {
    const box = (element: Element) => control(element, 'same');
    const lines = (element: Element) =>
      ['house_number', 'line_1'].map((line) => control(element, `addresses.0.${line}`).value);
    const withCompany = (address: object = {}) => {
      const { company } = formedApplication();
      return { company: { ...company, address: { ...company.address, ...address } } };
    };
    async function click(element: LendingApplicantElement) {
      box(element).click();
      await element.updateComplete;
    }

    it('where that is known', async () => {
      expect(box(await applicant())).to.be.null;
      const element = await applicant(withCompany());
      expect(box(element).checked).to.be.false;
      expect(words(box(element).closest('label'))).to.equal('Same number and street as the business');
      await expect(element).to.be.accessible();
    });

    it('with as much of it as is known, and the rest stays', async () => {
      const element = await applicant(withCompany({ postcode: 'EC1 1AA' }));
      type(element, typedApplicant());
      await click(element);
      expect(lines(element)).to.deep.equal(['1', 'Sample Street']);
      await finish(element);
      expect(element.value?.addresses[0]).to.include({
        house_number: '1',
        line_1: 'Sample Street',
        city: 'London',
        postcode: 'EC1 1AA',
      });
    });

    it('with the whole of it where the business gave all of it, and nothing is left of another one', async () => {
      const fields: FieldRules = {
        ...defaultSettings.fields,
        ...every('company.address', 'required'),
        'company.address.county': 'optional',
      };
      const element = await applicant({
        ...withCompany({ house_number: '12', city: 'Bristol', postcode: 'BS1 6GA' }),
        ...withRules(fields),
      });
      expect(words(box(element).closest('label'))).to.equal('Same as the business address');
      type(element, { ...typedApplicant(), 'addresses.0.county': 'Kent' });
      await click(element);
      expect(box(element).checked).to.be.true;
      await finish(element);
      const [{ start_date: _start, status: _status, region: _region, current: _current, ...lines } = {}] = JSON.parse(
        JSON.stringify(element.value?.addresses),
      ) as Record<string, string>[];
      expect(lines).to.deep.equal({
        house_number: '12',
        line_1: 'Sample Street',
        city: 'Bristol',
        postcode: 'BS1 6GA',
        country_code: 'UK',
      });
    });

    it('where the business has no number: that of another street does not stay', async () => {
      const { company } = formedApplication();
      const address = { line_1: 'PO Box 12', country_code: 'UK' };
      const element = await applicant({ company: { ...company, address } });
      type(element, typedApplicant());
      await element.updateComplete;
      await click(element);
      expect(box(element).checked).to.be.true;
      expect(lines(element)).to.deep.equal(['', 'PO Box 12']);
      await finish(element);
      expect(element.value?.addresses[0]).to.include({ line_1: 'PO Box 12', city: 'London' });
      expect(element.value?.addresses[0]).not.to.have.property('house_number');
    });

    it('and what was typed before comes back with a second thought', async () => {
      const element = await applicant(withCompany());
      type(element, typedApplicant());
      await click(element);
      await click(element);
      expect(box(element).checked).to.be.false;
      expect(typedIn(element)).to.include(typedApplicant());
      await finish(element);
    });

    it('and is empty again where nothing was typed', async () => {
      const element = await applicant(withCompany());
      await click(element);
      await click(element);
      expect(lines(element)).to.deep.equal(['', '']);
      type(element, typedApplicant());
      await finish(element);
      expect(JSON.parse(JSON.stringify(element.value))).to.deep.equal(formedApplication().applicant);
    });

    it('and is not, as soon as a line of it is changed', async () => {
      const element = await applicant(withCompany());
      await click(element);
      expect(box(element).checked).to.be.true;
      type(element, { 'addresses.0.line_1': 'Other Street' });
      await element.updateComplete;
      expect(box(element).checked).to.be.false;
    });

    it('and is kept like anything that is typed', async () => {
      const draft = {};
      const element = await applicant({ ...withCompany(), draft });
      await click(element);
      expect(draft).to.include({ 'addresses.0.house_number': '1', 'addresses.0.line_1': 'Sample Street' });
      expect(box(await applicant({ ...withCompany(), draft })).checked).to.be.true;
    });

    it('unless the backend has filled it in for good', async () => {
      const settings = { ...defaultSettings, read_only: ['applicant.addresses.line_1'] };
      const prefill = formedApplication().applicant;
      const element = await applicant({ ...withCompany(), settings, prefill });
      await waitUntil(() => control(element, 'first_name').value, 'the inputs are filled');
      expect(box(element)).to.be.null;
    });
  });
});
