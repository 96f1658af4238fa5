import { expect } from '@open-wc/testing';
import { typedCompany, typedFigures } from '../fixtures/samples.mjs';
import { control, eventAfter, find, focused, part, submit, summary, type, typedIn, words } from '../support/form.js';
import { answering, at, times } from '../support/faults.js';
import { accepted } from '../support/stack.js';
import { doneIn, sendDocument, setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

type Journey = Awaited<ReturnType<typeof setup>>;

/** What the lender got when the application was created. */
const created = ({ stack }: Journey) =>
  stack.sandbox.calls.find(({ name }) => name === 'createApplication')!.body as {
    company: { registered_name: string };
    applicant: { first_name: string };
  };

/** Goes to change the answers of a step from the review. */
async function change({ step, reach }: Journey, name: 'company' | 'applicant') {
  find(await reach('review'), `button#${name}`)!.click();
  return { form: await reach(name), step };
}

describe('what is changed in <lending-onboarding>', () => {
  for (const [name, field] of [
    ['company', 'registered_name'],
    ['applicant', 'first_name'],
  ] as const) {
    it(`is sent where ${name} was changed from the review, and Back was pressed there`, async () => {
      const journey = await setup();
      await journey.fillToReview();
      const { form } = await change(journey, name);
      type(form, { [field]: 'Changed' });
      journey.back();
      const review = await journey.reach('review');
      expect(words(find(review, `[aria-labelledby="${name}-heading"]`))).to.include('Changed');
      submit(review);
      await journey.reach('documents');
      expect((created(journey)[name] as Record<string, unknown>)[field]).to.equal('Changed');
    });
  }

  it('is over where the applicant is taken to the review in another way', async () => {
    const journey = await setup();
    const { element, back, reach, fillToReview } = journey;
    await fillToReview();
    await change(journey, 'applicant');
    await eventAfter(element, 'lending-step-changed', () => (element.step = 'review'));
    back();
    await reach('applicant');
    back();
    await reach('company');
  });

  it('is not left behind by Back while it cannot be sent', async () => {
    const journey = await setup();
    await journey.fillToReview();
    const { form } = await change(journey, 'applicant');
    type(form, { first_name: '' });
    journey.back();
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    const text = 'Enter your first name, or tick “I have only one name”';
    expect(summary(form)).to.deep.equal([{ text, target: 'first_name' }]);
    type(form, { first_name: 'Joan' });
    journey.back();
    await journey.reach('review');
    journey.back();
    await journey.reach('applicant');
    journey.back();
    expect(typedIn(await journey.reach('company')), 'nothing is being changed any more').to.eql(typedCompany());
  });

  it('is led to from what looks unusual, which is not called a mistake there', async () => {
    const { element, reach, step, fillToReview } = await setup();
    await fillToReview();
    const warning = () => find(step(), 'dd [part="warning"] button');
    await waitUntil(() => warning(), 'it is pointed out');
    warning()!.click();
    const form = await reach('company');
    await waitUntil(() => focused()?.id === 'registered_number', 'its input has the focus');
    expect(part(form, 'error')).to.be.null;
    await expect(element).to.be.accessible();
  });

  it('must be continued with before the answers are created', async () => {
    const journey = await setup();
    const { element, fill, fillToReview, reach, back, step } = journey;
    await fillToReview();
    back();
    type(await reach('applicant'), { first_name: 'Changed' });
    element.step = 'review';
    await element.updateComplete;
    expect(element.step).to.equal('applicant');
    back();
    type(await reach('company'), { registered_name: 'Changed' });
    element.step = 'review';
    await reach('company');
    submit(step());
    await fill('applicant', {});
    submit(await reach('review'));
    await reach('documents');
    expect(created(journey).company.registered_name).to.equal('Changed');
    expect(created(journey).applicant.first_name).to.equal('Changed');
  });
});

describe('the check before offers in <lending-onboarding>', () => {
  const figures = ({ step }: Journey) => words(find(step(), '[part="figures"] p'));

  it('shows the figures that were sent and how they were understood, with a way to change them', async () => {
    const journey = await setup();
    const { element, stack, step, reach, fill, fillToReview } = journey;
    await fillToReview();
    submit(step());
    await sendDocument(await reach('documents'));
    await fill('prequalification', { ...typedFigures(), monthly_revenue: '£1,020.00' });
    await reach('consent');
    expect(figures(journey)).to.equal('You asked for £25,000 · £1,020 revenue a month · no county court judgments');
    await expect(element).to.be.accessible();
    const button = find(step(), '[part="figures"] button')!;
    expect(words(button)).to.equal('Change the figures');
    button.click();
    await fill('prequalification', { monthly_revenue: '1,000', any_ccj: 'yes' });
    control(await reach('consent'), 'agree').click();
    expect(figures(journey)).to.equal('You asked for £25,000 · £1,000 revenue a month · with county court judgments');
    submit(step());
    await reach('widget');
    expect(accepted(stack).filter((name) => name === 'prequalify')).to.have.length(2);
  });

  it('shows figures that this page never had, and has no way to a step that there is not', async () => {
    const journey = await setup({}, 'prequalify', { steps: 'company applicant review consent' });
    await journey.reach('consent');
    expect(figures(journey)).to.match(/^You asked for £25,000 /);
    expect(find(journey.step(), '[part="figures"] button')).to.be.null;
  });

  it('shows and fills in what was changed on another device, and says so next to the offers', async () => {
    const journey = await setup();
    const { element, stack, step, reach, fill, fillToReview, skip } = journey;
    await fillToReview();
    submit(step());
    await skip();
    await fill('prequalification', typedFigures());
    await reach('consent');
    await stack.adapter.prequalify({ funding_amount: 31_000, monthly_revenue: 9_000, any_ccj: true });
    element.step = 'documents';
    await reach('documents');
    element.step = 'consent';
    await reach('consent');
    const changed = 'You asked for £31,000 · £9,000 revenue a month · with county court judgments';
    expect(figures(journey)).to.equal(changed);
    find(step(), '[part="figures"] button')!.click();
    const form = await reach('prequalification');
    await waitUntil(() => typedIn(form).funding_amount === '31000', 'it is filled in');
    expect(typedIn(form)).to.deep.equal({ funding_amount: '31000', monthly_revenue: '9000', any_ccj: 'yes' });
    element.step = 'consent';
    control(await reach('consent'), 'agree').click();
    submit(step());
    await reach('widget');
    expect(doneIn(element)).to.equal(changed);
  });

  it('keeps what is typed into the figures and not sent, where nothing was changed elsewhere', async () => {
    const { element, reach } = await setup({}, 'prequalify');
    await reach('consent');
    element.step = 'prequalification';
    type(await reach('prequalification'), { funding_amount: '26,000' });
    element.step = 'consent';
    await reach('consent');
    element.step = 'prequalification';
    expect(typedIn(await reach('prequalification'))).to.include({ funding_amount: '26,000', monthly_revenue: '10000' });
  });

  it('shows no figures of the page’s own where others may have been sent', async () => {
    const journey = await setup({ service: at('/prequalification', times(1, answering('', { status: 500 }))) });
    const { element, step, reach, fill, fillToReview, skip } = journey;
    await fillToReview();
    submit(step());
    await skip();
    await fill('prequalification', typedFigures());
    await waitUntil(() => find(step(), '#failure'), 'it has failed');
    element.step = 'consent';
    await reach('consent');
    expect(words(find(step(), '[part="figures"]')))
      .to.match(/may have changed/)
      .and.not.to.include('£');
  });

  it('is gone where offers were requested, and what was agreed to is shown', async () => {
    const journey = await setup({}, 'requestOffers');
    await journey.reach('widget');
    journey.element.step = 'consent';
    await waitUntil(() => words(focused()) === 'What you agreed to', 'what was agreed to has the focus');
    expect(part(journey.element, 'done')).to.be.null;
  });
});
