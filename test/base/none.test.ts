import { expect, fixture, html } from '@open-wc/testing';
import { LendingApplicantElement } from '../../src/components/lending-applicant.js';
import { LendingCompanyElement } from '../../src/components/lending-company.js';
import type { Draft } from '../../src/schema/form.js';
import type { Settings } from '../../src/schema/session.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { control, errorOf, find, finish, focused, submit, summary, type, words } from '../support/form.js';
import { address, ago, filled, refused as refusedHistory } from '../support/history.js';
import { waitUntil } from '../support/wait.js';

LendingApplicantElement.define();
LendingCompanyElement.define();

const HOUSE = 'address.house_number';
const HOME = 'addresses.0.house_number';
const box = (element: Element, name: string) => control(element, `${name}.none`);
const withSettings = (settings: Partial<Settings>) => ({ settings: { ...defaultSettings, ...settings } });

async function refused(element: LendingApplicantElement | LendingCompanyElement) {
  find(element, '#heading')!.focus();
  submit(element);
  // The boxes load with the first field that may need one.
  await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
  return summary(element);
}
async function tick(element: LendingApplicantElement | LendingCompanyElement, name: string) {
  box(element, name).click();
  await element.updateComplete;
}

describe('an address without a number', () => {
  async function company(typed: Draft, properties: object = {}) {
    const made = Object.assign(new LendingCompanyElement(), properties);
    const element = await fixture<LendingCompanyElement>(html`${made}`);
    type(element, { ...typedCompany(), ...typed });
    return element;
  }
  const TEXT = 'Enter the building name or number of the business, or tick the box if there is none';

  it('is one once the applicant says so, in a box that comes where the number is missed', async () => {
    const element = await company({ [HOUSE]: ' ' });
    expect(box(element, HOUSE)).to.be.null;
    expect(await refused(element)).to.deep.equal([{ text: TEXT, target: HOUSE }]);
    expect(words(box(element, HOUSE).closest('label'))).to.equal('There is no building name or number');
    await expect(element).to.be.accessible();
    await tick(element, HOUSE);
    await finish(element);
    expect(element.value?.address).to.deep.include({ line_1: 'Sample Street', country_code: 'UK' });
    expect(element.value?.address).not.to.have.property('house_number');
  });

  it('has its number all the same if that is typed after the tick', async () => {
    const element = await company({ [HOUSE]: '' });
    await refused(element);
    await tick(element, HOUSE);
    type(element, { [HOUSE]: '12' });
    await element.updateComplete;
    expect(box(element, HOUSE).checked).to.be.false;
    await finish(element);
    expect(element.value?.address.house_number).to.equal('12');
  });

  it('takes what was typed away with the tick, and asks again without it', async () => {
    const element = await company({ [HOUSE]: '' });
    await refused(element);
    type(element, { [HOUSE]: '12' });
    await element.updateComplete;
    await tick(element, HOUSE);
    expect(control(element, HOUSE).value).to.equal('');
    await tick(element, HOUSE);
    expect(await refused(element)).to.deep.equal([{ text: TEXT, target: HOUSE }]);
  });

  it('is remembered with what was typed', async () => {
    const draft: Draft = {};
    const element = await company({ [HOUSE]: '' }, { draft });
    await refused(element);
    await tick(element, HOUSE);
    const again = await fixture<LendingCompanyElement>(html`${Object.assign(new LendingCompanyElement(), { draft })}`);
    await waitUntil(() => box(again, HOUSE)?.checked, 'the box is there, with its tick');
    await finish(again);
  });

  it('is one by itself with a post office box, in whichever input that is', async () => {
    for (const line of ['PO Box 12', 'P.O. Box 1234', 'po box 12', 'BFPO 801']) {
      for (const typed of [
        { [HOUSE]: '', 'address.line_1': line },
        { [HOUSE]: line, 'address.line_1': ' ' },
      ]) {
        const element = await company(typed);
        await finish(element);
        expect(JSON.parse(JSON.stringify(element.value?.address))).to.deep.equal({ line_1: line, country_code: 'UK' });
        expect(box(element, HOUSE)).to.be.null;
      }
    }
  });

  it('is a post office box only where a line begins with one', async () => {
    const element = await company({ [HOUSE]: '', 'address.line_1': 'Boxley Road' });
    expect((await refused(element)).length).to.equal(1);
    const both = await company({ [HOUSE]: 'Unit 4', 'address.line_1': 'PO Box 12' });
    await finish(both);
    expect(both.value?.address).to.include({ house_number: 'Unit 4', line_1: 'PO Box 12' });
  });

  it('is none where the backend insists on a number, and nothing of it where the whole address is blank', async () => {
    const strict = await company({ [HOUSE]: '' }, withSettings({ fields: { [`company.${HOUSE}`]: 'required' } }));
    const [problem] = await refused(strict);
    expect(problem?.text).to.equal('Enter the building name or number of the business');
    expect(box(strict, HOUSE)).to.be.null;
    const blank = await company({ [HOUSE]: '', 'address.line_1': '' });
    expect((await refused(blank)).map(({ text }) => text)).to.deep.equal([
      'Enter the building name or number of the business',
      'Enter the street of the business address',
    ]);
  });

  it('may be an earlier one, whose box says which', async () => {
    const element = await filled(ago(1), ago(10));
    type(element, { ...address(1, ago(10)), 'addresses.1.house_number': '' });
    expect((await refusedHistory(element))[0]).to.deep.equal({
      text: 'Enter the building name or number of your previous address, or tick the box if there is none',
      target: 'addresses.1.house_number',
    });
    const label = words(box(element, 'addresses.1.house_number').closest('label'));
    expect(label).to.match(/^There is no building name or number \(Your previous address\)$/);
    await tick(element, 'addresses.1.house_number');
    await finish(element);
    expect(element.value?.addresses[1]).not.to.have.property('house_number');
  });
});

