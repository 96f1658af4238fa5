import type { CallName } from '../../schema/index.js';

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
