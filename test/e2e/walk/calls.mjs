// The five calls as the sandbox records them: name, status, path, body.
import { STATEMENT } from '../statement.mjs';

const API = '/partner-api/v1';

export const created = (body) => ['createApplication', 201, `${API}/applications`, body];

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

/** The widget’s token, for this e-mail address. */
export const authenticated = (email) => [
  'authenticate',
  201,
  `${API}/applications/auth`,
  { company_id: '{company_id}', email },
];
