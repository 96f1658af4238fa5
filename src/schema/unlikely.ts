import { isoCode } from './addresses/countries.js';
import type { Applicant, Company } from './calls/application.js';
import { dateShapes, dayNumber, dayOf, today } from './fields/dates.js';
import { phoneLibrary } from './fields/phone.js';
import { normaliseCompanyNumber } from './fields/text.js';
import { suggestEmail } from './unlikely-email.js';

/** An answer that may be wrong. The page asks the applicant to check it; it is not rejected. */
export interface Unlikely {
  path: string;
  reason: 'number' | 'email' | 'phone' | 'postcode' | 'age' | 'early-trade' | 'unborn';
}

interface Answers {
  company?: Company | undefined;
  applicant?: Applicant | undefined;
}
type Address = Company['address'] | Applicant['addresses'][number];

const DIGITS = /^\d{5}$/;
/** Postcode formats by country code. Postcodes of other countries are not checked. */
const POSTCODES: Record<string, RegExp> = {
  GB: /^(BFPO ?\d+|GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})$/,
  IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/,
  US: /^\d{5}(-?\d{4})?$/,
  DE: DIGITS,
  ES: DIGITS,
  FR: DIGITS,
  IT: DIGITS,
};

const countryOf = ({ country_code = '' }: Address) => isoCode(country_code);
const isImpossible = ({ postcode, ...address }: Address) =>
  postcode && POSTCODES[countryOf(address)]?.test(postcode) === false;

const dayPart = (dateTime = '') => dateTime.slice(0, 10);
/** A day with its year first, so that days can be compared as strings. */
const yearFirst = (dayFirst = '') => dayFirst.split('/').reverse().join('-');

/** Returns the unlikely answers, in no particular order. `unlikelyPhone` checks the telephone number. */
export function unlikelyAnswers({ company, applicant }: Answers, now = today()): Unlikely[] {
  const found: Unlikely[] = [];
  const ask = (isUnlikely: unknown, path: string, reason: Unlikely['reason']) => {
    if (isUnlikely) found.push({ path, reason });
  };
  if (company) {
    const { registered_number, trading_from_date, formation_date, address } = company;
    const isOdd = registered_number && countryOf(address) === 'GB' && checkCompanyNumber(registered_number);
    ask(isOdd, 'company.registered_number', 'number');
    const isEarly = trading_from_date && dayPart(trading_from_date) < dayPart(formation_date);
    ask(isEarly, 'company.trading_from_date', 'early-trade');
    ask(isImpossible(address), 'company.address.postcode', 'postcode');
  }
  if (applicant) {
    const { date_of_birth: born, addresses, email } = applicant;
    // No domain ends with one letter, or with a number.
    ask(suggestEmail(email) ?? /\.(?:\w|\d+)$/.test(email), 'applicant.email', 'email');
    const yearsAgo = (years: number) => dateShapes.yearFirst.write({ ...now, year: now.year - years });
    ask(born && (born > yearsAgo(18) || born <= yearsAgo(101)), 'applicant.date_of_birth', 'age');
    addresses.forEach((address, index) => {
      const path = `applicant.addresses.${index}`;
      const { start_date } = address;
      ask(isImpossible(address), `${path}.postcode`, 'postcode');
      ask(start_date && yearFirst(start_date) < born!, `${path}.start_date`, 'unborn');
    });
  }
  return found;
}

/** UK company numbers: 8 digits, or two letters and 6 digits, not all 0. Some old ones end with a letter. */
const BRITISH_COMPANY = /^(?!\D*0+$)(\d{8}|[A-Z]{2}\d{6}|R0\d{6}|[A-Z]{2}\d{5}[A-Z])$/;

/** Returns `unusual` if a number does not look like a UK company number. This is a warning; the number is accepted. */
export const checkCompanyNumber = (number: string): 'unusual' | undefined =>
  BRITISH_COMPANY.test(normaliseCompanyNumber(number)) ? undefined : 'unusual';

