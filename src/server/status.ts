import type { LendingErrorCode } from '../errors.js';

/** The status of each error that is not a 502. */
const STATUS: Partial<Record<LendingErrorCode, number>> = {
  'handler-not-found': 404,
  'handler-method': 405,
  'handler-forbidden': 403,
  'handler-signed-out': 401,
  'handler-too-large': 413,
  'handler-unsupported-type': 415,
  'handler-invalid': 422,
  'handler-not-created': 409,
  'handler-no-consent': 409,
  'handler-consent-stale': 409,
  'handler-consent-withdrawn': 409,
  'handler-consent-not-stored': 503,
  'handler-draft-conflict': 409,
  'handler-draft-ended': 409,
  'handler-in-flight': 409,
  'handler-too-many': 429,
  'handler-failed': 500,
  'config-invalid': 500,
  'upstream-refused': 422,
  'upstream-timeout': 504,
  'upstream-unavailable': 503,
  'upstream-busy': 503,
};

/** Returns the HTTP status of an answer with this error. */
export const statusOf = (code: LendingErrorCode): number => STATUS[code] ?? 502;
