import { LendingError } from '../../errors.js';
import type { CallName } from '../../schema/calls/calls.js';
import { textsIn } from '../../schema/widget/mistakes.js';
import { withTimeLimit } from '../../time-limit.js';
import { outcomeUnknown } from '../util/outcome-unknown.js';
import { parseBody, readResponse, unexpectedBody } from './response.js';
import { checkKey } from './check-service.js';
import { CallAborted, createRetryPolicy, RetryLater } from './retry-policy.js';
import type { ServiceCall, ServiceCallOptions, ServiceSettings } from './types.js';

/** The time limit of a call with all its attempts. */
interface Deadline {
  limit: number;
  /** The end, in milliseconds since 1970. */
  at: number;
  /** Aborts when the time is over. */
  late: AbortSignal;
  /** Aborts when the time is over or the caller's signal aborts. */
  signal: AbortSignal;
}

/** Makes calls to the service, each within its time limit. No other code reads the secret key. */
export function createCaller(settings: ServiceSettings) {
  const { baseUrl, secretKey, timeoutMs, uploadTimeoutMs } = settings;
  // Documents may fail for a long time while all other calls succeed.
  const [executeOther, executeUpload] = [createRetryPolicy(), createRetryPolicy()];

  function send(path: string, content: object, isForm: boolean, key: string, signal: AbortSignal) {
    const headers = { accept: 'application/json', 'x-bs-sk': key };
    return settings.fetch(`${baseUrl}/${path}`, {
      method: 'POST',
      headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
      body: isForm ? (content as FormData) : JSON.stringify(content),
      // A followed redirect would send the key to another URL.
      redirect: 'manual',
      signal,
    });
  }

  /** Makes one attempt. Throws `RetryLater` if the service did nothing and there is time for another attempt. */
  async function attempt(
    name: CallName,
    path: string,
    content: object,
    deadline: Deadline,
    options: ServiceCallOptions,
  ) {
    const key = checkKey(await secretKey());
    const begun = Date.now();
    const logged: ServiceCall = { call: name, milliseconds: 0 };
    const respond = async () => {
      const response = await send(path, content, isUpload(name), key, deadline.signal);
      logged.status = response.status;
      return readResponse(name, response, content, settings);
    };
    try {
      // A custom `fetch` may ignore its signal.
      const { body, error, text } = await withTimeLimit(respond(), { signal: deadline.signal });
      logged.said = (error ?? options.onAnswer) && wordsOf(body, [content, key]);
      if (error) {
        if (settings.keepsBody) {
          Object.assign(error, { said: logged.said });
          // Not enumerable, so that no log prints it.
          Object.defineProperty(error, 'body', { value: bodyWithoutKey(text, key) });
        }
        throw retriedInTime(name, error, deadline);
      }
      // The page gets this body, so it must not contain the key.
      if (name === 'authenticate' && JSON.stringify(body).includes(key))
        throw unexpectedBody(name, 'it contains the secret key');
      return { status: logged.status!, body: settings.keepsBody ? bodyWithoutKey(text, key) : body };
    } catch (error) {
      if (error instanceof LendingError || error instanceof RetryLater) throw error;
      const failure = networkError(name, withoutKey(error, key), deadline);
      throw options.signal?.aborted && !deadline.late.aborted ? new CallAborted(failure) : failure;
    } finally {
      options.onAnswer?.({ ...logged, milliseconds: Date.now() - begun });
    }
  }

  return async function call(name: CallName, path: string, content: object, options: ServiceCallOptions = {}) {
    const limit = isUpload(name) ? uploadTimeoutMs : timeoutMs;
    const late = AbortSignal.timeout(Math.ceil(limit));
    const signal = options.signal ? AbortSignal.any([late, options.signal]) : late;
    const deadline: Deadline = { limit, at: Date.now() + limit, late, signal };
    try {
      const execute = isUpload(name) ? executeUpload : executeOther;
      return await execute(options.subject ?? Symbol('unknown subject'), () =>
        attempt(name, path, content, deadline, options),
      );
    } catch (error) {
      if (error instanceof RetryLater || error instanceof CallAborted) throw error.error;
      throw error;
    }
  };
}

