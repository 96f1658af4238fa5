import { defaultSettings } from '../default-settings.js';
import { companyNumber } from '../fields/company-number.js';
import { dateTime } from '../fields/dates.js';
import { always, type ValueOf } from '../fields/field-type.js';
import type { Form } from '../fields/form.js';
import { nameLine, openCode, postcode } from '../fields/text.js';

/** The lines of an address. */
export const placeFields = { house_number: nameLine, line_1: nameLine, city: nameLine, county: nameLine, postcode };

/** The fields of a company, in the order of the form. Source: specification, Company object. */
export const COMPANY = {
  registered_name: nameLine,
  registered_number: companyNumber,
  type: openCode(),
  formation_date: dateTime,
  trading_from_date: dateTime,
  address: { ...placeFields, country_code: always(openCode()) },
  region: always(openCode()),
};

export type Company = ValueOf<typeof COMPANY>;

/** The company step's form. */
export const companyForm = (settings: Form<typeof COMPANY>['settings'] = defaultSettings): Form<typeof COMPANY> => ({
  table: COMPANY,
  path: 'company',
  settings,
});
