import type { LendingReviewElement } from '../../../src/components/review/lending-review.js';
import { answeringJson, at, once, silent, unreachable, type Fault } from '../../../stories/support/faults.js';
import { sampleApplication, samplePrequalification, typedFigures } from '../../../stories/support/samples.mjs';
import { accepted, bodiesOf, createStack } from '../../../stories/support/stack.js';
import { expect, focused, waitUntil, words } from '../../support/component.js';
import { hide, reload, timeToWrite } from '../../support/drafts.js';
import { doneIn, load, setup } from '../../support/journey.js';
import type { JourneyOptions } from '../../support/journey.js';

const steps = 'prequalification company applicant review documents consent';

/** A journey at its review, whose figures are kept. */
async function atReview(options: JourneyOptions = {}, figures = typedFigures()) {
  const all = await setup({ steps }, options);
  await all.fill('prequalification', figures);
  await all.fill('company');
  await all.fill('applicant');
  await all.reach('review');
  const rows = () =>
    all
      .step()
      .all('.row')
      .map((row) => words(row));
  return { ...all, rows };
}
async function typedFirst() {
  const stack = createStack();
  const page = await load(stack, { steps });
  await waitUntil(() => page.screen.part('saved'), 'it saves');
  (await page.reach('prequalification')).type(typedFigures());
  return { stack, page };
}

const asked = (amount: string) => ({ ...typedFigures(), funding_amount: amount });

