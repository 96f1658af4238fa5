import { expect, fixture, html } from '@open-wc/testing';
import { LendingApplicantElement } from '../../src/components/lending-applicant.js';
import { LendingCompanyElement } from '../../src/components/lending-company.js';
import type { Settings } from '../../src/schema/session.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { formedApplication } from '../fixtures/wire.js';
import { all, control, errorOf, find, finish, heard, submit, summary, type, words } from '../support/form.js';
import { address, ago, moved, refused, shows } from '../support/history.js';
import { setup as setupJourney } from '../support/journey.js';
import { accepted } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

LendingApplicantElement.define();
LendingCompanyElement.define();

const HOME = 'addresses.0.status';
const support = { name: 'Sample support', address: 'help@partner.example', phone: '+44 20 7946 0958' };
const required = {
  ...defaultSettings,
  partner: { support },
  fields: { ...defaultSettings.fields, 'applicant.addresses.status': 'required' },
} satisfies Settings;

const radios = (element: Element, name = HOME) => all<HTMLInputElement>(element, `[name="${name}"]`);
const legendOf = (element: Element, name = HOME) =>
  words(radios(element, name)[0]!.closest('fieldset')!.querySelector('legend'));
const wire = (element: LendingApplicantElement) => JSON.parse(JSON.stringify(element.value)) as typeof element.value;

/** The applicant’s form, with all but the status filled in. */
async function setup(properties: Partial<LendingApplicantElement> = {}) {
  const made = Object.assign(new LendingApplicantElement(), { lang: 'en' }, properties);
  const element = await fixture<LendingApplicantElement>(html`${made}`);
  const { [HOME]: _, ...typed } = typedApplicant();
  type(element, typed);
  return element;
}
const answer = (element: Element, value: string, name = HOME) =>
  radios(element, name)
    .find((radio) => radio.value === value)!
    .click();
const withList = (...residential_statuses: Settings['residential_statuses']) => ({
  settings: { ...defaultSettings, residential_statuses },
});

