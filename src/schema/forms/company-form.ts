import { companyNumber, nameLine, openCode, postcode, spokenLine } from '../fields/text.js';
import { dateTime } from '../fields/dates.js';
import { always, withQuestion, type FieldType, type ValueOf } from '../fields/field-type.js';
import { formFor } from '../fields/form.js';

const placeLine = spokenLine();

/** The lines of an address. No autofill token exists for the number of a building alone. */
export const placeFields = {
  house_number: withQuestion(placeLine, { width: 'm' }),
  line_1: withQuestion(placeLine, { autocomplete: 'address-line1' }),
  city: withQuestion(spokenLine('town'), { autocomplete: 'address-level2' }),
  county: withQuestion(placeLine, { autocomplete: 'address-level1' }),
  postcode: withQuestion(postcode, { autocomplete: 'postal-code', width: 's' }),
};

/** The codes are left out for an address in a country for which the settings have none. */
const code = openCode();
export const placeCode: FieldType<string | undefined, true> = {
  ...always(code),
  accept: (value) => (value ? code.accept(value) : { value: undefined }),
};

/** The fields of a company, in the order of the form. Source: specification, Company object. */
export const COMPANY = {
  registered_name: withQuestion(nameLine, { screen: 'name', autocomplete: 'organization' }),
  registered_number: withQuestion(companyNumber, { screen: 'name', width: 'm' }),
  type: withQuestion(openCode(), { screen: 'name', choices: 'companyTypes' }),
  formation_date: withQuestion(dateTime, { screen: 'dates' }),
  trading_from_date: withQuestion(dateTime, { screen: 'dates' }),
  address: { ...placeFields, country_code: placeCode },
  region: placeCode,
};

export type Company = ValueOf<typeof COMPANY>;

/** The company step's form. */
export const companyForm = /* @__PURE__ */ formFor(COMPANY, 'company');