describe('<lending-onboarding> with the figures first', () => {
  it('starts with the figures, counts the same steps, and sends nothing before the application exists', async () => {
    const { element, screen, stack, step, reach, fill } = await setup({ steps }, { page: at('/session', silent) });
    expect(element.step).to.equal('prequalification');
    await reach('prequalification');
    expect(screen.text('[part="progress"]')).to.equal('Step 1 of 6');
    expect(screen.all('[part="steps"] li').map(words)).to.deep.equal([
      'Funding',
      'Business',
      'About you',
      'Check',
      'Documents',
      'Offers',
    ]);
    await expect(element).to.be.accessible();
    expect((await step().submitRejected()).length, 'its answers are checked').to.equal(3);
    await fill('prequalification');
    await reach('company');
    expect(screen.text('[part="progress"]')).to.equal('Step 2 of 6');
    expect(stack.sandbox.calls).to.be.empty;
  });

  it('sends the figures as soon as the application exists, and then asks for documents', async () => {
    const { element, screen, stack, step, reach, skip } = await atReview();
    const shown: string[] = [];
    element.addEventListener('lending-step-changed', ({ step }) => shown.push(step));
    step().submit();
    await reach('documents');
    expect(screen.text('[part="progress"]')).to.equal('Step 5 of 6');
    expect(shown).to.deep.equal(['prequalification', 'documents']);
    expect(accepted(stack)).to.deep.equal(['createApplication', 'prequalify']);
    await skip();
    (await reach('consent')).field('agree').click();
    step().submit();
    await waitUntil(() => words(focused()) === 'Lenders are looking at your application', 'the end is shown');
    expect(doneIn(screen)).to.equal('You asked for £25,000 · Revenue £10,000 a month · no county court judgments');
    expect(accepted(stack)).to.deep.equal(['createApplication', 'prequalify', 'requestOffers']);
    expect(bodiesOf(stack, 'prequalify')).to.deep.equal([samplePrequalification()]);
  });

  it('shows the figures in the review, and returns to the review after a change', async () => {
    const { element, rows, step, reach, fill } = await atReview();
    expect(rows().slice(0, 3)).to.deep.equal([
      'Amount you want to borrow £25,000 Change Amount you want to borrow',
      'Monthly revenue £10,000 Change Monthly revenue',
      'County court judgments No Change County court judgments',
    ]);
    await expect(element).to.be.accessible();
    await step().press('Change Amount you want to borrow');
    await fill('prequalification', asked('30,000'));
    await reach('review');
    expect(rows()[0]).to.include('Amount you want to borrow £30,000');
    const review = step().element as HTMLElement as LendingReviewElement;
    expect(review.value?.prequalification?.funding_amount).to.equal(30_000);
  });

  it('shows a rejection before it asks for a document', async () => {
    const { stack, screen, step, reach } = await atReview({}, asked('10,001'));
    step().submit();
    const form = await reach('prequalification');
    await form.focus('failure');
    expect(screen.text('[part="progress"]'), 'it is a part of the check').to.equal('Step 4 of 6');
    expect(form.text('#failure')).to.contain('did not accept this');
    expect(stack.sandbox.calls.map(({ name }) => name)).to.deep.equal(['createApplication', 'prequalify']);
  });

  const reset: Fault = () => () => Promise.reject(new TypeError('reset'));
  for (const [what, faults] of [
    ['does not reach the backend', { page: at('/prequalification', once(unreachable)) }],
    ['may have reached the lender', { service: at('/prequalification', once(reset)) }],
  ] as const) {
    it(`keeps the figures of a call that ${what}, and sends them again`, async () => {
      const { stack, step, reach } = await atReview(faults);
      step().submit();
      const form = await reach('prequalification');
      await form.focus('failure');
      expect(form.typed()).to.deep.equal({ ...typedFigures(), any_ccj: 'no' });
      await expect(form.element).to.be.accessible();
      await form.press('Try again');
      await reach('documents');
      expect(bodiesOf(stack, 'prequalify')).to.deep.equal([samplePrequalification()]);
    });
  }

  it('leads to the figures again if the service rejects one of them', async () => {
    const service: Fault = (fetch) => {
      const body = { errors: [{ field: 'funding_amount', message: 'too high' }] };
      return at('/prequalification', once(answeringJson(body, { status: 422 })))(fetch);
    };
    const { stack, step, reach } = await atReview({ service });
    step().submit();
    const form = await reach('prequalification');
    await form.focus('summary');
    form.type({ funding_amount: '20,000' });
    form.submit();
    await reach('documents');
    expect(bodiesOf(stack, 'prequalify')).to.deep.equal([{ ...samplePrequalification(), funding_amount: 20_000 }]);
  });

  it('continues with the figures if they were not sent before a reload', async () => {
    const { stack, reach, screen } = await setup({ steps }, { done: 'createApplication' });
    const form = await reach('prequalification');
    // Until the session has come, it is the first step.
    await waitUntil(() => screen.text('[part="progress"]') === 'Step 4 of 6', 'it comes after the application');
    form.type(typedFigures());
    form.submit();
    await reach('documents');
    expect(accepted(stack)).to.deep.equal(['createApplication', 'prequalify']);
  });

  it('continues after the figures if they were sent before a reload', async () => {
    const { reach, back } = await setup({ steps }, { done: 'prequalify' });
    await reach('consent');
    back();
    await reach('documents');
    back();
    const form = await reach('prequalification');
    await waitUntil(() => form.typed()['funding_amount'] === '25,000', 'the figures are filled in');
  });

  it('keeps the figures through a reload, at the first step and at a later one', async () => {
    const { stack, page } = await typedFirst();
    const again = await reload(page, stack, { steps });
    const form = await again.reach('prequalification');
    await waitUntil(() => form.typed()['funding_amount'] === '25,000', 'the amount is back');
    await again.fill('prequalification');
    await again.reach('company');
    const later = await reload(again, stack, { steps });
    await later.reach('company');
    later.back();
    const restored = await later.reach('prequalification');
    await waitUntil(() => restored.typed()['any_ccj'] === 'no', 'all answers are back');
  });

  it('fills in the figures again if the page was closed while the application was being created', async () => {
    const { stack, page } = await typedFirst();
    await page.fill('prequalification');
    await page.fill('company');
    await page.fill('applicant');
    await page.reach('review');
    hide();
    await timeToWrite();
    await stack.adapter.createApplication(sampleApplication());
    const again = await reload(page, stack, { steps });
    const form = await again.reach('prequalification');
    await waitUntil(() => form.typed()['funding_amount'] === '25,000', 'the amount is back');
    form.submit();
    await again.reach('documents');
  });
});
