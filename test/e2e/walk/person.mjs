// A person, with the calls that the sandbox must receive from them and what they must read before.
import { authenticated, created, offersRequested, prequalified, statementSent } from './partner.mjs';

/** Returns all values in a value, with their paths. */
const leaves = (value, path = '') =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => leaves(item, path ? `${path}.${key}` : key))
    : [[path, value]];

/**
 * Makes a person from another one and the differences. `company`, `applicant`, their `home` (or all their `addresses`) and `figures` are
 * what the lender must get, written by hand. They are also what the person types, except for inputs in `typed` (by name) and those in
 * `untyped` (by the beginnings of their names), which they leave alone. An input of which the lender gets nothing is undefined. `words`
 * are the texts of options that the partner added, by their codes.
 */
export function complete(base, differences) {
  const { home, typed } = differences;
  // The form asks for the country of each earlier address, and with the setting `countries` for that of the business.
  const addresses = (differences.addresses ?? [{ ...base.home, ...home }]).map((address, at) => ({
    ...(at > 0 && { country_code: 'UK' }),
    ...address,
  }));
  const company = { ...base.company, ...differences.company };
  const applicant = { ...base.applicant, ...differences.applicant, addresses };
  const figures = { ...base.figures, ...differences.figures };
  const isChanged = ([name]) => Object.hasOwn({ ...differences.applicant, ...differences.figures }, name);
  const usual = Object.fromEntries(Object.entries(base.typed).filter((entry) => !isChanged(entry)));
  const person = { ...differences, company, applicant, figures, typed: { ...usual, ...typed } };
  const answers = Object.fromEntries(
    Object.entries({ company, applicant, figures }).map(([step, data]) => [step, answersOf(person, data)]),
  );
  return { ...person, answers, recorded: (person.recorded ?? usualCalls)(person) };
}

function answersOf({ company, typed, untyped = [], words }, data) {
  const answers = leaves(data).flatMap(([name, value]) => {
    const [, first, field] = /^(addresses\.0)\.(\w+)$/.exec(name) ?? [];
    // They tick “Same as the business address”.
    if (first && typed.same && company.address[field] === value && value) return [['same', true]];
    // The choice after “No” is not sent itself.
    const country = name.endsWith('.country_code') ? name.replace('_code', '') : '';
    return [
      [name, Object.hasOwn(typed, name) ? typed[name] : asTyped(name, value, words)],
      ...(country in typed ? [[country, typed[country]]] : []),
    ];
  });
  const isTyped = ([name, answer]) => answer !== undefined && !untyped.some((start) => name.startsWith(start));
  return Object.fromEntries(answers.filter(isTyped));
}

function asTyped(name, value, words = {}) {
  if (/^address(es\.[1-9]\d*)?\.country_code$/.test(name)) return 'Yes';
  if (name.endsWith('.status')) return words[value] ?? (value === 'tenant' ? 'Yes' : 'No');
  // The form asks for the type only if there are several.
  if (name === 'type') return words[value];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return `${value}`;
  return words[value] ?? dayIn(value) ?? value;
}

/** The widget requests a token each time that it is shown: `tokens`. */
const usualCalls = ({ company, applicant, figures, document, tokens = 1 }) => [
  created({ company, applicant }),
  ...(document ? [statementSent()] : []),
  prequalified(figures),
  offersRequested(),
  ...Array.from({ length: tokens }, () => authenticated(applicant.email)),
];

/** The words for codes in the default settings: a word, or a question with its answer. */
const WORDS = {
  ltd: 'Private limited company (Ltd)',
  tenant: 'Rented home: Yes',
  UK: 'United Kingdom',
  GB: 'United Kingdom',
};
/** The review shows the current address by its heading, not by this field. */
const SILENT = /^applicant\.addresses\.0\.current$/;

/**
 * Returns the values that were sent with the application and were not in a row of the review. The review shows values as text: a
 * date as “27 March 2015”, a code with the words in the table above or in the person's `words`.
 */
export function unshown({ calls }, { rows }, { words = {} }) {
  const read = rows
    .map((row) => row.join(': '))
    .join('\n')
    .replaceAll('\u00a0', ' ');
  const said = { ...WORDS, ...words };
  const application = calls.find(({ name }) => name === 'createApplication')?.body ?? {};
  return leaves(application).flatMap(([path, value]) => {
    const day = dayIn(value);
    // The review groups the digits of a phone number.
    const text = path.endsWith('phone_number') ? read.replaceAll(' ', '') : read;
    const isRead = text.includes(day ? inWords(day) : (said[value] ?? value));
    return isRead || SILENT.test(path) ? [] : [`${path}: ${value}`];
  });
}

/** Returns the first day of the month, some months ago: day, month, year. */
export function monthsAgo(count) {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth() - count, 1);
  return [1, day.getMonth() + 1, day.getFullYear()];
}

const two = (number) => String(number).padStart(2, '0');
export const dayFirst = ([day, month, year]) => `${two(day)}/${two(month)}/${year}`;
export const dateTime = ([day, month, year]) => `${year}-${two(month)}-${two(day)} 00:00:00.000`;
/** 1 March 2024 */
const inWords = ([day, month, year]) =>
  new Date(Date.UTC(year, month - 1, day)).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns day, month and year of a date in one of the formats of the wire. */
function dayIn(wire) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?: 00:00:00\.000)?$/.exec(wire) ?? [];
  const [, ...first] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(wire) ?? [];
  return year ? [day, month, year].map(Number) : first.length ? first.map(Number) : undefined;
}
