import { ENTRY_KEY, entryOf } from '../../../src/components/onboarding/page/history-entry.js';
import { expect, pause, typedCompany, waitUntil } from '../../support/component.js';
import { createStack } from '../../../stories/support/stack.js';
import { load, noted, ownThere, setup, setupAtReview, setupHistory, stepThere, travel } from '../../support/journey.js';

/** The events that the page's own router receives. */
function router() {
  const states: unknown[] = [];
  const hear = ({ state }: PopStateEvent) => states.push((state as { page?: string } | null)?.page);
  addEventListener('popstate', hear);
  after(() => removeEventListener('popstate', hear));
  return states;
}

/** The action of a button of the page. */
async function pressed(act: () => void) {
  document.body.addEventListener('click', act, { once: true });
  document.body.click();
  await pause();
}

/** Longer than a draft takes to be written. */
const timeToWrite = () => pause(300);

describe('<lending-onboarding> and the page’s own state in the browser’s history', () => {
  it('hides the popstate events of its steps from the page’s router, and lets all others through', async () => {
    const { reach } = await setupAtReview();
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

  it('ignores entries that the page has made, even copies of the journey’s entries', async () => {
    const { element, screen, reach } = await setupAtReview();
    const states = router();
    await pressed(() => history.pushState({ ...history.state, page: 'dialog' }, ''));
    await travel(-1);
    expect(states, 'the dialog can be closed').to.deep.equal(['own']);
    expect(element.step).to.equal('review');
    await pressed(() => history.pushState({ ...history.state, page: 'dialog' }, ''));
    await travel(-2);
    expect(states, 'over a step, too').to.deep.equal(['own', 'own']);
    await reach('applicant');
    const changes = screen.heard('lending-step-changed');
    history.pushState({ page: 'another' }, '');
    await travel(-1);
    await travel(1);
    expect(history.state).to.deep.equal({ page: 'another' });
    expect(changes).to.be.empty;
  });

  it('works with links to fragments of the page, and goes back over them', async () => {
    const { element, back, reach } = await setupAtReview();
    const { href } = location;
    location.hash = 'help';
    await waitUntil(() => history.state === null, 'it is another entry');
    expect(element.step).to.equal('review');
    back();
    await reach('applicant');
    (await reach('applicant')).submit();
    await noted('review');
    await travel(-1);
    await waitUntil(() => location.href === href || stepThere() === 'applicant', 'it goes back');
    history.replaceState(history.state, '', href);
  });

  it('works if the page overwrites the journey’s entry', async () => {
    const { element, reach } = await setupAtReview();
    history.replaceState({ page: 'own' }, '');
    (await reach('review')).submit();
    await noted('documents');
    await travel(-1);
    await reach('review');
    expect(element.step).to.equal('review');
  });

  for (const state of ['text', 7, [1], new Date(0), new Map([['a', 1]])]) {
    it(`leaves ${Object.prototype.toString.call(state)} of the page unchanged`, async () => {
      history.replaceState(state, '');
      const { fill, reach } = await setup({ history: 'on' });
      await fill('company');
      await reach('applicant');
      await timeToWrite();
      expect(history.state).to.deep.equal(state);
    });
  }

  it('keeps values that JSON cannot represent', async () => {
    history.replaceState({ page: 'own', when: new Date(7), all: new Map([['a', 1]]) }, '');
    const { fill } = await setup({ history: 'on' }, { handler: { drafts: false } });
    await fill('company');
    await noted('applicant');
    expect(ownThere()).to.deep.equal({ page: 'own', when: new Date(7), all: new Map([['a', 1]]) });
  });

  it('puts no answer into the history state', async () => {
    await setupAtReview();
    const { stay, ...entry } = entryOf(history.state)!;
    expect(stay).to.match(/^[a-z0-9]+$/);
    expect(entry).to.deep.equal({ step: 'review', before: 'applicant', at: 2 });
  });

  for (const state of [{ [ENTRY_KEY]: 'review' }, { [ENTRY_KEY]: { step: 'nowhere', stay: 'x', at: 3 } }]) {
    it(`begins at the first step if there is ${JSON.stringify(state)}`, async () => {
      history.replaceState(state, '');
      const { reach, fill } = await setup({ history: 'on' }, { handler: { drafts: false } });
      await fill('company');
      await noted('applicant');
      await travel(-1);
      await reach('company');
    });
  }

  for (const step of ['applicant', 'review']) {
    it(`begins at the first step if the entry names ${step}, and no entered answers are left`, async () => {
      history.replaceState({ [ENTRY_KEY]: { step, stay: 'x', at: 1 } }, '');
      await setup({ history: 'on' }, { handler: { drafts: false } });
      await noted('company');
    });
  }

  it('skips the entries of a removed journey with one press of Back', async () => {
    const { element } = await setupAtReview();
    element.remove();
    await travel(-1);
    await waitUntil(() => (history.state as { page?: string }).page === 'before', 'it goes on to before the journey');
  });

  it('ignores the page’s entries once it is removed', async () => {
    const { element } = await setupAtReview();
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

  it('continues in a new element at the step that the entry names', async () => {
    const { element, stack } = await setupAtReview({}, { handler: {} });
    history.pushState({ page: 'next' }, '');
    element.remove();
    await travel(-2);
    const { reach } = await load(stack, { history: 'on' });
    await reach('applicant');
    await travel(-1);
    await reach('company');
    await travel(2);
    await reach('review');
  });

  it('lets the history follow only the first of two journeys', async () => {
    const { element, stack, reach } = await setupHistory();
    const other = await load(stack, { history: 'on' });
    await other.fill('company', { ...typedCompany(), registered_name: 'Other' });
    await other.reach('applicant');
    expect(stepThere()).to.be.undefined;
    (await reach('company')).type(typedCompany());
    (await reach('company')).submit();
    await noted('applicant');
    await travel(-1);
    expect((await reach('company')).typed().registered_name).to.equal('Acme LTD');
    expect([element.step, other.element.step]).to.deep.equal(['company', 'applicant']);
  });

  it('does not affect the journey of another user', async () => {
    const { element } = await setupAtReview({}, { handler: {} });
    element.remove();
    const toms = createStack({ handler: { authorize: () => ({ subject: 'tom' }) } });
    const { reach } = await load(toms, { history: 'on' });
    expect((await reach('company')).typed().registered_name).to.equal('');
    await noted('company');
  });
});
