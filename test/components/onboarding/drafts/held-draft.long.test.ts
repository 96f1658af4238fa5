import { LendingOnboardingElement } from '../../../../src/components/onboarding/lending-onboarding.js';
import { held } from '../../../../stories/support/faults.js';
import { typedCompany } from '../../../../stories/support/samples.mjs';
import { createStack, type Stack } from '../../../../stories/support/stack.js';
import { expect, LendingError, pause, reactive, Screen, screenOf, waitUntil } from '../../../support/component.js';
import { device, draftStack, HALF, hide, SELDOM } from '../../../support/drafts.js';
import { drive, dropHeldDraft, load, sendDocument, type JourneyProperties } from '../../../support/journey.js';

/** A new journey on the page, without the history entry of an earlier one. WebKit allows 100 changes of the history in 10 seconds. */
function make(stack: Pick<Stack, 'adapter'>, properties: JourneyProperties = {}) {
  history.replaceState(null, '');
  return load(stack, properties);
}
/** Removes a journey from the page for good. */
async function takeAway({ element }: { element: Element }) {
  element.remove();
  await Promise.resolve();
}
/** Waits until the backend's answer is applied. */
const settled = ({ screen }: { screen: Screen }) => waitUntil(() => screen.part('saved'), 'it saves');

/** The page's memory alone: the backend cannot be reached when the draft is saved. */
const signedIn = () => {
  const who: { subject: string | undefined } = { subject: 'jane' };
  const stack = createStack({ handler: { authorize: () => (who.subject ? { subject: who.subject } : null) } });
  const saveDraft = () => Promise.reject(new LendingError('adapter-unreachable', 'No network.'));
  return { who, stack: { ...stack, adapter: { ...stack.adapter, saveDraft } } };
};

