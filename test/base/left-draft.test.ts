import { expect, fixture, html } from '@open-wc/testing';
import { forgetLeft } from '../../src/base/left-draft.js';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { all, find, heard, part, submit, type, typedIn, words } from '../support/form.js';
import { drive, sendDocument } from '../support/journey.js';
import { createStack, type Stack } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

LendingOnboardingElement.define();

/** A page makes a journey, without anything of one before. What is kept in the history is nothing to it. */
async function make({ adapter }: Pick<Stack, 'adapter'>, properties: Partial<LendingOnboardingElement> = {}) {
  history.replaceState(null, '');
  const made = Object.assign(new LendingOnboardingElement(), { adapter, lang: 'en', history: 'off' }, properties);
  return drive(await fixture<LendingOnboardingElement>(html`${made}`));
}
/** A page takes a journey away for good. */
const takeAway = async ({ element }: { element: Element }) => {
  element.remove();
  history.replaceState(null, '');
  await Promise.resolve();
};
/** Waits until the backend has answered, and what it says is taken up. */
const settled = ({ element }: { element: LendingOnboardingElement }) =>
  waitUntil(() => !!(history.state as { lendingDraft?: object } | null)?.lendingDraft, `${element.localName} keeps`);

const signedIn = () => {
  const who: { subject: string | undefined } = { subject: 'jane' };
  const stack = createStack({ handler: { authorize: () => (who.subject ? { subject: who.subject } : null) } });
  return { who, stack };
};

