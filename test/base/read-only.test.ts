import { expect, fixture, html } from '@open-wc/testing';
import { LendingCompanyElement } from '../../src/components/lending-company.js';
import { LendingApplicantElement } from '../../src/components/lending-applicant.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { formedApplication } from '../fixtures/wire.js';
import { all, control, finish, words } from '../support/form.js';
import { waitUntil } from '../support/wait.js';

LendingCompanyElement.define();
LendingApplicantElement.define();

const HINT = 'This site filled this in. You cannot change it here.';
const choices = { company_types: [{ value: 'ltd' }, { value: 'llp', label: 'Partnership (LLP)' }] };

describe('a field that the backend has filled in for good', () => {
  async function company(type = 'ltd') {
    const read_only = ['company.registered_name', 'company.formation_date', 'company.type'];
    const prefill = { ...formedApplication().company, type };
    const settings = { ...defaultSettings, ...choices, read_only };
    const made = Object.assign(new LendingCompanyElement(), { settings, prefill });
    const element = await fixture<LendingCompanyElement>(html`${made}`);
    await waitUntil(() => control(element, 'registered_name').value, 'the inputs are filled');
    return element;
  }
  const hint = (element: Element, name: string) => words(control(element, `${name}-hint`));

  it('is read and not changed, and a hint says who filled it in', async () => {
    const element = await company();
    for (const id of ['registered_name', 'formation_date.day', 'formation_date.month', 'formation_date.year']) {
      expect(control(element, id).readOnly, id).to.be.true;
    }
    expect(control(element, 'trading_from_date.day').readOnly).to.be.false;
    expect(['registered_name', 'formation_date', 'type'].map((name) => hint(element, name))).to.deep.equal([
      HINT,
      HINT,
      HINT,
    ]);
    expect(hint(element, 'trading_from_date')).not.to.equal(HINT);
    expect(control(element, 'registered_name').getAttribute('aria-describedby')).to.equal('registered_name-hint');
    await expect(element).to.be.accessible();
    await finish(element);
  });

  it('looks like the others, and not like a control that is switched off', async () => {
    const element = await company();
    const [fixed, open] = ['registered_name', 'registered_number'].map((id) => getComputedStyle(control(element, id)));
    expect(fixed!.color).to.equal(open!.color);
    expect(fixed!.opacity).to.equal('1');
    expect(fixed!.backgroundColor).not.to.equal(open!.backgroundColor);
    expect(fixed!.borderTopStyle).to.equal('dashed');
  });

  it('is the only choice of its list, whether the list has it or not', async () => {
    for (const [type, label] of [
      ['llp', 'Partnership (LLP)'],
      ['charity', 'charity'],
    ] as const) {
      const element = await company(type);
      expect(all(element, 'option').map(words)).to.deep.equal([label]);
      expect(control(element, 'type').value).to.equal(type);
      await finish(element);
      expect(element.value?.type).to.equal(type);
    }
  });

  it('is the only choice among those in sight', async () => {
    const { applicant } = formedApplication();
    const settings = {
      ...defaultSettings,
      residential_statuses: [{ value: 'tenant' }, { value: 'owner' }],
      read_only: ['applicant.addresses.status'],
    };
    const made = Object.assign(new LendingApplicantElement(), { settings, prefill: applicant });
    const element = await fixture<LendingApplicantElement>(html`${made}`);
    await waitUntil(() => control(element, 'first_name').value, 'the inputs are filled');
    expect(
      all<HTMLInputElement>(element, '[type="radio"]').map(({ value, checked }) => [value, checked]),
    ).to.deep.equal([['tenant', true]]);
  });
});
