import { LendingError } from '../../errors.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { textProblem } from '../options/text-kinds.js';

/** The beginning of each path in the specification, between the base URL and the path of the call. */
const PATH = '/partner-api/v1';

/**
 * Returns the URL under which all calls are made. Rejects a base URL that would send the key unencrypted, or that already
 * contains this path.
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
  throw new LendingError('config-invalid', 'baseUrl must be an https URL without a query or password.', {
    remedy: 'Set it to the base URL of the service’s API. Only a URL on this machine may use http.',
  });
}

/** Returns the key if it is valid in a header. The error does not contain the key. */
export function checkKey(key: unknown): string {
  const problem = typeof key === 'string' ? textProblem(key) : undefined;
  if (problem) throw new LendingError('config-invalid', `secretKey ${problem.message}.`, { remedy: problem.remedy });
  if (typeof key === 'string' && /^[\x21-\x7E]+$/.test(key)) return key;
  throw new LendingError('config-invalid', 'secretKey is missing, or contains a space or a line break.', {
    remedy: 'Copy it from the partner dashboard into the backend’s environment.',
  });
}
