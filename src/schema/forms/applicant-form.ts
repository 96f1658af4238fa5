import { dayFirst, yearFirst } from '../fields/dates.js';
import { always, withQuestion, type FieldType, type ValueOf } from '../fields/field-type.js';
import { formFor } from '../fields/form.js';
import { phoneNumber } from '../fields/phone.js';
import { email } from '../fields/email.js';
import { openCode, spokenLine } from '../fields/text.js';
import { placeCode, placeFields } from './company-form.js';

/** Accepts the string `"true"`, not a boolean, for the current address, and `undefined` for the other addresses. */
const readCurrent: FieldType<'true' | undefined>['accept'] = (value) =>
  value === 'true' || value === undefined ? { value } : { reason: 'format' };
const current: FieldType<'true' | undefined, true> = {
  always: true,
  read: readCurrent,
  accept: readCurrent,
  write: (value) => (value === 'true' ? value : undefined),
};

/** The fields of the applicant's address. Source: specification, Address object. */
export const ADDRESS = {
  ...placeFields,
  start_date: dayFirst,
  status: openCode(),
  country_code: placeCode,
  region: placeCode,
  current,
};

/** The fields of an applicant, in the order of the form. Endpoint 5 needs the email address. Source: specification, Applicant object. */
export const APPLICANT = {
  first_name: withQuestion(spokenLine('person'), { screen: 'name', autocomplete: 'given-name' }),
  last_name: withQuestion(spokenLine('person'), { screen: 'name', autocomplete: 'family-name' }),
  date_of_birth: withQuestion(yearFirst, { screen: 'name', autocomplete: 'bday' }),
  email: withQuestion(always(email), { screen: 'contact', autocomplete: 'email', type: 'email', inputmode: 'email' }),
  phone_number: withQuestion(phoneNumber, {
    screen: 'contact',
    autocomplete: 'tel',
    type: 'tel',
    inputmode: 'tel',
    width: 'm',
  }),
  country_of_residence: withQuestion(openCode(), {
    screen: 'contact',
    autocomplete: 'country-name',
    choices: 'countriesOfResidence',
  }),
  addresses: [ADDRESS] as const,
};

export type Applicant = ValueOf<typeof APPLICANT>;

/** The applicant step's form. */
export const applicantForm = /* @__PURE__ */ formFor(APPLICANT, 'applicant');
