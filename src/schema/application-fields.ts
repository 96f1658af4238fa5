import { companyNumber } from './company-number.js';
import { dateTime, dayFirst, yearFirst } from './dates.js';
import { always, type Kind, type ValueOf } from './kind.js';
import { phoneNumber } from './phone.js';
import { code, email, postcode, words } from './text.js';

const place = { house_number: words, line_1: words, city: words, county: words, postcode };

/** The fields of a company, in the order in which they are asked. Source: Company object. */
export const COMPANY = {
  registered_name: words,
  registered_number: companyNumber,
  type: code(),
  formation_date: dateTime,
  trading_from_date: dateTime,
  address: { ...place, country_code: always(code()) },
  region: always(code()),
};

/** Marks the current address: the string `"true"`, not a boolean. Nothing marks the others. */
const mark: Kind<'true' | undefined>['accept'] = (value) =>
  value === 'true' || value === undefined ? { value } : { reason: 'format' };
const current: Kind<'true' | undefined, true> = {
  always: true,
  read: mark,
  accept: mark,
  write: (value) => (value === 'true' ? value : undefined),
};

/** The fields of an address of the applicant. Source: Address object. */
export const ADDRESS = {
  ...place,
  start_date: dayFirst,
  status: code(),
  country_code: always(code()),
  region: always(code()),
  current,
};

/** The fields of an applicant, in the order in which they are asked. Endpoint 5 needs the e-mail. Source: Applicant object. */
export const APPLICANT = {
  first_name: words,
  last_name: words,
  date_of_birth: yearFirst,
  email: always(email),
  phone_number: phoneNumber,
  country_of_residence: code(),
  addresses: [ADDRESS] as const,
};

export type Company = ValueOf<typeof COMPANY>;
export type Applicant = ValueOf<typeof APPLICANT>;