describe('the draft that is kept in the page after a journey is removed', () => {
  beforeEach(dropHeldDraft);
  async function half(stack: Stack, properties?: JourneyProperties) {
    const journey = await make(stack, properties);
    await settled(journey);
    await journey.fill('company');
    (await journey.reach('applicant')).type(HALF);
    return journey;
  }

  /** A stack whose user has left half of a journey. */
  async function left() {
    const { stack } = signedIn();
    await takeAway(await half(stack));
    return stack;
  }

  it('is filled in by the next journey, at the same step', async () => {
    const stack = await left();
    const { back, reach } = await make(stack);
    expect((await reach('applicant')).typed()).to.include(HALF);
    back();
    expect((await reach('company')).typed()).to.deep.equal(typedCompany());
  });

  it('is filled in after its save is confirmed, without a conflict with itself', async () => {
    const one = draftStack();
    const journey = await half(one.stack);
    const { fault, release } = held();
    one.drafts.fault = fault;
    journey.step().type({ first_name: 'Janet' });
    await takeAway(journey);
    const next = await make(one.stack);
    await pause(300);
    release();
    expect((await next.reach('applicant')).typed()).to.include({ first_name: 'Janet' });
    next.step().type({ first_name: 'Joan' });
    hide();
    const name = async () => (await device(one.stack).load())!.inputs.applicant!.first_name;
    await waitUntil(async () => (await name()) === 'Joan', 'it is saved', SELDOM);
    expect(next.screen.part('choice')).to.be.null;
  });

  it('is filled in even if a framework makes the objects of the page reactive', async () => {
    const { stack } = signedIn();
    const properties = () => ({
      draft: reactive({}),
      prefill: reactive({ company: { registered_name: 'Known Ltd' } }),
    });
    await takeAway(await half(stack, properties()));
    expect((await (await make(stack, properties())).reach('applicant')).typed()).to.include(HALF);
  });

  it('is filled in even if a journey in between was removed before its request', async () => {
    const stack = await left();
    for (let round = 0; round < 3; round++) await takeAway(await make(stack));
    expect((await (await make(stack)).reach('applicant')).typed()).to.include({ first_name: 'Jane' });
  });

  it('is filled in if the next journey replaces the earlier one', async () => {
    const { stack } = signedIn();
    const { element } = await half(stack);
    const next = screenOf(Object.assign(new LendingOnboardingElement(), { adapter: stack.adapter, lang: 'en' }));
    history.replaceState(null, '');
    element.replaceWith(next.element);
    expect((await drive(next).reach('applicant')).typed()).to.include({ first_name: 'Jane' });
  });

  it('includes the chosen documents', async () => {
    const { stack } = signedIn();
    const journey = await make(stack);
    const documents = await journey.fillTo('documents');
    const failing = () => Promise.reject(new Error('no'));
    journey.element.adapter = { ...stack.adapter, uploadDocument: failing };
    await journey.element.updateComplete;
    await sendDocument(documents);
    await waitUntil(() => documents.find('#summary'), 'it failed');
    await takeAway(journey);
    const again = await make(stack);
    await again.reach('documents');
    await waitUntil(() => again.step().all('[part="file"]').length === 1, 'the file is in the list');
  });

  it('contains no answers that were sent', async () => {
    const { stack } = signedIn();
    const journey = await half(stack);
    await journey.fill('applicant');
    (await journey.reach('review')).submit();
    await journey.skip();
    (await journey.reach('prequalification')).type({ funding_amount: '25,000' });
    await takeAway(journey);
    const { element, reach } = await make(stack);
    expect((await reach('prequalification')).typed()).to.include({ funding_amount: '25,000' });
    expect(JSON.stringify(element.draft)).to.not.match(/Acme|Jane|half@/);
  });

  it('is dropped if it was sent from another tab', async () => {
    const { stack } = signedIn();
    const journey = await half(stack);
    const other = structuredClone(journey.element.draft);
    await takeAway(journey);
    const second = await make(stack, { draft: { inputs: other.inputs, answers: other.answers } });
    (await second.fillTo('review')).submit();
    await second.reach('documents');
    await takeAway(second);
    const { element, reach } = await make(stack);
    await reach('documents');
    expect(JSON.stringify(element.draft)).to.not.match(/Acme|Jane|half@/);
  });

  it('is dropped when another user signs in, and shown neither to that user nor to the earlier one again', async () => {
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
    expect((await journey.reach('applicant')).typed()).to.include(HALF);
  });

  it('is not kept if the backend returns no draft key, which distinguishes users', async () => {
    const stack = createStack({ handler: { drafts: false } });
    const journey = await make(stack);
    await journey.fill('company');
    (await journey.reach('applicant')).type({ first_name: 'Jane' });
    await stack.adapter.session();
    await takeAway(journey);
    const second = await make(stack);
    await stack.adapter.session();
    await pause(100);
    expect((await second.reach('company')).typed().registered_name).to.equal('');
  });

  it('belongs only to the first of two journeys', async () => {
    const { stack } = signedIn();
    const first = await half(stack);
    const second = await make(stack);
    (await second.reach('company')).type({ registered_name: 'Another' });
    await takeAway(second);
    const third = await make(stack);
    await pause(100);
    expect((await third.reach('company')).typed().registered_name, 'of the second').to.equal('');
    await takeAway(third);
    await takeAway(first);
    expect((await (await make(stack)).reach('applicant')).typed()).to.include({ first_name: 'Jane' });
  });

  it('is not used by a second journey on the page', async () => {
    const stack = await left();
    const [one, two] = [await make(stack), await make(stack)];
    await one.reach('applicant');
    expect(two.screen.text('[part="progress"]')).to.equal('Step 1 of 6');
  });

  it('is overridden by a draft that the page sets', async () => {
    const stack = await left();
    const draft = { step: 'company', inputs: { company: { registered_name: 'Handed on' } } } as const;
    const journey = await make(stack, { draft: structuredClone(draft) as LendingOnboardingElement['draft'] });
    await settled(journey);
    expect((await journey.reach('company')).typed()).to.include({
      registered_name: 'Handed on',
      registered_number: '',
    });
  });
});
