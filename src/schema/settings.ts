import type { Settings } from './session.js';

/** The settings unless the backend says otherwise. They stand apart from their schema: the first form shows without it. */
// Spec: the allowed values are not shown; these are the specification's samples.
// Spec: size limits and file types of documents are not shown; 10 MiB, and what a bank statement commonly is.
export const defaultSettings: Settings = {
  region: 'UK',
  company_region: 'GB',
  address_region: 'UK',
  country_code: 'UK',
  countries_of_residence: [{ value: 'United Kingdom' }],
  company_types: [{ value: 'ltd' }],
  residential_statuses: [{ value: 'tenant' }],
  document_types: [{ value: 'bank-statement' }],
  calling_code: '+44',
  currency_sign: '£',
  max_document_bytes: 10 * 1024 * 1024,
  address_history_years: 3,
  // Spec: which fields are required is not shown; those that it calls "sent" are asked, `county` may be left out.
  fields: {
    'company.address.city': 'hidden',
    'company.address.county': 'hidden',
    'company.address.postcode': 'hidden',
    'applicant.addresses.county': 'optional',
  },
  read_only: [],
  partner: {},
  notRight: {},
  singleName: 'last_name',
  document_endings: ['.pdf', '.jpg', '.jpeg', '.png'],
};
