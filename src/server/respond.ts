import { LendingError, type LendingErrorCode } from '../errors.js';
import { version } from '../version.js';
import type { LogEntry } from './handler.js';

/** On every answer: nothing is kept, sniffed, framed or run. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-lending-elements': version,
};

/** An answer of the handler, before a platform makes it one of its own. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Values of `set-cookie`. */
  cookies: readonly string[];
  body: string | null;
}

export const json = (status: number, body: unknown, cookies: readonly string[] = [], more: object = {}): Reply => ({
  status,
  headers: { ...HEADERS, ...more },
  cookies,
  body: JSON.stringify(body),
});

export function responseOf({ status, headers, cookies, body }: Reply): Response {
  const response = new Response(body, { status, headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

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

/** An error as the page gets it: no cause, no stack, nothing that the service said. */
export function errorReply(error: LendingError, request_id: string, headers?: Record<string, string>): Reply {
  const { code, remedy, issues, retryAfter, recoverable } = error;
  // The page puts the two together again.
  const message = remedy ? error.message.slice(0, -remedy.length - 1) : error.message;
  const body = {
    code,
    message,
    remedy,
    recoverable,
    issues: issues.length > 0 ? issues : undefined,
    request_id: error.request_id ?? request_id,
    retryAfter,
    canCheck: error.canCheck || undefined,
  };
  const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return json(STATUS[code] ?? 502, body, [], { ...wait, ...headers });
}

/** An error as a log gets it: without the names of unknown keys, which whoever sent them has chosen. */
export function errorForLog(error: LendingError): LendingError {
  if (!error.issues.some(({ reason }) => reason === 'unknown')) return error;
  const issues = error.issues.map((one) => (one.reason === 'unknown' ? { ...one, path: '…' } : one));
  const own = Object.getOwnPropertyDescriptors(error);
  return Object.create(LendingError.prototype, { ...own, issues: { value: issues, enumerable: true } }) as LendingError;
}

/** Where the partner has no log: what an applicant may ask about can be found by its id. What caused it may say more than a console should know. */
export function createConsoleLog(): (entry: LogEntry) => void {
  let isMountTold = false;
  return ({ request_id, route, status, error }) => {
    if (!error) return;
    // Anybody can ask for any address: that the handler is mounted elsewhere is told once.
    const isMount = error.code === 'handler-not-found' && !!error.remedy && !isMountTold;
    if (status < 500 && error.code !== 'upstream-refused' && !isMount) return;
    isMountTold ||= isMount;
    const id =
      error.request_id && error.request_id !== request_id ? `${error.request_id} (again: ${request_id})` : request_id;
    console.error(`lending-elements: ${id} ${route} ${status} ${error.code}: ${error.message}`);
  };
}

/** What went wrong where nobody foresaw it. What it is, is for the log alone. */
export const failed = (cause: unknown) =>
  new LendingError('handler-failed', 'The handler failed.', { cause, recoverable: true });

/** Anything that was thrown, as a `LendingError`. */
export const asLendingError = (error: unknown) => (error instanceof LendingError ? error : failed(error));