/** Suggests a corrected number: adds missing zeros, and replaces letters that look like digits. */
export function suggestCompanyNumber(number: string): string | undefined {
  const typed = normaliseCompanyNumber(number).replace(/\.00?$/, '');
  // A spreadsheet's number, such as `1.234567E+06` or `1234567.5`, has lost digits, or never was a number of a company.
  if (/(?<!\d)\d+(?:[.,]\d+)?E[+-]?\d+$|^(?:\d{4,}[.,]\d+|\d+[.,]\d{1,2})$/.test(typed)) return undefined;
  const text = typed.replace(/[^A-Z\d]/g, '');
  // The number may be inside other text, such as `Registered in England (01234567)`.
  const [inside] = /(?<!\d)(?!\D*0+\b)(?:\d{8}|(?:SC|NI|OC|SO|NC)\d{6})(?!\d)/.exec(text) ?? [];
  if (inside) return inside;
  const isDigits = /^[\dOIL]{5,9}$/.test(text);
  const [prefix, rest] = isDigits ? ['', text] : [text.slice(0, 2).replace('0', 'O'), text.slice(2)];
  const length = 8 - prefix.length;
  const digits = rest.replace(/O/g, '0').replace(/[IL]/g, '1').replace(/^0+/, '');
  if (!/^\d{3,}$/.test(digits) || digits.length > length || !/^([A-Z]{2})?$/.test(prefix)) return undefined;
  const found = prefix + digits.padStart(length, '0');
  return found === text ? undefined : found;
}

/** UK numbers, which do not need the library. Few have nine digits. Mobiles of Germany look like the codes 0160 to 0179. */
const BRITISH_PHONE =
  /^\+44(?:(?:1[0-58-9]\d|163|2[03489]\d|3[0347]\d|5[56]\d|7\d\d|8[0247]\d|9[018]\d)\d{7}|(?:1\d\d|800)\d{6})$/;

/** The two calling codes on the island of Ireland. A mobile number of one that is read in a form of the other. */
const NEIGHBOURS = [
  [/^\+44(8[35-9]\d{7})$/, '+353'],
  [/^\+353(7[1-57-9]\d{8})$/, '+44'],
] as const;

/** Suggests the number with the calling code of the neighbour, if it is a mobile number there. */
export const suggestPhone = (wire: string): string | undefined =>
  NEIGHBOURS.map(([mobile, code]) => wire.replace(mobile, `${code}$1`)).find((meant) => meant !== wire);

/** Whether an unusual number has a length that it may have in another country, in a form for the United Kingdom. */
export const mayBeAbroad = (wire: string) => !!suggestPhone(wire) || /^\+44(?:\d{10}|[468]\d{8})$/.test(wire);

/** Returns `unusual` if a number does not fit its country. This is a warning; the number is accepted. */
export async function checkPhone(wire: string): Promise<'unusual' | undefined> {
  if (BRITISH_PHONE.test(wire)) return undefined;
  const isSure = suggestPhone(wire) ?? /^\+44(?!1[67]\d{8}$)/.test(wire);
  return isSure || (await phoneLibrary())?.isUsual(wire) === false ? 'unusual' : undefined;
}

/** Checks the telephone number. This may load a library. */
export async function unlikelyPhone({ applicant }: Answers): Promise<Unlikely[]> {
  const { phone_number } = applicant ?? {};
  const isOdd = phone_number && (await checkPhone(phone_number));
  return isOdd ? [{ path: 'applicant.phone_number', reason: 'phone' }] : [];
}

/** Whole years since a wire date; `NaN` for a string that is not a date. */
export function yearsSince(wire = '', now = today()): number {
  const day = dayOf(wire);
  return day ? Math.floor((dayNumber(now) - dayNumber(day)) / 10_000) : NaN;
}

/** Suggestions for corrections, by the reason of a question. */
export const suggestions = { number: suggestCompanyNumber, email: suggestEmail, phone: suggestPhone } as const;
