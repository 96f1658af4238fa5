import { expect, fixture, html } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { entryOf } from '../../src/base/journey-entry.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { noted, ownThere, started, stepThere, travel } from '../support/entries.js';
import { eventAfter, find, focused, heard, part, submit, summary, type, typedIn, words } from '../support/form.js';
import { accepted } from '../support/stack.js';
import { setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

describe('<lending-onboarding> in the browser’s history', () => {
  afterEach(() => history.replaceState(null, ''));
  const changed = (element: HTMLElement, by: number) =>
    eventAfter(element, 'lending-step-changed', () => history.go(by));

  it('goes several steps back and forward with the browser’s buttons, at the same address', async () => {
    const { href } = location;
    const { element, reach, toReview } = await started();
    await toReview();
    await changed(element, -2);
    expect(typedIn(await reach('company'))).to.deep.equal(typedCompany());
    await changed(element, 1);
    await reach('applicant');
    await changed(element, 1);
    expect(words(find(await reach('review'), 'dl'))).to.include('Acme LTD');
    await waitUntil(() => words(focused()) === 'Check your answers', 'the heading has the focus');
    expect(location.href).to.equal(href);
    expect(ownThere(), 'the page’s own part stays').to.deep.equal({ page: 'own' });
  });

  it('leaves the journey with one press of Back from its first step', async () => {
    const { reach, toReview } = await started();
    await toReview();
    await travel(-1);
    await travel(-1);
    await reach('company');
    await travel(-1);
    expect(history.state).to.deep.equal({ page: 'before' });
  });

  it('shows the answers of the created application once, to be read, and leaves the journey from there', async () => {
    const { stack, step, reach, toReview } = await started();
    await toReview();
    submit(step());
    await reach('documents');
    await noted('documents');
    await travel(-1);
    expect(find(await reach('review'), 'header button')).to.be.null;
    await travel(-1);
    await waitUntil(() => (history.state as { page?: string }).page === 'before', 'it has left');
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('goes forward over what was sent', async () => {
    const { step, reach, toReview } = await started();
    await toReview();
    submit(step());
    await reach('documents');
    await noted('documents');
    await travel(-3);
    await reach('review');
    await travel(1);
    await reach('documents');
  });

  it('goes on with an answer that was changed, where the browser goes forward from it', async () => {
    const { element, stack, step, reach, toReview } = await started();
    await toReview();
    await changed(element, -1);
    type(await reach('applicant'), { first_name: 'Changed' });
    await changed(element, 1);
    submit(await reach('review'));
    await eventAfter(element, 'lending-submitted', () => undefined);
    expect(JSON.stringify(stack.sandbox.calls[0]!.body)).to.include('"first_name":"Changed"');
    expect(step()).to.exist;
  });

  it('says what is wrong with it first, and goes on when it is mended', async () => {
    const { element, step, reach, toReview } = await started();
    await toReview();
    await changed(element, -1);
    type(await reach('applicant'), { email: 'half@' });
    await travel(1);
    await waitUntil(() => summary(step()).length === 1, 'it says so');
    type(step(), typedApplicant());
    submit(step());
    await reach('review');
    await noted('review');
    await changed(element, -1);
    await reach('applicant');
  });

  it('takes a change to the review, as the journey’s own way back does', async () => {
    const { step, reach, toReview } = await started();
    await toReview();
    find(step(), 'button#company')!.click();
    type(await reach('company'), { registered_name: 'Changed' });
    await noted('company');
    await travel(-1);
    expect(words(find(await reach('review'), 'dl'))).to.include('Changed');
    await travel(-1);
    await reach('applicant');
  });

  describe('and its own way back', () => {
    it('goes back there too, however often', async () => {
      const { element, reach, step, toReview } = await started();
      await toReview();
      for (let round = 0; round < 3; round++) {
        part(element, 'back').click();
        await reach('applicant');
        await noted('applicant');
        submit(step());
        await reach('review');
        await noted('review');
      }
      expect(entryOf(history.state)!.at).to.equal(2);
      await travel(-3);
      expect(history.state).to.deep.equal({ page: 'before' });
    });

    it('takes the entry that there is where none is before it', async () => {
      const { element, reach } = await started('createApplication');
      await reach('documents');
      await noted('documents');
      part(element, 'back').click();
      await reach('review');
      await noted('review');
      await travel(-1);
      expect(history.state).to.deep.equal({ page: 'before' });
    });

    it('is as fast as a press', async () => {
      const { element, reach, step, toReview } = await started();
      await toReview();
      part(element, 'back').click();
      await reach('applicant');
      submit(step());
      await reach('review');
      part(element, 'back').click();
      await reach('applicant');
      part(element, 'back').click();
      await reach('company');
      await waitUntil(() => entryOf(history.state)?.at === 0 && stepThere() === 'company', 'the history has followed');
    });

    it('goes back to the review, too, when an answer was changed', async () => {
      const { reach, step, fill, toReview } = await started();
      await toReview();
      find(step(), 'button#company')!.click();
      await noted('company');
      await fill('company', {});
      await reach('review');
      await noted('review');
      expect(entryOf(history.state)!.at).to.equal(2);
    });
  });

  it('notes where an application was resumed without an entry before it', async () => {
    const { reach } = await started('prequalify');
    await reach('consent');
    await noted('consent');
    await travel(-1);
    expect(history.state).to.deep.equal({ page: 'before' });
  });

  it('gives the second step an entry though Continue was pressed before all had loaded', async () => {
    history.pushState({ page: 'own' }, '');
    const { reach, fill } = await setup({ handler: { drafts: false } }, undefined, { history: 'on' });
    await fill('company', typedCompany());
    await noted('applicant');
    await travel(-1);
    await reach('company');
  });

  for (const [attribute, isOn] of [
    [undefined, true],
    ['', true],
    ['on', true],
    ['history', true],
    ['of', true],
    ['off', false],
    [' OFF', false],
  ] as const) {
    it(`${isOn ? 'follows it' : 'leaves it alone'} with ${attribute === undefined ? 'no attribute' : `history="${attribute}"`}`, async () => {
      const { adapter } = (await setup()).stack;
      const made = Object.assign(document.createElement('lending-onboarding'), { adapter, lang: 'en' });
      if (attribute !== undefined) made.setAttribute('history', attribute);
      history.pushState({ page: 'own' }, '');
      await fixture<LendingOnboardingElement>(html`${made}`);
      const changes = heard(made, 'lending-step-changed');
      await waitUntil(() => find(made, '#current'), 'it is there');
      const company = find(made, '#current')!;
      type(company, typedCompany());
      submit(company);
      await waitUntil(() => changes.length > 0, 'the second step is shown');
      expect(made.history).to.equal(isOn ? 'on' : 'off');
      expect(stepThere()).to.equal(isOn ? 'applicant' : undefined);
      made.remove();
    });
  }

  it('is left alone where a framework sets the property to false', async () => {
    history.pushState({ page: 'own' }, '');
    const { fill, reach } = await setup({ handler: { drafts: false } }, undefined, { history: false as never });
    await fill('company', typedCompany());
    await reach('applicant');
    expect(history.state).to.deep.equal({ page: 'own' });
  });
});
