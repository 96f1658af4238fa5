import { expect } from '@open-wc/testing';
import type { StepName } from '../../src/base/journey.js';
import type { CallName } from '../../src/schema/index.js';
import { typedApplicant, typedCompany, typedFigures } from '../fixtures/samples.mjs';
import { control, eventAfter, find, focused, heard, submit, type, typedIn, words } from '../support/form.js';
import { accepted } from '../support/stack.js';
import { setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

describe('<lending-onboarding> in the browser', () => {
  describe('with the browser’s history', () => {
    const changed = (element: HTMLElement, act: () => void) => eventAfter(element, 'lending-step-changed', act);
    const started = async (done?: CallName) => {
      history.replaceState({ page: 'own' }, '');
      const all = await setup({ handler: { drafts: false } }, done, { history: true });
      await waitUntil(() => (history.state as { lendingStep?: string }).lendingStep, 'the first step is noted');
      return all;
    };
    /** Waits until a step has its entry, which comes after it is shown. */
    const noted = (step: StepName) =>
      waitUntil(() => (history.state as { lendingStep?: string }).lendingStep === step, `${step} is noted`);
    /** Fills in both forms, no faster than their steps are noted: one that is left at once has no entry. */
    const noteToReview = async ({ fill }: Awaited<ReturnType<typeof setup>>) => {
      await fill('company', typedCompany());
      await noted('applicant');
      await fill('applicant', typedApplicant());
      await noted('review');
    };
    afterEach(() => history.replaceState(null, ''));

    it('goes several steps back and forward with the browser’s buttons, at the same address', async () => {
      const { href } = location;
      const journey = await started();
      const { element, reach } = journey;
      await noteToReview(journey);
      await changed(element, () => history.go(-2));
      expect(typedIn(await reach('company'))).to.deep.equal(typedCompany());
      await changed(element, () => history.forward());
      await reach('applicant');
      await changed(element, () => history.forward());
      expect(words(find(await reach('review'), 'dl'))).to.include('Acme LTD');
      await waitUntil(() => words(focused()) === 'Check your answers', 'the heading has the focus');
      expect(location.href).to.equal(href);
      expect(history.state, 'the page’s own part stays').to.deep.equal({ page: 'own', lendingStep: 'review' });
    });

    it('shows the answers to be read, and no form, where it goes back behind the created application', async () => {
      const journey = await started();
      const { element, stack, step, reach } = journey;
      await noteToReview(journey);
      submit(step());
      await reach('documents');
      await noted('documents');
      await changed(element, () => history.go(-3));
      expect(find(await reach('review'), 'header button')).to.be.null;
      await changed(element, () => history.forward());
      await changed(element, () => history.go(2));
      await reach('documents');
      expect(accepted(stack)).to.deep.equal(['createApplication']);
    });

    it('shows an answer that was changed behind the review again, and sends it as it is then', async () => {
      const journey = await started();
      const { element, stack, step, reach } = journey;
      await noteToReview(journey);
      await changed(element, () => history.back());
      type(await reach('applicant'), { first_name: 'Changed' });
      await changed(element, () => history.forward());
      expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Changed' });
      submit(step());
      submit(await reach('review'));
      await reach('documents');
      expect(JSON.stringify(stack.sandbox.calls[0]!.body)).to.include('"first_name":"Changed"');
    });

    it('leaves entries of the page’s own alone', async () => {
      const { element, fill, reach } = await started();
      await fill('company', typedCompany());
      await reach('applicant');
      await noted('applicant');
      history.pushState({ page: 'another' }, '');
      await changed(element, () => history.go(-2));
      await reach('company');
      const seen = heard(element, 'lending-step-changed');
      await new Promise<void>((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true });
        history.go(2);
      });
      expect(history.state).to.deep.equal({ page: 'another' });
      expect(seen).to.be.empty;
      expect(element.step).to.equal('company');
    });

    it('notes where an application was resumed without an entry before it', async () => {
      const { length } = history;
      const { reach } = await started('prequalify');
      await reach('consent');
      await noted('consent');
      expect(history.length).to.equal(length);
    });

    it('is not touched without the attribute, where no drafts are kept', async () => {
      const { fillToReview } = await setup({ handler: { drafts: false } });
      await import('../../src/base/journey-history.js');
      const { length } = history;
      await fillToReview();
      expect(history.length).to.equal(length);
      expect(history.state).to.be.null;
    });
  });

  describe('with the guard', () => {
    /** Whether the browser would ask. */
    const asks = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const guarded = async () => {
      const all = await setup({}, undefined, { leaveGuard: true });
      // Its part loads beside the first step.
      await waitUntil(() => {
        type(all.step(), { registered_name: 'A' });
        return asks();
      }, 'it asks');
      return all;
    };

    it('asks before the page is left while something is not sent, and not once it is', async () => {
      const { step, fillToReview, reach, fill, skip } = await guarded();
      await fillToReview();
      expect(asks(), 'typed, and not sent').to.be.true;
      submit(step());
      await reach('documents');
      expect(asks(), 'sent').to.be.false;
      await skip();
      type(await reach('prequalification'), typedFigures());
      expect(asks(), 'figures').to.be.true;
      await fill('prequalification', {});
      control(await reach('consent'), 'agree').click();
      expect(asks(), 'a tick').to.be.false;
    });

    it('asks no more once it is off the page', async () => {
      const { element } = await guarded();
      element.remove();
      await Promise.resolve();
      expect(asks()).to.be.false;
    });

    it('asks nothing without the attribute', async () => {
      const { fillToReview, back, reach } = await setup();
      await import('../../src/base/journey-guard.js');
      await fillToReview();
      back();
      type(await reach('applicant'), { first_name: 'Changed' });
      expect(asks()).to.be.false;
    });
  });
});