describe('what was entered in a journey that the page took away', () => {
  beforeEach(forgetLeft);
  afterEach(() => history.replaceState(null, ''));

  async function half(stack: Stack, properties?: Partial<LendingOnboardingElement>) {
    const journey = await make(stack, properties);
    await settled(journey);
    await journey.fill('company', typedCompany());
    type(await journey.reach('applicant'), { first_name: 'Jane', email: 'half@' });
    return journey;
  }

  it('is there in the one that it makes next, at the same step', async () => {
    const { stack } = signedIn();
    await takeAway(await half(stack));
    const { element, reach } = await make(stack);
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
    part(element, 'back').click();
    expect(typedIn(await reach('company'))).to.deep.equal(typedCompany());
  });

  it('is there though the one after it was taken away before it had asked', async () => {
    const { stack } = signedIn();
    await takeAway(await half(stack));
    for (let round = 0; round < 3; round++) await takeAway(await make(stack));
    expect(typedIn(await (await make(stack)).reach('applicant'))).to.include({ first_name: 'Jane' });
  });

  it('is there where one takes the place of the other', async () => {
    const { stack } = signedIn();
    const { element } = await half(stack);
    const made = Object.assign(new LendingOnboardingElement(), { adapter: stack.adapter, lang: 'en' });
    history.replaceState(null, '');
    element.replaceWith(made);
    expect(typedIn(await drive(made).reach('applicant'))).to.include({ first_name: 'Jane' });
  });

  it('goes behind what was entered meanwhile', async () => {
    const { stack } = signedIn();
    await takeAway(await half(stack));
    const journey = await make(stack);
    type(journey.step(), { registered_name: 'Newer' });
    await waitUntil(() => typedIn(journey.step()).registered_number === '12345', 'the rest is taken up');
    expect(typedIn(journey.step()).registered_name).to.equal('Newer');
    expect(journey.element.step, 'who has begun is not moved').to.equal('company');
  });

  it('brings the documents along that were chosen', async () => {
    const { stack } = signedIn();
    const journey = await make(stack);
    await journey.fillToReview();
    submit(journey.step());
    const documents = await journey.reach('documents');
    const failing = () => Promise.reject(new Error('no'));
    journey.element.adapter = { ...stack.adapter, uploadDocument: failing };
    await journey.element.updateComplete;
    await sendDocument(documents);
    await waitUntil(() => find(documents, '#summary'), 'it failed');
    await takeAway(journey);
    const again = await make(stack);
    await again.reach('documents');
    await waitUntil(() => all(again.step(), '[part="file"]').length === 1, 'the file is in the list');
  });

  it('holds nothing of what was sent', async () => {
    const { stack } = signedIn();
    const journey = await half(stack);
    await journey.fill('applicant', typedApplicant());
    submit(await journey.reach('review'));
    await journey.skip();
    type(await journey.reach('prequalification'), { funding_amount: '25,000' });
    await takeAway(journey);
    const { element, reach } = await make(stack);
    expect(typedIn(await reach('prequalification'))).to.include({ funding_amount: '25,000' });
    expect(JSON.stringify(element.draft)).to.not.match(/Acme|Jane|half@/);
  });

  it('is dropped where it was sent from another tab', async () => {
    const { stack } = signedIn();
    const journey = await half(stack);
    const other = structuredClone(journey.element.draft);
    await takeAway(journey);
    const second = await make(stack, { draft: { inputs: other.inputs, answers: other.answers } });
    await second.fill('company', typedCompany());
    await second.fill('applicant', typedApplicant());
    submit(await second.reach('review'));
    await second.reach('documents');
    await takeAway(second);
    const { element, reach } = await make(stack);
    await reach('documents');
    expect(JSON.stringify(element.draft)).to.not.match(/Acme|Jane|half@/);
  });

  it('is nothing to another user, and no more to the one before', async () => {
    const { who, stack } = signedIn();
    await takeAway(await half(stack));
    who.subject = 'tom';
    const toms = await make(stack);
    await settled(toms);
    expect(toms.element.step).to.equal('company');
    expect(JSON.stringify(toms.element.draft)).to.not.match(/Acme|Jane|half@/);
    await takeAway(toms);
    who.subject = 'jane';
    const janes = await make(stack);
    await settled(janes);
    expect(JSON.stringify(janes.element.draft)).to.not.match(/Acme|Jane|half@/);
  });

  it('stays in the same element of the same user', async () => {
    const { stack } = signedIn();
    const journey = await half(stack);
    const { parentNode } = journey.element;
    await takeAway(journey);
    parentNode!.append(journey.element);
    await settled(journey);
    expect(typedIn(await journey.reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
  });

  it('goes to who signs in next where nobody was signed in', async () => {
    const { who, stack } = signedIn();
    who.subject = undefined;
    const journey = await make(stack);
    const errors = heard(journey.element, 'lending-error');
    await journey.fill('company', typedCompany());
    type(await journey.reach('applicant'), { first_name: 'Jane' });
    await waitUntil(() => errors.length > 0, 'the backend knows nobody');
    await takeAway(journey);
    // A page of the same site signs them in meanwhile, and empty journeys come and go.
    await takeAway(await make(stack));
    who.subject = 'jane';
    const janes = await make(stack);
    expect(typedIn(await janes.reach('applicant'))).to.include({ first_name: 'Jane' });
    await takeAway(janes);
    who.subject = 'tom';
    const toms = await make(stack);
    await settled(toms);
    expect(JSON.stringify(toms.element.draft), 'and to nobody else').to.not.match(/Acme|Jane/);
  });

  it('is nothing where the backend gives no key: users could not be told apart', async () => {
    const stack = createStack({ handler: { drafts: false } });
    const journey = await make(stack);
    await journey.fill('company', typedCompany());
    type(await journey.reach('applicant'), { first_name: 'Jane' });
    await waitUntil(() => find(journey.element, '#current'));
    await stack.adapter.session();
    await takeAway(journey);
    const second = await make(stack);
    await stack.adapter.session();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(typedIn(await second.reach('company')).registered_name).to.equal('');
  });

  it('is the first journey’s alone where there are two', async () => {
    const { stack } = signedIn();
    const first = await half(stack);
    const second = await make(stack);
    type(await second.reach('company'), { registered_name: 'Another' });
    await takeAway(second);
    const third = await make(stack);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(typedIn(await third.reach('company')).registered_name, 'of the second').to.equal('');
    await takeAway(third);
    await takeAway(first);
    expect(typedIn(await (await make(stack)).reach('applicant'))).to.include({ first_name: 'Jane' });
  });

  it('is not taken up by a journey next to the one that has it', async () => {
    const { stack } = signedIn();
    await takeAway(await half(stack));
    const [one, two] = [await make(stack), await make(stack)];
    await one.reach('applicant');
    expect(words(find(two.element, '[part="progress"]'))).to.equal('Step 1 of 6');
  });

  it('goes behind a draft that the page hands on', async () => {
    const { stack } = signedIn();
    await takeAway(await half(stack));
    const draft = { step: 'company', inputs: { company: { registered_name: 'Handed on' } } } as const;
    const journey = await make(stack, { draft: structuredClone(draft) as LendingOnboardingElement['draft'] });
    await settled(journey);
    expect(typedIn(await journey.reach('company'))).to.include({
      registered_name: 'Handed on',
      registered_number: '',
    });
  });

  it('is too large where no person has typed it', async () => {
    const { stack } = signedIn();
    const journey = await half(stack);
    type(journey.step(), { last_name: 'x'.repeat(200_000) });
    await takeAway(journey);
    const second = await make(stack);
    await settled(second);
    expect(typedIn(await second.reach('company')).registered_name).to.equal('');
  });
});
