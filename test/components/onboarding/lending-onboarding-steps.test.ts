import type { StepName } from '../../../src/base/step/steps.js';
import { typedCompany } from '../../../stories/support/samples.mjs';
import { descriptionOf, expect, focused, messageAndRemedy, waitUntil, words } from '../../support/component.js';
import { at, silent } from '../../../stories/support/faults.js';
import { accepted, doneIn, setup } from '../../support/journey.js';

describe('the steps of <lending-onboarding>', () => {
  it('moves the focus to the heading of each step, which is described by the number of the step', async () => {
    const { agree, element, screen, step, fill, skip } = await setup();
    const arrived = async (heading: string, progress?: string) => {
      await waitUntil(() => words(focused()) === heading, `the heading “${heading}” has the focus`);
      expect(screen.text('[part="progress"]')).to.equal(progress);
      expect(descriptionOf(focused()!), 'it is read out with the heading').to.equal(progress ?? '');
      await expect(element).to.be.accessible();
    };
    expect(screen.text('[part="progress"]')).to.equal('Step 1 of 6');
    await fill('company');
    await arrived('About you', 'Step 2 of 6');
    await fill('applicant');
    await arrived('Check your answers', 'Step 3 of 6');
    step().submit();
    await arrived('Add documents', 'Step 4 of 6');
    await skip();
    await arrived('The funding you need', 'Step 5 of 6');
    await fill('prequalification');
    await arrived('Before you get offers', 'Step 6 of 6');
    await agree();
    await arrived('Your offers');
  });

  describe('with steps that the page has set', () => {
    it('shows these steps in their order, counts them, and ends with a summary and the next steps', async () => {
      const steps = 'company applicant review prequalification documents consent';
      const { element, screen, stack, step, reach, fill, fillTo, skip } = await setup({ steps });
      (await fillTo('review')).submit();
      await fill('prequalification');
      await skip();
      (await reach('consent')).field('agree').click();
      expect(screen.text('[part="progress"]')).to.equal('Step 6 of 6');
      step().submit();
      await waitUntil(() => words(focused()) === 'Lenders are looking at your application', 'the end has the focus');
      expect(screen.text('slot[name="next"]')).to.equal('See what you agreed to');
      expect(doneIn(screen)).to.equal('You asked for £25,000 · Revenue £10,000 a month · no county court judgments');
      await expect(element).to.be.accessible();
      expect(accepted(stack)).to.deep.equal(['createApplication', 'prequalify', 'requestOffers']);
    });

    it('shows the page’s own words about the next steps', async () => {
      const steps = 'company applicant review';
      const { element } = await setup({ steps }, { done: 'createApplication' });
      element.append(Object.assign(document.createElement('p'), { slot: 'next', textContent: 'We call you.' }));
      await waitUntil(() => element.step === 'end', 'the end is shown');
      await waitUntil(() => element.querySelector('p')!.checkVisibility(), 'the words are seen');
    });

    it('begins after the creation of the application if it exists', async () => {
      const { screen, errors, reach } = await setup({ steps: 'consent widget' }, { done: 'createApplication' });
      await reach('consent');
      expect(screen.text('[part="progress"]')).to.equal('Step 1 of 1');
      expect(errors).to.be.empty;
    });

    for (const [steps, done] of [
      ['company review applicant widget', undefined],
      ['consent widget', undefined],
      ['company applicant review widget consent', 'createApplication'],
    ] as const) {
      it(`rejects “${steps}” ${done ? '' : 'without an application'}, says so once, and takes the usual ones`, async () => {
        const { errors, reach } = await setup({ steps }, { done });
        await reach(done ? 'documents' : 'company');
        await waitUntil(() => errors.length > 0, 'it says so');
        expect(errors.map(({ error }) => error.code)).to.deep.equal(['config-invalid']);
        expect(errors[0]!.error.message).to.match(/^<lending-onboarding steps>: .* must come (first|last)/);
      });
    }

    it('shows the usual steps immediately if one is misspelt, before the backend has responded', async () => {
      const steps = 'company applicant review documnets widget';
      const { screen, errors } = await setup({ steps }, { page: at('/session', silent) });
      expect(screen.text('[part="progress"]')).to.equal('Step 1 of 6');
      await waitUntil(() => errors.length > 0, 'it says so');
      expect(errors.map(({ error }) => messageAndRemedy(error))).to.deep.equal([
        '<lending-onboarding steps>: "documnets" is not a step. Did you mean "documents"? → Correct the list. Until then the default steps are shown.',
      ]);
    });
  });

  describe('with a step to start at', () => {
    it('starts there, and asks for skipped steps before the review', async () => {
      const { element, reach, fill } = await setup({ step: 'applicant' });
      await fill('applicant');
      await fill('company');
      await fill('applicant', {});
      await reach('review');
      expect(element.step).to.equal('review');
    });

    for (const [wanted, done, reached] of [
      ['nowhere' as StepName, undefined, 'company'],
      ['company', 'prequalify', 'consent'],
      ['review', 'createApplication', 'review'],
    ] as const) {
      it(`shows ${reached} where ${wanted} is wanted after ${done ?? 'nothing'}`, async () => {
        const { element, reach } = await setup({ step: wanted }, { done });
        await reach(reached);
        await element.updateComplete;
        expect(element.step).to.equal(reached);
        expect(element.hasAttribute('step'), 'the page’s attribute is left alone').to.be.false;
      });
    }

    it('goes where the page sets it to, as far as the service allows', async () => {
      const { element, reach } = await setup({}, { done: 'createApplication' });
      await reach('documents');
      element.step = 'consent';
      await reach('consent');
      element.step = 'company';
      await reach('review');
    });
  });

  it('names its steps and their list, and marks finished steps and the current one', async () => {
    const { screen, fillTo } = await setup();
    expect(screen.part('steps').ariaLabel).to.equal('Steps');
    const steps = () => screen.all('[part="steps"] li').map((item) => [words(item), item.ariaCurrent, item.className]);
    const names = ['Business', 'About you', 'Check', 'Documents', 'Funding', 'Offers'];
    expect(steps().map(([name]) => name)).to.deep.equal(names);
    expect(steps()[0]).to.deep.equal(['Business', 'step', '']);
    await fillTo('review');
    expect(steps().slice(0, 4)).to.deep.equal([
      ['Business (done)', null, 'finished'],
      ['About you (done)', null, 'finished'],
      ['Check', 'step', ''],
      ['Documents', null, ''],
    ]);
  });

  it('shows its position, with one bar in a narrow container and the names of all steps in a wide one', async () => {
    const { element, screen, fillTo } = await setup();
    await fillTo('review');
    const shown = () => ['.now', '.bar', '[part="steps"]'].filter((part) => screen.find(part)!.checkVisibility());
    const isShown = (...parts: string[]) =>
      waitUntil(() => shown().join() === parts.join(), `only these are shown: ${parts.join()}`);
    element.style.width = '24rem';
    await isShown('.now', '.bar');
    expect(screen.text('.now')).to.equal('Step 3 of 6 · Check');
    expect(screen.part('bar').ariaHidden).to.equal('true');
    const { max, value } = screen.find<HTMLProgressElement>('.bar')!;
    expect([value, max]).to.deep.equal([3, 6]);
    await expect(element).to.be.accessible();
    element.style.width = '60rem';
    await isShown('.now', '[part="steps"]');
    expect((screen.find('.now') as HTMLElement).innerText.trim()).to.equal('Step 3 of 6');
    await expect(element).to.be.accessible();
  });

  it('leads back to a finished step, with its answers', async () => {
    const { screen, fillTo, reach } = await setup();
    await fillTo('review');
    await screen.press('Business (done)');
    const company = await reach('company');
    expect(company.field('registered_name').value).to.equal(typedCompany().registered_name);
    expect(focused()!.id).to.equal('heading');
    company.submit();
    (await reach('applicant')).submit();
    await reach('review');
  });

  it('does not lead back to answers that were sent, only to steps that can be repeated', async () => {
    const { screen, fillTo } = await setup();
    await fillTo('consent');
    expect(screen.texts('.finished button')).to.deep.equal(['Documents (done)', 'Funding (done)']);
    expect(screen.texts('.finished > span')).to.deep.equal(['Business (done)', 'About you (done)', 'Check (done)']);
  });
});
