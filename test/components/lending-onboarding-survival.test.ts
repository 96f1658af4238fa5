import { expect, fixture, html } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedApplicant, typedCompany, typedFigures } from '../fixtures/samples.mjs';
import { answering, at, once, times, unreachable } from '../support/faults.js';
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
  type,
  typedIn,
  words,
} from '../support/form.js';
import { accepted } from '../support/stack.js';
import { setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

describe('what was entered in <lending-onboarding>', () => {
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

  it('works without the backend up to the review, and says there what failed', async () => {
    const { element, reach, fill, stack } = await setup({ page: at('/session', times(2, unreachable)) });
    const errors = heard(element, 'lending-error') as HTMLElementEventMap['lending-error'][];
    await fill('company', typedCompany());
    await fill('applicant', typedApplicant());
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
    expect(errors.map(({ error }) => error.code)).to.include('adapter-unreachable');
    expect(words(find(element, '#failure'))).to.include('This site is not responding.');
    await expect(element).to.be.accessible();
    part(element, 'retry').click();
    const review = await reach('review');
    expect(words(review.shadowRoot!.querySelector('dl'))).to.include('Acme LTD');
    await eventAfter(element, 'lending-submitted', () => submit(review));
    expect(accepted(stack)).to.eql(['createApplication']);
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
});
