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

const lower = (name: string) => name.replace(/^[TYW]/, (first) => first.toLowerCase());
const enter = (name: string) => `empty: Enter ${lower(name)}`;
const select = (name: string) => `empty: Select ${lower(name)}`;
const NOTHING = 'sends nothing';

/** Free text: nothing is rejected but too much, and nothing is taken away but what nobody sees. */
const line = (name: string, maximum = 200, empty = enter(name)): Kind => ({
  ...missing(empty),
  '300 characters': `too-long: ${name} must be ${maximum} characters or fewer`,
  emoji: 'sends "🏦"',
  override: 'sends "Jane"',
  markup: 'sends "<b>x</b>"',
  NUL: 'sends "ab"',
});
const choice = (name: string) => line(name, 100, select(name));
const capitals = (name: string, maximum: number, empty = enter(name)): Kind => ({
  ...line(name, maximum, empty),
  override: 'sends "JANE"',
  markup: 'sends "<B>X</B>"',
  NUL: 'sends "AB"',
});
const inWords = (name: string) => `date-words: Use numbers, like 10 7 2020, for ${lower(name)}`;
/** The day is what is bad; month and year are good. */
const day = (name: string): Kind => ({
  ...all(`not-real: ${name} must be a real date`),
  '300 characters': inWords(name),
  override: inWords(name),
  ...missing(`date-missing: ${name} must include a day`),
});
const notMoney = (name: string) => `not-money: Enter ${lower(name)} in digits, like 25,000`;
const amount = (name: string): Kind => ({ ...all(notMoney(name)), ...missing(enter(name)) });

/** The only letters that no register has are those without a digit. */
const noDigit = all('format: Enter the registration number with its digits, like 01234567');

/** Words for "none", as people write them in our languages. */
const NONE =
  'none yet|n/a|N.A.|NA|-|—|?|…|no|No.|none|(none)|nil|pending|unknown|TBC|t.b.a.|not applicable|Not Registered Yet|not yet|no number|' +
  'I don’t have one|do not know|to be confirmed|applied for|awaiting registration|xxx|keine|k. A.|noch keine|entfällt|aucun|néant|' +
  'sans numéro|en cours|ninguno|s/n|sin número|aún no|brak|nie dotyczy|nie mam|dim|ddim yn berthnasol|لا يوجد|غير متوفر';
const blank = (answer: string): Row => Object.fromEntries(NONE.split('|').map((word) => [word, answer]));
const sends = (...rows: string[]): Row =>
  Object.fromEntries(
    rows.map((one) => one.split(' > ')).map(([typed, wire = typed!]) => [typed!, `sends ${JSON.stringify(wire)}`]),
  );
/** A name is what somebody is called: nothing is taken away. */
const NAMES = sends('No', 'None', 'N/A', 'Nil', 'Unknown');

const PHONE = 'Enter a phone number in digits, like 01632 960 001, 07700 900 982 or +44 808 157 0192';
const EMAIL = 'Enter an email address in the correct format, like name@example.com';

export const EVERY_FIELD: Record<string, Record<string, Kind>> = {
  company: {
    registered_name: line('The registered name of the business'),
    registered_number: {
      ...noDigit,
      ...missing(enter('The registration number')),
      '300 characters': 'too-long: The registration number must be 50 characters or fewer',
    },
    type: choice('The type of business'),
    formation_date: day('The date the business was formed'),
    trading_from_date: day('The date the business started trading'),
    // Codes that the country of the address decides, and which the settings may not have.
    region: line('This answer', 100, NOTHING),
    'address.house_number': line('The building name or number of the business'),
    'address.line_1': line('The street of the business address'),
    'address.city': line('The town or city of the business address', 200, NOTHING),
    'address.county': line('The county of the business address', 200, NOTHING),
    'address.postcode': capitals('The postcode of the business address', 20, NOTHING),
    'address.country_code': line('The country of the business address', 100, NOTHING),
  },
  applicant: {
    first_name: line('Your first name'),
    last_name: line('Your last name'),
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
    country_of_residence: choice('The country you live in'),
    'addresses.0.house_number': line('The building name or number of your home'),
    'addresses.0.line_1': line('The street you live in'),
    'addresses.0.city': line('The town or city you live in'),
    'addresses.0.county': line('The county you live in', 200, NOTHING),
    'addresses.0.postcode': capitals('Your postcode', 20),
    'addresses.0.start_date': day('The date you moved in'),
    'addresses.0.status': choice('What applies to your home'),
    'addresses.0.country_code': line('The country of your home', 100, NOTHING),
    'addresses.0.region': line('This answer', 100, NOTHING),
    // Nobody is asked for it, and nothing is an answer.
    'addresses.0.current': {
      ...all('format: Check this answer. It is not in the correct format'),
      ...missing('sends nothing'),
    },
  },
  prequalification: {
    funding_amount: amount('The amount you want to borrow'),
    monthly_revenue: amount('The business’s monthly revenue'),
    any_ccj: all('empty: Select yes if the business has any county court judgments'),
  },
};