describe('an applicant with one name', () => {
  async function applicant(typed: Draft, properties: object = {}) {
    const made = Object.assign(new LendingApplicantElement(), properties);
    const element = await fixture<LendingApplicantElement>(html`${made}`);
    if (Object.keys(typed).length > 0) type(element, { ...typedApplicant(), ...typed });
    return element;
  }
  const names = ({ value }: LendingApplicantElement) => {
    const { first_name, last_name } = JSON.parse(JSON.stringify(value)) as Record<string, string>;
    return [first_name, last_name];
  };
  const ONE = { first_name: 'Suryani', last_name: '' };

  it('reads how to go on, and says so in a box', async () => {
    const element = await applicant(ONE);
    expect(words(control(element, 'last_name-hint'))).to.equal('If you have only one name, leave this blank.');
    expect(await refused(element)).to.deep.equal([
      { text: 'Enter your last name, or tick “I have only one name”', target: 'last_name' },
    ]);
    expect(words(box(element, 'last_name').closest('label'))).to.equal('I have only one name');
    await expect(element).to.be.accessible();
    await tick(element, 'last_name');
    await finish(element);
    expect(names(element)).to.deep.equal([undefined, 'Suryani']);
  });

  for (const [singleName, sent] of [
    ['last_name', [undefined, 'Suryani']],
    ['first_name', ['Suryani', undefined]],
    ['both', ['Suryani', 'Suryani']],
  ] as const) {
    it(`is sent as the backend chose, from whichever input: ${singleName}`, async () => {
      const first = singleName === 'first_name';
      const fields: Settings['fields'] = first
        ? { 'applicant.first_name': 'required', 'applicant.last_name': 'asked' }
        : singleName === 'both'
          ? { 'applicant.first_name': 'required' }
          : {};
      for (const [typed, blank] of [
        [ONE, 'last_name'],
        [{ first_name: '', last_name: 'Suryani' }, 'first_name'],
      ] as const) {
        const rules = { ...defaultSettings.fields, ...fields };
        const element = await applicant(typed, withSettings({ singleName, fields: rules }));
        expect((await refused(element)).length).to.equal(1);
        await tick(element, blank);
        await finish(element);
        expect(names(element)).to.deep.equal(sent);
      }
    });
  }

  it('is sent in both places where the rules insist on both', async () => {
    const fields: Settings['fields'] = { ...defaultSettings.fields, 'applicant.first_name': 'required' };
    const element = await applicant(ONE, withSettings({ fields }));
    await refused(element);
    await tick(element, 'last_name');
    await finish(element);
    expect(names(element)).to.deep.equal(['Suryani', 'Suryani']);
  });

  it('stays where the backend has filled it in for good', async () => {
    const settings = withSettings({ singleName: 'first_name', read_only: ['applicant.last_name'] });
    const draft = { ...typedApplicant(), first_name: '' };
    const element = await applicant({}, { ...settings, draft, prefill: { last_name: 'Suryani' } });
    await waitUntil(() => control(element, 'last_name').readOnly, 'it is filled in');
    await refused(element);
    await tick(element, 'first_name');
    await finish(element);
    expect(names(element)).to.deep.equal([undefined, 'Suryani']);
  });

  it('is asked for once where none was entered, without a box', async () => {
    const element = await applicant({ first_name: '', last_name: ' ' });
    expect((await refused(element)).map(({ text }) => text)).to.deep.equal([
      'Enter your first name',
      'Enter your last name',
    ]);
    expect(box(element, 'first_name') ?? box(element, 'last_name')).to.be.null;
  });

  it('is no other mistake', async () => {
    const element = await applicant({ first_name: 'x'.repeat(300), [HOME]: 'x'.repeat(300) });
    await refused(element);
    expect(errorOf(element, 'first_name')).to.equal('Your first name must be 200 characters or fewer');
    expect(box(element, 'first_name') ?? box(element, HOME)).to.be.null;
  });
});
