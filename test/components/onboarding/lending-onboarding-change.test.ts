import { typedApplicant, typedCompany, typedFigures } from '../../../stories/support/samples.mjs';
import {
  answering,
  at,
  expect,
  focused,
  held,
  sampleApplication,
  samplePrequalification,
  times,
  waitUntil,
} from '../../support/component.js';
import { accepted, bodiesOf, doneIn, sendDocument, setup, type Journey } from '../../support/journey.js';

const created = ({ stack }: Journey) =>
  bodiesOf(stack, 'createApplication')[0] as {
    company: { registered_name: string };
    applicant: { first_name: string };
  };

async function change({ fillTo, reach }: Journey, name: 'company' | 'applicant') {
  const review = await fillTo('review');
  await review.press(name === 'company' ? 'Change Registered name of the business' : 'Change Name');
  return reach(name);
}

describe('a change to an answer in <lending-onboarding>', () => {
  for (const [name, field, typed] of [
    ['company', 'registered_name', typedCompany],
    ['applicant', 'first_name', typedApplicant],
  ] as const) {
    for (const button of ['Back', 'Continue']) {
      it(`is sent if the ${name} step was changed from the review and ended with ${button}`, async () => {
        const journey = await setup();
        const form = await change(journey, name);
        expect(form.typed()).to.include(typed());
        form.type({ [field]: 'Changed' });
        if (button === 'Back') journey.back();
        else form.submit();
        const review = await journey.reach('review');
        expect(review.text(`#${name}`)).to.include('Changed');
        await review.finish();
        expect((created(journey)[name] as Record<string, unknown>)[field]).to.equal('Changed');
      });
    }
  }

  it('puts the focus in the input of the row, without an error next to it', async () => {
    const { fillTo, reach } = await setup();
    const review = await fillTo('review');
    await review.press('Change Date moved in');
    const form = await reach('applicant');
    await waitUntil(() => focused()?.id === 'addresses.0.start_date.day', 'the first part of the date has the focus');
    expect(form.summary()).to.be.empty;
    expect(form.find('[part="error"]')).to.be.null;
  });

  it('ends if the applicant reaches the review in another way', async () => {
    const journey = await setup();
    const { element, screen, back, reach } = journey;
    await change(journey, 'applicant');
    await screen.event('lending-step-changed', () => (element.step = 'review'));
    back();
    await reach('applicant');
    back();
    await reach('company');
  });

  it('is not skipped by Back while it is not valid', async () => {
    const journey = await setup();
    const form = await change(journey, 'applicant');
    form.type({ first_name: '' });
    journey.back();
    await form.focus('summary');
    const text = 'Enter your first name, or tick “I have only one name”';
    expect(form.summary()).to.deep.equal([{ text, target: 'first_name' }]);
    form.type({ first_name: 'Joan' });
    journey.back();
    await journey.reach('review');
    journey.back();
    await journey.reach('applicant');
    journey.back();
    expect((await journey.reach('company')).typed(), 'nothing is being changed any more').to.eql(typedCompany());
  });

  it('can begin from the warning about an unusual answer, and shows no error next to the input', async () => {
    const { screen, element, reach, step, fillTo } = await setup();
    await fillTo('review');
    const warning = () => step().find('.unusual button');
    await waitUntil(() => warning(), 'it is pointed out');
    warning()!.click();
    const form = await reach('company');
    await screen.focus('registered_number');
    expect(form.part('error')).to.be.null;
    await expect(element).to.be.accessible();
  });

  it('must be finished before the application is created', async () => {
    const journey = await setup();
    const { element, fill, fillTo, reach, back, step } = journey;
    await fillTo('review');
    back();
    (await reach('applicant')).type({ first_name: 'Changed' });
    element.step = 'review';
    await element.updateComplete;
    expect(element.step).to.equal('applicant');
    back();
    (await reach('company')).type({ registered_name: 'Changed' });
    element.step = 'review';
    await reach('company');
    step().submit();
    await fill('applicant', {});
    (await reach('review')).submit();
    await reach('documents');
    expect(created(journey).company.registered_name).to.equal('Changed');
    expect(created(journey).applicant.first_name).to.equal('Changed');
  });
});

