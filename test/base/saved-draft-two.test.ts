import { expect } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { address, ago, moved } from '../support/history.js';
import { all, find, focused, heard, part, type, typedIn, words } from '../support/form.js';
import { load, reload, timeToWrite } from '../support/kept-draft.js';
import {
  comeBack,
  device,
  draftStack,
  journey,
  leave,
  open,
  SAVED,
  TAKEN,
  type DraftStack,
} from '../support/saved-draft.js';
import { waitUntil } from '../support/wait.js';

LendingOnboardingElement.define();

const NAME = 'registered_name';
/** The backend takes so many requests in a minute. */
const SELDOM = { timeout: 8000, interval: 500 };
const savedName = async (one: DraftStack) => (await device(one.stack).load())!.inputs.company![NAME];

/** A page that has saved, and after which another device has saved: this page has gone on typing, or not. */
async function behind(one: DraftStack, typed?: string, theirs = journey('Phone LTD')) {
  const page = await open(one);
  type(await page.reach('company'), { [NAME]: 'Laptop LTD' });
  leave();
  await page.says(SAVED);
  const phone = device(one.stack);
  await phone.load();
  await phone.save(theirs);
  if (typed) type(page.step(), { [NAME]: typed });
  return { ...page, phone };
}

async function conflict(one = draftStack()) {
  const page = await behind(one, 'Laptop Two LTD');
  leave();
  await waitUntil(() => page.choices().length > 0, 'it asks');
  return { ...page, one };
}

describe('two devices at once', () => {
  afterEach(() => history.replaceState(null, ''));

  it('are told apart: nothing is written over, and the applicant is asked', async () => {
    const { element, step, phone, status, choices, button } = await conflict();
    expect((await phone.load())!.inputs.company![NAME]).to.equal('Phone LTD');
    expect(typedIn(step())[NAME]).to.equal('Laptop Two LTD');
    expect(status()).to.equal(
      'Not saved. Choose which answers to keep under “You entered other answers on another device”.',
    );
    expect(choices().map(words)).to.deep.equal(['Use the saved answers', 'Keep the answers on this page']);
    expect(words(part(element, 'choice'))).to.match(/They were saved on \d+ \w+ \d{4} at \d\d:\d\d/);
    expect(button(), 'nothing is deleted before that').to.be.null;
    await expect(element).to.be.accessible();
  });

  it('wait for the choice, whatever is typed meanwhile', async () => {
    const { step, phone, one } = await conflict();
    type(step(), { [NAME]: 'Laptop Three LTD' });
    const count = one.saves().length;
    leave();
    comeBack();
    await timeToWrite();
    expect(one.saves()).to.have.length(count);
    expect((await phone.load())!.inputs.company![NAME]).to.equal('Phone LTD');
  });

  it('have the other’s answers alone, where these are chosen, at the step where they were left', async () => {
    const { element, reach, step, choices, says, one } = await conflict();
    choices()[0]!.click();
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
    expect(choices()).to.be.empty;
    await says(TAKEN);
    expect(focused() === find(step(), 'h2'), 'the heading has the focus').to.be.true;
    part(element, 'back').click();
    expect(typedIn(await reach('company'))).to.deep.equal({ ...typedCompany(), [NAME]: 'Phone LTD' });
    type(step(), { [NAME]: 'Laptop again LTD' });
    leave();
    await waitUntil(async () => (await savedName(one)) === 'Laptop again LTD', 'it goes on', SELDOM);
  });

  it('have what was saved last, where it changed before it was chosen', async () => {
    const { reach, step, choices, phone, element } = await conflict();
    await phone.save(journey('Phone Two LTD', 'company'));
    choices()[0]!.click();
    await waitUntil(() => typedIn(step())[NAME] === 'Phone Two LTD', 'it is the newest');
    await reach('company');
    expect(element.step).to.equal('company');
  });

  it('have this page’s answers alone, where these are chosen, and the other device is asked in its turn', async () => {
    const { step, choices, says, phone } = await conflict();
    choices()[1]!.click();
    await says(SAVED);
    expect(choices()).to.be.empty;
    expect(typedIn(step())[NAME]).to.equal('Laptop Two LTD');
    expect(focused() === find(step(), 'h2'), 'the heading has the focus').to.be.true;
    const refusal = await phone.save().catch(({ code }: { code: string }) => code);
    expect(refusal).to.equal('handler-draft-conflict');
    const saved = await phone.load();
    expect(saved!.inputs).to.deep.equal({ company: { [NAME]: 'Laptop Two LTD' } });
  });

  it('are asked again after a reload', async () => {
    const page = await conflict();
    await timeToWrite();
    const again = await reload(page, page.one.stack);
    await waitUntil(() => part(again.element, 'choice'), 'it asks');
    expect(typedIn(await again.reach('company'))[NAME]).to.equal('Laptop Two LTD');
  });

  for (const [what, hand] of [
    ['was handed on by the page', { step: 'company', inputs: { company: { [NAME]: 'Handed on LTD' } } }],
    ['was handed on without a step', { inputs: { company: { [NAME]: 'Handed on LTD' } }, saving: { isUnsaved: true } }],
  ] as const) {
    it(`are asked where a draft ${what}, and is not saved`, async () => {
      const one = draftStack();
      await device(one.stack).save();
      const page = await open(one, { draft: structuredClone(hand) as never });
      await waitUntil(() => page.choices().length > 0, 'it asks');
      expect(typedIn(page.step())[NAME]).to.equal('Handed on LTD');
    });
  }

  it('are asked where it was typed before anybody had signed in', async () => {
    let subject: string | undefined;
    const one = draftStack({ handler: { authorize: () => (subject ? { subject } : null) } });
    const errors = heard(document.body, 'lending-error');
    const before = await load(one.stack);
    await waitUntil(() => errors.length > 0, 'the backend has answered');
    await before.fill('company', typedCompany());
    type(await before.reach('applicant'), { first_name: 'Early' });
    before.element.remove();
    await timeToWrite();
    subject = 'jane';
    await device(one.stack).save();
    // The page has stayed, and makes the journey once more.
    const { element, step } = await load(one.stack);
    await waitUntil(() => part(element, 'choice'), 'it asks');
    expect(typedIn(step()).first_name).to.equal('Early');
  });

  it('are none where nothing was typed on one of them, also after a reload', async () => {
    const one = draftStack({ handler: { prefill: () => ({ company: { [NAME]: 'Filled in' } }) } });
    const page = await open(one);
    await waitUntil(() => typedIn(page.step())[NAME] === 'Filled in', 'it is filled in');
    await timeToWrite();
    await device(one.stack).save();
    const again = await reload(page, one.stack);
    expect(typedIn(await again.reach('applicant'))).to.include({ first_name: 'Jane' });
    expect(part(again.element, 'choice')).to.be.null;
  });

  it('are one where the same was typed on both', async () => {
    const one = draftStack();
    const page = await behind(one, 'Same LTD', {
      inputs: { company: { [NAME]: 'Same LTD', registered_number: '' }, applicant: {} },
      answers: {},
    });
    leave();
    await page.says(SAVED);
    await timeToWrite();
    expect(page.choices()).to.be.empty;
  });

  it('that send at once: what was overtaken is nothing, and a page knows its own', async () => {
    const one = draftStack();
    const page = await open(one);
    type(await page.reach('company'), { [NAME]: 'First' });
    // The backend has it, and the page never hears of it.
    one.drafts.fault = (fetch) => (input, init) => fetch(input, init).then(() => Promise.reject(new TypeError('lost')));
    leave();
    await waitUntil(() => page.status()?.startsWith('Your latest answers are not saved'), 'it says so');
    one.drafts.fault = undefined;
    type(page.step(), { [NAME]: 'Second' });
    comeBack();
    leave();
    await page.says(SAVED);
    await waitUntil(() => one.saves().at(-1)!.body!.after!.length > 0, 'it knows its own');
    await waitUntil(async () => (await savedName(one)) === 'Second', 'it is saved', SELDOM);
    expect(page.choices()).to.be.empty;
  });
});