describe('how somebody lives in their home, where the list has one entry', () => {
  it('is a question that is answered by yes or no, and nothing is answered for them', async () => {
    const element = await setup();
    expect(legendOf(element)).to.equal('Do you rent your home?');
    expect(radios(element).map((radio) => words(radio.closest('label')))).to.deep.equal(['Yes', 'No']);
    expect(radios(element).some(({ checked }) => checked)).to.be.false;
    await expect(element).to.be.accessible();
  });

  it('must be answered', async () => {
    const element = await setup();
    expect(await refused(element)).to.deep.equal([{ text: 'Answer “Do you rent your home?”', target: HOME }]);
    expect(errorOf(element, HOME)).to.equal('Answer “Do you rent your home?”');
    find<HTMLAnchorElement>(element, '#summary a')!.click();
    expect(element.shadowRoot!.activeElement?.id).to.equal(HOME);
  });

  it('sends the entry for "Yes"', async () => {
    const element = await setup();
    answer(element, 'tenant');
    await finish(element);
    expect(wire(element)).to.deep.equal(formedApplication().applicant);
  });

  it('leaves the field out for "No"', async () => {
    const element = await setup();
    answer(element, '');
    await finish(element);
    const { status: _, ...home } = formedApplication().applicant.addresses[0]!;
    expect(wire(element)?.addresses).to.deep.equal([home]);
  });

  it('keeps "No" in the draft, in the state that the browser restores, and in another element', async () => {
    const draft = {};
    const element = await setup({ draft });
    answer(element, '');
    const checked = (one: Element) => radios(one).map((radio) => radio.checked);
    expect(draft).to.have.property(HOME, '');
    const other = await fixture<LendingApplicantElement>(
      html`${Object.assign(new LendingApplicantElement(), { draft })}`,
    );
    expect(checked(other)).to.deep.equal([false, true]);
    await finish(other);
    const restored = await fixture<LendingApplicantElement>(html`${new LendingApplicantElement()}`);
    restored.formStateRestoreCallback(JSON.stringify({ draft }));
    await restored.updateComplete;
    expect(checked(restored)).to.deep.equal([false, true]);
  });

  it('asks about an earlier address in the past', async () => {
    const element = await setup();
    answer(element, 'tenant');
    type(element, moved(0, ago(1)));
    await shows(element, 1);
    const name = 'addresses.1.status';
    expect(legendOf(element, name)).to.equal('Did you rent your home there? (Your previous address)');
    const { [name]: __, ...former } = address(1, ago(10));
    type(element, former);
    expect((await refused(element)).map(({ text, target }) => [text, target])).to.deep.equal([
      ['Answer “Did you rent your home there?”', name],
    ]);
    answer(element, '', name);
    await finish(element);
    const statuses = wire(element)!.addresses.map((one) => ('status' in one ? one.status : 'not sent'));
    expect(statuses).to.deep.equal(['tenant', 'not sent']);
  });

  it('asks in the partner’s words', async () => {
    const choice = { value: 'owner', question: 'Do you own your home?', pastQuestion: 'Did you own your home there?' };
    const element = await setup(withList(choice));
    expect(legendOf(element)).to.equal('Do you own your home?');
    type(element, moved(0, ago(1)));
    await shows(element, 1);
    expect(legendOf(element, 'addresses.1.status')).to.contain('Did you own your home there?');
  });

  it('asks in general words about a code that this library does not know', async () => {
    const element = await setup(withList({ value: 'with-parents', label: 'I live with my parents' }));
    expect(legendOf(element)).to.equal('Does “I live with my parents” apply to your home?');
    type(element, moved(0, ago(1)));
    await shows(element, 1);
    expect(legendOf(element, 'addresses.1.status')).to.contain('Did “I live with my parents” apply to this home?');
  });

  it('is a choice where the list has several entries, and "No" is no answer to that', async () => {
    const element = await setup(withList({ value: 'tenant' }, { value: 'owner', label: 'I own it' }));
    expect(radios(element).map((radio) => radio.value)).to.deep.equal(['tenant', 'owner']);
    element.draft[HOME] = '';
    expect((await refused(element)).map(({ target }) => target)).to.deep.equal([HOME]);
  });

  it('may be left unanswered where the rules say so, and is not asked where they hide it', async () => {
    for (const rule of ['optional', 'hidden'] as const) {
      const fields = { ...defaultSettings.fields, 'applicant.addresses.status': rule };
      const element = await setup({ settings: { ...defaultSettings, fields } });
      expect(radios(element)).to.have.length(rule === 'optional' ? 2 : 0);
      if (rule === 'optional') expect(legendOf(element)).to.equal('Do you rent your home? (optional)');
      await finish(element);
      expect(wire(element)!.addresses[0]).not.to.have.property('status');
    }
  });

  it('is filled in, and can be answered by "No" all the same', async () => {
    const element = await setup({ prefill: formedApplication().applicant });
    await waitUntil(() => control(element, HOME).checked, '"Yes" is chosen');
    answer(element, '');
    await finish(element);
    expect(wire(element)!.addresses[0]).not.to.have.property('status');
  });

  it('cannot be changed where it is read-only', async () => {
    const settings = { ...defaultSettings, read_only: ['applicant.addresses.status'] };
    const element = await setup({ settings, prefill: formedApplication().applicant });
    await waitUntil(() => element.fixed.length > 0, 'it is filled in');
    await element.updateComplete;
    expect(radios(element).map((radio) => [words(radio.closest('label')), radio.checked])).to.deep.equal([
      ['Yes', true],
    ]);
    await finish(element);
    expect(wire(element)!.addresses[0]!.status).to.equal('tenant');
  });

  it('shows what is read-only and not in the list as it is', async () => {
    const settings = { ...defaultSettings, read_only: ['applicant.addresses.status'] };
    const prefill = formedApplication().applicant;
    prefill.addresses[0]!.status = 'owner';
    const element = await setup({ settings, prefill });
    await waitUntil(() => element.fixed.length > 0, 'it is filled in');
    await element.updateComplete;
    expect(radios(element).map((radio) => words(radio.closest('label')))).to.deep.equal(['owner']);
    await finish(element);
    expect(wire(element)!.addresses[0]!.status).to.equal('owner');
  });

  it('sends nothing that was filled in and is not shown', async () => {
    const prefill = formedApplication().applicant;
    prefill.addresses[0]!.status = 'owner';
    const element = await setup({ prefill });
    await waitUntil(() => element.draft[HOME] === 'owner', 'it is filled in');
    expect((await refused(element)).map(({ target }) => target)).to.deep.equal([HOME]);
    answer(element, '');
    await finish(element);
    expect(wire(element)!.addresses[0]).not.to.have.property('status');
  });
});

