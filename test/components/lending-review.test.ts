import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { LendingReviewElement } from '../../src/components/lending-review.js';
import type { LendingErrorCode } from '../../src/errors.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { sampleApplication } from '../schema/samples.js';
import { answering, held, once, refused, silent, times, unreachable, type Fault } from '../support/faults.js';
import { all, eventAfter, find, finish, focused, heard, part, submit, told, words } from '../support/form.js';
import { accepted, createStack, type StackOptions } from '../support/stack.js';

LendingReviewElement.define();

const PAGE = answering('<!doctype html><title>Log in</title>', { headers: { 'content-type': 'text/html' } });
const SERVICE = 'The lending service is not answering at the moment.';
const UNKNOWN = 'so we do not know whether it went through';
const OURS = 'Something went wrong on our side.';

const FAILURES: readonly (readonly [what: string, StackOptions, LendingErrorCode, string])[] = [
  ['the lender answers 500', lender(answering('', { status: 500 })), 'upstream-failed', SERVICE],
  // The backend tries three times where nothing was sent.
  ['the lender cannot be reached', { service: times(3, refused) }, 'upstream-unreachable', SERVICE],
  ['the backend answers with a page', { page: once(PAGE) }, 'adapter-unexpected-answer', OURS],
  ['the backend cannot be reached', { page: once(unreachable) }, 'adapter-unreachable', 'We could not reach'],
  ['the backend never answers', { page: once(silent), timeout: 50 }, 'adapter-timeout', 'This took too long'],
];

/** After these nobody knows whether the lender has created the application. */
const UNCONFIRMED: readonly (readonly [what: string, Fault, number?])[] = [
  ['the lender answers with a page', PAGE],
  ['the lender’s answer is empty', answering(null, { status: 201 })],
  ['a gateway answers 504', answering('', { status: 504 })],
  ['the line to the lender breaks', unreachable],
  ['the lender never answers', silent, 20],
];

function lender(fault: Fault): StackOptions {
  return { service: once(fault) };
}

