import { LendingError, type LendingErrorDetails, type Problem } from '../errors.js';
import { readText } from './guard.js';
import type { CallName } from '../schema/calls.js';
import { refusedFields } from './refused-fields.js';
import type { ServiceResponse } from './upstream.js';

const ANSWER_LIMIT = 256 * 1024;

/** An answer of the service: what it comes to, and the texts that it has for people. */
export interface ServiceAnswer {
  body?: unknown;
  error?: LendingError;
  /** Milliseconds after which the service wants to be asked again. It has done nothing. */
  again?: number;
}

/** Reads an answer to what was sent: the status first, then as much of the body as is needed. */
// Spec: error bodies and status codes not shown; any 2xx is a success unless it says `success: false`.
export async function readAnswer(
  name: CallName,
  response: ServiceResponse,
  sent: unknown,
  notCreatedOn: readonly number[] = [],
): Promise<ServiceAnswer> {
  const { status, type, headers } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const remedy = 'Check baseUrl: it should be the address that the API answers at.';
    const what = `The service answered ${name} with a redirect, which is not followed.`;
    return { error: new LendingError('upstream-redirect', what, { remedy }) };
  }
  const text = await readText(response, ANSWER_LIMIT);
  const body = text === undefined ? undefined : parse(text);
  // A proxy in between, or a service that failed halfway, may answer so after the application was created.
  const isOpen = name === 'createApplication' && (status === 408 || status >= 500) && !notCreatedOn.includes(status);
  if (isOpen) return { body, error: outcomeUnknown() };
  if (status < 200 || status >= 300) return { body, ...refusal(name, status, waitOf(headers), body, sent) };
  if (body === undefined) return { error: unexpectedBody(name, 'it is not JSON') };
  const isRefused = (body as { success?: unknown } | null)?.success === false;
  return isRefused ? { body, error: notAccepted(name, `The service did not accept ${name}.`, body, sent) } : { body };
}

/** Statuses by which a service says that what was sent is wrong, and those by which it says so of a document. */
const NOT_ACCEPTED = [400, 422];
const NO_DOCUMENT = [413, 415];

/** What the developer looks at first. */
const REMEDIES: Record<number, string> = {
  401: 'Check secretKey, and that it fits baseUrl.',
  403: 'Check secretKey, and that it fits baseUrl.',
  404: 'Check baseUrl. An application of another environment is not known there.',
  409: 'Look in the partner dashboard: this company may have an application already. existingApplication can answer with it.',
};

/** What a status comes to that is no success: whose fault it is, and whether waiting helps. */
// Spec: status codes of errors are not shown. 429 and 503 are taken for "not now", 400 and 422 for what was sent, any other
// 4xx for this backend: its key, its address, or what it knows.
function refusal(name: CallName, status: number, wait: number | undefined, body: unknown, sent: unknown) {
  const what = `The service answered ${name} with ${status}.`;
  const isDocument = name === 'uploadDocument' && NO_DOCUMENT.includes(status);
  if (status === 429 || status === 503) {
    const code = status === 429 ? 'upstream-busy' : 'upstream-unavailable';
    const again = wait === undefined ? {} : { again: wait * 1000 };
    return { error: new LendingError(code, what, { recoverable: true, retryAfter: wait }), ...again };
  }
  if (status >= 500 || status === 408)
    return { error: new LendingError('upstream-failed', what, { recoverable: true }) };
  if (isDocument) return { error: refused(what, [{ path: 'file', reason: 'refused' }]) };
  if (NOT_ACCEPTED.includes(status)) return { error: notAccepted(name, what, body, sent) };
  return { error: new LendingError('upstream-denied', what, { remedy: REMEDIES[status] }) };
}

/** What was sent is not accepted: the fields that the answer names. Of whom a token is for the applicant is asked nothing. */
function notAccepted(name: CallName, what: string, body: unknown, sent: unknown): LendingError {
  if (name === 'authenticate') return new LendingError('upstream-denied', what);
  return refused(what, refusedFields(name, body, sent));
}

const refused = (what: string, issues: readonly Problem[]) => new LendingError('upstream-refused', what, { issues });

/** An answer that cannot be used. To the creation it leaves open what was created. */
export function unexpectedBody(name: CallName, why: string): LendingError {
  if (name === 'createApplication') return outcomeUnknown();
  return new LendingError('upstream-unexpected-body', `The service’s answer to ${name} could not be used: ${why}.`, {
    remedy: 'Check that baseUrl is the address of the API.',
    recoverable: true,
  });
}

export const outcomeUnknown = (details: LendingErrorDetails = {}) =>
  new LendingError('outcome-unknown', 'The service did not confirm that the application was created.', {
    remedy: 'Look for it in the partner dashboard. existingApplication can answer with it, or with "none".',
    ...details,
  });

/** So many seconds are the most that anybody is asked to wait. */
const LONGEST = 24 * 3600;

/** Seconds after which a service wants to be asked again: it says so itself, or by a date, which is held against its own clock. */
function waitOf(headers: ServiceResponse['headers']): number | undefined {
  const after = headers.get('retry-after') ?? '';
  const until = /^\d{1,9}$/.test(after)
    ? Number(after)
    : (Date.parse(after) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isNaN(until) ? undefined : Math.min(Math.max(0, Math.ceil(until)), LONGEST);
}

/** An empty body is a fine answer to a call whose answer is not specified. */
function parse(text: string): unknown {
  try {
    return text.trim() === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
