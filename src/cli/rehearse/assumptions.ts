import type { CallName } from '../../schema/calls/calls.js';
import type { Rehearsal } from './shapes.js';

/** The words of the specification, the assumption, the setting that changes it, and the call whose response shows it. */
type Assumption = readonly [notShown: string, assumed: string, setting?: string, call?: CallName];

/** Everything that the specification marks "not shown", with the assumption of this library. Source: specification, its gaps. */
const ASSUMPTIONS: readonly Assumption[] = [
  ['Which fields are required', 'those of the samples', 'settings.fields'],
  ['Allowed company types', 'ltd', 'settings.companyTypes'],
  ['Allowed residential statuses', 'tenant', 'settings.residentialStatuses'],
  ['Allowed regions', 'UK, and GB for the company', 'settings.region'],
  ['Allowed country codes', 'UK', 'settings.countryCode'],
  ['Allowed document types', 'bank-statement', 'settings.documentTypes'],
  ['Further fields of the company in the create response', 'they are not read'],
  ['Fields of the document, prequalification and offer records', 'they are not read'],
  ['Place of the ids in the create response', 'data.company.id', 'responsePaths', 'createApplication'],
  ['Response body of endpoint 2', 'JSON or nothing', 'textResponses', 'uploadDocument'],
  ['Name of the file part', 'file', 'filePart', 'uploadDocument'],
  ['Response body of endpoint 3', 'JSON or nothing; success: false is a rejection', 'textResponses', 'prequalify'],
  ['Response body of endpoint 4', 'JSON or nothing', 'textResponses', 'requestOffers'],
  ['Position of access_token', 'the top level, or under data', 'responsePaths.access_token', 'authenticate'],
  ['Lifetime of access_token', 'each widget gets a new one'],
  ['How the token reaches the widget', 'your embed code says it', 'widget.handOff'],
  ['Whether calls out of order are rejected', 'the recommended order', 'the attribute steps'],
  ['States and transitions', 'they are not read'],
  ['Events, callbacks and webhooks', 'there are none'],
  [
    'HTTP status codes',
    'any 2xx is a success; 429 and 503 mean later; 400 and 422 are about the content',
    'notCreatedStatuses, for a status without an application',
  ],
  ['Error response shape', 'message, error or errors, as text, list or object'],
  ['Error codes', 'they are not read'],
  ['Rate limits', '429, with retry-after'],
  ['Size limits of uploads', '10 MB', 'settings.maxDocumentBytes'],
  ['How long the service takes', 'less than 10 seconds, 60 for a document', 'timeoutMs, uploadTimeoutMs'],
  ['Version policy', 'the version is in the path of each call'],
];

/** Lists the assumptions, each with its setting, and with the status that the rehearsal has seen. */
export const assumptionLines = ({ calls }: Rehearsal): string[] =>
  ASSUMPTIONS.map(([notShown, assumed, setting, call]) => {
    const status = call && calls[call]?.status;
    return `  ${notShown}: ${assumed}. ${setting ? `Setting: ${setting}.` : 'It has no setting.'}${status ? ` Seen: ${status}.` : ''}`;
  });