describe('the check before offers in <lending-onboarding>', () => {
  const figures = ({ step }: Journey) => step().text('[part="figures"] p');

  it('shows the sent figures as they were understood, with a button to change them', async () => {
    const journey = await setup();
    const { element, stack, step, reach, fill, fillTo } = journey;
    await sendDocument(await fillTo('documents'));
    await fill('prequalification', { ...typedFigures(), monthly_revenue: '£1,020.00' });
    await reach('consent');
    expect(figures(journey)).to.equal('You asked for £25,000 · revenue £1,020 a month · no county court judgments');
    await expect(element).to.be.accessible();
    await step().press('Change the figures');
    await fill('prequalification', { monthly_revenue: '1,000', any_ccj: 'yes' });
    (await reach('consent')).field('agree').click();
    expect(figures(journey)).to.equal('You asked for £25,000 · revenue £1,000 a month · with county court judgments');
    step().submit();
    await reach('widget');
    expect(accepted(stack).filter((name) => name === 'prequalify')).to.have.length(2);
  });

  it('shows figures that were sent from another page, without a button if the journey has no such step', async () => {
    const journey = await setup({ steps: 'company applicant review consent' }, { done: 'prequalify' });
    await journey.reach('consent');
    expect(figures(journey)).to.match(/^You asked for £25,000 /);
    expect(journey.step().find('[part="figures"] button')).to.be.null;
  });

  it('shows and fills in figures that were changed on another device, and says so next to the offers', async () => {
    const journey = await setup();
    const { agree, element, stack, step, reach, fillTo } = journey;
    await fillTo('consent');
    await stack.adapter.prequalify({ funding_amount: 31_000, monthly_revenue: 9_000, any_ccj: true });
    element.step = 'documents';
    await reach('documents');
    element.step = 'consent';
    await reach('consent');
    const changed = 'You asked for £31,000 · revenue £9,000 a month · with county court judgments';
    expect(figures(journey)).to.equal(changed);
    await step().press('Change the figures');
    const form = await reach('prequalification');
    await waitUntil(() => form.typed().funding_amount === '31,000', 'it is filled in');
    expect(form.typed()).to.deep.equal({ funding_amount: '31,000', monthly_revenue: '9,000', any_ccj: 'yes' });
    element.step = 'consent';
    await agree();
    await reach('widget');
    expect(doneIn(journey.screen)).to.equal(changed.replace('revenue', 'Revenue'));
  });

  it('keeps typed figures that were not sent, if no other device has changed them', async () => {
    const { element, reach } = await setup({}, { done: 'prequalify' });
    await reach('consent');
    element.step = 'prequalification';
    (await reach('prequalification')).type({ funding_amount: '26,000' });
    element.step = 'consent';
    await reach('consent');
    element.step = 'prequalification';
    expect((await reach('prequalification')).typed()).to.include({
      funding_amount: '26,000',
      monthly_revenue: '10,000',
    });
  });

  it('does not show this page’s figures if another device may have sent others', async () => {
    const journey = await setup({}, { service: at('/prequalification', times(1, answering('', { status: 500 }))) });
    const { element, step, reach, fill, fillTo } = journey;
    await fillTo('prequalification');
    await fill('prequalification');
    await waitUntil(() => step().find('#failure'), 'it has failed');
    element.step = 'consent';
    await reach('consent');
    expect(step().text('[part="figures"]'))
      .to.match(/may have changed/)
      .and.not.to.include('£');
  });
});

describe('an application that another tab has created with other answers', () => {
  const create = async ({ stack }: Journey) => {
    const { applicant, ...rest } = sampleApplication();
    await stack.adapter.createApplication({ ...rest, applicant: { ...applicant, first_name: 'Janet' } });
  };
  const sent = ({ element }: Journey) => [element.draft.answers?.applicant, element.draft.inputs?.applicant];

  it('is explained at the review, and the answers of this tab are shown nowhere any more', async () => {
    const journey = await setup();
    const review = await journey.fillTo('review');
    await create(journey);
    await journey.stack.adapter.prequalify(samplePrequalification());
    review.submit();
    await waitUntil(() => review.text('h2') === 'Your application was already created', 'it is explained');
    expect(review.texts('.asked')).to.be.empty;
    await waitUntil(() => !sent(journey)[0], 'the journey has removed them');
    expect(sent(journey)).to.deep.equal([undefined, {}]);
    await review.event('lending-continued', () => review.submit());
    await journey.skip();
    const form = await journey.reach('prequalification');
    await waitUntil(() => form.typed()['funding_amount'] === '25,000', 'the figures of the other tab are shown');
    await journey.screen.event('lending-step-changed', () => (journey.element.step = 'review'));
    expect((await journey.reach('review')).text('form')).to.include('your answers are not shown again');
    expect(bodiesOf(journey.stack, 'createApplication')).to.have.length(1);
  });

  it('is not shown with answers that this tab has only collected', async () => {
    const page = held();
    const journey = await setup({}, { page: at('/session', page.fault) });
    await journey.fill('company');
    await journey.reach('applicant');
    await create(journey);
    page.release();
    await journey.reach('documents');
    await journey.screen.event('lending-step-changed', () => (journey.element.step = 'review'));
    const review = await journey.reach('review');
    expect(review.texts('.asked')).to.be.empty;
    expect(review.text('form')).to.include('your answers are not shown again');
    expect(journey.element.draft.answers?.company).to.be.undefined;
  });
});
