import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { StepName } from '../../src/base/journey.js';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import type { Draft } from '../../src/schema/form.js';
import type { CallName } from '../../src/schema/index.js';
import { typedApplicant, typedCompany, typedFigures } from '../fixtures/typed.js';
import { formedApplication, sampleFile, samplePrequalification } from '../fixtures/wire.js';
import { answering, at, held, once, times, unreachable } from '../support/faults.js';
import {
  all,
  control,
  eventAfter,
  find,
  focused,
  heard,
  part,
  submit,
  told,
  type,
  typedIn,
  words,
} from '../support/form.js';
import { accepted, advance, createStack, type StackOptions } from '../support/stack.js';

LendingOnboardingElement.define();

const EVENTS = ['submit', 'submitted', 'skipped', 'change', 'declined', 'step-changed', 'loading', 'ready', 'error'];

describe('<lending-onboarding>', () => {
  async function setup(options: StackOptions = {}, done?: CallName) {
    const stack = createStack(options);
    if (done) await advance(stack, done);
    const element = await fixture<LendingOnboardingElement>(
      html`<lending-onboarding .adapter=${stack.adapter}></lending-onboarding>`,
    );
    return { stack, ...drive(element) };
  }

  /** What an applicant can do with a journey. */
  function drive(element: LendingOnboardingElement) {
    const step = () => find(element, '#current, lending-widget')!;
    const reach = async (name: StepName) => {
      await waitUntil(() => step()?.localName === `lending-${name}`, `the step ${name} is shown`, { timeout: 5000 });
      await (step() as LendingOnboardingElement).updateComplete;
      return step();
    };
    const fill = async (name: StepName, values: Draft) => {
      type(await reach(name), values);
      submit(step());
    };
    const fillToReview = async () => {
      await fill('company', typedCompany());
      await fill('applicant', typedApplicant());
      await reach('review');
    };
    const skip = async () => {
      await reach('documents');
      all<HTMLButtonElement>(step(), '.actions button')[1]!.click();
    };
    const back = () => part(element, 'back').click();
    return { element, step, reach, fill, fillToReview, skip, back };
  }

  async function sendDocument(step: HTMLElement) {
    const transfer = new DataTransfer();
    transfer.items.add(sampleFile());
    control(step, 'file').files = transfer.files;
    control(step, 'file').dispatchEvent(new Event('change', { bubbles: true }));
    submit(step);
  }

  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('shows the first step before the backend has said anything, and leaves the focus where it is', async () => {
    const { element, step } = await setup({ page: held().fault });
    expect(step().localName).to.equal('lending-company');
    expect(element.contains(focused()) || element.shadowRoot!.contains(focused())).to.be.false;
  });

  it('leads through the whole journey, and makes the five calls in their order', async () => {
    const { element, stack, step, reach, fill, fillToReview } = await setup();
    await fillToReview();
    submit(step());
    await sendDocument(await reach('documents'));
    await fill('prequalification', typedFigures());
    control(await reach('consent'), 'agree').click();
    await eventAfter(element, 'lending-ready', () => submit(step()));

    const { company_id, application_id } = stack.sessions.get('applicant')!;
    expect(company_id).not.to.equal(application_id);
    expect(stack.sandbox.calls.map(({ name, path, status }) => [name, path, status])).to.deep.equal([
      ['createApplication', '/partner-api/v1/applications', 201],
      ['uploadDocument', `/partner-api/v1/companies/${company_id}/documents`, 201],
      ['prequalify', `/partner-api/v1/companies/${company_id}/prequalification`, 201],
      ['requestOffers', `/partner-api/v1/applications/${company_id}/request-offers`, 201],
      ['authenticate', '/partner-api/v1/applications/auth', 201],
    ]);
    const bodies = stack.sandbox.calls.map(({ body }) => body);
    expect(bodies[0]).to.deep.equal(formedApplication());
    expect(bodies[2]).to.deep.equal(samplePrequalification());
    expect(bodies[3]).to.deep.equal({ credit_score_check_consent: true });
    expect(bodies[4]).to.deep.equal({ company_id, email: 'jane.doe@example.com' });
    const [offers] = [...find(element, 'lending-widget')!.querySelectorAll('div > div')];
    expect(words(offers!.shadowRoot!.querySelector('h4'))).to.equal('Sample Bank');
  });

  it('tells of each step in its events, and nothing of the applicant', async () => {
    const { element, step, reach, fill, fillToReview, skip } = await setup();
    const events = heard(window, ...EVENTS.map((name) => `lending-${name}`));
    await fillToReview();
    submit(step());
    await skip();
    await fill('prequalification', typedFigures());
    control(await reach('consent'), 'agree').click();
    await eventAfter(element, 'lending-ready', () => submit(step()));
    const names = (name: string) =>
      events.filter((event) => event.type === name).map((event) => (event as never)['step']);
    await waitUntil(() => names('lending-step-changed').length === 6, 'the last step is told');
    expect(names('lending-step-changed')).to.eql([
      'applicant',
      'review',
      'documents',
      'prequalification',
      'consent',
      'widget',
    ]);
    expect(names('lending-submitted')).to.eql(['company', 'applicant', 'review', 'prequalification', 'consent']);
    expect(names('lending-skipped')).to.eql(['documents']);
    expect(names('lending-error')).to.eql([]);
    const seen = events.map(told).join('\n');
    for (const text of ['Acme', '12345', 'Jane', 'jane.doe', 'EC2A', '25000', 'sandbox']) {
      expect(seen).not.to.include(text);
    }
  });

  it('takes the focus to the heading of each step, and says which step it is', async () => {
    const { element, step, reach, fill, skip } = await setup();
    const arrived = async (heading: string, progress: string | undefined) => {
      await waitUntil(() => words(focused()) === heading, `the heading “${heading}” has the focus`);
      expect(words(find(element, '[part="progress"]'))).to.equal(progress);
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
    await arrived('Before we ask for offers', 'Step 6 of 6');
    control(await reach('consent'), 'agree').click();
    submit(step());
    await arrived('Your offers', undefined);
  });

  it('keeps what was typed when the applicant goes back and forth', async () => {
    const { reach, fill, step, back, element } = await setup();
    expect(!part(element, 'back'), 'there is nothing before the first step').to.be.true;
    await fill('company', typedCompany());
    type(await reach('applicant'), { first_name: 'Jane', email: 'half@' });
    back();
    expect(typedIn(await reach('company'))).to.deep.equal(typedCompany());
    submit(step());
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
  });

  it('offers no way back behind the created application', async () => {
    const { element, step, reach, fillToReview, skip, back } = await setup();
    await fillToReview();
    submit(step());
    await reach('documents');
    expect(!part(element, 'back')).to.be.true;
    await skip();
    await reach('prequalification');
    back();
    await reach('documents');
  });

  for (const name of ['company', 'applicant'] as const) {
    it(`goes from the review to change ${name}, and straight back with the new answer`, async () => {
      const { element, stack, step, reach, fill, fillToReview } = await setup();
      await fillToReview();
      find(step(), `button#${name}`)!.click();
      const field = name === 'company' ? 'registered_name' : 'last_name';
      expect(typedIn(await reach(name))).to.include(name === 'company' ? typedCompany() : typedApplicant());
      await fill(name, { [field]: 'Changed' });
      expect(words(find(await reach('review'), `section[aria-labelledby="${name}-heading"]`))).to.include('Changed');
      await eventAfter(element, 'lending-submitted', () => submit(step()));
      expect(JSON.stringify(stack.sandbox.calls[0]!.body)).to.include('Changed');
    });
  }

  for (const [done, name] of [
    ['createApplication', 'documents'],
    ['uploadDocument', 'prequalification'],
    ['prequalify', 'consent'],
    ['requestOffers', 'widget'],
  ] as const) {
    it(`goes on at ${name} where ${done} was the last call`, async () => {
      const { element, reach, stack } = await setup({}, done);
      const before = accepted(stack).length;
      await reach(name);
      if (name === 'widget')
        await waitUntil(() => find(element, 'lending-widget')!.matches(':state(ready)'), 'it runs');
      expect(accepted(stack).slice(before)).to.eql(name === 'widget' ? ['authenticate'] : []);
    });
  }

  it('works without the backend up to the review, and says there what failed', async () => {
    const { element, reach, fill, stack } = await setup({ page: at('/session', times(2, unreachable)) });
    const errors = heard(element, 'lending-error') as HTMLElementEventMap['lending-error'][];
    await fill('company', typedCompany());
    await fill('applicant', typedApplicant());
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
    expect(errors.map(({ error }) => error.code)).to.include('adapter-unreachable');
    expect(words(find(element, '#failure'))).to.include('We could not reach this site’s server.');
    await expect(element).to.be.accessible();
    part(element, 'retry').click();
    const review = await reach('review');
    expect(words(review.shadowRoot!.querySelector('dl'))).to.include('Acme LTD');
    await eventAfter(element, 'lending-submitted', () => submit(review));
    expect(accepted(stack)).to.eql(['createApplication']);
  });

  it('shows in the last step that the widget failed, and tries again', async () => {
    const { element, reach } = await setup(
      { service: at('/auth', once(answering('', { status: 500 }))) },
      'requestOffers',
    );
    const widget = await reach('widget');
    await waitUntil(() => widget.matches(':state(failed)'), 'it has failed');
    await waitUntil(() => find(widget, '#failure')?.checkVisibility(), 'the failure is seen');
    await expect(element).to.be.accessible();
    await eventAfter(element, 'lending-ready', () => part(widget, 'retry').click());
  });

  it('shows the partner’s own message where the widget failed', async () => {
    const stack = createStack({ service: at('/auth', answering('', { status: 500 })) });
    await advance(stack, 'requestOffers');
    const { element, reach } = drive(
      await fixture<LendingOnboardingElement>(
        html`<lending-onboarding .adapter=${stack.adapter}><p slot="error">Call us.</p></lending-onboarding>`,
      ),
    );
    expect(element.querySelector('p')!.checkVisibility()).to.be.false;
    const widget = await reach('widget');
    await waitUntil(() => widget.matches(':state(failed)'), 'it has failed');
    await waitUntil(() => element.querySelector('p')!.checkVisibility(), 'the message is seen');
    expect(find(widget, '#failure')!.checkVisibility()).to.be.false;
  });

  it('stays where it is when a page refuses a step', async () => {
    const { element, step, fill } = await setup();
    element.addEventListener('lending-submit', (event) => event.preventDefault(), { once: true });
    await fill('company', typedCompany());
    await waitUntil(() => !part(step(), 'submit').ariaDisabled, 'it can be pressed again');
    expect(step().localName).to.equal('lending-company');
  });

  for (const [how, move] of [
    ['moved', (element: HTMLElement, place: HTMLElement) => void place.append(element)],
    [
      'taken away and put back later',
      async (element: HTMLElement, place: HTMLElement) => {
        element.remove();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        place.append(element);
      },
    ],
  ] as const) {
    it(`loses nothing when it is ${how} in the middle of a step`, async () => {
      const { element, step, reach, fill } = await setup();
      const place = await fixture<HTMLElement>(html`<section></section>`);
      await fill('company', typedCompany());
      const typed = { first_name: 'Jane', 'date_of_birth.month': '7', 'addresses.0.status': 'tenant' };
      type(await reach('applicant'), typed);
      await move(element, place);
      await element.updateComplete;
      expect(typedIn(await reach('applicant'))).to.include(typed);
      type(step(), typedApplicant());
      submit(step());
      expect(words(find(await reach('review'), 'dl'))).to.include('Acme LTD');
    });
  }

  it('stays at consent when the applicant declines', async () => {
    const { element, stack, reach } = await setup({}, 'prequalify');
    const step = await reach('consent');
    const decline = all<HTMLButtonElement>(step, '.actions button')[1]!;
    await eventAfter(element, 'lending-declined', () => decline.click());
    await waitUntil(() => words(focused()) === 'We have not asked for offers', 'the heading has the focus');
    expect(accepted(stack)).not.to.include('requestOffers');
  });

  it('refuses an endpoint of another origin in HTML', async () => {
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const made = document.createElement('lending-onboarding');
    made.setAttribute('endpoint', 'https://partner.example/api');
    const event = await eventAfter(made, 'lending-error', () => place.append(made));
    expect(event.error.code).to.equal('config-invalid');
  });
});
