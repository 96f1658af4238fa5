import { entryOf } from '../../../src/components/onboarding/page/history-entry.js';
import { typedApplicant, typedCompany } from '../../../stories/support/samples.mjs';
import { expect, focused, waitUntil, words } from '../../support/component.js';
import { accepted } from '../../../stories/support/stack.js';
import { noted, ownThere, setup, setupAtReview, setupHistory, stepThere, travel } from '../../support/journey.js';

describe('<lending-onboarding> in the browser’s history', () => {
  it('goes several steps back and forward with the browser’s buttons, at the same URL', async () => {
    const { href } = location;
    const { reach, travelTo } = await setupAtReview();
    await travelTo(-2);
    expect((await reach('company')).typed()).to.deep.equal(typedCompany());
    await travelTo(1);
    await reach('applicant');
    await travelTo(1);
    expect((await reach('review')).text('.rows')).to.include('Acme LTD');
    await waitUntil(() => words(focused()) === 'Check your answers', 'the heading has the focus');
    expect(location.href).to.equal(href);
    expect(ownThere(), 'the page’s own part stays').to.deep.equal({ page: 'own' });
  });

  it('shows the answers of the created application as text once, and leaves the journey at the next Back', async () => {
    const { stack, step, reach } = await setupAtReview();
    step().submit();
    await noted('documents');
    await travel(-1);
    expect((await reach('review')).find('.action button')).to.be.null;
    await travel(-1);
    await waitUntil(() => (history.state as { page?: string }).page === 'before', 'it has left');
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('skips a step that was sent when the browser goes forward', async () => {
    const { step, reach } = await setupAtReview();
    step().submit();
    await noted('documents');
    await travel(-3);
    await reach('review');
    await travel(1);
    await reach('documents');
  });

  it('keeps a changed answer when the browser goes forward from its step', async () => {
    const { screen, stack, reach, travelTo } = await setupAtReview();
    await travelTo(-1);
    (await reach('applicant')).type({ first_name: 'Changed' });
    await travelTo(1);
    (await reach('review')).submit();
    await screen.event('lending-submitted', () => undefined);
    expect(JSON.stringify(stack.sandbox.calls[0]!.body)).to.include('"first_name":"Changed"');
  });

  it('shows the errors of a step before it goes forward, and continues once they are corrected', async () => {
    const { step, reach, travelTo } = await setupAtReview();
    await travelTo(-1);
    (await reach('applicant')).type({ email: 'half@' });
    await travel(1);
    await waitUntil(() => step().summary().length === 1, 'it says so');
    step().type(typedApplicant());
    step().submit();
    await noted('review');
    await travelTo(-1);
    await reach('applicant');
  });

  it('goes back to the review with a changed answer, as the journey’s Back button does', async () => {
    const { step, reach } = await setupAtReview();
    await step().press('Change Registered name of the business');
    (await reach('company')).type({ registered_name: 'Changed' });
    await noted('company');
    await travel(-1);
    expect((await reach('review')).text('.rows')).to.include('Changed');
    await travel(-1);
    await reach('applicant');
  });

  describe('and its Back button', () => {
    it('goes back in the browser’s history, too, any number of times', async () => {
      const { back, step } = await setupAtReview();
      for (let round = 0; round < 3; round++) {
        back();
        await noted('applicant');
        step().submit();
        await noted('review');
      }
      expect(entryOf(history.state)!.at).to.equal(2);
      await travel(-3);
      expect(history.state).to.deep.equal({ page: 'before' });
    });

    it('replaces the current entry if the journey has no earlier entry', async () => {
      const { back } = await setupHistory({}, { done: 'createApplication' });
      await noted('documents');
      back();
      await noted('review');
      await travel(-1);
      expect(history.state).to.deep.equal({ page: 'before' });
    });

    it('does not wait for the browser’s history', async () => {
      const { back, reach, step } = await setupAtReview();
      back();
      await reach('applicant');
      step().submit();
      await reach('review');
      back();
      await reach('applicant');
      back();
      await reach('company');
      await waitUntil(() => entryOf(history.state)?.at === 0 && stepThere() === 'company', 'the history has followed');
    });

    it('goes back to the review, too, when an answer was changed', async () => {
      const { step, fill } = await setupAtReview();
      await step().press('Change Registered name of the business');
      await noted('company');
      await fill('company', {});
      await noted('review');
      expect(entryOf(history.state)!.at).to.equal(2);
    });
  });

  it('leaves the journey with one Back if the application was resumed', async () => {
    await setupHistory({}, { done: 'prequalify' });
    await noted('consent');
    await travel(-1);
    expect(history.state).to.deep.equal({ page: 'before' });
  });

  it('gives the second step an entry even if Continue was pressed before the code for the history had loaded', async () => {
    history.pushState({ page: 'own' }, '');
    const { reach, fill } = await setup({ history: 'on' }, { handler: { drafts: false } });
    await fill('company');
    await noted('applicant');
    await travel(-1);
    await reach('company');
  });

  it('changes no history entry if a framework sets the property to false', async () => {
    history.pushState({ page: 'own' }, '');
    const { fill, reach } = await setup({ history: false as never }, { handler: { drafts: false } });
    await fill('company');
    await reach('applicant');
    expect(history.state).to.deep.equal({ page: 'own' });
  });
});
