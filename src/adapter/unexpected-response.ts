// Explains a response that the handler did not send, or not as it was. It loads when one arrives.
import { LendingError, type LendingErrorCode } from '../errors.js';
import { retryAfterOf } from '../schema/calls/retry-after.js';

/**
 * The codes for responses of a server in front of the handler, such as a proxy. After 403, 413 and 429 nothing was sent: a proxy checks the
 * size, the rate and the visitor before it passes a request on, and the handler cannot read a part of a body.
 */
const CODES: Partial<Record<number, LendingErrorCode>> = {
  403: 'adapter-blocked',
  413: 'adapter-too-large',
  429: 'adapter-too-many',
};

/**
 * After a redirect the outcome is unknown: the page cannot see where it leads, and a backend that changes its response may have made the call. It is
 * also unknown after 503 with `Retry-After`, which Varnish sends when a backend did not respond to a request that it had received.
 */
const codeOf = ({ type, status, headers }: Response): LendingErrorCode | undefined => {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return 'adapter-redirected';
  return status === 503 && headers.has('retry-after') ? 'adapter-unavailable' : CODES[status];
};

/** Returns the error for a response that cannot be read. `isOurs`: the handler has sent it, but something has changed it. */
export function unexpectedResponse(response: Response, isOurs: boolean): LendingError {
  const { status, headers } = response;
  const code = isOurs ? undefined : codeOf(response);
  return new LendingError(
    code ?? 'adapter-unexpected-response',
    `The backend answered with ${status ? `status ${status}` : 'a redirect'}, but the response did not come from createHandler().`,
    { recoverable: code ? code !== 'adapter-too-large' : status >= 500, retryAfter: retryAfterOf(headers) },
  );
}
