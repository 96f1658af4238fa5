import { applicant, company, expect, formedApplication, waitUntil, words, type Screen } from '../support/forms.js';

const HINT = 'This site filled this in. You cannot change it here.';

describe('a read-only field', () => {
  async function setup(type = 'ltd') {
    const companyTypes = [{ value: 'ltd' }, { value: 'llp', label: 'Partnership (LLP)' }];
    const readOnly = ['company.registered_name', 'company.formation_date', 'company.type'];
    const prefill = { ...formedApplication().company, type };
    const form = await company({ settings: { companyTypes, readOnly }, prefill });
    await waitUntil(() => form.field('registered_name').value, 'the inputs are filled');
    return form;
  }
  const hint = (form: Screen, name: string) => words(form.field(`${name}-hint`));

  it('has a hint that names the partner, and cannot be changed', async () => {
    const form = await setup();
    for (const id of ['registered_name', 'formation_date.day', 'formation_date.month', 'formation_date.year']) {
      expect(form.field(id).readOnly, id).to.be.true;
    }
    expect(form.field('trading_from_date.day').readOnly).to.be.false;
    for (const name of ['registered_name', 'formation_date', 'type']) expect(hint(form, name), name).to.equal(HINT);
    expect(hint(form, 'trading_from_date')).not.to.equal(HINT);
    expect(form.field('registered_name').getAttribute('aria-describedby')).to.equal('registered_name-hint');
    await expect(form.element).to.be.accessible();
    await form.finish();
  });

  it('looks like the other fields, and not like a disabled control', async () => {
    const form = await setup();
    const [fixed, open] = ['registered_name', 'registered_number'].map((id) => getComputedStyle(form.field(id)));
    expect(fixed!.color).to.equal(open!.color);
    expect(fixed!.opacity).to.equal('1');
    expect(fixed!.backgroundColor).not.to.equal(open!.backgroundColor);
    expect(fixed!.borderTopStyle).to.equal('dashed');
  });

  it('has its value as the only choice of a list, even if the list does not contain it', async () => {
    for (const [type, label] of [
      ['llp', 'Partnership (LLP)'],
      ['charity', 'charity'],
    ] as const) {
      const form = await setup(type);
      expect(form.texts('option')).to.deep.equal([label]);
      expect(form.field('type').value).to.equal(type);
      await form.finish();
      expect(form.value?.type).to.equal(type);
    }
  });

  it('has its value as the only choice of radio buttons', async () => {
    const residentialStatuses = [{ value: 'tenant' }, { value: 'owner' }];
    const settings = { residentialStatuses, readOnly: ['applicant.addresses.status'] };
    const form = await applicant({ settings, prefill: formedApplication().applicant });
    await waitUntil(() => form.field('first_name').value, 'the inputs are filled');
    const radios = form.all<HTMLInputElement>('[type="radio"]').map(({ value, checked }) => [value, checked]);
    expect(radios).to.deep.equal([['tenant', true]]);
  });
});
