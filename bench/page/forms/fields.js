// The words and fields of the journey's first step, for the forms that it is compared with.
const yearsAgo = (years) => new Date().getFullYear() - years;

export const STEP = 'Step 1 of 6';
export const STEPS = ['Business', 'You', 'Check', 'Documents', 'Funding', 'Agreement'];
export const HEADING = 'Your business';
export const ONLY = 'For UK private limited companies (Ltd).';
export const NOT_RIGHT = 'If this is not true for you, do not send this application. Ask this site how you can apply.';
export const DATE_PARTS = ['day', 'month', 'year'];

export const FIELDS = [
  {
    name: 'registered_name',
    label: 'Registered name of the business',
    noun: 'the registered name of the business',
    autocomplete: 'organization',
    maximum: 200,
  },
  {
    name: 'registered_number',
    label: 'Registration number',
    hint: '8 characters, like 01234567 or SC123456. It is on your certificate of incorporation.',
    noun: 'the registration number',
    width: 'm',
    maximum: 50,
  },
  {
    name: 'formation_date',
    label: 'When was the business formed?',
    hint: `For example, 27 3 ${yearsAgo(10)}.`,
    noun: 'the date the business was formed',
    isDate: true,
  },
  {
    name: 'trading_from_date',
    label: 'When did the business start trading?',
    hint: `Its first sale or paid work. For example, 1 6 ${yearsAgo(10)}.`,
    noun: 'the date the business started trading',
    isDate: true,
  },
];

export const ADDRESS = {
  legend: 'Business address',
  hint: 'You only need to give the number and street.',
  fields: [
    {
      name: 'address.house_number',
      label: 'Building name or number',
      hint: 'For example, 12, Flat 3 or Rose Cottage.',
      noun: 'the building name or number of the business',
      width: 'm',
      maximum: 200,
    },
    {
      name: 'address.line_1',
      label: 'Street',
      hint: 'The street, or the village if it does not have streets.',
      noun: 'the street of the business address',
      autocomplete: 'address-line1',
      maximum: 200,
    },
  ],
};

export const ALL_FIELDS = [...FIELDS, ...ADDRESS.fields];
export const capital = (noun) => noun[0].toUpperCase() + noun.slice(1);

/** Returns the id of the input that a link of the error summary leads to. */
export const firstInputOf = ({ name, isDate }) => (isDate ? `${name}.day` : name);

/** Returns the problem of three typed parts as a sentence, or nothing. */
export function dateProblem({ day, month, year }, noun) {
  const missing = Object.entries({ day, month, year }).filter(([, text]) => !text.trim());
  if (missing.length === 3) return `Enter ${noun}`;
  if (missing.length > 0) return `${capital(noun)} must include ${missing.map(([part]) => `a ${part}`).join(' and ')}`;
  if (!/^\d{4}$/.test(year.trim())) return `${capital(noun)} must include a year with 4 numbers, like ${yearsAgo(10)}`;
  const [d, m, y] = [day, month, year].map(Number);
  const date = new Date(y, m - 1, d);
  if (date.getDate() !== d || date.getMonth() !== m - 1) return `${capital(noun)} must be a real date`;
  if (y < 1600) return `${capital(noun)} must be in 1600 or later`;
  return date > new Date() ? `${capital(noun)} must be today or in the past` : undefined;
}

export const send = (value) =>
  fetch('/submit', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });

export const summaryHeading = (count) =>
  count === 1 ? '1 answer needs another look' : `${count} answers need another look`;
