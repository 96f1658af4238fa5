// The meaning of each field, from the specification's tables. Keys are paths without indexes.

const at = (path: string, fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name ? `${path}.${name}` : path, text]));

const PLACE = {
  house_number: 'The number or the name of the building.',
  line_1: 'The street. An address without one has a house_number.',
  city: 'The town or city. The specification shows it for addresses of applicants only.',
  county: 'The county. The specification shows it for addresses of applicants only.',
  postcode: 'The postcode. The specification shows it for addresses of applicants only.',
  country_code: 'Country code. The sample is UK.',
};

const COMPANY_FIELDS = {
  registered_name: 'Registered company name.',
  registered_number: 'Company registration number.',
  type: 'Company type code. The sample is ltd.',
  formation_date: 'Date and time, shape YYYY-MM-DD HH:MM:SS.mmm.',
  trading_from_date: 'Date and time, shape YYYY-MM-DD HH:MM:SS.mmm.',
  region: 'Region code of the company. The sample is GB.',
  ...at('address', { '': 'The address of the company.', ...PLACE }),
};

const APPLICANT_FIELDS = {
  first_name: 'First name. An applicant with one name has only one of the two fields.',
  last_name: 'Last name.',
  date_of_birth: 'Date, shape YYYY-MM-DD.',
  email: 'E-mail address. Endpoint 5 needs the same one.',
  phone_number: 'Telephone number in international format.',
  country_of_residence: 'Country name. The sample is United Kingdom.',
  ...at('addresses', {
    '': 'The address history, the current address first.',
    ...PLACE,
    start_date: 'The day on which the applicant moved in, shape DD/MM/YYYY.',
    status: 'Residential status. The sample is tenant.',
    country_code: 'Country code. The sample is UK. It is left out for a country of which the partner has no code.',
    region:
      'Region code of the address. The sample is UK. It is left out for a country of which the partner has no code.',
    current: 'Marks the current address. A string that holds true, not a boolean.',
  }),
};

export const APPLICATION_FIELDS: Readonly<Record<string, string>> = {
  ...at('company', { '': 'The company that seeks funding.', ...COMPANY_FIELDS }),
  ...at('applicant', { '': 'The person who applies for the company.', ...APPLICANT_FIELDS }),
  region: 'Region code of the application. The sample is UK.',
};

export const CREATED_FIELDS: Readonly<Record<string, string>> = {
  message: 'Human-readable text.',
  'data.application_id': 'UUID of the application.',
  'data.region': 'Region of the application.',
  'data.company': 'The record of the company. Fields beyond id are not shown.',
  'data.company.id': 'UUID of the company. The partner stores it, because all later calls use it.',
};

export const FIGURES_FIELDS: Readonly<Record<string, string>> = {
  funding_amount: 'Amount of funding sought. The currency is not shown.',
  monthly_revenue: 'Monthly revenue.',
  any_ccj: 'Whether the company has any county court judgment.',
};

export const OFFERS_FIELDS: Readonly<Record<string, string>> = {
  credit_score_check_consent:
    'The applicant’s consent to credit score checks. Before it is sent as true, the applicant must see the consent message.',
};

export const AUTH_FIELDS: Readonly<Record<string, string>> = {
  company_id: 'UUID of the company, returned by endpoint 1.',
  email: 'The e-mail address of the applicant.',
};