/** Dates as day | month | year, one for each sentence. `date` is how the field sends 27 March 1985, `name` how its sentences begin. */
const dates = (date: string, name: string, minimum: number, isPast = false): Row => ({
  '||': enter(name),
  ' |\t|\u00a0': enter(name),
  '27||1985': `date-missing: ${name} must include a month`,
  '||1985': `date-missing: ${name} must include a day and a month`,
  '27|3| ': `date-missing: ${name} must include a year`,
  '27|3|85': `date-year: ${name} must include a year with 4 numbers, like ${yearsAgo(isPast ? 40 : 10)}`,
  'tenth|July|2000': inWords(name),
  '31|2|2000': `not-real: ${name} must be a real date`,
  [`31|12|${minimum - 1}`]: `date-early: ${name} must be in ${minimum} or later`,
  '31|12|2999': isPast ? `not-past: ${name} must be in the past` : `future: ${name} must be today or in the past`,
  [`27|3|${minimum}`]: `sends ${date.replace('1985', String(minimum))}`,
  '27|3|1985': `sends ${date}`,
});

/** Amounts, one for each sentence. */
const amounts = (name: string, limit: string, zero = `too-small: ${name} must be ${limit}`): Row => ({
  '£25,000.00': 'sends 25000',
  '25, 000': 'sends 25000',
  '$25,000': `currency: Enter ${lower(name)} as one amount in pounds, not in another currency`,
  '25,000-30,000': `range: Enter ${lower(name)} as one amount in pounds, not as a range`,
  '~25000': `about: Enter ${lower(name)} as one amount in pounds, like 25,000, without “about” or other words and signs`,
  '1e400': notMoney(name),
  '25.125': `decimals: ${name} must have no more than 2 decimal places. For thousands, use a comma, like 25,000`,
  '-1': `too-small: ${name} must be ${limit}`,
  '0': zero,
  '1000000000001': `too-large: ${name} must be £1,000,000,000,000 or less`,
});

/** What only some fields get: dates, telephone numbers, money. */
export const MORE: Record<string, Record<string, Row>> = {
  company: {
    registered_name: { ...NAMES, ...sends('Sample S.A.', 'Sample Inc.', 'Sample Bros.', 'Sample full stop') },
    registered_number: {
      ...blank(enter('The registration number')),
      ...sends('01234567. > 01234567', '1234567.0 > 1234567', 'NO000123'),
      acme: noDigit.emoji,
    },
    'address.house_number': {
      ...blank(enter('The building name or number of the business')),
      ...sends(
        'Rose Cottage. > Rose Cottage',
        'None Go By',
        'Nonsuch House',
        'No 7',
        '12.0 > 12',
        '12. > 12',
        'Flat 2.0',
      ),
    },
    'address.line_1': {
      ...blank(enter('The street of the business address')),
      ...sends(
        'Sample Lane. > Sample Lane',
        'Sample Rd., > Sample Rd',
        'Sample Lane, full stop. > Sample Lane',
        '12th St. N.W.',
        "St. Mary’s Row > St. Mary's Row",
      ),
    },
    formation_date: dates('"1985-03-27 00:00:00.000"', 'The date the business was formed', 1600),
    trading_from_date: dates('"1985-03-27 00:00:00.000"', 'The date the business started trading', 1600),
  },
  applicant: {
    first_name: {
      ...NAMES,
      ...sends('Jane. > Jane', 'Jo. > Jo.', 'J.', 'Geo.', 'José… > José', 'Jane full stop > Jane'),
    },
    last_name: {
      ...NAMES,
      ...sends("O’Hara. > O'Hara", 'Doe Jr.', 'Doe Jnr.', 'Doe Snr.', 'Doe Jun.', 'Doe Esq.', 'Doe Ph.D.'),
    },
    'addresses.0.house_number': blank(enter('The building name or number of your home')),
    'addresses.0.city': { ...NAMES, ...sends('Whitby. > Whitby', 'St. Albans', 'Washington D.C.', 'Westward Ho!') },
    'addresses.0.county': blank(NOTHING),
    'addresses.0.postcode': blank(enter('Your postcode')),
    date_of_birth: dates('"1985-03-27"', 'Your date of birth', 1900, true),
    'addresses.0.start_date': dates('"27/03/1985"', 'The date you moved in', 1900),
    phone_number: {
      '020 7946 0958 ext. 12': 'extension: Enter your phone number without the extension, like 01632 960 001',
    },
  },
  prequalification: {
    funding_amount: amounts('The amount you want to borrow', 'more than £0'),
    monthly_revenue: amounts('The business’s monthly revenue', '£0 or more', 'sends 0'),
  },
};
