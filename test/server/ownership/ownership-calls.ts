import { documentForm, evidenceOf, samplePrequalification, type Browser } from '../setup.js';
import { applicationOf, type Owned, type Reach } from './ownership-world.js';

export const CALLS: Record<string, readonly [method: string, path: string, body?: (page: Browser) => unknown]> = {
  uploadDocument: ['POST', 'documents', () => documentForm()],
  prequalify: ['POST', 'prequalification', () => samplePrequalification()],
  requestOffers: ['POST', 'request-offers', (page) => page.good('request-offers')],
  authenticate: ['POST', 'widget-token', () => ({})],
  consent: ['POST', 'consent', () => ({})],
  give: [
    'POST',
    'consent',
    async (page) => ({
      decision: 'given',
      evidence: ((await page.good('request-offers')) as { evidence: object }).evidence,
    }),
  ],
  withdraw: ['POST', 'consent', () => ({ decision: 'withdrawn' })],
  session: ['POST', 'session', () => ({})],
  // The last: by it they get one who have none.
  createApplication: ['POST', 'applications', (page) => applicationOf(page.cookies.get('user') ?? 'nobody')],
};
export type Call = keyof typeof CALLS;

/** A request, before something in it names somebody else's application. */
export interface Sent {
  path: string;
  body: unknown;
  headers: Record<string, string>;
  page: Browser;
  /** A page of whom it is not. */
  other: Browser;
}
/** What comes of naming it there: nothing at all, or a rejection. */
type Effect = 'ignored' | 'handler-invalid' | 'handler-not-found' | 'handler-consent-stale';
export type Naming = readonly [
  name: string,
  effect: Effect,
  calls: (call: Call) => boolean,
  put: (sent: Sent, foreign: Owned) => unknown,
];
const any = () => true;
const JSON_CALLS = [
  'session',
  'consent',
  'createApplication',
  'prequalify',
  'requestOffers',
  'authenticate',
  'give',
  'withdraw',
];
const hasBody = (call: Call) => JSON_CALLS.includes(call);
const hasEvidence = (call: Call) => call === 'requestOffers' || call === 'give';
const inBody = (name: 'company_id' | 'application_id' | 'email'): Naming => [
  `${name} in the body`,
  'handler-invalid',
  hasBody,
  ({ body }, foreign) => Object.assign(body as object, { [name]: foreign[name] }),
];

export const NAMINGS: readonly Naming[] = [
  ['nothing', 'ignored', any, () => {}],
  inBody('company_id'),
  inBody('application_id'),
  inBody('email'),
  [
    'another e-mail in its own field',
    'ignored',
    (call) => call === 'createApplication',
    ({ body }, { email }) => Object.assign((body as ReturnType<typeof applicationOf>).applicant, { email }),
  ],
  [
    'ids in the form',
    'handler-invalid',
    (call) => call === 'uploadDocument',
    ({ body }, { company_id }) => (body as FormData).append('company_id', company_id),
  ],
  [
    'ids and e-mail in the query',
    'ignored',
    any,
    (sent, { company_id, application_id, email }) =>
      (sent.path += `?${new URLSearchParams({ company_id, application_id, email, subject: 'jane', user: 'jane' })}`),
  ],
  [
    'ids, e-mail and subject in headers',
    'ignored',
    any,
    ({ headers }, { company_id, application_id, email }) =>
      Object.assign(headers, { 'company-id': company_id, 'x-application-id': application_id, 'x-user': email }),
  ],
  ['the company id in the path', 'handler-not-found', any, (sent, { company_id }) => (sent.path += `/${company_id}`)],
  [
    'the service’s own path',
    'handler-not-found',
    any,
    (sent, { company_id }) => (sent.path = `applications/${company_id}/request-offers`),
  ],
  [
    'ids and e-mail in cookies',
    'ignored',
    any,
    ({ page }, { company_id, email }) =>
      page.cookies.set('company_id', company_id).set('lending', JSON.stringify({ company_id, email })),
  ],
  [
    'the idempotency key of its owner',
    'ignored',
    (call) => call !== 'session' && call !== 'consent',
    ({ headers }) => Object.assign(headers, { 'idempotency-key': 'the-key-of-the-owner' }),
  ],
  [
    'the evidence of its owner',
    'handler-consent-stale',
    hasEvidence,
    async ({ body, other }) =>
      Object.assign(body as object, { evidence: await evidenceOf(await other.get('consent')) }),
  ],
];

/** What a cell must answer. A call is rejected for who asks, then for what there is, then for what is said; a token for what is said first. */
export function expected(call: Call, reach: Reach, effect: Effect): string | undefined {
  if (effect === 'handler-not-found') return effect;
  if (reach.startsWith('handler-')) return reach;
  const needsApplication = ['uploadDocument', 'prequalify', 'requestOffers', 'authenticate'].includes(call);
  if (effect !== 'ignored' && (call === 'authenticate' || !needsApplication)) return effect;
  if (reach === 'none' && needsApplication) return 'handler-not-created';
  return effect === 'ignored' ? undefined : effect;
}

/** Which call of the service's comes of it, and how often; a creation that is remembered comes to none. */
export const upstreamOf = (call: Call, rejected: boolean) =>
  rejected || ['consent', 'give', 'withdraw', 'session', 'createApplication'].includes(call) ? [] : [call];
