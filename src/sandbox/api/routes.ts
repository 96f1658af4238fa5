import type { CallName } from '../../schema/index.js';
import type { Responses } from './responses.js';
import type { Body } from './body.js';

/** An endpoint. Its method is POST. */
export interface Route {
  readonly name: CallName;
  readonly path: RegExp;
}

// Source: Endpoints. The order in which the calls are made is not checked.
// Spec: whether the service rejects calls made out of the recommended order is not shown.
export const ROUTES: readonly Route[] = [
  { name: 'createApplication', path: /^\/partner-api\/v1\/applications$/ },
  { name: 'uploadDocument', path: /^\/partner-api\/v1\/companies\/([^/]+)\/documents$/ },
  { name: 'prequalify', path: /^\/partner-api\/v1\/companies\/([^/]+)\/prequalification$/ },
  { name: 'requestOffers', path: /^\/partner-api\/v1\/applications\/([^/]+)\/request-offers$/ },
  { name: 'authenticate', path: /^\/partner-api\/v1\/applications\/auth$/ },
];

/** Checks that are the same for all five calls. */
export function rejectionOf(
  { rejection }: Responses,
  { method }: Request,
  route: Route | undefined,
  authorized: boolean,
  { type, malformed }: Body,
  strict: boolean,
): Response | undefined {
  if (!route) return rejection(404, 'This path is not an endpoint.');
  if (method !== 'POST') return rejection(405, 'This path accepts only POST.', { allow: 'POST' });
  if (!authorized) return rejection(401, 'The header x-bs-sk is missing or does not contain the secret key.');
  const accepted = route.name === 'uploadDocument' ? 'multipart/form-data' : 'application/json';
  if (strict && type !== accepted) return rejection(415, `This path accepts only ${accepted}.`);
  return malformed ? rejection(400, `The body is not ${accepted}.`) : undefined;
}