describe('how somebody lives in their home, where the backend requires the one entry', () => {
  const notice = (element: Element) => words(find(element, 'form > [part="notice"]'));
  const ONLY = 'You can only apply here if you rent your home, and have rented for the last 3 years.';
  const CONTACT = 'Contact Sample support: help@partner.example or +44 20 7946 0958';

  it('is said before anything is typed, at the top of the first step and of its own, with whom to ask', async () => {
    const company = Object.assign(new LendingCompanyElement(), { settings: required });
    for (const made of [company, Object.assign(new LendingApplicantElement(), { settings: required })]) {
      const element = await fixture<LendingCompanyElement | LendingApplicantElement>(html`${made}`);
      await waitUntil(() => notice(element)?.startsWith(ONLY), `${element.localName} says it`);
      expect(notice(element)).to.contain(CONTACT);
      expect(find(element, 'h2 + *')!.matches('[part="notice"]'), 'it comes first').to.be.true;
      const links = all<HTMLAnchorElement>(element, '[part="support"] a').map(({ href }) => href);
      expect(links).to.include.members(['mailto:help@partner.example', 'tel:+442079460958']);
      await expect(element).to.be.accessible();
    }
  });

  it('is said of the current home alone where no history is asked', async () => {
    const element = await setup({ settings: { ...required, address_history_years: 0 } });
    await waitUntil(() => notice(element)?.startsWith('You can only'), 'it is said');
    expect(notice(element)).to.contain('You can only apply here if you rent your home.');
  });

  it('is said in the words of the partner’s question', async () => {
    const residential_statuses = [{ value: 'tenant', question: 'Do you pay rent?' }];
    const element = await setup({ settings: { ...required, residential_statuses } });
    await waitUntil(() => notice(element)?.startsWith('You can only'), 'it is said');
    expect(notice(element)).to.contain('if you answer yes to “Do you pay rent?” for every home of the last 3 years.');
  });

  it('is said to nobody else', async () => {
    const element = await setup();
    await import('../../src/base/status-only.js');
    element.requestUpdate();
    await element.updateComplete;
    expect(notice(element)).not.to.contain('You can only');
  });

  it('ends honestly with "No": nothing is sent, and "Yes" is still there', async () => {
    const element = await setup({ settings: required });
    await waitUntil(() => notice(element)?.startsWith(ONLY), 'it is said');
    const done = heard(element, 'lending-submit', 'lending-submitted');
    const end = () => words(find(element, '.field [part="notice"]'));
    expect(end()).to.be.undefined;
    answer(element, '');
    await element.updateComplete;
    expect(end()).to.equal(`You can only apply here if you rent your home. Nothing has been sent. ${CONTACT}`);
    expect(find(element, '.field [part="notice"]')!.closest('[role="status"]')).to.exist;
    const text = 'You can only apply here if you rent your home';
    expect(await refused(element)).to.deep.equal([{ text, target: HOME }]);
    await expect(element).to.be.accessible();
    expect(done).to.be.empty;
    answer(element, 'tenant');
    await element.updateComplete;
    expect(end()).to.be.undefined;
    await finish(element);
  });

  it('ends honestly with "No" to an earlier address', async () => {
    const element = await setup({ settings: required });
    answer(element, 'tenant');
    type(element, moved(0, ago(1)));
    await shows(element, 1);
    type(element, { ...address(1, ago(10)), 'addresses.1.status': '' });
    expect(summary(element)).to.be.empty;
    const text = 'You can only apply here if you rented your home there';
    expect(await refused(element)).to.deep.equal([{ text, target: 'addresses.1.status' }]);
  });
});

describe('a homeowner', () => {
  it('goes from the form to the lender without a status, and changes an answer on the way', async () => {
    const { element, stack, fill, reach, step } = await setupJourney();
    await fill('company', typedCompany());
    await fill('applicant', { ...typedApplicant(), [HOME]: '' });
    const review = await reach('review');
    const answers = () => all(review, 'dl > div').map((row) => words(row)!);
    expect(answers()).to.include('Do you rent your home? No');
    find(review, 'header #applicant')!.click();
    const applicant = await reach('applicant');
    expect(radios(applicant).map(({ checked }) => checked)).to.deep.equal([false, true]);
    submit(applicant);
    submit(await reach('review'));
    await reach('documents');
    expect(accepted(stack)).to.deep.equal(['createApplication']);
    const body = stack.sandbox.calls[0]!.body as ReturnType<typeof formedApplication>;
    expect(body.applicant.addresses[0]).not.to.have.property('status');
    const { status: _, ...home } = formedApplication().applicant.addresses[0]!;
    expect(body.applicant.addresses).to.deep.equal([home]);
    expect(step().localName, element.localName).to.equal('lending-documents');
  });
});
