import { expect, fixture, html } from '@open-wc/testing';
import type { StepName } from '../../src/base/journey.js';
import { typedApplicant, typedCompany, typedFigures } from '../fixtures/samples.mjs';
import { sampleApplication } from '../schema/samples.js';
import { formedApplication, samplePrequalification } from '../fixtures/wire.js';
import { held } from '../support/faults.js';
import {
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
import { accepted, type StackOptions } from '../support/stack.js';
import { sendDocument, setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

const EVENTS = ['submit', 'submitted', 'skipped', 'change', 'declined', 'step-changed', 'loading', 'ready', 'error'];

describe('<lending-onboarding>', () => {
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
    const [offers] = [...element.querySelectorAll('div > div')];
    expect(words(offers!.shadowRoot!.querySelector('h4'))).to.equal('Sample Bank');
  });

  it('tells of each step in its events, and nothing of the applicant', async () => {
    const { element, step, reach, fill, skip } = await setup();
    const events = heard(window, ...EVENTS.map((name) => `lending-${name}`));
    // A step that is gone on from at once is not told of.
    await eventAfter(element, 'lending-step-changed', () => void fill('company', typedCompany()));
    await eventAfter(element, 'lending-step-changed', () => void fill('applicant', typedApplicant()));
    submit(await reach('review'));
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

  it('stays where it is when a page refuses a step', async () => {
    const { element, step, fill } = await setup();
    element.addEventListener('lending-submit', (event) => event.preventDefault(), { once: true });
    await fill('company', typedCompany());
    await waitUntil(() => !part(step(), 'submit').ariaDisabled, 'it can be pressed again');
    expect(step().localName).to.equal('lending-company');
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

  it('refuses an endpoint of another origin in HTML', async () => {
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const made = document.createElement('lending-onboarding');
    made.setAttribute('endpoint', 'https://partner.example/api');
    const event = await eventAfter(made, 'lending-error', () => place.append(made));
    expect(event.error.code).to.equal('config-invalid');
  });
});
