import { LendingError, type LendingErrorCode } from '../errors.js';
import { version } from '../version.js';

/** A response of the handler, before a platform turns it into its own. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** The headers of every response. They forbid browsers to cache it, guess its type, show it in a frame or run scripts in it. */
export const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-lending-elements': version,
};

export const jsonReply = (status: number, body: unknown, headers: object = {}): Reply => ({
  status,
  headers: { ...HEADERS, ...headers },
  body: JSON.stringify(body),
});

export const responseOf = ({ body, ...init }: Reply): Response => new Response(body, init);

/** Returns an error as a response: the fields of `LendingError` without the cause and the stack. `diagnostics` are for the doctor. */
export function errorReply(
  error: LendingError,
  requestId: string,
  headers?: Record<string, string>,
  diagnostics?: object,
): Reply {
  const { code, message, remedy, recoverable, issues, retryAfter, canCheck } = error;
  const body = {
    code,
    message,
    remedy,
    recoverable,
    issues: issues.length > 0 ? issues : undefined,
    requestId: error.requestId ?? requestId,
    retryAfter,
    canCheck: canCheck || undefined,
  } satisfies { [Field in keyof LendingError]?: LendingError[Field] | undefined };
  const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return jsonReply(statusOf(error), { ...body, diagnostics }, { ...wait, ...headers });
}

/** A function of the partner's did not return in time. The message is ours, so it contains no personal data. */
export class HookTimeout extends Error {}

/** Returns the error for an unexpected failure. Only the log gets its cause. The page gets the seconds to wait for a database that is busy. */
export function handlerFailed(cause: unknown): LendingError {
  const { code, retryAfter }: Partial<LendingError> = cause instanceof LendingError ? cause : {};
  const details = { cause, recoverable: true, retryAfter: code === 'handler-failed' ? retryAfter : undefined };
  return new LendingError('handler-failed', 'The backend threw an unexpected error.', details);
}

export const asLendingError = (error: unknown) => (error instanceof LendingError ? error : handlerFailed(error));

/** The status of each error that is not a 502. A failure of the backend that ends by itself is a 503. */
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
  'handler-other-applicant': 409,
  'handler-closed': 409,
  'handler-other-company': 409,
  'handler-in-flight': 409,
  'handler-too-many': 429,
  'handler-failed': 500,
  'config-invalid': 500,
  'upstream-rejected': 422,
  'upstream-timeout': 504,
  'upstream-unavailable': 503,
  'upstream-busy': 503,
};

const statusOf = ({ code, retryAfter }: LendingError): number =>
  code === 'handler-failed' && retryAfter !== undefined ? 503 : (STATUS[code] ?? 502);
