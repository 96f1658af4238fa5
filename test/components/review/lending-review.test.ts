import type { LendingEditEvent } from '../../../src/base/events.js';
import { sampleApplication } from '../../../stories/support/samples.mjs';
import { accepted, expect, focused, nameOf, setup, told, waitUntil, words, type Screen } from '../../support/review.js';

describe('<lending-review>', () => {
  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('shows every answer in words', async () => {
    const { answers } = await setup();
    expect(answers()).to.deep.equal([
      ['Registered name of the business', 'Acme LTD'],
      ['Registration number', '12345'],
      ['Type of business', 'Private limited company (Ltd)'],
      ['Date formed', '10 July 2020'],
      ['Date trading started', '10 July 2020'],
      ['Address', '1 Sample Street'],
      ['Country of the business', 'United Kingdom'],
      ['Name', 'Jane Doe'],
      ['Date of birth', '10 July 2000'],
      ['Email address', 'jane.doe@example.com'],
      ['Phone number', '+44 123 21321'],
      ['Country you live in', 'United Kingdom'],
      ['Home address', '2 Sample Road, London, Greater London, EC2A 4HT'],
      ['Date moved in', '1 February 2012'],
      ['Rented home', 'Yes'],
    ]);
  });

  it('has each button on the line of its row, in a narrow and in a wide place', async () => {
    const { screen, element } = await setup();
    const middle = (part: Element) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const [line] = range.getClientRects();
      return Math.round(line!.top + line!.height / 2);
    };
    for (const width of [350, 640]) {
      element.parentElement!.style.width = `${width}px`;
      const rows = screen.all('.row');
      const lines = rows.map((row) => middle(row.querySelector('.asked')!));
      expect(rows.map((row) => middle(row.querySelector('.action, summary b')!))).to.deep.equal(lines);
      const low = rows.filter((row) => row.querySelector('.action, summary')!.getBoundingClientRect().height < 44);
      expect(low, 'each target is high enough').to.be.empty;
    }
  });

  it('keeps a postcode and a telephone number in one line, in their order in a page from right to left', async () => {
    const { screen } = await setup({ dir: 'rtl' });
    const phone = screen.all('bdi').find((one) => one.textContent!.includes('+44'))!;
    expect(getComputedStyle(phone).direction).to.equal('ltr');
    expect(
      screen
        .all('bdi')
        .map(({ textContent }) => textContent)
        .join(),
    ).to.include('EC2A\u00a04HT');
    expect(phone.textContent).to.equal('+44\u00a0123\u00a021321');
  });

  it('shows the partner’s words for a code, or else the code', async () => {
    const value = sampleApplication();
    value.company.type = 'plc';
    value.applicant.addresses[0]!.status = 'other';
    const companyTypes = [{ value: 'plc', label: 'Public company' }, { value: 'ltd' }];
    const { answers } = await setup({ value, settings: { companyTypes } });
    expect(answers().map(([, answer]) => answer)).to.include.members(['Public company', 'other']);
  });

  it('shows each implied answer and each chosen answer once', async () => {
    const countriesOfResidence = [{ value: 'United Kingdom' }, { value: 'France' }];
    const companyTypes = [{ value: 'plc', label: 'Public company' }];
    const settings = { countriesOfResidence, companyTypes };
    const { answers } = await setup({ settings });
    expect(answers()).to.deep.include.members([
      ['Type of business', 'Private limited company (Ltd)'],
      ['Country you live in', 'United Kingdom'],
    ]);
    expect(answers().filter(([, answer]) => answer === 'United Kingdom')).to.have.length(2);
  });

  it('shows the country, the region and an unknown code, if they differ', async () => {
    const value = sampleApplication();
    value.company.region = 'North';
    value.applicant.country_of_residence = 'France';
    Object.assign(value.applicant.addresses[0]!, { region: 'EMEA', country_code: 'fr' });
    const countriesOfResidence = [{ value: 'France' }];
    const { answers } = await setup({ value, settings: { countriesOfResidence, region: 'IE' } });
    const places = answers().filter(([label]) => /Country|Region/.test(label!));
    expect(places).to.deep.equal([
      ['Country of the business', 'United Kingdom'],
      ['Region', 'North'],
      ['Region of the application', 'Ireland'],
      ['Country you live in', 'France'],
      ['Region', 'EMEA'],
    ]);
  });

  it('shows the country inside each address about whose country the form asks', async () => {
    const { company, applicant } = sampleApplication();
    const [home] = applicant.addresses;
    const places = [
      { country_code: 'UK', region: 'UK' },
      { country_code: 'FR', region: 'EU' },
      { country_code: 'IE', region: undefined },
      { country_code: undefined, region: undefined },
    ];
    const addresses = places.map((place, index) => ({ ...home!, ...place, current: index ? undefined : 'true' }));
    const settings = {
      countriesOfResidence: [{ value: 'United Kingdom' }, { value: 'Ireland' }],
    };
    const { answers } = await setup({ settings, value: { company, applicant: { ...applicant, addresses } } });
    const shown = answers().filter(([label]) => /^(Home|Previous) address$/.test(label!));
    const line = '2 Sample Road, London, Greater London, EC2A 4HT';
    expect(shown.map(([, answer]) => answer)).to.deep.equal([
      `${line}, United Kingdom`,
      `${line}, France, European Union`,
      `${line}, Ireland`,
      line,
    ]);
  });

  it('shows the country inside the address of the business if the form asks for it', async () => {
    const settings = { countries: [{ name: 'Jersey', countryCode: 'JE' }] };
    for (const [country_code, region, words] of [
      ['UK', 'GB', ', United Kingdom'],
      ['JE', 'JE', ', Jersey'],
      [undefined, undefined, ''],
    ] as const) {
      const value = sampleApplication();
      Object.assign(value.company, { region, registered_number: '123456' });
      Object.assign(value.company.address, { country_code });
      const { answers, screen } = await setup({ value, settings });
      expect(answers()).to.deep.include(['Address', `1 Sample Street${words}`]);
      expect(answers().map(([label]) => label)).not.to.include.members(['Country of the business', 'Region']);
      const isAsked = () => !!screen.part('suggestion');
      if (country_code === 'UK') await waitUntil(isAsked, 'a number with zeros is suggested');
      else expect(isAsked()).to.be.false;
    }
  });

  it('shows "No" for the residential status if that was the answer, and “Not given” if there was none', async () => {
    const value = sampleApplication();
    delete value.applicant.addresses[0]!.status;
    const last = async (settings: object = {}) => (await setup({ value, settings })).answers().at(-1);
    expect(await last()).to.deep.equal(['Rented home', 'No']);
    const rule = (name: string) => ({ fields: { 'applicant.addresses.status': name } });
    expect(await last(rule('optional'))).to.deep.equal(['Rented home', 'Not given']);
    expect((await last(rule('hidden')))![0]).to.equal('Date moved in');
    const residentialStatuses = [{ value: 'tenant' }, { value: 'owner' }];
    expect((await last({ residentialStatuses }))![1]).to.equal('Not given');
  });

  describe('next to implied answers', () => {
    const support = { name: 'Sample support', url: 'https://partner.example/help', phone: '020 7946 0958' };
    const fixed = (screen: Screen) =>
      screen.all('details').map((details) => words(details.closest('.row')!.querySelector('.asked')));
    async function open(settings: object = {}, properties: object = {}) {
      const { element, screen } = await setup({ settings, ...properties });
      const details = screen.find<HTMLDetailsElement>('details')!;
      details.querySelector('summary')!.click();
      const [summary, ...sentences] = [...details.children].map(words);
      return { element, details, summary, sentences };
    }

    it('has "Not right?" there, but not next to chosen answers', async () => {
      const { screen } = await setup();
      expect(fixed(screen)).to.deep.equal(['Type of business', 'Country of the business', 'Country you live in']);
      const chosen = { companyTypes: [{ value: 'ltd' }, { value: 'plc' }] };
      expect(fixed((await setup({ settings: chosen })).screen)).not.to.include('Type of business');
    });

    it('has "Not right?" next to read-only answers, too', async () => {
      const settings = { readOnly: ['company.registered_name', 'applicant.addresses.city'] };
      const { screen } = await setup({ settings });
      expect(fixed(screen)).to.include.members(['Registered name of the business', 'Home address']);
    });

    it('explains what to do, and names a contact', async () => {
      const { element, details, summary, sentences } = await open({ partner: { support } });
      expect(details.open).to.be.true;
      expect(summary).to.equal('Not right? (Type of business)');
      expect(sentences).to.deep.equal([
        'If this is not true for you, do not send this application. Ask Sample support how you can apply.',
        'Contact Sample support: partner.example/help (opens in a new tab) or 020 7946 0958',
      ]);
      await expect(element).to.be.accessible();
    });

    it('says “this site” if the partner has no name', async () => {
      const [sentence] = (await open()).sentences;
      expect(sentence).to.equal(
        'If this is not true for you, do not send this application. Ask this site how you can apply.',
      );
      expect((await open({ partner: { name: 'Sample Books' } })).sentences[0]).to.contain('Ask Sample Books how');
    });

    it('shows the partner’s sentence, and leads to the partner’s page', async () => {
      const reportError = { text: 'Call your adviser.', url: 'https://partner.example/not-right' };
      const { details, sentences } = await open({ reportError, partner: { support } });
      const [page] = details.querySelectorAll('a');
      expect([page!.href, page!.target, page!.rel]).to.deep.equal([reportError.url, '_blank', 'noopener noreferrer']);
      expect(sentences).to.deep.equal(['Call your adviser.', 'What to do if this is not right (opens in a new tab)']);
    });

    it('does not link to a URL that is not a web page', async () => {
      const { details } = await open({ reportError: { url: 'javascript:alert(1)' } });
      expect(details.querySelector('a')).to.be.null;
    });

    it('does not advise "do not send" after the answers were sent', async () => {
      const { sentences } = await open({}, { created: true });
      expect(sentences).to.deep.equal(['If this is not true, tell this site.']);
    });
  });

  it('shows markup as text', async () => {
    const value = sampleApplication();
    value.company.registered_name = '<img src=x onerror=alert(1)>';
    const { screen, answers } = await setup({ value });
    expect(answers()[0]![1]).to.equal('<img src=x onerror=alert(1)>');
    expect(screen.find('img')).to.be.null;
  });

  it('has a button in each row that can be changed, which names the answer and asks to change it', async () => {
    const { screen } = await setup();
    const buttons = screen.all<HTMLButtonElement>('button.action');
    expect(buttons.map(nameOf)).to.deep.equal([
      'Change Registered name of the business',
      'Change Registration number',
      'Change Date formed',
      'Change Date trading started',
      'Change Address',
      'Change Name',
      'Change Date of birth',
      'Change Email address',
      'Change Phone number',
      'Change Home address',
      'Change Date moved in',
      'Change Rented home',
    ]);
    const events = screen.heard('lending-edit') as LendingEditEvent[];
    for (const button of buttons) button.click();
    expect(events.map(({ step, field, problems }) => [`${step}.${field}`, problems])).to.deep.equal(
      [
        'company.registered_name',
        'company.registered_number',
        'company.formation_date',
        'company.trading_from_date',
        'company.address.house_number',
        'applicant.first_name',
        'applicant.date_of_birth',
        'applicant.email',
        'applicant.phone_number',
        'applicant.addresses.0.house_number',
        'applicant.addresses.0.start_date',
        'applicant.addresses.0.status',
      ].map((path) => [path, []]),
    );
    expect(events.map(told).join()).not.to.include('Acme');
  });

  it('has no button for answers that the applicant cannot change', async () => {
    const settings = { readOnly: ['company.registered_name'] };
    const named = (screen: Screen) => screen.all('button.action').map(nameOf);
    expect(named((await setup({ settings })).screen)).not.to.include('Change Registered name of the business');
    expect(named((await setup({ created: true })).screen)).to.be.empty;
  });

  it('puts the label next to its answer in a wide container, and above it in a narrow one, whatever the page’s width', async () => {
    const { element, screen } = await setup();
    const tops = (width: string) => {
      element.style.width = width;
      return ['.asked', '.answer', '.action'].map((part) => screen.find(part)!.getBoundingClientRect().top);
    };
    const [label, answer] = tops('36rem');
    expect(answer).to.equal(label);
    const [above, below, action] = tops('20rem');
    expect(below).to.be.greaterThan(above!);
    expect(action, 'beside the label').to.be.lessThan(below!);
  });

  it('names the missing answers, and links to their fields', async () => {
    const { screen, stack } = await setup({ value: { company: sampleApplication().company } });
    await screen.submitRejected();
    expect(screen.text('#summary li')).to.equal('Go back and answer all the questions about you');
    expect(stack.sandbox.calls).to.be.empty;
    const { step, problems } = await screen.event('lending-edit', () => screen.find('#summary a')!.click());
    expect([step, problems]).to.deep.equal(['applicant', []]);
  });

  it('shows the field in which a single name is sent, and a full name in one row', async () => {
    const names = async (applicant: object) => {
      const sample = sampleApplication();
      const value = { ...sample, applicant: { ...sample.applicant, ...applicant } };
      const { answers } = await setup({ value });
      return answers().filter(([label]) => /name$/i.test(label!) && label !== 'Registered name of the business');
    };
    expect(await names({})).to.deep.equal([['Name', 'Jane Doe']]);
    const rows = (first: string, last: string) => [
      ['First name', first],
      ['Last name', last],
    ];
    expect(await names({ first_name: undefined, last_name: 'Suryani' })).to.deep.equal(rows('Not given', 'Suryani'));
    expect(await names({ first_name: 'Suryani', last_name: undefined })).to.deep.equal(rows('Suryani', 'Not given'));
    expect(await names({ first_name: 'Suryani', last_name: 'Suryani' })).to.deep.equal(rows('Suryani', 'Suryani'));
  });

  it('names the answers that the backend rejects, and leads to their fields', async () => {
    const value = sampleApplication();
    value.applicant.email = 'no address';
    const { element, screen } = await setup({ value });
    await screen.submitRejected();
    const link = screen.find<HTMLAnchorElement>('#summary a')!;
    const sentence = 'Enter an email address in the correct format, like name@example.com';
    expect(words(link)).to.equal(sentence);
    expect(screen.text('.row [part="error"]')).to.equal(`Error: ${sentence}`);
    await expect(element).to.be.accessible();
    const { step, problems } = await screen.event('lending-edit', () => link.click());
    expect([step, ...problems.map(({ path, reason }) => `${path} ${reason}`)]).to.eql(['applicant', 'email format']);
    expect(nameOf(focused()!)).to.equal('Change Email address');
  });

  it('shows no row for a hidden field, and “Not given” for another answer that is missing', async () => {
    const value = sampleApplication();
    delete value.company.formation_date;
    delete value.company.registered_number;
    delete value.applicant.phone_number;
    delete value.applicant.addresses[0]!.county;
    const fields = { 'company.formation_date': 'hidden', 'applicant.phone_number': 'optional' } as const;
    const { answers } = await setup({ value, settings: { fields } });
    const labels = answers().map(([label]) => label);
    expect(labels).not.to.include('Date formed');
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
    const { element, screen, answers } = await setup({ value });
    const named = screen.all('button.action').map(nameOf);
    expect(named.filter((name) => /moved in/.test(name!))).to.deep.equal([
      'Change Date moved in',
      'Change Date moved in (2 Old Road, London, Greater London, EC2A 4HT, United Kingdom)',
    ]);
    expect(answers().slice(-6)).to.deep.equal([
      ['Home address', '2 Sample Road, London, Greater London, EC2A 4HT'],
      ['Date moved in', '1 February 2012'],
      ['Rented home', 'Yes'],
      ['Previous address', '2 Old Road, London, Greater London, EC2A 4HT, United Kingdom'],
      ['Date moved in', '5 June 2009'],
      ['Rented previous home', 'Yes'],
    ]);
    await expect(element).to.be.accessible();
  });

  it('asks about unusual answers, links to their fields, and still creates the application', async () => {
    const { element, screen, stack } = await setup();
    const warnings = () => screen.texts('.unusual button');
    await waitUntil(() => warnings().length === 2, 'both are pointed out');
    expect(warnings()).to.deep.equal([
      'Check the registration number. Most have 8 characters, like 01234567',
      'Check your phone number. It may be too short or too long',
    ]);
    expect(screen.texts('.row [part="warning"]')[1]).to.equal(warnings()[1]);
    expect(screen.text('.unusual p[aria-live]')).to.equal(
      '2 answers look unusual. Check each of them. If they are correct, you can create your application.',
    );
    await expect(element).to.be.accessible();
    const edit = await screen.event('lending-edit', () => void screen.press(warnings()[1]!));
    expect(told(edit), 'no answer').not.to.include('4412321321');
    const { step, problems } = edit;
    expect([step, ...problems.map(({ path, reason }) => `${path} ${reason}`)]).to.eql([
      'applicant',
      'phone_number unusual',
    ]);
    await screen.finish();
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('has room for its buttons on a narrow page with large letters', async () => {
    const { element, screen } = await setup();
    element.setAttribute('style', 'width: 220px; font-size: 32px');
    for (const button of screen.all('button.action')) {
      expect(button.getBoundingClientRect().right).to.be.at.most(element.getBoundingClientRect().right);
    }
  });

  describe('of a created application', () => {
    it('shows the answers, explains why they cannot be changed, and continues without a call', async () => {
      const { element, screen, stack, answers } = await setup({ created: true });
      expect(screen.text('h2')).to.equal('Your answers');
      expect(screen.text('.head + p')).to.equal(
        'Your application has been created with these answers. You cannot change them now.',
      );
      expect(answers()[0]).to.deep.equal(['Registered name of the business', 'Acme LTD']);
      expect(screen.texts('button')).to.deep.equal(['Continue']);
      await expect(element).to.be.accessible();
      const submitted = screen.heard('lending-submitted');
      const { step } = await screen.event('lending-continued', () => screen.submit());
      expect(step).to.equal('review');
      expect(submitted).to.be.empty;
      expect(stack.sandbox.calls).to.be.empty;
    });

    it('explains that the answers are not shown again where they are unknown', async () => {
      const { element, screen, answers } = await setup({ created: true, value: {} });
      expect(screen.text('.head + p')).to.match(/^Your application has been created\. .* not shown again\.$/);
      expect(answers()).to.be.empty;
      await expect(element).to.be.accessible();
    });
  });
});
