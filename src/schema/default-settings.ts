import type { Settings } from './settings.js';

/** The default settings. They are in a separate file because the first form shows before the schema has loaded. */
// Spec: the allowed values are not shown; these are the specification's samples.
// Spec: size limits and file types of documents are not shown; 10 MiB, and the usual types of bank statements.
export const defaultSettings: Settings = {
  region: 'UK',
  companyRegion: 'GB',
  addressRegion: 'UK',
  countryCode: 'UK',
  countriesOfResidence: [{ value: 'United Kingdom' }],
  companyTypes: [{ value: 'ltd' }],
  residentialStatuses: [{ value: 'tenant' }],
  documentTypes: [{ value: 'bank-statement' }],
  callingCode: '+44',
  currencySign: '£',
  maxDocumentBytes: 10 * 1024 * 1024,
  addressHistoryYears: 3,
  // Spec: which fields are required is not shown; the forms ask for the fields that it calls "sent", and `county` is optional.
  fields: {
    'company.address.city': 'hidden',
    'company.address.county': 'hidden',
    'company.address.postcode': 'hidden',
    'applicant.addresses.county': 'optional',
  },
  readOnly: [],
  partner: {},
  reportError: {},
  singleName: 'last_name',
  documentExtensions: ['.pdf', '.jpg', '.jpeg', '.png'],
};
