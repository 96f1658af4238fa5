import { expect, focused, held, typedApplicant, typedCompany, waitUntil, words } from '../../../support/component.js';
import {
  comeBack,
  device,
  draftStack,
  HALF,
  hide,
  journey,
  open,
  reload,
  SAYS,
  SELDOM,
  timeToWrite,
  type DraftStack,
} from '../../../support/drafts.js';
import { asksToLeave } from '../../../support/journey.js';
import { address, moved } from '../../../support/forms.js';

const NAME = 'registered_name';
const savedName = async (one: DraftStack) => (await device(one.stack).load())!.inputs.company![NAME];

/** A page that has saved, with a newer draft of another device. The page may have unsaved changes. */
async function behind(one: DraftStack, typed?: string, theirs = journey('Phone LTD')) {
  const page = await open(one);
  await page.save({ [NAME]: 'Laptop LTD' });
  const phone = device(one.stack);
  await phone.load();
  await phone.save(theirs);
  if (typed) page.step().type({ [NAME]: typed });
  return { ...page, phone };
}

async function conflict(one = draftStack()) {
  const page = await behind(one, 'Laptop Two LTD');
  hide();
  await waitUntil(() => page.choices().length > 0, 'it asks');
  return { ...page, one };
}

describe('two devices at the same time', () => {
  it('do not overwrite each other’s answers, and the applicant chooses between them', async () => {
    const { element, screen, step, phone, status, choices, button } = await conflict();
    expect((await phone.load())!.inputs.company![NAME]).to.equal('Phone LTD');
    expect(step().typed()[NAME]).to.equal('Laptop Two LTD');
    expect(status()).to.equal('Not saved. Choose above which answers to keep.');
    expect(choices().map(words)).to.deep.equal(['Use the saved answers', 'Keep the answers on this page']);
    expect(screen.text('[part="choice"]')).to.match(/They were saved on \d+ \w+ \d{4} at \d\d:\d\d/);
    expect(button(), 'nothing is deleted before that').to.be.null;
    await expect(element).to.be.accessible();
  });

  it('save nothing before the applicant has chosen, even if the applicant types meanwhile', async () => {
    const { step, phone, one } = await conflict();
    step().type({ [NAME]: 'Laptop Three LTD' });
    const count = one.saves().length;
    hide();
    comeBack();
    await timeToWrite();
    expect(one.saves()).to.have.length(count);
    expect((await phone.load())!.inputs.company![NAME]).to.equal('Phone LTD');
  });

  it('continue with only the other device’s answers, at its step, if the applicant chooses these', async () => {
    const { back, reach, step, choices, says, one } = await conflict();
    choices()[0]!.click();
    expect((await reach('applicant')).typed()).to.include(HALF);
    expect(choices()).to.be.empty;
    await says(SAYS.taken);
    expect(focused() === step().find('h2'), 'the heading has the focus').to.be.true;
    back();
    expect((await reach('company')).typed()).to.deep.equal({ ...typedCompany(), [NAME]: 'Phone LTD' });
    step().type({ [NAME]: 'Laptop again LTD' });
    hide();
    await waitUntil(async () => (await savedName(one)) === 'Laptop again LTD', 'it goes on', SELDOM);
  });

  it('continue with the newest saved answers if these changed before the choice', async () => {
    const { reach, step, choices, phone, element } = await conflict();
    await phone.save(journey('Phone Two LTD', 'company'));
    choices()[0]!.click();
    await waitUntil(() => step().typed()[NAME] === 'Phone Two LTD', 'it is the newest');
    await reach('company');
    expect(element.step).to.equal('company');
  });

  it('continue with only this page’s answers if the applicant chooses these, and the other device gets a conflict', async () => {
    const { step, choices, says, phone } = await conflict();
    choices()[1]!.click();
    await says(SAYS.saved);
    expect(choices()).to.be.empty;
    expect(step().typed()[NAME]).to.equal('Laptop Two LTD');
    expect(focused() === step().find('h2'), 'the heading has the focus').to.be.true;
    const lendingErrorOf = await phone.save().catch(({ code }: { code: string }) => code);
    expect(lendingErrorOf).to.equal('handler-draft-conflict');
    const saved = await phone.load();
    expect(saved!.inputs).to.deep.equal({ company: { [NAME]: 'Laptop Two LTD' } });
  });

  it('make the browser ask before the applicant leaves the page, until the choice is made', async () => {
    const { choices, element, says } = await conflict();
    expect(asksToLeave()).to.be.true;
    choices()[1]!.click();
    await says(SAYS.saved);
    await element.updateComplete;
    expect(asksToLeave()).to.be.false;
  });

  it('show the choice if the page has set a draft that is not saved', async () => {
    const one = draftStack();
    await device(one.stack).save();
    const handed = { step: 'company', inputs: { company: { [NAME]: 'Handed on LTD' } } };
    const page = await open(one, { draft: handed as never });
    await waitUntil(() => page.choices().length > 0, 'it asks');
    expect(page.step().typed()[NAME]).to.equal('Handed on LTD');
  });

  it('show no choice if nothing was typed on one of them, also after a reload', async () => {
    const one = draftStack({ handler: { prefill: () => ({ company: { [NAME]: 'Filled in' } }) } });
    const page = await open(one);
    await waitUntil(() => page.step().typed()[NAME] === 'Filled in', 'it is filled in');
    await timeToWrite();
    await device(one.stack).save();
    const again = await reload(page, one.stack);
    expect((await again.reach('applicant')).typed()).to.include({ first_name: 'Jane' });
    expect(again.screen.part('choice')).to.be.null;
  });

  it('show no choice if the same was typed on both', async () => {
    const one = draftStack();
    const page = await behind(one, 'Same LTD', {
      inputs: { company: { [NAME]: 'Same LTD', registered_number: '' }, applicant: {} },
      answers: {},
    });
    hide();
    await page.says(SAYS.saved);
    await timeToWrite();
    expect(page.choices()).to.be.empty;
  });

  it('are not suspected if one page loads and saves at the same time, after a lost response to a save', async () => {
    const page = await open();
    (await page.reach('company')).type({ [NAME]: 'First' });
    // The backend has saved it, but its answer is lost.
    page.drafts.fault = (fetch) => (input, init) =>
      fetch(input, init).then(() => Promise.reject(new TypeError('lost')));
    hide();
    await waitUntil(() => page.status()?.startsWith('Your latest answers are not saved'), 'it says so');
    page.drafts.fault = undefined;
    page.step().type({ [NAME]: 'Second' });
    comeBack();
    hide();
    await page.says(SAYS.saved);
    await waitUntil(async () => (await savedName(page)) === 'Second', 'it is saved', SELDOM);
    expect(page.choices()).to.be.empty;
  });
});