function bodyWithoutKey(text: string | undefined, key: string): unknown {
  const masked = text?.replaceAll(key, '…') ?? '';
  const body = parseBody(masked);
  return body === undefined ? masked : body;
}

const isUpload = (name: CallName) => name === 'uploadDocument';

/** Decides whether a call with `retry-after` is repeated. A call for offers is not, because each one is recorded before it is made. */
function retriedInTime(name: CallName, error: LendingError, deadline: Deadline): LendingError | RetryLater {
  const wait = (error.retryAfter ?? Infinity) * 1000;
  const isRetried = name !== 'requestOffers' && Date.now() + wait < deadline.at;
  return isRetried ? new RetryLater(error, wait) : error;
}

/** Returns the words of a response’s messages that are safe to log. Most responses have no messages. */
function wordsOf(body: unknown, sent: unknown): string | undefined {
  const { message, error, errors, detail } = (body ?? {}) as Record<string, unknown>;
  const texts = [message, error, errors, detail].filter(Boolean);
  return texts.length > 0 ? plainWords(texts, sent) : undefined;
}

/** Codes of connections that failed before the service received anything. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_.*|.*CERT.*)$/;

const RECONNECT_MS = 200;

/** Returns the error for a call that got no response: retried only if the service received nothing. */
function networkError(name: CallName, cause: unknown, { late, limit, at }: Deadline): Error {
  const { code } = ((cause as Error | undefined)?.cause ?? {}) as { code?: string };
  const unreachable = new LendingError('upstream-unreachable', `${name} could not reach the service.`, {
    cause,
    recoverable: true,
  });
  if (UNSENT.test(code ?? ''))
    return Date.now() + RECONNECT_MS < at ? new RetryLater(unreachable, RECONNECT_MS) : unreachable;
  if (name === 'createApplication') return outcomeUnknown({ cause });
  if (!late.aborted) return unreachable;
  const message = `The service did not respond to ${name} within ${limit / 1000} seconds.`;
  return new LendingError('upstream-timeout', message, { cause, recoverable: true });
}

/** Copies the name, message and codes of an error of `fetch`, without the key. Some errors carry the whole request. */
function withoutKey(error: unknown, key: string): Error {
  const { name = 'Error', message = '', code, cause } = (error ?? {}) as Partial<Error & { code: string }>;
  const mask = (text: unknown) => (typeof text === 'string' ? text.replaceAll(key, '…') : undefined);
  const { code: inner } = (cause ?? {}) as { code?: string };
  return Object.assign(new Error(mask(message)), {
    name: mask(name),
    code: mask(code),
    cause: cause && { code: mask(inner) },
  });
}

/** Words in lower case, and codes. Names of people have capitals or other letters. */
const PLAIN =
  /^["'“‘(]*([a-z]+(['’_-][a-z]+)*|[A-Z]+(_[A-Z]+)+|The|This|An?|No|Not|Invalid|Missing|Unknown)["'”’).,:;!?]*$/;

const partsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/**
 * Returns the service's messages for a log, without the key, the content of the call, numbers, addresses, and anything that may be a
 * name: the service may mention data of an earlier call.
 */
function plainWords(texts: unknown, sent: unknown): string | undefined {
  const known = new Set(textsIn(sent).flatMap(partsOf));
  const isPlain = (word: string) => PLAIN.test(word) && !partsOf(word).some((part) => part && known.has(part));
  const words = textsIn(texts).join('; ').split(/\s+/).filter(Boolean);
  const plain = words.map((word) => (isPlain(word) ? word : '…')).join(' ');
  return plain.replace(/…( …)+/g, '…').slice(0, 300) || undefined;
}
