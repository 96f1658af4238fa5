// The five calls as the sandbox records them: name, status, path, body.
import { formedApplication, samplePrequalification } from '../../../stories/support/samples.mjs';
import { STATEMENT } from '../applicant.mjs';

const API = '/partner-api/v1';

/** The name of the company id of an application in the recorded calls: the first one has no number. */
export const companyId = (number) => (number === 1 ? '{company_id}' : `{company_id ${number}}`);
/** The same call for another application. */
export const ofApplication = (number, call) =>
  JSON.parse(JSON.stringify(call).replaceAll(companyId(1), companyId(number)));

/** The application, whose countries and type are the same for everybody, unless the person says otherwise. */
export function created({ company, applicant }) {
  const addresses = applicant.addresses.map((address, at) => ({
    country_code: 'UK',
    region: 'UK',
    ...address,
    ...(at === 0 && { current: 'true' }),
  }));
  const body = {
    company: { type: 'ltd', ...company, address: { ...company.address, country_code: 'UK' }, region: 'GB' },
    applicant: { country_of_residence: 'United Kingdom', ...applicant, addresses },
    region: 'UK',
  };
  return ['createApplication', 201, `${API}/applications`, JSON.parse(JSON.stringify(body))];
}

export const statementSent = () => [
  'uploadDocument',
  201,
  `${API}/companies/{company_id}/documents`,
  {
    parts: [
      { name: 'file', filename: '{document}.pdf', type: 'application/pdf', size: Buffer.byteLength(STATEMENT) },
      { name: 'type', value: 'bank-statement' },
    ],
  },
];

export const prequalified = (figures) => ['prequalify', 201, `${API}/companies/{company_id}/prequalification`, figures];

export const offersRequested = () => [
  'requestOffers',
  201,
  `${API}/applications/{company_id}/request-offers`,
  { credit_score_check_consent: true },
];

/** The call for the widget’s access token, for this e-mail address. */
export const authenticated = (email) => [
  'authenticate',
  201,
  `${API}/applications/auth`,
  { company_id: '{company_id}', email },
];

/** The calls of an applicant with the specification’s samples and a document. */
export const sampleCalls = () => [
  created(formedApplication()),
  statementSent(),
  prequalified(samplePrequalification()),
  offersRequested(),
  authenticated(formedApplication().applicant.email),
];
