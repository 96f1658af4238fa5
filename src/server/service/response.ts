import { LendingError, type Problem } from '../../errors.js';
import type { CallName } from '../../schema/calls/calls.js';
import { retryAfterOf } from '../../schema/calls/retry-after.js';
import { readText } from '../request.js';
import { outcomeUnknown } from '../util/outcome-unknown.js';
import { rejectedFields } from './rejected-fields.js';
import type { ServiceResponse, ServiceSettings } from './types.js';

const RESPONSE_MAX_BYTES = 256 * 1024;

/** A response of the service: its JSON, or its error. After an error with `retryAfter`, nothing has changed at the service. */
interface ServiceResult {
  body?: unknown;
  error?: LendingError;
  text?: string | undefined;
}

/** Reads a response. `sent` is the content of the call. The error contains the status of the response. */
export async function readResponse(
  name: CallName,
  response: ServiceResponse,
  sent: unknown,
  settings: Pick<ServiceSettings, 'notCreatedStatuses' | 'textResponses'>,
): Promise<ServiceResult> {
  const { status, type } = response;
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const text = isRedirect ? undefined : await readText(response, RESPONSE_MAX_BYTES);
  const result = isRedirect ? redirected(name) : resultOf(name, response, text, sent, settings);
  if (result.error) Object.assign(result.error, { status });
  return { ...result, text };
}

function redirected(name: CallName): ServiceResult {
  const message = `The service responded to ${name} with a redirect, which the handler does not follow.`;
  const remedy = 'Set baseUrl to the URL that responds without a redirect.';
  return { error: new LendingError('upstream-redirect', message, { remedy }) };
}

/** Returns the result for a status and a body. `text` is `undefined` if the body is too long. */
// Spec: error bodies and status codes not shown; any 2xx is a success unless it says `success: false`.
function resultOf(
  name: CallName,
  { status, headers }: ServiceResponse,
  text: string | undefined,
  sent: unknown,
  { notCreatedStatuses, textResponses }: Pick<ServiceSettings, 'notCreatedStatuses' | 'textResponses'>,
): ServiceResult {
  const body = text === undefined ? undefined : parseBody(text);
  // A proxy, or a service that failed halfway, may respond like this after the application was created. 409 says that there may be one.
  const mayExist = status === 408 || status === 409 || status >= 500;
  const isOpen = name === 'createApplication' && mayExist && !notCreatedStatuses.includes(status);
  if (isOpen) return { body, error: outcomeUnknown() };
  if (status < 200 || status >= 300) return { body, error: errorOf(name, status, headers, body, sent) };
  const isUnread = textResponses && text !== undefined && name !== 'createApplication' && name !== 'authenticate';
  if (body === undefined && isUnread) return { body: null };
  if (body === undefined) return { error: unexpectedBody(name, 'it is not JSON') };
  const isRejected = (body as { success?: unknown } | null)?.success === false;
  return isRejected ? { body, error: notAccepted(name, `The service did not accept ${name}.`, body, sent) } : { body };
}

const NOT_ACCEPTED = [400, 422];
const DOCUMENT_REJECTED = [413, 415];

const REMEDIES: Record<number, string> = {
  401: 'Check that secretKey is correct, and that it belongs to the same environment as baseUrl.',
  403: 'Check that secretKey is correct, and that it belongs to the same environment as baseUrl.',
  404: 'Check baseUrl. Staging and production do not share applications.',
};

/** Returns the error for a status other than 2xx. */
// Spec: status codes of errors are not shown. 429 and 503 are read as "try later", 400 and 422 as an error in the content of the call, any
// other 4xx as an error of this backend: its key, its URL, or the application.
function errorOf(
  name: CallName,
  status: number,
  headers: ServiceResponse['headers'],
  body: unknown,
  sent: unknown,
): LendingError {
  const message = `The service responded to ${name} with ${status}.`;
  if (status === 429 || status === 503) {
    const code = status === 429 ? 'upstream-busy' : 'upstream-unavailable';
    return new LendingError(code, message, { recoverable: true, retryAfter: retryAfterOf(headers) });
  }
  if (status >= 500 || status === 408) return new LendingError('upstream-failed', message, { recoverable: true });
  if (name === 'uploadDocument' && DOCUMENT_REJECTED.includes(status))
    return contentRejected(message, [{ path: 'file', reason: 'rejected' }]);
  if (NOT_ACCEPTED.includes(status)) return notAccepted(name, message, body, sent);
  return new LendingError('upstream-denied', message, { remedy: REMEDIES[status] });
}

/** Returns the error for rejected content, with the fields that the response names. The applicant cannot change the content of `authenticate`. */
function notAccepted(name: CallName, message: string, body: unknown, sent: unknown): LendingError {
  if (name === 'authenticate') return new LendingError('upstream-denied', message);
  return contentRejected(message, rejectedFields(name, body, sent));
}

const contentRejected = (message: string, issues: readonly Problem[]) =>
  new LendingError('upstream-rejected', message, { issues });

const ELSEWHERE =
  ' If the token is elsewhere in the response, set responsePaths.access_token: npx lending-elements rehearse finds its path.';

/** Returns the error for a 2xx response that cannot be used. After `createApplication` an application may exist. */
export function unexpectedBody(name: CallName, why: string): LendingError {
  if (name === 'createApplication') return outcomeUnknown();
  return new LendingError('upstream-unexpected-body', `The service’s response to ${name} could not be used: ${why}.`, {
    remedy: `Check that baseUrl is the URL of the API.${name === 'authenticate' ? ELSEWHERE : ''}`,
    recoverable: true,
  });
}

const UNCERTAIN = ['upstream-timeout', 'upstream-failed', 'upstream-unreachable', 'upstream-unexpected-body'];

/** Returns true for the error of a call that the service may have received. */
export const mayHaveArrived = (error: unknown) => error instanceof LendingError && UNCERTAIN.includes(error.code);

/** An empty body is accepted: the specification shows no response for most calls. */
export function parseBody(text: string): unknown {
  try {
    return text.trim() === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
