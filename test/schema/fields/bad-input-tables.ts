// What is sent, or what the applicant is told, for every field and every kind of bad input.

const yearsAgo = (years: number) => new Date().getFullYear() - years;

type Row = Readonly<Record<string, string>>;

/** What is typed or pasted into any field, by its name in the tables. */
export const INPUTS = {
  empty: '',
  blank: ' \t\u00a0',
  invisible: '\u200b\u2066\ufeff\u0000\u2800',
  '300 characters': 'x'.repeat(300),
  emoji: '🏦',
  override: '\u202eJane',
  markup: '<b>x</b>',
  NUL: 'a\u0000b',
};
type Kind = Record<keyof typeof INPUTS, string>;

const all = (answer: string): Kind => Object.fromEntries(Object.keys(INPUTS).map((name) => [name, answer])) as Kind;
const missing = (answer: string) => ({ empty: answer, blank: answer, invisible: answer });

/** Free text: nothing is rejected but too much, and nothing is taken away but what nobody sees. */
const line = (empty: string, name: string, maximum = 200): Kind => ({
  ...missing(empty),
  '300 characters': `too-long: ${name} must be ${maximum} characters or fewer`,
  emoji: 'sends "🏦"',
  override: 'sends "Jane"',
  markup: 'sends "<b>x</b>"',
  NUL: 'sends "ab"',
});
const capitals = (empty: string, name: string, maximum: number): Kind => ({
  ...line(empty, name, maximum),
  override: 'sends "JANE"',
  markup: 'sends "<B>X</B>"',
  NUL: 'sends "AB"',
});
const postcode = (empty: string, name: string) => capitals(empty, name, 20);
const inWords = (name: string) =>
  `date-words: Use numbers, like 10 7 2020, for ${name.replace(/^[TY]/, (first) => first.toLowerCase())}`;
/** The day is what is bad; month and year are good. */
const day = (name: string): Kind => ({
  ...all(`not-real: ${name} must be a real date`),
  '300 characters': inWords(name),
  override: inWords(name),
  ...missing(`date-missing: ${name} must include a day`),
});
const amount = (empty: string, name: string): Kind => ({
  ...all(`not-money: Enter ${name.replace('The ', 'the ')} in digits, like 25,000`),
  ...missing(empty),
});

const IMPLIED = line('empty: Enter this answer', 'This answer', 100);
/** A code that the country of the address decides, and which the settings may not have. */
const CODE = line('sends nothing', 'The country of your home', 100);
const PHONE = 'Enter a phone number in digits, like 01632 960 001, 07700 900 982 or +44 808 157 0192';
const EMAIL = 'Enter an email address in the correct format, like name@example.com';

export const EVERY_FIELD: Record<string, Record<string, Kind>> = {
  company: {
    registered_name: line('empty: Enter the registered name of the business', 'The registered name of the business'),
    registered_number: capitals('empty: Enter the registration number', 'The registration number', 50),
    type: line('empty: Select the type of business', 'The type of business', 100),
    formation_date: day('The date the business was formed'),
    trading_from_date: day('The date the business started trading'),
    region: IMPLIED,
    'address.house_number': line(
      'empty: Enter the building name or number of the business',
      'The building name or number of the business',
    ),
    'address.line_1': line('empty: Enter the street of the business address', 'The street of the business address'),
    'address.city': line('sends nothing', 'The town or city of the business address'),
    'address.county': line('sends nothing', 'The county of the business address'),
    'address.postcode': postcode('sends nothing', 'The postcode of the business address'),
    'address.country_code': IMPLIED,
  },
  applicant: {
    first_name: line('empty: Enter your first name', 'Your first name'),
    last_name: line('empty: Enter your last name', 'Your last name'),
    date_of_birth: day('Your date of birth'),
    email: {
      ...all(`format: ${EMAIL}`),
      ...missing('empty: Enter your email address'),
      '300 characters': 'too-long: Your email address must be 254 characters or fewer',
      emoji: 'letters: Enter an email address without accented or special letters, like name@example.com',
    },
    phone_number: {
      ...all(`format: ${PHONE}`),
      ...missing('empty: Enter your phone number'),
      '300 characters': 'too-long: Your phone number must be 40 characters or fewer',
    },
    country_of_residence: line('empty: Select the country you live in', 'The country you live in', 100),
    'addresses.0.house_number': line(
      'empty: Enter the building name or number of your home',
      'The building name or number of your home',
    ),
    'addresses.0.line_1': line('empty: Enter the street you live in', 'The street you live in'),
    'addresses.0.city': line('empty: Enter the town or city you live in', 'The town or city you live in'),
    'addresses.0.county': line('sends nothing', 'The county you live in'),
    'addresses.0.postcode': postcode('empty: Enter your postcode', 'Your postcode'),
    'addresses.0.start_date': day('The date you moved in'),
    'addresses.0.status': line('empty: Select what applies to your home', 'What applies to your home', 100),
    'addresses.0.country_code': CODE,
    'addresses.0.region': line('sends nothing', 'This answer', 100),
    // Nobody is asked for it, and nothing is an answer.
    'addresses.0.current': {
      ...all('format: Check this answer. It is not in the correct format'),
      ...missing('sends nothing'),
    },
  },
  prequalification: {
    funding_amount: amount('empty: Enter the amount you want to borrow', 'The amount you want to borrow'),
    monthly_revenue: amount('empty: Enter the business’s monthly revenue', 'The business’s monthly revenue'),
    any_ccj: all('empty: Select yes if the business has any county court judgments'),
  },
};

