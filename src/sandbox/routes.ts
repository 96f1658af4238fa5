import type { CallName } from '../schema/index.js';
import type { Responses } from './responses.js';
import type { Body } from './body.js';
import type { Lender, LenderCall } from './lender.js';

/** An endpoint. Its method is POST. */
export interface Route {
  readonly name: CallName;
  readonly path: RegExp;
  /** The content type of its body. */
  readonly takes: string;
  readonly answer: (lender: Lender, call: LenderCall, body: Body) => Promise<Response>;
}

const JSON_TYPE = 'application/json';

// Source: Endpoints. The order in which the calls are made is not checked.
// Spec: whether the service rejects calls made out of the recommended order is not shown.
export const ROUTES: readonly Route[] = [
  {
    name: 'createApplication',
    path: /^\/partner-api\/v1\/applications$/,
    takes: JSON_TYPE,
    answer: (lender, call, body) => lender.createApplication(call, body.recorded),
  },
  {
    name: 'uploadDocument',
    path: /^\/partner-api\/v1\/companies\/([^/]+)\/documents$/,
    takes: 'multipart/form-data',
    answer: (lender, call, body) => lender.uploadDocument(call, body.form),
  },
  {
    name: 'prequalify',
    path: /^\/partner-api\/v1\/companies\/([^/]+)\/prequalification$/,
    takes: JSON_TYPE,
    answer: (lender, call, body) => lender.prequalify(call, body.recorded),
  },
  {
    name: 'requestOffers',
    path: /^\/partner-api\/v1\/applications\/([^/]+)\/request-offers$/,
    takes: JSON_TYPE,
    answer: (lender, call, body) => lender.requestOffers(call, body.recorded),
  },
  {
    name: 'authenticate',
    path: /^\/partner-api\/v1\/applications\/auth$/,
    takes: JSON_TYPE,
    answer: (lender, call, body) => lender.authenticate(call, body.recorded),
  },
];

/** Checks that are the same for all five calls. */
export function refuseCall(
  { refuse }: Responses,
  { method }: Request,
  route: Route | undefined,
  authorized: boolean,
  { type, malformed }: Body,
  strict: boolean,
): Response | undefined {
  if (!route) return refuse(404, 'This path is not an endpoint.');
  if (method !== 'POST') return refuse(405, 'This path accepts only POST.', { allow: 'POST' });
  if (!authorized) return refuse(401, 'The header x-bs-sk is missing or does not contain the secret key.');
  if (strict && type !== route.takes) return refuse(415, `This path accepts only ${route.takes}.`);
  return malformed ? refuse(400, `The body is not ${route.takes}.`) : undefined;
}
