import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { StepName } from '../../src/base/journey.js';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import type { Draft } from '../../src/schema/form.js';
import type { CallName } from '../../src/schema/index.js';
import { typedApplicant, typedCompany, typedFigures } from '../fixtures/samples.mjs';
import { sampleApplication } from '../schema/samples.js';
import { formedApplication, sampleFile, samplePrequalification } from '../fixtures/wire.js';
import { answering, at, held, once, times, unreachable } from '../support/faults.js';
import {
  all,
  control,
  errorOf,
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
  async function setup(
    options: StackOptions = {},
    done?: CallName,
    properties: Partial<LendingOnboardingElement> = {},
  ) {
    const stack = createStack(options);
    if (done) await advance(stack, done);
    const made = new LendingOnboardingElement();
    // English as browsers of other engines have it would group and name differently.
    Object.assign(made, { lang: 'en', adapter: stack.adapter }, properties);
    const errors = heard(made, 'lending-error') as HTMLElementEventMap['lending-error'][];
    const element = await fixture<LendingOnboardingElement>(html`${made}`);
    return { stack, errors, ...drive(element) };
  }

  /** What an applicant can do with a journey. */
  function drive(element: LendingOnboardingElement) {
    const step = () => find(element, '#current, lending-widget')!;
    const reach = async (name: StepName) => {
      await waitUntil(() => step()?.localName === `lending-${name}`, `the step ${name} is shown`, { timeout: 5000 });
      await (step() as LendingOnboardingElement).updateComplete;
      if (name === 'consent') await waitUntil(() => control(step(), 'agree'), 'the notice is shown');
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
      find(step(), '[part="submit"] + button')!.click();
    };
    const back = () => part(element, 'back').click();
    return { element, step, reach, fill, fillToReview, skip, back };
  }

  /** What was done, line by line. */
  const doneIn = (element: HTMLElement) => all(element, '[part="done"] li').map(words);

  async function sendDocument(step: HTMLElement) {
    const transfer = new DataTransfer();
    transfer.items.add(sampleFile());
    const input = find<HTMLInputElement>(step, '[type="file"]')!;
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => part(step, 'file'), 'the file is in the list');
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
      events.filter((event) => event.type === name).map((event) => (event as Event & { step?: StepName }).step);
    await waitUntil(() => names('lending-step-changed').includes('widget'), 'the last step is told');
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

  it('leads back behind the created application to its answers, which can be read and not changed', async () => {
    const { element, stack, step, reach, fillToReview, skip, back } = await setup();
    await fillToReview();
    submit(step());
    await skip();
    await reach('prequalification');
    back();
    await reach('documents');
    back();
    const review = await reach('review');
    expect(words(find(review, 'form > p'))).to.match(/^Your application has been created/);
    expect(words(find(review, 'dl'))).to.include('Acme LTD');
    expect(find(review, 'header button')).to.be.null;
    expect(!part(element, 'back'), 'there is nothing before it').to.be.true;
    await expect(element).to.be.accessible();
    submit(review);
    await reach('documents');
    expect(accepted(stack)).to.deep.equal(['createApplication']);
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

  it('stays at consent when the applicant declines, and leads on to the end without offers, and back', async () => {
    const { element, stack, reach, back } = await setup({}, 'prequalify');
    const step = await reach('consent');
    const button = (index: number) => all<HTMLButtonElement>(step, '.actions button')[index]!;
    await eventAfter(element, 'lending-declined', () => button(1).click());
    await waitUntil(() => words(focused()) === 'We have not asked for offers', 'the heading has the focus');
    const { step: skipped } = await eventAfter(element, 'lending-skipped', () => button(1).click());
    expect(skipped).to.equal('consent');
    await waitUntil(() => words(focused()) === 'Your application has been created', 'the end has the focus');
    expect(element.step).to.equal('end');
    expect(doneIn(element)).to.deep.equal([
      '✓Application created',
      '✓Documents sent',
      '✓Figures sent',
      '–No offers requested',
    ]);
    await expect(element).to.be.accessible();
    back();
    await reach('consent');
    expect(accepted(stack)).not.to.include('requestOffers');
  });

  it('says beside the offers what was done, with what was entered', async () => {
    const { element, step, reach, fill, fillToReview } = await setup();
    await fillToReview();
    submit(step());
    await sendDocument(await reach('documents'));
    await fill('prequalification', typedFigures());
    control(await reach('consent'), 'agree').click();
    await eventAfter(element, 'lending-ready', () => submit(step()));
    expect(doneIn(element)).to.deep.equal([
      '✓Application created',
      '✓1 document sent',
      '✓£25,000 wanted, £10,000 monthly revenue',
      '✓Offers requested',
    ]);
    await expect(element).to.be.accessible();
  });

  /** Goes from the offers to what was agreed to. */
  async function seeConsent({ element, step, reach }: Awaited<ReturnType<typeof setup>>) {
    await reach('widget');
    const press = (label: string) =>
      all(find(element, '#current')!, 'button')
        .find((button) => words(button) === label)!
        .click();
    find(element, '[part="done"] button')!.click();
    await waitUntil(() => words(focused()) === 'What you agreed to', 'what was agreed to has the focus');
    return { press, shown: step() };
  }

  it('has the way to what was agreed to on a line of its own, below what was done', async () => {
    const { element, reach } = await setup({}, 'requestOffers');
    await reach('widget');
    const button = find(element, '[part="done"] button')!.getBoundingClientRect();
    expect(button.top).to.be.at.least(find(element, '[part="done"] ul')!.getBoundingClientRect().bottom);
    expect(button.height).to.be.at.least(44);
  });

  it('leads from the offers to what was agreed to, and back', async () => {
    const made = await setup({}, 'requestOffers');
    const { press } = await seeConsent(made);
    await expect(made.element).to.be.accessible();
    press('Back to your offers');
    await made.reach('widget');
    expect(accepted(made.stack).filter((name) => name === 'requestOffers')).to.have.length(1);
  });

  it('keeps the offers in reach when the consent is withdrawn', async () => {
    const made = await setup({}, 'requestOffers');
    const { press } = await seeConsent(made);
    press('Withdraw');
    await waitUntil(() => focused()?.id === 'confirm', 'the question has the focus');
    await eventAfter(made.element, 'lending-withdrawn', () => press('Withdraw my agreement'));
    await waitUntil(() => words(focused()) === 'You have withdrawn your agreement', 'it is said');
    press('Back to your offers');
    await made.reach('widget');
  });

  it('asks anew where something is sent after offers were requested', async () => {
    const made = await setup({}, 'requestOffers');
    await made.reach('widget');
    made.element.step = 'prequalification';
    await made.fill('prequalification', typedFigures());
    control(await made.reach('consent'), 'agree').click();
    submit(made.step());
    await made.reach('widget');
    expect(accepted(made.stack).filter((name) => name === 'requestOffers')).to.have.length(2);
  });

  it('shows the notice anew where it was refused as stale, and loses nothing else', async () => {
    const { element, stack, step, reach } = await setup({}, 'prequalify');
    control(await reach('consent'), 'agree').click();
    stack.sessions.get('applicant')!.marks.prequalify = 'another';
    submit(step());
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    expect(control(step(), 'agree').checked).to.be.false;
    expect(element.step).to.equal('consent');
    control(step(), 'agree').click();
    submit(step());
    await reach('widget');
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
      await waitUntil(() => words(focused()) === 'We have asked for offers', 'the end has the focus');
      expect(words(find(element, 'slot[name="next"]'))).to.match(/^Lenders look at your application now/);
      expect(doneIn(element)).to.include('–No documents sent');
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
        expect(errors[0]!.error.message).to.match(
          /^<lending-onboarding>: its steps are refused: .* must come (first|last)\./,
        );
      });
    }
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

  it('says of a created application that its answers are not shown again, where they are not known any more', async () => {
    const { reach, back } = await setup({}, 'createApplication');
    await reach('documents');
    back();
    const review = await reach('review');
    expect(words(find(review, 'form > p'))).to.match(/are not shown again\.$/);
    expect(find(review, 'section')).to.be.null;
    await expect(review).to.be.accessible();
  });

  it('names its steps, and says which are done and which is shown', async () => {
    const { element, fillToReview } = await setup();
    const steps = () =>
      all(element, '[part="steps"] li').map((item) => [words(item), item.ariaCurrent, item.className]);
    expect(steps().map(([name]) => name)).to.deep.equal([
      'Business',
      'You',
      'Check',
      'Documents',
      'Funding',
      'Consent',
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

  it('fits on a page of 320 pixels, with its steps named there too', async () => {
    const { element, reach, fill } = await setup();
    element.parentElement!.setAttribute('style', 'width: 320px');
    await fill('company', typedCompany());
    await reach('applicant');
    expect(element.scrollWidth).to.be.at.most(320);
    expect(words(find(element, '[aria-current]'))).to.equal('You');
    await expect(element).to.be.accessible();
  });

  describe('filled in', () => {
    const { company, applicant } = sampleApplication();
    const page = { company: { registered_name: 'Known to the page', registered_number: '12345' }, applicant };

    it('shows what the page knows in both forms, and lets it be changed', async () => {
      const { reach, step } = await setup({ page: held().fault }, undefined, { prefill: { ...page, company } });
      const first = await reach('company');
      await waitUntil(() => typedIn(first).registered_name === 'Acme LTD', 'the first form is filled in');
      type(first, { registered_name: 'Changed' });
      submit(first);
      const second = await reach('applicant');
      await waitUntil(() => typedIn(second).first_name === 'Jane', 'the second form is filled in');
      expect(step()).to.equal(second);
    });

    it('prefers what the backend knows, and does not let that be changed which it fixes', async () => {
      const handler: StackOptions['handler'] = {
        settings: { read_only: ['company.registered_name'] },
        prefill: () => ({ company: { registered_name: 'Known to the backend' } }),
      };
      const { reach } = await setup({ handler }, undefined, { prefill: page });
      const form = await reach('company');
      await waitUntil(() => control(form, 'registered_name').readOnly, 'the name is fixed');
      expect(typedIn(form)).to.include({ registered_name: 'Known to the backend', registered_number: '12345' });
    });
  });

  it('puts back what Safari empties in a page that comes out of its cache', async () => {
    const { reach, fill } = await setup();
    await fill('company', typedCompany());
    const step = await reach('applicant');
    type(step, typedApplicant());
    // What was rendered with its text once is not written again.
    (step as LendingOnboardingElement).requestUpdate();
    await (step as LendingOnboardingElement).updateComplete;
    for (const input of all<HTMLInputElement>(step, 'input[type="text"]')) input.value = '';
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitUntil(() => control(step, 'first_name').value, 'it is put back');
    expect(typedIn(step)).to.include(typedApplicant());
  });

  it('goes on in a new element with what was entered in the one before', async () => {
    const first = await setup();
    await first.fill('company', typedCompany());
    type(await first.reach('applicant'), { first_name: 'Jane', email: 'half@' });
    first.element.remove();
    const { step, reach, back } = await setup({}, undefined, { draft: first.element.draft });
    await reach('applicant');
    expect(typedIn(step())).to.include({ first_name: 'Jane', email: 'half@' });
    back();
    expect(typedIn(await reach('company'))).to.deep.equal(typedCompany());
  });

  it('leads from an answer that the backend refuses to its field, and from there back to the review', async () => {
    const issues = [
      { path: 'applicant.email', reason: 'format' },
      { path: 'company.registered_name', reason: 'too-long', params: { maximum: 9 } },
      { path: 'applicant.addresses.0.city', reason: 'empty' },
    ];
    const body = JSON.stringify({ code: 'handler-invalid', message: 'Refused.', issues });
    const refusing = answering(body, { status: 422, headers: { 'x-lending-elements': '1' } });
    const { stack, step, fill, reach, fillToReview } = await setup({ page: at('/applications', once(refusing)) });
    await fillToReview();
    submit(step());
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    await expect(step()).to.be.accessible();
    all<HTMLAnchorElement>(step(), '#summary a')
      .find((link) => words(link) === 'Enter an email address in the correct format, like name@example.com')!
      .click();
    const form = await reach('applicant');
    await waitUntil(() => focused()?.id === 'email', 'the field has the focus');
    expect(all(form, '#summary li').map(words)).to.have.length(2);
    expect(errorOf(form, 'email')).to.equal('Enter an email address in the correct format, like name@example.com');
    await fill('applicant', { email: 'jane.doe@example.com' });
    await reach('review');
    await waitUntil(() => words(focused()) === 'Check your answers', 'the heading has the focus');
    await eventAfter(step(), 'lending-submitted', () => submit(step()));
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('leads back to the answers where the backend knows of no application any more', async () => {
    const { stack, step, reach, fill, fillToReview, skip, back } = await setup();
    await fillToReview();
    submit(step());
    await skip();
    await reach('prequalification');
    stack.sessions.clear();
    await fill('prequalification', typedFigures());
    await waitUntil(() => find(step(), '#failure'), 'it says so');
    back();
    submit(await reach('review'));
    await skip();
    expect(typedIn(await reach('prequalification'))).to.include({ funding_amount: '25,000' });
    await eventAfter(step(), 'lending-submitted', () => submit(step()));
    expect(accepted(stack)).to.deep.equal(['createApplication', 'prequalify']);
  });

  it('stays as it is when the tab is seen again after the applicant was signed out', async () => {
    let user: string | undefined;
    const authorize = () => (user ? { subject: user } : null);
    user = 'applicant';
    const { stack, step, fillToReview, errors } = await setup({ handler: { authorize } });
    await fillToReview();
    user = undefined;
    submit(step());
    await waitUntil(() => find(step(), '#failure'), 'it says so');
    expect(errors[0]!.error.code).to.equal('handler-signed-out');
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    user = 'applicant';
    expect(words(find(step(), 'dl'))).to.include('Acme LTD');
    await eventAfter(step(), 'lending-submitted', () => part(step(), 'retry').click());
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  describe('with the browser’s history', () => {
    const changed = (element: HTMLElement, act: () => void) => eventAfter(element, 'lending-step-changed', act);
    const started = async (done?: CallName) => {
      history.replaceState({ page: 'own' }, '');
      const all = await setup({ handler: { drafts: false } }, done, { history: true });
      await waitUntil(() => (history.state as { lendingStep?: string }).lendingStep, 'the first step is noted');
      return all;
    };
    afterEach(() => history.replaceState(null, ''));

    it('goes several steps back and forward with the browser’s buttons, at the same address', async () => {
      const { href } = location;
      const { element, fillToReview, reach } = await started();
      await fillToReview();
      await waitUntil(() => (history.state as { lendingStep: string }).lendingStep === 'review', 'it is noted');
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
      const { element, stack, step, fillToReview, reach } = await started();
      await fillToReview();
      await changed(element, () => submit(step()));
      await reach('documents');
      await changed(element, () => history.go(-3));
      expect(find(await reach('review'), 'header button')).to.be.null;
      await changed(element, () => history.forward());
      await changed(element, () => history.go(2));
      await reach('documents');
      expect(accepted(stack)).to.deep.equal(['createApplication']);
    });

    it('leaves entries of the page’s own alone', async () => {
      const { element, fill, reach } = await started();
      await fill('company', typedCompany());
      await reach('applicant');
      await waitUntil(() => (history.state as { lendingStep: string }).lendingStep === 'applicant', 'it is noted');
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
      await waitUntil(() => (history.state as { lendingStep: string }).lendingStep === 'consent', 'it is noted');
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

  it('refuses an endpoint of another origin in HTML', async () => {
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const made = document.createElement('lending-onboarding');
    made.setAttribute('endpoint', 'https://partner.example/api');
    const event = await eventAfter(made, 'lending-error', () => place.append(made));
    expect(event.error.code).to.equal('config-invalid');
  });
});
