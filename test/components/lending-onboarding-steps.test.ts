import { expect } from '@open-wc/testing';
import type { StepName } from '../../src/base/journey.js';
import { typedApplicant, typedCompany, typedFigures } from '../fixtures/samples.mjs';
import { all, control, find, focused, part, submit, words } from '../support/form.js';
import { at, silent } from '../support/faults.js';
import { accepted } from '../support/stack.js';
import { doneIn, setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

/** What is read out with an element after its name. */
const describing = (element: Element) => {
  const id = element.getAttribute('aria-describedby');
  return id === null ? undefined : words((element.getRootNode() as ShadowRoot).getElementById(id));
};

describe('the steps of <lending-onboarding>', () => {
  it('takes the focus to the heading of each step, and says which step it is', async () => {
    const { element, step, reach, fill, skip } = await setup();
    const arrived = async (heading: string, progress: string | undefined) => {
      await waitUntil(() => words(focused()) === heading, `the heading “${heading}” has the focus`);
      expect(words(find(element, '[part="progress"]'))).to.equal(progress);
      expect(describing(focused()!), 'it is read out with the heading').to.equal(progress);
      await expect(element).to.be.accessible();
    };
    expect(words(find(element, '[part="progress"]'))).to.equal('Step 1 of 6');
    await fill('company', typedCompany());
    await arrived('About you', 'Step 2 of 6');
    await fill('applicant', typedApplicant());
    await arrived('Check your answers', 'Step 3 of 6');
    submit(step());
    await arrived('Add documents', 'Step 4 of 6');
    await skip();
    await arrived('The funding you need', 'Step 5 of 6');
    await fill('prequalification', typedFigures());
    await arrived('Before you get offers', 'Step 6 of 6');
    control(await reach('consent'), 'agree').click();
    submit(step());
    await arrived('Your offers', undefined);
  });

  describe('with steps of the page’s own', () => {
    it('takes them in their order, counts them, and ends with what was done and what happens next', async () => {
      const steps = 'company applicant review prequalification documents consent';
      const { element, stack, step, reach, fill, fillToReview, skip } = await setup({}, undefined, { steps });
      await fillToReview();
      submit(step());
      await fill('prequalification', typedFigures());
      await skip();
      control(await reach('consent'), 'agree').click();
      expect(words(find(element, '[part="progress"]'))).to.equal('Step 6 of 6');
      submit(step());
      await waitUntil(() => words(focused()) === 'You have asked for offers', 'the end has the focus');
      expect(words(find(element, 'slot[name="next"]'))).to.match(/^Lenders are looking at your application/);
      expect(doneIn(element)).to.equal('You asked for £25,000 · £10,000 revenue a month · no county court judgments');
      await expect(element).to.be.accessible();
      expect(accepted(stack)).to.deep.equal(['createApplication', 'prequalify', 'requestOffers']);
    });

    it('shows the page’s own words for what happens next', async () => {
      const steps = 'company applicant review';
      const { element } = await setup({}, 'createApplication', { steps });
      element.append(Object.assign(document.createElement('p'), { slot: 'next', textContent: 'We call you.' }));
      await waitUntil(() => element.step === 'end', 'the end is shown');
      await waitUntil(() => element.querySelector('p')!.checkVisibility(), 'the words are seen');
    });

    it('begins behind an application that exists', async () => {
      const { element, errors, reach } = await setup({}, 'createApplication', { steps: 'consent widget' });
      await reach('consent');
      expect(words(find(element, '[part="progress"]'))).to.equal('Step 1 of 1');
      expect(errors).to.be.empty;
    });

    for (const [steps, done] of [
      ['company review applicant widget', undefined],
      ['consent widget', undefined],
      ['company applicant review widget consent', 'createApplication'],
    ] as const) {
      it(`refuses “${steps}” ${done ? '' : 'without an application'}, says so once, and takes the usual ones`, async () => {
        const { errors, reach } = await setup({}, done, { steps });
        await reach(done ? 'documents' : 'company');
        await waitUntil(() => errors.length > 0, 'it says so');
        expect(errors.map(({ error }) => error.code)).to.deep.equal(['config-invalid']);
        expect(errors[0]!.error.message).to.match(/^<lending-onboarding steps>: .* must come (first|last)/);
      });
    }

    it('takes the usual steps at once where one is misspelt, before the backend has answered', async () => {
      const steps = 'company applicant review documnets widget';
      const { element, errors } = await setup({ page: at('/session', silent) }, undefined, {
        steps,
      });
      expect(words(find(element, '[part="progress"]'))).to.equal('Step 1 of 6');
      await waitUntil(() => errors.length > 0, 'it says so');
      expect(errors.map(({ error }) => error.message)).to.deep.equal([
        '<lending-onboarding steps>: "documnets" is not a step. Did you mean "documents"? The default steps are shown instead.',
      ]);
    });
  });

  describe('with a step to start at', () => {
    it('starts there, and asks for what is left out before the review', async () => {
      const { element, reach, fill } = await setup({}, undefined, { step: 'applicant' });
      await fill('applicant', typedApplicant());
      await fill('company', typedCompany());
      await fill('applicant', {});
      await reach('review');
      expect(element.step).to.equal('review');
    });

    for (const [wanted, done, reached] of [
      ['documents', undefined, 'company'],
      ['review', undefined, 'company'],
      ['nowhere' as StepName, undefined, 'company'],
      ['consent', 'createApplication', 'consent'],
      ['company', 'prequalify', 'consent'],
      ['review', 'createApplication', 'review'],
    ] as const) {
      it(`shows ${reached} where ${wanted} is wanted after ${done ?? 'nothing'}`, async () => {
        const { element, reach } = await setup({}, done, { step: wanted });
        await reach(reached);
        await element.updateComplete;
        expect(element.step).to.equal(reached);
        expect(element.hasAttribute('step'), 'the page’s attribute is left alone').to.be.false;
      });
    }

    it('goes where the page sets it to, as far as the service allows', async () => {
      const { element, reach } = await setup({}, 'createApplication');
      await reach('documents');
      element.step = 'consent';
      await reach('consent');
      element.step = 'company';
      await reach('review');
    });
  });

  it('names its steps and their list, and says which are done and which is shown', async () => {
    const { element, fillToReview } = await setup();
    expect(part(element, 'steps').ariaLabel).to.equal('Steps');
    const steps = () =>
      all(element, '[part="steps"] li').map((item) => [words(item), item.ariaCurrent, item.className]);
    expect(steps().map(([name]) => name)).to.deep.equal([
      'Business',
      'You',
      'Check',
      'Documents',
      'Funding',
      'Agreement',
    ]);
    expect(steps()[0]).to.deep.equal(['Business', 'step', 'reached']);
    await fillToReview();
    expect(steps().slice(0, 4)).to.deep.equal([
      ['Business (done)', null, 'reached'],
      ['You (done)', null, 'reached'],
      ['Check', 'step', 'reached'],
      ['Documents', null, ''],
    ]);
  });
});
