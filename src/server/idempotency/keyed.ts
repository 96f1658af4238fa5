import { LendingError } from '../../errors.js';
import type { CallName } from '../../schema/calls.js';
import type { ServiceSettings } from '../service/types.js';
import type { Visit } from '../types.js';
import { fingerprint, type RunOnce } from './idempotency.js';

/** Creates the function that makes a call on an application once for each idempotency key of the page. */
export function createKeyed(
  runOnce: RunOnce,
  { timeout, uploadTimeout }: Pick<ServiceSettings, 'timeout' | 'uploadTimeout'>,
) {
  /** Without a key the call is made as often as the page asks. `content` returns the request, or a digest of it. */
  return async function keyed<T>(
    call: CallName,
    { request, subject, session }: Visit,
    content: () => unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = request.headers.get('idempotency-key');
    if (key === null) return work();
    if (!/^[\w-]{8,64}$/.test(key))
      throw new LendingError('handler-invalid', 'Invalid Idempotency-Key header: use 8 to 64 letters, digits, - or _.');
    const attempt = {
      key: `${call}/${subject}/${session.company_id}/${key}`,
      content: fingerprint(await content()),
      limit: 2 * (call === 'uploadDocument' ? uploadTimeout : timeout),
      isRepeatable: true,
    };
    return runOnce(attempt, work);
  };
}
