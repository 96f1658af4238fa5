import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { LendingCompanyElement } from '../../src/components/lending-company.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { typedCompany } from '../fixtures/samples.mjs';
import { formedApplication } from '../fixtures/wire.js';
import { control, eventAfter, find, finish, focused, submit, summary, type } from '../support/form.js';
import { formTests } from '../support/form-tests.js';
import { waitUntil } from '../support/wait.js';

LendingCompanyElement.define();

const FORMED = 'The date the business was formed';
const formed = (day: string, month: string, year: string) => ({
  'formation_date.day': day,
  'formation_date.month': month,
  'formation_date.year': year,
});

describe('<lending-company>', () => {
  const setup = (properties: object = {}) =>
    fixture<LendingCompanyElement>(html`${Object.assign(new LendingCompanyElement(), properties)}`);

  formTests({
    setup,
    typed: typedCompany,
    value: () => formedApplication().company,
    empty: [
      ['Enter the registered name of the business', 'registered_name'],
      ['Enter the registration number', 'registered_number'],
      ['Enter the date the business was formed', 'formation_date.day'],
      ['Enter the date the business started trading', 'trading_from_date.day'],
      ['Enter the building name or number of the business', 'address.house_number'],
      ['Enter the street of the business address', 'address.line_1'],
    ],
    bad: [
      ['a day that does not exist', formed('31', '2', '2020'), `${FORMED} must be a real date`, 'formation_date.day'],
      ['a leap day of another year', formed('29', '2', '2019'), `${FORMED} must be a real date`, 'formation_date.day'],
      ['a thirteenth month', formed('1', '13', '2020'), `${FORMED} must be a real date`, 'formation_date.month'],
      ['letters in a date', formed('x', '7', '2020'), `${FORMED} must be a real date`, 'formation_date.day'],
      ['a missing month', formed('10', '', '2020'), `${FORMED} must include a month`, 'formation_date.month'],
      ['a day alone', formed('10', '', ''), `${FORMED} must include a month and a year`, 'formation_date.month'],
      [
        'a year of two digits',
        formed('10', '7', '20'),
        `${FORMED} must include a year with 4 numbers, like ${new Date().getFullYear() - 10}`,
        'formation_date.year',
      ],
      ['a day to come', formed('1', '1', '2999'), `${FORMED} must be today or in the past`, 'formation_date.day'],
      [
        '300 characters',
        { registered_name: 'x'.repeat(300) },
        'The registered name of the business must be 200 characters or fewer',
        'registered_name',
      ],
      [
        'characters that nobody sees',
        { registered_name: '\u200B\u202E \u0000' },
        'Enter the registered name of the business',
        'registered_name',
      ],
    ],
    good: [
      ['spaces around and characters that nobody sees', { registered_name: ' Acme\u200B  LTD ' }],
      ['zeros before and full-width digits', formed('10', '07', '２０２０')],
    ],
  });

  it('keeps markup as text', async () => {
    const element = await setup();
    const markup = '<img src=x onerror=alert(1)>';
    type(element, { ...typedCompany(), registered_name: markup });
    await finish(element);
    expect(element.value?.registered_name).to.equal(markup);
    expect(find(element, 'img')).to.be.null;
  });

  it('sends the only type of business without a question', async () => {
    expect(control(await setup(), 'type')).to.be.null;
  });

  it('asks for the type where there are several, and for nothing that was typed again', async () => {
    const element = await setup();
    type(element, typedCompany());
    element.settings = { ...defaultSettings, company_types: [{ value: 'ltd' }, { value: 'plc', label: 'Public' }] };
    await element.updateComplete;
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    expect(summary(element)).to.deep.equal([{ text: 'Select the type of business', target: 'type' }]);
    await expect(element).to.be.accessible();
    type(element, { type: 'plc' });
    await finish(element);
    expect(element.value).to.include({ registered_name: 'Acme LTD', type: 'plc' });
  });

  it('is completed with the keyboard alone', async () => {
    const element = await setup();
    control(element, 'registered_name').focus();
    // WebKit's driver drops the second of two equal letters.
    const street = { 'address.line_1': 'Sample Road' };
    for (const text of Object.values({ ...typedCompany(), ...street })) {
      await sendKeys({ type: text });
      await sendKeys({ press: 'Tab' });
    }
    expect(focused()?.getAttribute('part')).to.equal('submit');
    await eventAfter(element, 'lending-submitted', () => void sendKeys({ press: 'Enter' }));
    const { company } = formedApplication();
    company.address.line_1 = street['address.line_1'];
    expect(JSON.parse(JSON.stringify(element.value))).to.deep.equal(company);
  });
});
