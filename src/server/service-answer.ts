import { LendingError } from '../errors.js';
import { readText } from './guard.js';
import type { ServiceCallName, ServiceResponse } from './upstream.js';

const ANSWER_LIMIT = 256 * 1024;

/** An answer of the service: what it comes to, and the texts that it has for people. */
export interface ServiceAnswer {
  body?: unknown;
  error?: LendingError;
  /** Milliseconds after which the service wants to be asked again. It has done nothing. */
  again?: number;
}

/** Reads an answer: the status first, then as much of the body as is needed. */
// Spec: error bodies and status codes not shown; any 2xx is a success unless it says `success: false`.
export async function readAnswer(name: ServiceCallName, response: ServiceResponse): Promise<ServiceAnswer> {
  const { status, type, headers } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const remedy = 'Check baseUrl: it should be the address that the API answers at.';
    const what = `The service answered ${name} with a redirect, which is not followed.`;
    return { error: new LendingError('upstream-redirect', what, { remedy }) };
  }
  const text = await readText(response, ANSWER_LIMIT);
  const body = text === undefined ? undefined : parse(text);
  const again = status === 429 || status === 503 ? waitOf(headers.get('retry-after')) : undefined;
  if (status < 200 || status >= 300)
    return { body, error: refusal(name, status), ...(again !== undefined && { again }) };
  if (body === undefined) return { error: unexpectedBody(name, 'it is not JSON') };
  const isRefused = (body as { success?: unknown } | null)?.success === false;
  return isRefused
    ? { body, error: new LendingError('upstream-refused', `The service did not accept ${name}.`) }
    : { body };
}

/** A 502 or 504 comes from in between: whether the service created the application, nobody knows. */
// Spec: error status codes not shown; 500 and 503 are taken as the service's own word that it has done nothing.
function refusal(name: ServiceCallName, status: number): LendingError {
  const what = `The service answered ${name} with ${status}.`;
  if (name === 'createApplication' && (status === 502 || status === 504)) return outcomeUnknown();
  if (status >= 500) return new LendingError('upstream-failed', what, { recoverable: true });
  const remedy = status === 401 || status === 403 ? 'Check secretKey, and that it fits baseUrl.' : undefined;
  return new LendingError('upstream-refused', what, { remedy, recoverable: status === 429 });
}

/** An answer that cannot be used. To the creation it leaves open what was created. */
export function unexpectedBody(name: ServiceCallName, why: string): LendingError {
  if (name === 'createApplication') return outcomeUnknown();
  return new LendingError('upstream-unexpected-body', `The service’s answer to ${name} could not be used: ${why}.`, {
    remedy: 'Check that baseUrl is the address of the API.',
    recoverable: true,
  });
}

export const outcomeUnknown = (cause?: unknown) =>
  new LendingError('outcome-unknown', 'The service did not confirm that the application was created.', { cause });

/** Seconds, as services say when to come back. A date is none of ours to compare clocks with. */
const waitOf = (after: string | null) => (/^\d{1,4}$/.test(after ?? '') ? Number(after) * 1000 : undefined);

/** An empty body is a fine answer to a call whose answer is not specified. */
function parse(text: string): unknown {
  try {
    return text.trim() === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
