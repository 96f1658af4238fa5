import type { Applicant, Company } from './application.js';
import { checkCompanyNumber } from './company-number.js';
import { dayOf, today } from './dates.js';
import { checkPhone } from './phone.js';

/** An answer that looks wrong and may be right: where, and why. The applicant is asked about it; nothing is refused. */
export interface Unlikely {
  path: string;
  reason: 'number' | 'phone' | 'postcode' | 'young' | 'old' | 'early-trade' | 'unborn';
}

const DIGITS = /^\d{5}$/;
/** Postcodes by the code of their country. Those of other countries are not looked at. */
const POSTCODES: Record<string, RegExp> = {
  GB: /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})$/,
  IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/,
  US: /^\d{5}(-?\d{4})?$/,
  DE: DIGITS,
  ES: DIGITS,
  FR: DIGITS,
  IT: DIGITS,
};

const countryOf = (code = '') => code.toUpperCase().replace(/^UK$/, 'GB');

/** A date of the wire as a text that can be compared: the year comes first. */
function sortable(wire: string | undefined): string | undefined {
  const day = dayOf(wire ?? '');
  return day && [day.year, day.month, day.day].map((number) => String(number).padStart(4, '0')).join('');
}

/** Whether one date of the wire comes before another one. Both must be there. */
function isBefore(wire: string | undefined, other: string | undefined): boolean {
  const [one, two] = [sortable(wire), sortable(other)];
  return !!one && !!two && one < two;
}

/** The answers that look unlikely, in no order. The telephone number is not among them: see `unlikelyPhone`. */
export function unlikelyAnswers(
  { company, applicant }: { company?: Company | undefined; applicant?: Applicant | undefined },
  now = today(),
): Unlikely[] {
  const found: Unlikely[] = [];
  const ask = (isUnlikely: unknown, path: string, reason: Unlikely['reason']) => {
    if (isUnlikely) found.push({ path, reason });
  };
  const isImpossible = (postcode: string | undefined, code: string | undefined) =>
    postcode && POSTCODES[countryOf(code)]?.test(postcode) === false;

  if (company) {
    const { registered_number, trading_from_date, formation_date, address } = company;
    const isBritish = countryOf(address.country_code) === 'GB';
    ask(isBritish && registered_number && checkCompanyNumber(registered_number), 'company.registered_number', 'number');
    ask(isBefore(trading_from_date, formation_date), 'company.trading_from_date', 'early-trade');
    ask(isImpossible(address.postcode, address.country_code), 'company.address.postcode', 'postcode');
  }
  if (applicant) {
    const { date_of_birth, addresses } = applicant;
    const age = yearsSince(date_of_birth, now);
    ask(age < 18, 'applicant.date_of_birth', 'young');
    ask(age > 100, 'applicant.date_of_birth', 'old');
    addresses.forEach(({ postcode = '', country_code, start_date, current }, index) => {
      const path = `applicant.addresses.${index}`;
      // A previous home without a postcode has its country there.
      const isPostcode = current === 'true' || /\d/.test(postcode);
      ask(isPostcode && isImpossible(postcode, country_code), `${path}.postcode`, 'postcode');
      ask(isBefore(start_date, date_of_birth), `${path}.start_date`, 'unborn');
    });
  }
  return found;
}

/** The telephone number, where it looks unlikely. Telling so may take a library. */
export async function unlikelyPhone({ applicant }: { applicant?: Applicant | undefined }): Promise<Unlikely[]> {
  const { phone_number } = applicant ?? {};
  const isOdd = phone_number && (await checkPhone(phone_number));
  return isOdd ? [{ path: 'applicant.phone_number', reason: 'phone' }] : [];
}

/** How many whole years ago a day was; `NaN` for a text that is not a date. */
export function yearsSince(wire = '', now = today()): number {
  const { year, month, day } = dayOf(wire) ?? { year: NaN, month: 0, day: 0 };
  const isAhead = now.month < month || (now.month === month && now.day < day);
  return now.year - year - Number(isAhead);
}
