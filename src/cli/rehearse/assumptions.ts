import type { CallName } from '../../schema/calls/calls.js';
import type { Rehearsal } from './types.js';

interface Assumption {
  /** The words of the specification. */
  notShown: string;
  assumed: string;
  /** The setting that changes it. Left out if there is none. */
  setting?: string;
  /** The call whose response shows it. */
  call?: CallName;
}

/** Everything that the specification marks "not shown", with the assumption of this library. Source: specification, its gaps. */
export const ASSUMPTIONS: readonly Assumption[] = [
  { notShown: 'Which fields are required', assumed: 'those of the samples', setting: 'settings.fields' },
  { notShown: 'Allowed company types', assumed: 'ltd', setting: 'settings.companyTypes' },
  { notShown: 'Allowed residential statuses', assumed: 'tenant', setting: 'settings.residentialStatuses' },
  { notShown: 'Allowed regions', assumed: 'UK, and GB for the company', setting: 'settings.region' },
  { notShown: 'Allowed country codes', assumed: 'UK', setting: 'settings.countryCode' },
  { notShown: 'Allowed document types', assumed: 'bank-statement', setting: 'settings.documentTypes' },
  { notShown: 'Further fields of the company in the create response', assumed: 'they are not read' },
  { notShown: 'Fields of the document, prequalification and offer records', assumed: 'they are not read' },
  {
    notShown: 'Place of the ids in the create response',
    assumed: 'data.company.id',
    setting: 'responsePaths',
    call: 'createApplication',
  },
  {
    notShown: 'Response body of endpoint 2',
    assumed: 'JSON or nothing',
    setting: 'textResponses',
    call: 'uploadDocument',
  },
  { notShown: 'Name of the file part', assumed: 'file', setting: 'filePart', call: 'uploadDocument' },
  {
    notShown: 'Response body of endpoint 3',
    assumed: 'JSON or nothing; success: false is a rejection',
    setting: 'textResponses',
    call: 'prequalify',
  },
  {
    notShown: 'Response body of endpoint 4',
    assumed: 'JSON or nothing',
    setting: 'textResponses',
    call: 'requestOffers',
  },
  {
    notShown: 'Position of access_token',
    assumed: 'the top level, or under data',
    setting: 'responsePaths.access_token',
    call: 'authenticate',
  },
  { notShown: 'Lifetime of access_token', assumed: 'each widget gets a new one' },
  { notShown: 'How the token reaches the widget', assumed: 'your embed code says it', setting: 'widget.handOff' },
  {
    notShown: 'Whether calls out of order are rejected',
    assumed: 'the recommended order',
    setting: 'the attribute steps',
  },
  { notShown: 'States and transitions', assumed: 'they are not read' },
  { notShown: 'Events, callbacks and webhooks', assumed: 'there are none' },
  {
    notShown: 'HTTP status codes',
    assumed: 'any 2xx is a success; 429 and 503 mean later; 400 and 422 are about the content',
    setting: 'notCreatedStatuses, for a status without an application',
  },
  { notShown: 'Error response shape', assumed: 'message, error or errors, as text, list or object' },
  { notShown: 'Error codes', assumed: 'they are not read' },
  { notShown: 'Rate limits', assumed: '429, with retry-after' },
  { notShown: 'Size limits of uploads', assumed: '10 MB', setting: 'settings.maxDocumentBytes' },
  {
    notShown: 'How long the service takes',
    assumed: 'less than 10 seconds, 60 for a document',
    setting: 'timeoutMs, uploadTimeoutMs',
  },
  { notShown: 'Version policy', assumed: 'the version is in the path of each call' },
];

/** Lists the assumptions, each with its setting, and with the status that the rehearsal has seen. */
export const assumptionLines = ({ calls }: Rehearsal): string[] =>
  ASSUMPTIONS.map(({ notShown, assumed, setting, call }) => {
    const status = call && calls[call]?.status;
    return `  ${notShown}: ${assumed}. ${setting ? `Setting: ${setting}.` : 'It has no setting.'}${status ? ` Seen: ${status}.` : ''}`;
  });
