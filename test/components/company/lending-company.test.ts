import { sendKeys } from '@web/test-runner-commands';
import { formTests } from '../../support/form-tests.js';
import { company, dated, expect, focused, formedApplication, typedCompany, withSettings } from '../../support/forms.js';

const FORMED = 'The date the business was formed';
const formed = (day: string, month: string, year: string) => dated('formation_date', day, month, year);

describe('<lending-company>', () => {
  formTests({
    setup: company,
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
      ['a day that does not exist', formed('31', '2', '2020'), `${FORMED} must be a real date`],
      ['a leap day of another year', formed('29', '2', '2019'), `${FORMED} must be a real date`],
      ['a thirteenth month', formed('1', '13', '2020'), `${FORMED} must be a real date`, 'formation_date.month'],
      ['letters in a date', formed('x', '7', '2020'), `${FORMED} must be a real date`],
      ['a missing month', formed('10', '', '2020'), `${FORMED} must include a month`, 'formation_date.month'],
      ['a day alone', formed('10', '', ''), `${FORMED} must include a month and a year`, 'formation_date.month'],
      [
        'a year of two digits',
        formed('10', '7', '20'),
        `${FORMED} must include a year with 4 numbers, like ${new Date().getFullYear() - 10}`,
        'formation_date.year',
      ],
      ['a day to come', formed('1', '1', '2999'), `${FORMED} must be today or in the past`],
      [
        '300 characters',
        { registered_name: 'x'.repeat(300) },
        'The registered name of the business must be 200 characters or fewer',
      ],
      [
        'characters that nobody sees',
        { registered_name: '\u200B\u202E \u0000' },
        'Enter the registered name of the business',
      ],
    ],
    good: [
      ['spaces around and characters that nobody sees', { registered_name: ' Acme\u200B  LTD ' }],
      ['zeros before and full-width digits', formed('10', '07', '２０２０')],
    ],
  });

  it('keeps markup as text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const form = await company({}, { registered_name: markup });
    await form.finish();
    expect(form.value?.registered_name).to.equal(markup);
    expect(form.find('img')).to.be.null;
  });

  it('sends the only type of business without a question', async () => {
    expect((await company()).field('type')).to.be.null;
  });

  it('asks for the type where there are several, and for nothing that was typed again', async () => {
    const form = await company({}, {});
    form.element.settings = withSettings({ companyTypes: [{ value: 'ltd' }, { value: 'plc', label: 'Public' }] });
    await form.updated();
    expect(await form.submitRefused()).to.deep.equal([{ text: 'Select the type of business', target: 'type' }]);
    await expect(form.element).to.be.accessible();
    form.type({ type: 'plc' });
    await form.finish();
    expect(form.value).to.include({ registered_name: 'Acme LTD', type: 'plc' });
  });

  it('is completed with the keyboard alone', async () => {
    const form = await company();
    form.field('registered_name').focus();
    // WebKit's driver drops the second of two equal letters.
    const street = { 'address.line_1': 'Sample Road' };
    for (const text of Object.values({ ...typedCompany(), ...street })) {
      await sendKeys({ type: text });
      await sendKeys({ press: 'Tab' });
    }
    expect(focused()?.getAttribute('part')).to.equal('submit');
    await form.event('lending-submitted', () => void sendKeys({ press: 'Enter' }));
    const sent = formedApplication().company;
    sent.address.line_1 = street['address.line_1'];
    expect(JSON.parse(JSON.stringify(form.value))).to.deep.equal(sent);
  });
});