describe('<lending-review>', () => {
  async function setup(options: StackOptions = {}, properties: object = {}) {
    const stack = createStack(options);
    const { company, applicant } = sampleApplication();
    const made = new LendingReviewElement();
    Object.assign(
      made,
      { lang: 'en', adapter: stack.adapter, settings: defaultSettings, value: { company, applicant } },
      properties,
    );
    const element = await fixture<LendingReviewElement>(html`${made}`);
    const answer = (row: HTMLElement) =>
      [...row.querySelector('dd')!.childNodes]
        .filter(({ nodeName }) => nodeName === '#text')
        .map((text) => text.nodeValue);
    const answers = () =>
      all(element, 'dl > div').map((row) => [words(row.querySelector('dt')), answer(row).join('').trim()]);
    return { element, stack, answers };
  }

  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('shows every answer in words', async () => {
    const { answers } = await setup();
    expect(answers()).to.deep.equal([
      ['Registered name of the business', 'Acme LTD'],
      ['Registration number', '12345'],
      ['Type of business', 'Private limited company (Ltd)'],
      ['When was the business formed?', '10 July 2020'],
      ['When did it start trading?', '10 July 2020'],
      ['Address', '1 Sample Street'],
      ['Name', 'Jane Doe'],
      ['What is your date of birth?', '10 July 2000'],
      ['Email address', 'jane.doe@example.com'],
      ['Phone number', '+4412321321'],
      ['Country you live in', 'United Kingdom'],
      ['Home address', '2 Sample Road, London, Greater London, EC2A 4HT'],
      ['When did you move in?', '1 February 2012'],
      ['How do you live there?', 'I rent it (tenant)'],
    ]);
  });

  it('shows the partner’s words for a code, and the code where there are none', async () => {
    const value = sampleApplication();
    value.company.type = 'plc';
    value.applicant.addresses[0]!.status = 'other';
    const company_types = [{ value: 'plc', label: 'Public company' }];
    const { answers } = await setup({}, { value, settings: { ...defaultSettings, company_types } });
    expect(answers().map(([, answer]) => answer)).to.include.members(['Public company', 'other']);
  });

  it('shows markup as text', async () => {
    const value = sampleApplication();
    value.company.registered_name = '<img src=x onerror=alert(1)>';
    const { element, answers } = await setup({}, { value });
    expect(answers()[0]![1]).to.equal('<img src=x onerror=alert(1)>');
    expect(find(element, 'img')).to.be.null;
  });

  it('asks to change either part', async () => {
    const { element } = await setup();
    const buttons = all<HTMLButtonElement>(element, 'header button');
    expect(buttons.map(({ ariaLabel }) => ariaLabel)).to.deep.equal(['Change Your business', 'Change About you']);
    const events = heard(element, 'lending-change');
    for (const button of buttons) button.click();
    expect(events.map(told)).to.deep.equal([
      'step="company" company\nproblems=[] ',
      'step="applicant" applicant\nproblems=[] ',
    ]);
  });

  it('says what is missing where the answers are not complete', async () => {
    const { element, stack } = await setup({}, { value: { company: sampleApplication().company } });
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    expect(words(find(element, '#summary li'))).to.equal('Your own details are not complete: go back and fill them in');
    expect(stack.sandbox.calls).to.be.empty;
  });

  it('names the answers that the backend refuses, and leads to where they are changed', async () => {
    const value = sampleApplication();
    value.applicant.email = 'no address';
    const { element } = await setup({}, { value });
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    const link = find<HTMLAnchorElement>(element, '#summary a')!;
    const sentence = 'Enter an email address in the correct format, like name@example.com';
    expect(words(link)).to.equal(sentence);
    expect(words(find(element, 'dd [part="error"]'))).to.equal(`Error: ${sentence}`);
    await expect(element).to.be.accessible();
    const { step, problems } = await eventAfter(element, 'lending-change', () => link.click());
    expect([step, ...problems.map(({ path, reason }) => `${path} ${reason}`)]).to.eql(['applicant', 'email format']);
    expect(focused()?.ariaLabel).to.equal('Change About you');
  });

  it('leads to a part that is missing altogether', async () => {
    const { element } = await setup({}, { value: { company: sampleApplication().company } });
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    const link = find<HTMLAnchorElement>(element, '#summary a')!;
    const { step, problems } = await eventAfter(element, 'lending-change', () => link.click());
    expect([step, problems]).to.deep.equal(['applicant', []]);
  });

  it('shows no row for what was neither asked nor answered, and says what was left out', async () => {
    const value = sampleApplication();
    delete value.company.formation_date;
    delete value.company.registered_number;
    delete value.applicant.phone_number;
    delete value.applicant.addresses[0]!.county;
    const fields = { 'company.formation_date': 'hidden', 'applicant.phone_number': 'optional' } as const;
    const { answers } = await setup({}, { value, settings: { ...defaultSettings, fields } });
    const labels = answers().map(([label]) => label);
    expect(labels).not.to.include('When was the business formed?');
    expect(answers()).to.deep.include.members([
      ['Registration number', 'Not given'],
      ['Phone number', 'Not given'],
      ['Home address', '2 Sample Road, London, EC2A 4HT'],
    ]);
  });

  it('shows every address, the current one first', async () => {
    const value = sampleApplication();
    const [home] = value.applicant.addresses;
    value.applicant.addresses.unshift({ ...home!, line_1: 'Old Road', start_date: '05/06/2009', current: undefined });
    const { element, answers } = await setup({}, { value });
    expect(answers().slice(-6)).to.deep.equal([
      ['Home address', '2 Sample Road, London, Greater London, EC2A 4HT'],
      ['When did you move in?', '1 February 2012'],
      ['How do you live there?', 'I rent it (tenant)'],
      ['Previous address', '2 Old Road, London, Greater London, EC2A 4HT'],
      ['When did you move in?', '5 June 2009'],
      ['How do you live there?', 'I rent it (tenant)'],
    ]);
    await expect(element).to.be.accessible();
  });

  it('points out what looks unusual beside the answer, and creates the application all the same', async () => {
    const { element, stack } = await setup();
    const warnings = () => all(element, 'dd [part="warning"]').map(words);
    await waitUntil(() => warnings().length === 2, 'both are pointed out');
    expect(warnings()).to.deep.equal([
      'Check the registration number: most have 8 characters, like 01234567',
      'Check your phone number: it looks too short or too long',
    ]);
    await expect(element).to.be.accessible();
    await finish(element);
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('points out nothing about usual answers', async () => {
    const value = sampleApplication();
    value.company.registered_number = 'SC123456';
    value.applicant.phone_number = '+441632960001';
    const { element } = await setup({}, { value });
    await finish(element);
    expect(all(element, '[part="warning"]')).to.be.empty;
  });

  describe('of a created application', () => {
    it('shows the answers, says why they cannot be changed, and leads on without a call', async () => {
      const { element, stack, answers } = await setup({}, { created: true });
      expect(words(find(element, 'h2'))).to.equal('Your answers');
      expect(words(find(element, 'h2 + p'))).to.equal(
        'Your application has been created. These answers were sent with it, so they cannot be changed here.',
      );
      expect(answers()[0]).to.deep.equal(['Registered name of the business', 'Acme LTD']);
      expect(all(element, 'button').map(words)).to.deep.equal(['Continue']);
      await expect(element).to.be.accessible();
      const submitted = heard(element, 'lending-submitted');
      const { step } = await eventAfter(element, 'lending-skipped', () => submit(element));
      expect(step).to.equal('review');
      expect(submitted).to.be.empty;
      expect(stack.sandbox.calls).to.be.empty;
    });

    it('says that the answers are not shown again where they are not known', async () => {
      const { element, answers } = await setup({}, { created: true, value: {} });
      expect(words(find(element, 'h2 + p'))).to.match(/^Your application has been created\. .* not shown again\.$/);
      expect(answers()).to.be.empty;
      await expect(element).to.be.accessible();
    });
  });

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
          .and.to.include('nothing is sent twice');
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
