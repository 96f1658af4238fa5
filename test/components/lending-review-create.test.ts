import { expect } from '@open-wc/testing';
import type { LendingErrorCode } from '../../src/errors.js';
import { sampleApplication } from '../schema/samples.js';
import { answering, held, once, refused, silent, times, unreachable, type Fault } from '../support/faults.js';
import { eventAfter, find, finish, focused, heard, part, submit, told, words } from '../support/form.js';
import { accepted, type StackOptions } from '../support/stack.js';
import { setup } from '../support/review.js';
import { waitUntil } from '../support/wait.js';

const PAGE = answering('<!doctype html><title>Log in</title>', { headers: { 'content-type': 'text/html' } });
const SERVICE = 'The lending service is not responding.';
const UNKNOWN = 'so it may or may not have been created';
const OURS = 'There is a problem with this site.';

const FAILURES: readonly (readonly [what: string, StackOptions, LendingErrorCode, string])[] = [
  ['the lender is busy', lender(answering('', { status: 429 })), 'upstream-busy', 'The lending service is busy.'],
  [
    'the lender answers 500 and has promised that nothing was done',
    { ...lender(answering('', { status: 500 })), handler: { notCreatedOn: [500] } },
    'upstream-failed',
    SERVICE,
  ],
  // The backend tries three times where nothing was sent.
  ['the lender cannot be reached', { service: times(3, refused) }, 'upstream-unreachable', SERVICE],
  ['the backend answers with a page', { page: once(PAGE) }, 'adapter-unexpected-answer', OURS],
  ['the backend cannot be reached', { page: once(unreachable) }, 'adapter-unreachable', 'This site is not responding'],
  ['the backend never answers', { page: once(silent), timeout: 1000 }, 'adapter-timeout', 'This took too long'],
];

/** After these nobody knows whether the lender has created the application. */
const UNCONFIRMED: readonly (readonly [what: string, Fault, number?])[] = [
  ['the lender answers with a page', PAGE],
  ['the lender’s answer is empty', answering(null, { status: 201 })],
  ['the lender answers 500', answering('', { status: 500 })],
  ['a gateway answers 504', answering('', { status: 504 })],
  ['the line to the lender breaks', unreachable],
  ['the lender never answers', silent, 20],
];

function lender(fault: Fault): StackOptions {
  return { service: once(fault) };
}

describe('<lending-review> creates the application', () => {
  it('creates the application with every field', async () => {
    const { element, stack } = await setup();
    await finish(element);
    expect(stack.sandbox.calls.map(({ body }) => body)).to.deep.equal([sampleApplication()]);
    expect(element.matches(':state(done)')).to.be.true;
  });

  it('creates it once, however often the button is pressed', async () => {
    const { fault, release } = held();
    const { element, stack } = await setup({ service: fault });
    const done = heard(element, 'lending-submitted');
    submit(element);
    submit(element);
    await element.updateComplete;
    submit(element);
    release();
    await waitUntil(() => done.length > 0, 'it is done');
    expect(accepted(stack)).to.deep.equal(['createApplication']);
    expect(done).to.have.length(1);
  });

  it('shows that the call is under way', async () => {
    const { fault, release } = held();
    const { element } = await setup({ service: fault });
    submit(element);
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    await element.updateComplete;
    expect(part(element, 'submit').ariaDisabled).to.equal('true');
    expect(part(element, 'submit').disabled, 'it keeps the focus').to.be.false;
    expect(words(find(element, '[role="status"]'))).to.equal('Creating your application…');
    await expect(element).to.be.accessible();
    await eventAfter(element, 'lending-submitted', release);
    await element.updateComplete;
    expect(part(element, 'submit').ariaDisabled).to.be.null;
    expect(words(find(element, '[role="status"]'))).to.equal('');
  });

  for (const [what, options, code, sentence] of FAILURES) {
    it(`says so when ${what}, loses nothing, and creates one application at the next try`, async () => {
      const { element, stack, answers } = await setup(options);
      const before = answers();
      const { error } = await eventAfter(element, 'lending-error', () => submit(element));
      expect(error.code).to.equal(code);
      await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
      expect(words(find(element, '#failure')))
        .to.include(sentence)
        .and.to.include('Everything you entered');
      expect(element.matches(':state(failed)')).to.be.true;
      expect(answers()).to.deep.equal(before);
      await eventAfter(element, 'lending-submitted', () => part(element, 'retry').click());
      await element.updateComplete;
      expect(find(element, '#failure')).to.be.null;
      expect(accepted(stack)).to.deep.equal(['createApplication']);
    });
  }

  for (const [what, fault, timeout] of UNCONFIRMED) {
    it(`creates no second application after ${what}, and goes on once the backend knows of the first`, async () => {
      let known: { company_id: string; email: string } | undefined;
      const handler = { existingApplication: () => known, ...(timeout && { timeout }) };
      const { element, stack, answers } = await setup({ ...lender(fault), handler });
      const before = answers();
      for (const press of [() => submit(element), () => part(element, 'retry').click()]) {
        const { error } = await eventAfter(element, 'lending-error', press);
        expect(error.code).to.equal('outcome-unknown');
        await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
        expect(words(find(element, '#failure')))
          .to.include(UNKNOWN)
          .and.to.include('so it is not sent twice');
        expect(words(part(element, 'retry'))).to.equal('Check again');
      }
      expect(answers()).to.deep.equal(before);
      expect(accepted(stack)).to.deep.equal([]);
      known = { company_id: crypto.randomUUID(), email: 'jane.doe@example.com' };
      await eventAfter(element, 'lending-submitted', () => part(element, 'retry').click());
      expect(accepted(stack)).to.deep.equal([]);
    });
  }

  it('is accessible after a failure, and keeps the focus when it tries again', async () => {
    const { fault, release } = held();
    const { element } = await setup({ service: (fetch) => times(3, refused)(fault(fetch)) });
    await eventAfter(element, 'lending-error', () => submit(element));
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
    await expect(element).to.be.accessible();
    part(element, 'retry').focus();
    part(element, 'retry').click();
    await waitUntil(() => !find(element, '#failure'), 'the failure goes');
    expect(focused()?.getAttribute('part')).to.equal('submit');
    await eventAfter(element, 'lending-submitted', release);
  });

  it('tells nothing of the applicant in an error', async () => {
    const { element } = await setup({ service: unreachable });
    const event = await eventAfter(element, 'lending-error', () => submit(element));
    const { message, remedy, cause, stack } = event.error;
    const text = [told(event), message, remedy, stack, String(cause)].join('\n');
    for (const secret of ['Acme', 'Jane', 'jane.doe', '4412321321', 'sandbox-secret-key']) {
      expect(text).not.to.include(secret);
    }
  });

  it('gives its call up when it is removed, and can be used again', async () => {
    const { element, stack } = await setup({ page: once(silent) });
    const events = heard(element, 'lending-error', 'lending-submitted');
    submit(element);
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    const { parentElement } = element;
    element.remove();
    await waitUntil(() => !element.matches(':state(pending)'), 'it is not pending');
    parentElement!.append(element);
    expect(events).to.be.empty;
    await finish(element);
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('goes on with its call when it is moved', async () => {
    const { fault, release } = held();
    const { element, stack } = await setup({ service: fault });
    submit(element);
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    const place = document.createElement('div');
    element.parentElement!.append(place);
    place.append(element);
    await eventAfter(element, 'lending-submitted', release);
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });
});
