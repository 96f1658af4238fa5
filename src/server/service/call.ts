import { LendingError } from '../../errors.js';
import type { CallName } from '../../schema/calls.js';
import { withTimeLimit } from '../../time-limit.js';
import { startDeadline, type Deadline } from '../util/deadline.js';
import { readAnswer, unexpectedBody } from './answer.js';
import { checkKey } from './check-service.js';
import { networkError, withoutKey } from './network-error.js';
import { plainWords } from './plain-words.js';
import { CallAborted, createRetryPolicy, RetryLater } from './retry-policy.js';
import type { ServiceCall, ServiceCallOptions, ServiceSettings } from './types.js';

/** Makes calls to the service, each within its time limit. No other code reads the secret key. */
export function createCaller(settings: ServiceSettings) {
  const { apiUrl, readKey, timeout, uploadTimeout, notCreatedOn } = settings;
  // Documents may fail for a long time while all other calls succeed.
  const [executeOther, executeUpload] = [createRetryPolicy(), createRetryPolicy()];

  function send(path: string, content: object, isForm: boolean, key: string, signal: AbortSignal) {
    const headers = { accept: 'application/json', 'x-bs-sk': key };
    return settings.fetch(`${apiUrl}/${path}`, {
      method: 'POST',
      headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
      body: isForm ? (content as FormData) : JSON.stringify(content),
      // A followed redirect would send the key to another address.
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
    const key = checkKey(await readKey());
    const begun = Date.now();
    const logged: ServiceCall = { call: name, milliseconds: 0 };
    const answer = async () => {
      const response = await send(path, content, isUpload(name), key, deadline.signal);
      logged.status = response.status;
      return readAnswer(name, response, content, notCreatedOn);
    };
    try {
      // A custom `fetch` may ignore its signal.
      const { body, error } = await withTimeLimit(answer(), { signal: deadline.signal });
      logged.said = options.onAnswer && wordsOf(body, [content, key]);
      if (error) throw retriedInTime(name, error, deadline);
      // The page gets this answer, so it must not contain the key.
      if (name === 'authenticate' && JSON.stringify(body).includes(key))
        throw unexpectedBody(name, 'it contains the secret key');
      return body;
    } catch (error) {
      if (error instanceof LendingError || error instanceof RetryLater) throw error;
      const failure = networkError(name, withoutKey(error, key), deadline);
      throw options.signal?.aborted && !deadline.isOver ? new CallAborted(failure) : failure;
    } finally {
      options.onAnswer?.({ ...logged, milliseconds: Date.now() - begun });
    }
  }

  return async function call(name: CallName, path: string, content: object, options: ServiceCallOptions = {}) {
    const limit = isUpload(name) ? uploadTimeout : timeout;
    const deadline = startDeadline(limit, options.signal);
    try {
      const execute = isUpload(name) ? executeUpload : executeOther;
      return await execute(options.subject ?? Symbol('unknown subject'), () =>
        attempt(name, path, content, deadline, options),
      );
    } catch (error) {
      if (error instanceof RetryLater || error instanceof CallAborted) throw error.error;
      throw error;
    } finally {
      deadline.clear();
    }
  };
}

const isUpload = (name: CallName) => name === 'uploadDocument';

/** The service asks for another attempt with `retry-after`. Each call for offers is recorded before it is made, so it is not repeated. */
function retriedInTime(name: CallName, error: LendingError, deadline: Deadline): LendingError | RetryLater {
  const wait = (error.retryAfter ?? Infinity) * 1000;
  const isRetried = name !== 'requestOffers' && Date.now() + wait < deadline.at;
  return isRetried ? new RetryLater(error, wait) : error;
}

/** Returns the plain words of an answer's messages; most answers have none. */
function wordsOf(body: unknown, sent: unknown): string | undefined {
  const { message, error, errors, detail } = (body ?? {}) as Record<string, unknown>;
  const texts = [message, error, errors, detail].filter(Boolean);
  return texts.length > 0 ? plainWords(texts, sent) : undefined;
}
