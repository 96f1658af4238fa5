import { expect, fixture, html } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { ENTRY_KEY, entryOf } from '../../src/base/journey-entry.js';
import { typedCompany } from '../fixtures/samples.mjs';
import { noted, ownThere, started, stepThere, travel } from '../support/entries.js';
import { heard, part, submit, type, typedIn } from '../support/form.js';
import { drive, setup } from '../support/journey.js';
import { createStack } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

/** What the page's own router hears. */
function router() {
  const states: unknown[] = [];
  const hear = ({ state }: PopStateEvent) => states.push((state as { page?: string } | null)?.page);
  addEventListener('popstate', hear);
  after(() => removeEventListener('popstate', hear));
  return states;
}

/** What the page does when a button of its own is pressed. */
async function pressed(act: () => void) {
  document.body.addEventListener('click', act, { once: true });
  document.body.click();
  await new Promise((resolve) => setTimeout(resolve));
}

describe('<lending-onboarding> and what the page keeps in the browser’s history', () => {
  afterEach(() => history.replaceState(null, ''));

  it('tells the page’s router nothing of its own steps, and all of the page’s', async () => {
    const { reach, toReview } = await started();
    await toReview();
    const states = router();
    await travel(-1);
    await travel(-1);
    await travel(2);
    await reach('review');
    expect(states).to.deep.equal([]);
    history.pushState({ page: 'next' }, '');
    await travel(-1);
    await travel(1);
    await travel(-4);
    expect(states).to.deep.equal(['own', 'next', 'before']);
  });

  it('leaves entries of the page’s own alone, also those that copy ours', async () => {
    const { element, reach, toReview } = await started();
    await toReview();
    const states = router();
    await pressed(() => history.pushState({ ...history.state, page: 'dialog' }, ''));
    await travel(-1);
    expect(states, 'the dialog can be closed').to.deep.equal(['own']);
    expect(element.step).to.equal('review');
    await pressed(() => history.pushState({ ...history.state, page: 'dialog' }, ''));
    await travel(-2);
    expect(states, 'over a step, too').to.deep.equal(['own', 'own']);
    await reach('applicant');
    const changes = heard(element, 'lending-step-changed');
    history.pushState({ page: 'another' }, '');
    await travel(-1);
    await travel(1);
    expect(history.state).to.deep.equal({ page: 'another' });
    expect(changes).to.be.empty;
  });

  it('goes on where a link leads to a place in the page, and back over it', async () => {
    const { element, reach, toReview } = await started();
    await toReview();
    const { href } = location;
    location.hash = 'help';
    await waitUntil(() => history.state === null, 'it is another entry');
    expect(element.step).to.equal('review');
    part(element, 'back').click();
    await reach('applicant');
    submit(await reach('applicant'));
    await reach('review');
    await noted('review');
    await travel(-1);
    await waitUntil(() => location.href === href || stepThere() === 'applicant', 'it goes back');
    history.replaceState(history.state, '', href);
  });

  it('goes on where the page writes over what it has noted', async () => {
    const { element, reach, toReview } = await started();
    await toReview();
    history.replaceState({ page: 'own' }, '');
    submit(await reach('review'));
    await reach('documents');
    await noted('documents');
    await travel(-1);
    await reach('review');
    expect(element.step).to.equal('review');
  });

  for (const state of ['text', 7, [1], new Date(0), new Map([['a', 1]])]) {
    it(`leaves ${Object.prototype.toString.call(state)} of the page’s as it is`, async () => {
      history.replaceState(state, '');
      const { fill, reach } = await setup({}, undefined, { history: 'on' });
      await fill('company', typedCompany());
      await reach('applicant');
      expect(history.state).to.deep.equal(state);
    });
  }

  it('keeps values that are no JSON', async () => {
    history.replaceState({ page: 'own', when: new Date(7), all: new Map([['a', 1]]) }, '');
    const { fill } = await setup({ handler: { drafts: false } }, undefined, { history: 'on' });
    await fill('company', typedCompany());
    await noted('applicant');
    expect(ownThere()).to.deep.equal({ page: 'own', when: new Date(7), all: new Map([['a', 1]]) });
  });

  it('says nothing of the answers there', async () => {
    const { toReview } = await started();
    await toReview();
    const { stay, ...entry } = entryOf(history.state)!;
    expect(stay).to.match(/^[a-z0-9]+$/);
    expect(entry).to.deep.equal({ step: 'review', before: 'applicant', at: 2 });
  });

  for (const state of [{ [ENTRY_KEY]: 'review' }, { [ENTRY_KEY]: { step: 'nowhere', stay: 'x', at: 3 } }]) {
    it(`begins at the first step where there is ${JSON.stringify(state)}`, async () => {
      history.replaceState(state, '');
      const { reach, fill } = await setup({ handler: { drafts: false } }, undefined, { history: 'on' });
      await fill('company', typedCompany());
      await noted('applicant');
      await travel(-1);
      await reach('company');
    });
  }

  for (const step of ['applicant', 'review']) {
    it(`begins at the first step where the entry says ${step}, and nothing is left of what was entered`, async () => {
      history.replaceState({ [ENTRY_KEY]: { step, stay: 'x', at: 1 } }, '');
      const { reach } = await setup({ handler: { drafts: false } }, undefined, { history: 'on' });
      await reach('company');
      await noted('company');
    });
  }

  it('leaves nobody in entries of a journey that is gone, with one press of Back', async () => {
    const { element, toReview } = await started();
    await toReview();
    element.remove();
    await travel(-1);
    await waitUntil(() => (history.state as { page?: string }).page === 'before', 'it goes on to before the journey');
  });

  it('leaves the page’s entries alone once it is gone', async () => {
    const { element, toReview } = await started();
    await toReview();
    history.pushState({ page: 'next' }, '');
    element.remove();
    await Promise.resolve();
    const states = router();
    await travel(-1);
    expect([states, stepThere()]).to.deep.equal([['own'], 'review']);
    await pressed(() => history.pushState({ page: 'next' }, ''));
    await travel(-2);
    expect([states, stepThere()]).to.deep.equal([['own', 'own'], 'applicant']);
  });

  it('goes on in a new element at the step that the entry says', async () => {
    const { element, stack, toReview } = await started(undefined, {}, {});
    await toReview();
    history.pushState({ page: 'next' }, '');
    element.remove();
    await travel(-2);
    const made = Object.assign(new LendingOnboardingElement(), { adapter: stack.adapter, lang: 'en' });
    const { reach } = drive(await fixture<LendingOnboardingElement>(html`${made}`));
    await reach('applicant');
    await travel(-1);
    await reach('company');
    await travel(2);
    await reach('review');
  });

  it('follows the first journey only where there are two', async () => {
    const { element, stack, reach } = await started();
    const made = Object.assign(new LendingOnboardingElement(), { adapter: stack.adapter, lang: 'en' });
    const other = drive(await fixture<LendingOnboardingElement>(html`${made}`));
    await other.fill('company', { ...typedCompany(), registered_name: 'Other' });
    await other.reach('applicant');
    expect(stepThere()).to.be.undefined;
    type(await reach('company'), typedCompany());
    submit(await reach('company'));
    await noted('applicant');
    await travel(-1);
    expect(typedIn(await reach('company')).registered_name).to.equal('Acme LTD');
    expect([element.step, other.element.step]).to.deep.equal(['company', 'applicant']);
  });

  it('is not in the way of a journey of another user', async () => {
    const { element, toReview } = await started(undefined, {}, {});
    await toReview();
    element.remove();
    const { adapter } = createStack({ handler: { authorize: () => ({ subject: 'tom' }) } });
    const made = Object.assign(new LendingOnboardingElement(), { adapter, lang: 'en' });
    const { reach } = drive(await fixture<LendingOnboardingElement>(html`${made}`));
    expect(typedIn(await reach('company')).registered_name).to.equal('');
    await noted('company');
  });
});
