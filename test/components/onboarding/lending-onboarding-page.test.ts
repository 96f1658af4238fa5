import type { Draft } from '../../../src/schema/fields/form.js';
import { typedFigures } from '../../../stories/support/samples.mjs';
import { expect, waitUntil } from '../../support/component.js';
import { asksToLeave as asks, setup, type JourneyProperties } from '../../support/journey.js';

describe('<lending-onboarding leave-guard>', () => {
  const guarded = async (properties: JourneyProperties = {}, typed: Draft = { registered_name: 'A' }) => {
    const all = await setup({ leaveGuard: true, ...properties });
    await all.reach(all.element.step);
    // The leave guard loads after the first step.
    await waitUntil(() => {
      all.step().type(typed);
      return asks();
    }, 'it asks');
    return all;
  };

  it('asks before the applicant leaves the page while an answer is not sent, and not after that', async () => {
    const { fillTo, reach, fill, skip } = await guarded();
    const review = await fillTo('review');
    expect(asks(), 'typed, and not sent').to.be.true;
    review.submit();
    await reach('documents');
    expect(asks(), 'sent').to.be.false;
    await skip();
    (await reach('prequalification')).type(typedFigures());
    expect(asks(), 'figures').to.be.true;
    await fill('prequalification', {});
    (await reach('consent')).field('agree').click();
    expect(asks(), 'a tick').to.be.false;
  });

  it('asks until the figures are sent, if these come first', async () => {
    const steps = 'prequalification company applicant review documents';
    const { reach, fill } = await guarded({ steps }, { funding_amount: '1' });
    await fill('prequalification');
    await reach('company');
    expect(asks(), 'kept').to.be.true;
    await fill('company');
    await fill('applicant');
    (await reach('review')).submit();
    await reach('documents');
    expect(asks(), 'sent').to.be.false;
  });

  it('does not ask once it is removed from the page', async () => {
    const { element } = await guarded();
    element.remove();
    await Promise.resolve();
    expect(asks()).to.be.false;
  });

  it('asks without the attribute if the backend saves no drafts', async () => {
    const { reach, fillTo, step } = await setup({}, { handler: { drafts: false } });
    await reach('company');
    await waitUntil(() => {
      step().type({ registered_name: 'A' });
      return asks();
    }, 'it asks');
    (await fillTo('review')).submit();
    await reach('documents');
    expect(asks(), 'sent').to.be.false;
  });

  it('does not ask without the attribute if the backend saves drafts', async () => {
    const { fillTo, back, reach } = await setup();
    await import('../../../src/components/onboarding/page/leave-guard.js');
    await fillTo('review');
    back();
    (await reach('applicant')).type({ first_name: 'Changed' });
    expect(asks()).to.be.false;
  });
});

const untilTitle = (title: string) => waitUntil(() => document.title === title, `the title is “${title}”`);

describe('the title of a page with <lending-onboarding>', () => {
  let before: string;
  beforeEach(() => {
    before = document.title;
    document.title = 'Funding';
  });
  afterEach(() => (document.title = before));

  it('is not changed by default', async () => {
    const { fill, reach } = await setup();
    await fill('company');
    await reach('applicant');
    expect(document.title).to.equal('Funding');
  });

  it('contains the step, its number and “Error” if there are problems, but no answer', async () => {
    const { fill, reach, step } = await setup({ pageTitle: true });
    await untilTitle('Your business – Step 1 of 6 – Funding');
    (await reach('company')).submit();
    await untilTitle('Error: Your business – Step 1 of 6 – Funding');
    await fill('company');
    await reach('applicant');
    await untilTitle('About you – Step 2 of 6 – Funding');
    step().type({ first_name: 'Zebedee' });
    step().submit();
    await untilTitle('Error: About you – Step 2 of 6 – Funding');
    expect(document.title).not.to.match(/Acme|Zebedee/);
  });

  it('is the page’s own again when the journey or the option is removed', async () => {
    const { element } = await setup({ pageTitle: true });
    await untilTitle('Your business – Step 1 of 6 – Funding');
    const parent = element.parentElement!;
    element.remove();
    await untilTitle('Funding');
    parent.append(element);
    await untilTitle('Your business – Step 1 of 6 – Funding');
    element.pageTitle = false;
    await untilTitle('Funding');
  });

  it('contains the newest title that the page has set, and is restored to it', async () => {
    const { element } = await setup({ pageTitle: true });
    await untilTitle('Your business – Step 1 of 6 – Funding');
    document.title = '(2) Funding';
    await untilTitle('Your business – Step 1 of 6 – (2) Funding');
    element.remove();
    await untilTitle('(2) Funding');
  });

  it('contains the step even if the option is set late', async () => {
    const { element, reach } = await setup();
    await reach('company');
    element.pageTitle = true;
    await untilTitle('Your business – Step 1 of 6 – Funding');
  });
});
