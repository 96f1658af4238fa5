import { LendingError } from '../../errors.js';
import type { CallName } from '../../schema/calls.js';
import type { Deadline } from '../util/deadline.js';
import { outcomeUnknown } from './answer.js';
import { RetryLater } from './retry-policy.js';

/** Codes of connections that were never made, or not to the service: it received nothing. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_.*|.*CERT.*)$/;

/** Milliseconds until a failed connection is tried again. */
const RECONNECT = 200;

/** Returns the error for a call that got no answer: retried only if the service received nothing. */
export function networkError(name: CallName, cause: unknown, { isOver, limit, at }: Deadline): Error {
  const { code } = ((cause as Error | undefined)?.cause ?? {}) as { code?: string };
  const unreachable = new LendingError('upstream-unreachable', `${name} could not reach the service.`, {
    cause,
    recoverable: true,
  });
  if (UNSENT.test(code ?? ''))
    return Date.now() + RECONNECT < at ? new RetryLater(unreachable, RECONNECT) : unreachable;
  if (name === 'createApplication') return outcomeUnknown({ cause });
  if (!isOver) return unreachable;
  const late = `The service did not answer ${name} within ${limit / 1000} seconds.`;
  return new LendingError('upstream-timeout', late, { cause, recoverable: true });
}

/** Copies the name, message and codes of an error of `fetch`, without the key. Some errors carry the whole request. */
export function withoutKey(error: unknown, key: string): Error {
  const { name = 'Error', message = '', code, cause } = (error ?? {}) as Partial<Error & { code: string }>;
  const mask = (text: unknown) => (typeof text === 'string' ? text.replaceAll(key, '…') : undefined);
  const { code: inner } = (cause ?? {}) as { code?: string };
  return Object.assign(new Error(mask(message)), {
    name: mask(name),
    code: mask(code),
    cause: cause && { code: mask(inner) },
  });
}
