import { formTests } from '../../support/form-tests.js';
import { applicant, dated, expect, formedApplication, typedApplicant, type Screen } from '../../support/forms.js';

const EMAIL = 'Enter an email address in the correct format, like name@example.com';
const born = (day: string, month: string, year: string) => dated('date_of_birth', day, month, year);
const moved = (day: string, month: string, year: string) => dated('addresses.0.start_date', day, month, year);

describe('<lending-applicant>', () => {
  formTests({
    setup: applicant,
    typed: typedApplicant,
    value: () => formedApplication().applicant,
    empty: [
      ['Enter your first name', 'first_name'],
      ['Enter your last name', 'last_name'],
      ['Enter your date of birth', 'date_of_birth.day'],
      ['Enter your email address', 'email'],
      ['Enter your phone number', 'phone_number'],
      ['Enter the building name or number of your home', 'addresses.0.house_number'],
      ['Enter the street you live in', 'addresses.0.line_1'],
      ['Enter the town or city you live in', 'addresses.0.city'],
      ['Enter your postcode', 'addresses.0.postcode'],
      ['Enter the date you moved in', 'addresses.0.start_date.day'],
      ['Answer “Do you rent your home?”', 'addresses.0.status'],
    ],
    bad: [
      ['a day that does not exist', born('31', '2', '2000'), 'Your date of birth must be a real date'],
      [
        'a month that does not exist',
        moved('1', '14', '2012'),
        'The date you moved in must be a real date',
        'addresses.0.start_date.month',
      ],
      ['an e-mail without @', { email: 'jane.doe' }, EMAIL],
    ],
    good: [
      ['a phone number with a leading 0', { phone_number: '0 123-21 321' }],
      ['a phone number with 00', { phone_number: '00 44 (0)123 21321' }],
      ['a postcode in small letters', { 'addresses.0.postcode': ' ec2a  4ht' }],
    ],
  });

  const paste = (form: Screen, name: string, text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    // Firefox does not create a clipboard event with data.
    const event = new Event('paste', { bubbles: true, cancelable: true });
    form.field(name).dispatchEvent(Object.assign(event, { clipboardData }));
    return ['day', 'month', 'year'].map((part) => form.field(`date_of_birth.${part}`).value);
  };

  for (const text of ['10/7/2000', '10 July 2000', '2000-07-10']) {
    it(`spreads a whole date over its three inputs when it is pasted: ${text}`, async () => {
      const form = await applicant({}, born('1', '', ''));
      const [day, month, year] = paste(form, 'date_of_birth.month', text);
      expect(day).to.equal('10');
      expect(month).to.equal(text.includes('July') ? 'July' : text.includes('-') ? '07' : '7');
      expect(year).to.equal('2000');
      await form.finish();
      expect(form.value?.date_of_birth).to.equal('2000-07-10');
    });
  }

  for (const text of ['7/31/2000', '10', 'July 2000', 'hello']) {
    it(`lets the browser paste other text into a date: ${text}`, async () => {
      const form = await applicant();
      form.type(born('1', '2', '1999'));
      expect(paste(form, 'date_of_birth.day', text)).to.deep.equal(['1', '2', '1999']);
    });
  }

  it('does not paste over a read-only date', async () => {
    const settings = { readOnly: ['applicant.date_of_birth'] };
    const form = await applicant({ settings, prefill: { date_of_birth: '1999-02-01' } });
    await form.updated();
    expect(paste(form, 'date_of_birth.day', '10/7/2000')).to.deep.equal(['1', '2', '1999']);
  });

  it('uses the phone library for a number without a leading 0 or +', async () => {
    // Here it may take longer to load than an applicant has to wait.
    await import('../../../src/schema/fields/phone-library.js');
    const form = await applicant({}, { phone_number: '7911 123456' });
    await form.finish();
    expect(form.value?.phone_number).to.equal('+447911123456');
    expect(form.field('phone_number').value).to.equal('7911 123456');
  });

  it('sets the autocomplete attribute of each field', async () => {
    const form = await applicant();
    const tokens = ['first_name', 'email', 'phone_number', 'date_of_birth.year', 'addresses.0.postcode'];
    expect(tokens.map((id) => form.field(id).getAttribute('autocomplete'))).to.deep.equal([
      'given-name',
      'email',
      'tel',
      'bday-year',
      'postal-code',
    ]);
  });
});