describe('a page that comes into sight again', () => {
  afterEach(() => history.replaceState(null, ''));

  it('takes up what another device has saved since, and nothing of its own is left', async () => {
    const one = draftStack();
    const page = await open(one);
    await page.fill('company', typedCompany());
    const applicant = await page.reach('applicant');
    type(applicant, { ...typedApplicant(), ...moved(0, ago(1)) });
    await waitUntil(() => all(applicant, '[id$="-group"]').length === 1, 'it asks for the address before');
    type(applicant, address(1, ago(10)));
    leave();
    const phone = device(one.stack);
    const hasAll = async () => Object.keys((await phone.load())?.inputs.applicant ?? {}).length > 20;
    await waitUntil(hasAll, 'it is saved', SELDOM);
    const theirs = journey('Phone LTD', 'company');
    theirs.inputs.applicant = { first_name: 'Janet', 'addresses.0.status': '' };
    await phone.save(theirs);
    await waitUntil(() => (comeBack(), page.status() === TAKEN), 'it is taken up', SELDOM);
    await waitUntil(() => page.element.step === 'company', 'it goes where it was left');
    expect(typedIn(await page.reach('company'))).to.deep.equal({ ...typedCompany(), [NAME]: 'Phone LTD' });
    await page.fill('company', {});
    const typed = typedIn(await page.reach('applicant'));
    expect(Object.entries(typed).filter(([, value]) => value)).to.deep.equal([['first_name', 'Janet']]);
  });

  it('shows it in inputs that were typed into, in choices and in lists', async () => {
    const one = draftStack({
      handler: { settings: { company_types: [{ value: 'ltd' }, { value: 'llp', label: 'LLP' }] } },
    });
    const page = await open(one);
    const company = await page.reach('company');
    await waitUntil(() => find(company, 'select'), 'the list is there');
    type(company, { [NAME]: 'Laptop LTD', type: 'llp', registered_number: '12345' });
    leave();
    await page.says(SAVED);
    const phone = device(one.stack);
    await phone.load();
    await phone.save({ step: 'company', inputs: { company: { type: 'ltd', registered_number: '' } }, answers: {} });
    await waitUntil(() => (comeBack(), page.status() === TAKEN), 'it is taken up', SELDOM);
    await waitUntil(() => typedIn(company)[NAME] === '', 'what was typed is gone');
    expect(typedIn(company)).to.include({ type: 'ltd', registered_number: '' });
  });

  it('is not moved or changed while it has what is not saved', async () => {
    const one = draftStack();
    const page = await behind(one, 'Laptop Two LTD');
    comeBack();
    await waitUntil(() => page.choices().length > 0, 'it asks');
    expect(typedIn(page.step())[NAME]).to.equal('Laptop Two LTD');
  });

  it('takes up what was saved while it was away, also after a reload', async () => {
    const one = draftStack();
    const page = await behind(one);
    await timeToWrite();
    const again = await reload(page, one.stack);
    expect(typedIn(await again.reach('applicant'))).to.include({ first_name: 'Jane' });
    expect(part(again.element, 'choice')).to.be.null;
  });
});
