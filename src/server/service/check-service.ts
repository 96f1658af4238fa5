import { LendingError } from '../../errors.js';
import { isLoopback } from '../../schema/widget/loopback.js';

/** The part of each path that the specification puts between the base address and the call. */
const PATH = '/partner-api/v1';

/**
 * Returns the address under which all calls are made. Rejects a base address that would send the key unencrypted, or that already
 * contains the path of the calls.
 */
export function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.pathname.replace(/\/$/, '').endsWith(PATH))
    throw new LendingError('config-invalid', `baseUrl ends in ${PATH}, which is added to each call.`, {
      remedy: `Remove ${PATH} from it.`,
      issues: [{ path: 'baseUrl', reason: 'format' }],
    });
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isSafe && url.href === url.origin + url.pathname) return url.href.replace(/\/$/, '') + PATH;
  throw new LendingError('config-invalid', 'baseUrl must be an https address without a query or password.', {
    remedy: 'Set it to the base address of the service’s API. Only an address of this machine may use http.',
  });
}

/** Returns a key that a header can carry. The error does not contain the key. */
export function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7E]+$/.test(key)) return key;
  throw new LendingError('config-invalid', 'secretKey is missing, or contains a space or a line break.', {
    remedy: 'Copy it from the partner dashboard into the backend’s environment.',
  });
}
