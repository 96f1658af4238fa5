import { expect } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { held } from '../support/faults.js';
import { eventAfter, find, part, submit, type, typedIn, words } from '../support/form.js';
import { device, draftStack, journey, leave, open, SAVED, TAKEN } from '../support/saved-draft.js';
import { waitUntil } from '../support/wait.js';

LendingOnboardingElement.define();

describe('what is saved for another device', () => {
  afterEach(() => history.replaceState(null, ''));

  it('is filled in there, at the step where it was left', async () => {
    const one = draftStack();
    const laptop = await open(one);
    await laptop.fill('company', typedCompany());
    type(await laptop.reach('applicant'), { first_name: 'Jane', email: 'half@' });
    leave();
    await laptop.says(SAVED);
    laptop.element.remove();
    const phone = await open(one);
    expect(typedIn(await phone.reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
    await phone.says(TAKEN);
    part(phone.element, 'back').click();
    expect(typedIn(await phone.reach('company'))).to.deep.equal(typedCompany());
  });

  it('is filled in at the review, and can be sent from there', async () => {
    const one = draftStack();
    const laptop = await open(one);
    await laptop.fillToReview();
    await laptop.says(SAVED);
    laptop.element.remove();
    const phone = await open(one);
    const review = await phone.reach('review');
    expect(words(find(review, 'dl'))).to.include('Acme LTD');
    submit(review);
    await phone.reach('documents');
    expect(one.stack.sandbox.calls.map(({ name }) => name)).to.deep.equal(['createApplication']);
    expect(await device(one.stack).load()).to.be.undefined;
  });

  it('is what was typed, and neither files nor ticks nor anything of the browser’s history', async () => {
    const one = draftStack();
    const page = await open(one);
    await page.fillToReview();
    await waitUntil(() => one.saves().at(-1)?.body!.draft!.step === 'review', 'it is saved');
    const { draft } = one.saves().at(-1)!.body!;
    expect(Object.keys(draft!).sort()).to.deep.equal(['answers', 'inputs', 'step']);
    expect(draft!.inputs).to.deep.equal({ company: typedCompany(), applicant: typedApplicant() });
    expect(draft!.step).to.equal('review');
  });

  it('is saved after a few seconds without a key, and not at each key', async () => {
    const one = draftStack();
    const page = await open(one);
    const company = await page.reach('company');
    for (const registered_name of ['A', 'Ac', 'Acm', 'Acme']) type(company, { registered_name });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    type(company, { registered_name: 'Acme L' });
    expect(one.saves()).to.be.empty;
    await waitUntil(() => one.saves().length > 0, 'it is saved');
    await page.says(SAVED);
    expect(one.saves()).to.have.length(1);
    expect(one.saves()[0]!.body!.draft!.inputs.company!.registered_name).to.equal('Acme L');
    expect(one.saves()[0]!.keepalive).to.be.false;
  });

  it('is saved at once where the page goes out of sight, once, and even if the page goes away', async () => {
    const one = draftStack();
    const page = await open(one);
    type(await page.reach('company'), { registered_name: 'Acme' });
    leave();
    leave();
    await page.says(SAVED);
    leave();
    expect(one.saves().map(({ keepalive }) => keepalive)).to.deep.equal([true]);
  });

  it('is saved where the element goes from the page', async () => {
    const one = draftStack();
    const page = await open(one);
    type(await page.reach('company'), { registered_name: 'Acme' });
    page.element.remove();
    await waitUntil(() => one.saves().length === 1, 'it is saved');
    const { parentNode } = page.element;
    expect(parentNode).to.be.null;
    leave();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(one.sent.filter(({ method }) => method === 'POST')).to.have.length(1);
  });

  it('is told politely, and spoken when it changes only', async () => {
    const one = draftStack();
    const page = await open(one);
    const status = find(page.element, '[part="saved"] [role="status"]')!;
    expect(status.textContent).to.equal('');
    expect(page.button(), 'nothing is saved yet').to.be.null;
    const spoken: string[] = [];
    const observer = new MutationObserver(() => spoken.push(words(status)!));
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    const company = await page.reach('company');
    for (const registered_name of ['A', 'Ac', 'Acme']) {
      type(company, { registered_name });
      leave();
      await page.says(SAVED);
      await waitUntil(() => one.saves().at(-1)!.body!.draft!.inputs.company!.registered_name === registered_name);
    }
    await page.element.updateComplete;
    observer.disconnect();
    expect(spoken).to.deep.equal([SAVED]);
    expect(words(part(page.element, 'saved'))).to.include('14 days after your last change');
    await expect(page.element).to.be.accessible();
  });

  it('is nothing as long as nothing was entered, whatever was filled in', async () => {
    const one = draftStack({ handler: { prefill: () => ({ company: { registered_name: 'Filled in' } }) } });
    const page = await open(one);
    const company = await page.reach('company');
    await waitUntil(() => typedIn(company).registered_name === 'Filled in', 'it is filled in');
    find(company, 'h2')!.click();
    leave();
    expect(one.saves()).to.be.empty;
  });

  it('goes before what is filled in, and behind what cannot be changed', async () => {
    const one = draftStack({
      handler: {
        prefill: () => ({ company: { registered_name: 'Fixed LTD', registered_number: '777' } }),
        settings: { read_only: ['company.registered_name'] },
      },
    });
    await device(one.stack).save(journey('Typed LTD', 'company'));
    const page = await open(one, { prefill: { company: { registered_number: '555' } } });
    await page.says(TAKEN);
    const company = await page.reach('company');
    await waitUntil(() => typedIn(company).registered_name === 'Fixed LTD', 'it is fixed');
    expect(typedIn(company).registered_number).to.equal(typedCompany().registered_number);
  });

  it('goes behind what was typed on this page meanwhile, and moves nobody who has begun', async () => {
    const one = draftStack();
    await device(one.stack).save();
    const { fault, release } = held();
    one.drafts.fault = fault;
    history.replaceState(null, '');
    const { element, reach, step } = await import('../support/kept-draft.js').then(({ load }) => load(one.stack));
    type(await reach('company'), { registered_name: 'Newer' });
    release();
    await waitUntil(() => typedIn(step()).registered_number, 'the rest is there');
    expect(typedIn(step())).to.deep.equal({ ...typedCompany(), registered_name: 'Newer' });
    expect(element.step).to.equal('company');
    leave();
    const name = async () => (await device(one.stack).load())!.inputs.company!.registered_name;
    await waitUntil(async () => (await name()) === 'Newer', 'it is saved', { timeout: 8000, interval: 500 });
    submit(step());
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
  });

  it('keeps nobody waiting where the backend does not say what is saved', async function () {
    this.timeout(15_000);
    const one = draftStack();
    one.drafts.fault = held().fault;
    const page = await open(one);
    await page.fill('company', typedCompany());
    await page.fill('applicant', typedApplicant());
    await page.reach('review');
  });

  it('is the first journey’s alone where there are two', async () => {
    const one = draftStack();
    await open(one);
    const { load } = await import('../support/kept-draft.js');
    const second = await load(one.stack);
    type(await second.reach('company'), { registered_name: 'Second' });
    await eventAfter(second.element, 'lending-step-changed', () => void second.fill('company', typedCompany()));
    leave();
    expect(part(second.element, 'saved')).to.be.null;
    expect(one.saves()).to.be.empty;
  });
});