/** Dates as day | month | year, one for each sentence. `date` is how the field sends 27 March 1985, `name` how its sentences begin. */
const dates = (date: string, name: string, noun: string, minimum: number, isPast = false): Row => ({
  '||': `empty: Enter ${noun}`,
  '27||1985': `date-missing: ${name} must include a month`,
  '||1985': `date-missing: ${name} must include a day and a month`,
  '27|3|85': `date-year: ${name} must include a year with 4 numbers, like ${yearsAgo(isPast ? 40 : 10)}`,
  'tenth|July|2000': `date-words: Use numbers, like 10 7 2020, for ${noun}`,
  '31|2|2000': `not-real: ${name} must be a real date`,
  [`31|12|${minimum - 1}`]: `date-early: ${name} must be in ${minimum} or later`,
  '31|12|2999': isPast ? `not-past: ${name} must be in the past` : `future: ${name} must be today or in the past`,
  '27|3|1985': `sends ${date}`,
});

/** Amounts, one for each sentence. */
const amounts = (name: string, small: string, zero: string): Row => ({
  '£25,000.00': 'sends 25000',
  '1e400': `not-money: Enter ${name.replace('The ', 'the ')} in digits, like 25,000`,
  '25.125': `decimals: ${name} must have no more than 2 decimal places. For thousands, use a comma, like 25,000`,
  '-1': `too-small: ${small}`,
  '0': zero,
  '1000000000001': `too-large: ${name} must be £1,000,000,000,000 or less`,
});

/** What only some fields get: dates, telephone numbers, money. */
export const MORE: Record<string, Record<string, Row>> = {
  company: {
    formation_date: dates(
      '"1985-03-27 00:00:00.000"',
      'The date the business was formed',
      'the date the business was formed',
      1600,
    ),
    trading_from_date: dates(
      '"1985-03-27 00:00:00.000"',
      'The date the business started trading',
      'the date the business started trading',
      1600,
    ),
  },
  applicant: {
    date_of_birth: dates('"1985-03-27"', 'Your date of birth', 'your date of birth', 1900, true),
    'addresses.0.start_date': dates('"27/03/1985"', 'The date you moved in', 'the date you moved in', 1900),
    phone_number: {
      '020 7946 0958 ext. 12': 'extension: Enter your phone number without the extension, like 01632 960 001',
    },
  },
  prequalification: {
    funding_amount: amounts(
      'The amount you want to borrow',
      'The amount you want to borrow must be more than £0',
      'too-small: The amount you want to borrow must be more than £0',
    ),
    monthly_revenue: amounts(
      'The business’s monthly revenue',
      'The business’s monthly revenue must be £0 or more',
      'sends 0',
    ),
  },
};