describe('a page that the applicant leaves while its first save is under way', () => {
  it('saves the last answers with the next request, without a conflict', async () => {
    const page = await open();
    const { fault, release } = held();
    page.drafts.fault = fault;
    for (const name of ['First', 'Second']) {
      (await page.reach('company')).type({ [NAME]: name });
      hide();
    }
    expect(page.saves()).to.have.length(2);
    release();
    await page.says(SAYS.saved);
    expect(page.sent.filter(({ body }) => body.load)).to.be.empty;
    expect(await savedName(page)).to.equal('Second');
  });
});

describe('a page that becomes visible again', () => {
  it('shows the answers that another device has saved meanwhile, and keeps none of its own', async () => {
    const page = await open();
    await page.fill('company');
    const applicant = await page.reach('applicant');
    applicant.type({ ...typedApplicant(), ...moved(0, 1) });
    await waitUntil(() => applicant.all('[id$="-group"]').length === 1, 'it asks for the address before');
    applicant.type(address(1, 10));
    hide();
    const phone = device(page.stack);
    const hasAll = async () => Object.keys((await phone.load())?.inputs.applicant ?? {}).length > 20;
    await waitUntil(hasAll, 'it is saved', SELDOM);
    const theirs = journey('Phone LTD', 'company');
    theirs.inputs.applicant = { first_name: 'Janet', 'addresses.0.status': '' };
    await phone.save(theirs);
    await waitUntil(() => (comeBack(), page.status() === SAYS.taken), 'it is taken up', SELDOM);
    await waitUntil(() => page.element.step === 'company', 'it goes where it was left');
    expect((await page.reach('company')).typed()).to.deep.equal({ ...typedCompany(), [NAME]: 'Phone LTD' });
    await page.fill('company', {});
    const typed = (await page.reach('applicant')).typed();
    expect(Object.entries(typed).filter(([, value]) => value)).to.deep.equal([['first_name', 'Janet']]);
  });

  it('shows the other device’s answers in inputs with typed text, in choices and in lists', async () => {
    const one = draftStack({
      handler: { settings: { companyTypes: [{ value: 'ltd' }, { value: 'llp', label: 'LLP' }] } },
    });
    const page = await open(one);
    const company = await page.reach('company');
    await waitUntil(() => company.find('select'), 'the list is there');
    company.type({ [NAME]: 'Laptop LTD', type: 'llp', registered_number: '12345' });
    hide();
    await page.says(SAYS.saved);
    const phone = device(one.stack);
    await phone.load();
    await phone.save({ step: 'company', inputs: { company: { type: 'ltd', registered_number: '' } }, answers: {} });
    await waitUntil(() => (comeBack(), page.status() === SAYS.taken), 'it is taken up', SELDOM);
    await waitUntil(() => company.typed()[NAME] === '', 'what was typed is gone');
    expect(company.typed()).to.include({ type: 'ltd', registered_number: '' });
  });

  it('does not change its step or answers while it has unsaved answers', async () => {
    const one = draftStack();
    const page = await behind(one, 'Laptop Two LTD');
    comeBack();
    await waitUntil(() => page.choices().length > 0, 'it asks');
    expect(page.step().typed()[NAME]).to.equal('Laptop Two LTD');
  });

  it('shows answers that were saved while it was hidden, also after a reload', async () => {
    const one = draftStack();
    const page = await behind(one);
    await timeToWrite();
    const again = await reload(page, one.stack);
    expect((await again.reach('applicant')).typed()).to.include({ first_name: 'Jane' });
    expect(again.screen.part('choice')).to.be.null;
  });
});
