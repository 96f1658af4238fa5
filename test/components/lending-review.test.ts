import { expect } from '@open-wc/testing';
import { defaultSettings } from '../../src/schema/settings.js';
import { sampleApplication } from '../schema/samples.js';
import { all, eventAfter, find, finish, focused, heard, submit, told, words } from '../support/form.js';
import { accepted } from '../support/stack.js';
import { setup } from '../support/review.js';
import { waitUntil } from '../support/wait.js';

/** What a button is called that is named by itself and its heading. */
const nameOf = (button: Element) =>
  button
    .getAttribute('aria-labelledby')!
    .split(' ')
    .map((id) => words((button.getRootNode() as ShadowRoot).getElementById(id)))
    .join(' ');

describe('<lending-review>', () => {
  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('shows every answer in words', async () => {
    const { answers } = await setup();
    expect(answers()).to.deep.equal([
      ['Registered name of the business', 'Acme LTD'],
      ['Registration number', '12345'],
      ['When was the business formed?', '10 July 2020'],
      ['When did the business start trading?', '10 July 2020'],
      ['Address', '1 Sample Street'],
      ['Name', 'Jane Doe'],
      ['What is your date of birth?', '10 July 2000'],
      ['Email address', 'jane.doe@example.com'],
      ['Phone number', '+4412321321'],
      ['Home address', '2 Sample Road, London, Greater London, EC2A 4HT'],
      ['When did you move in?', '1 February 2012'],
      ['Which of these applies to your home?', 'I rent it (tenant)'],
    ]);
  });

  it('shows the partner’s words for a code, and the code where there are none', async () => {
    const value = sampleApplication();
    value.company.type = 'plc';
    value.applicant.addresses[0]!.status = 'other';
    const company_types = [{ value: 'plc', label: 'Public company' }, { value: 'ltd' }];
    const { answers } = await setup({}, { value, settings: { ...defaultSettings, company_types } });
    expect(answers().map(([, answer]) => answer)).to.include.members(['Public company', 'other']);
  });

  it('shows what was chosen, or differs from the one choice that there is, and not what nobody was asked', async () => {
    const countries_of_residence = [{ value: 'United Kingdom' }, { value: 'France' }];
    const company_types = [{ value: 'plc', label: 'Public company' }];
    const settings = { ...defaultSettings, countries_of_residence, company_types };
    const { answers } = await setup({}, { settings });
    expect(answers()).to.deep.include.members([
      ['Type of business', 'Private limited company (Ltd)'],
      ['Country you live in', 'United Kingdom'],
    ]);
    const labels = (await setup()).answers().map(([label]) => label);
    expect(labels).not.to.include.oneOf(['Type of business', 'Country you live in']);
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
    expect(buttons.map(nameOf)).to.deep.equal(['Change Your business', 'Change About you']);
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
    expect(words(find(element, '#summary li'))).to.equal('Go back and answer all the questions about you');
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
    expect(nameOf(focused()!)).to.equal('Change About you');
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
      ['Which of these applies to your home?', 'I rent it (tenant)'],
      ['Previous address', '2 Old Road, London, Greater London, EC2A 4HT'],
      ['When did you move in?', '5 June 2009'],
      ['Which of these applied to this home?', 'I rent it (tenant)'],
    ]);
    await expect(element).to.be.accessible();
  });

  it('points out what looks unusual beside the answer, and creates the application all the same', async () => {
    const { element, stack } = await setup();
    const warnings = () => all(element, 'dd [part="warning"]').map(words);
    await waitUntil(() => warnings().length === 2, 'both are pointed out');
    expect(warnings()).to.deep.equal([
      'Check the registration number. Most have 8 characters, like 01234567',
      'Check your phone number. It may be too short or too long',
    ]);
    await expect(element).to.be.accessible();
    await finish(element);
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('leads from what looks unusual to where it is changed', async () => {
    const { element } = await setup();
    const buttons = () => all<HTMLButtonElement>(element, '[part="warning"] button');
    await waitUntil(() => buttons().length === 2, 'both are pointed out');
    const [, phone] = buttons();
    const { step, problems } = await eventAfter(element, 'lending-change', () => phone!.click());
    expect([step, ...problems.map(({ path, reason }) => `${path} ${reason}`)]).to.eql([
      'applicant',
      'phone_number unusual',
    ]);
  });

  it('has room for its buttons on a narrow page with large letters', async () => {
    const { element } = await setup();
    element.setAttribute('style', 'width: 220px; font-size: 32px');
    for (const button of all(element, 'header button')) {
      expect(button.getBoundingClientRect().right).to.be.at.most(element.getBoundingClientRect().right);
    }
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
        'Your application has been created with these answers. You cannot change them now.',
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
});
