import {
  circuitBreaker,
  CircuitState,
  DelegateBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
  wrap,
} from 'cockatiel';
import { LendingError } from '../errors.js';
import { limited } from './hooks.js';
import { isLoopback } from './loopback.js';
import { plainWords } from './service-words.js';
import { outcomeUnknown, readAnswer, unexpectedBody } from './service-answer.js';
import type { CallName } from '../schema/calls.js';
import type { ServiceCall, ServiceCallOptions, UpstreamOptions } from './upstream.js';

/** A failed attempt of which the service has done nothing: it can be tried again after a while. */
class Again extends Error {
  constructor(
    readonly error: LendingError,
    readonly wait: number,
  ) {
    super();
  }
}

/** An attempt that its caller gave up: that an applicant goes away says nothing of the service. */
class GivenUp extends Error {
  constructor(readonly error: Error) {
    super();
  }
}

/** What says that the service is down, rather than that a call was wrong. */
const DOWN = ['upstream-failed', 'upstream-unavailable', 'upstream-unreachable', 'upstream-timeout', 'outcome-unknown'];
const isDown = (error: unknown) =>
  !(error instanceof GivenUp) && DOWN.includes(((error as Again).error ?? (error as LendingError)).code);

/** After failures of so many applicants in a row the service is left alone for so many milliseconds. */
const FAILURES = 10;
const PAUSE = 10_000;

/**
 * Retries what the service has not done, and leaves a service alone that is down. Something that one applicant sends may make
 * the service fail each time. The others must not be refused for that, so applicants are counted, not calls.
 */
function createPolicy() {
  const failed = new Set<unknown>();
  const again = retry(
    handleWhen((error) => error instanceof Again),
    { maxAttempts: 2, backoff: new DelegateBackoff(({ result }) => (result as { error: Again }).error.wait) },
  );
  const breaker = circuitBreaker(handleWhen(isDown), {
    halfOpenAfter: PAUSE,
    breaker: { state: undefined, success: () => failed.clear(), failure: () => failed.size >= FAILURES },
  });
  const policy = wrap(breaker, again);
  /** Whose call showed last that the service is still down, and when. */
  let probe: { who: unknown; at: number } | undefined;

  /** Makes a call for somebody. Whose call the service failed at last does not decide alone that it stays alone. */
  return async function execute<T>(who: unknown, work: () => Promise<T>): Promise<T> {
    const isSpent = probe !== undefined && probe.who === who && Date.now() - probe.at < 3 * PAUSE;
    if (isSpent && breaker.state !== CircuitState.Closed) throw leftAlone();
    try {
      return await policy.execute(() =>
        work().catch((error: unknown) => {
          if (isDown(error) && breaker.state === CircuitState.HalfOpen) probe = { who, at: Date.now() };
          else if (isDown(error)) failed.add(who);
          throw error;
        }),
      );
    } catch (error) {
      throw isBrokenCircuitError(error) ? leftAlone() : error;
    }
  };
}

const leftAlone = () =>
  new LendingError('upstream-unavailable', 'The service is down. No calls are made to it for a moment.', {
    recoverable: true,
    retryAfter: PAUSE / 1000,
  });

/** Refuses an address of the service or a key that no call can be made with. */
export function checkService({ baseUrl, secretKey }: Pick<UpstreamOptions, 'baseUrl' | 'secretKey'>): void {
  checkBaseUrl(baseUrl);
  if (typeof secretKey !== 'function') checkKey(secretKey);
}

/** Makes calls to the service, each within its time. This is the only place that reads the key. */
export function createCaller(options: UpstreamOptions) {
  const { timeout = 10_000, uploadTimeout = 60_000 } = options;
  checkService(options);
  const base = checkBaseUrl(options.baseUrl) + PATH;
  const secretKey = limited(options.secretKey, 'secretKey', options.hookTimeout);
  // Documents may be refused for long while all else goes well.
  const [others, uploads] = [createPolicy(), createPolicy()];

  async function request(path: string, sent: object, isForm: boolean, key: string, signal: AbortSignal) {
    const type = isForm ? {} : { 'content-type': 'application/json' };
    return (options.fetch ?? globalThis.fetch)(`${base}/${path}`, {
      method: 'POST',
      headers: { ...type, accept: 'application/json', 'x-bs-sk': key },
      body: isForm ? (sent as FormData) : JSON.stringify(sent),
      // A followed redirect would carry the key to wherever it points.
      redirect: 'manual',
      signal,
    });
  }

  /** One attempt. What the service has not done, and is to be asked again in time, is an `Again`. */
  async function attempt(name: CallName, path: string, sent: object, time: Time, given: ServiceCallOptions) {
    const key = checkKey(typeof secretKey === 'function' ? await secretKey() : secretKey);
    const begun = Date.now();
    const heard: ServiceCall = { call: name, milliseconds: 0 };
    const answer = async () => {
      const response = await request(path, sent, isForm(name), key, time.signal);
      heard.status = response.status;
      return readAnswer(name, response, sent, options.notCreatedOn);
    };
    try {
      const { body, error, again = Infinity } = await until(time.signal, answer());
      heard.said = given.onAnswer && wordsOf(body, [sent, key]);
      // Each call for offers is recorded before it is made, so none is repeated here.
      const isRepeated = name !== 'requestOffers' && Date.now() + again < time.until;
      if (error) throw isRepeated ? new Again(error, again) : error;
      // What the page gets of it must not hold the key.
      if (name === 'authenticate' && JSON.stringify(body).includes(key))
        throw unexpectedBody(name, 'the secret key is in it');
      return body;
    } catch (error) {
      if (error instanceof LendingError || error instanceof Again) throw error;
      const failure = networkError(name, withoutKey(error, key), time);
      throw given.signal?.aborted && !time.isOver ? new GivenUp(failure) : failure;
    } finally {
      given.onAnswer?.({ ...heard, milliseconds: Date.now() - begun });
    }
  }

  return async function call(name: CallName, path: string, sent: object, given: ServiceCallOptions = {}) {
    const time = timeFor(isForm(name) ? uploadTimeout : timeout, given.signal);
    try {
      const execute = isForm(name) ? uploads : others;
      return await execute(given.subject ?? Symbol('somebody'), () => attempt(name, path, sent, time, given));
    } catch (error) {
      if (error instanceof Again || error instanceof GivenUp) throw error.error;
      throw error;
    } finally {
      time.end();
    }
  };
}

/** What the service says in words, of what may be said of it: most answers have none. */
function wordsOf(body: unknown, sent: unknown): string | undefined {
  const { message, error, errors, detail } = (body ?? {}) as Record<string, unknown>;
  const texts = [message, error, errors, detail].filter(Boolean);
  return texts.length > 0 ? plainWords(texts, sent) : undefined;
}

const isForm = (name: CallName) => name === 'uploadDocument';

/** How long a call may take, with all its attempts. */
interface Time {
  limit: number;
  until: number;
  /** Whether it was the time that ran out, and not somebody who gave the call up. */
  isOver: boolean;
  signal: AbortSignal;
  /** What waits for the end of the time does no more. */
  end(): void;
}
function timeFor(limit: number, given: AbortSignal | undefined): Time {
  const controller = new AbortController();
  const giveUp = () => controller.abort(given!.reason);
  const runOut = () => {
    time.isOver = true;
    controller.abort(new DOMException('The time is over.', 'TimeoutError'));
  };
  // A signal of `AbortSignal.timeout` stays until its time is over, which is far longer than a call.
  const timer = setTimeout(runOut, limit);
  const end = () => {
    clearTimeout(timer);
    given?.removeEventListener('abort', giveUp);
  };
  const time = { limit, until: Date.now() + limit, isOver: false, signal: controller.signal, end };
  if (given?.aborted) giveUp();
  given?.addEventListener('abort', giveUp);
  return time;
}

/** Ends with its signal, also where a `fetch` of the partner's does not heed it. */
async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop!: () => void;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

/** What the specification puts between the base address and the name of a call. */
const PATH = '/partner-api/v1';

/** Refuses an address that would carry the key in the clear, or that has the path of the calls in it already. */
function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.pathname.replace(/\/$/, '').endsWith(PATH))
    throw new LendingError('config-invalid', `baseUrl ends in ${PATH}, which each call adds by itself.`, {
      remedy: 'Leave it out.',
      issues: [{ path: 'baseUrl', reason: 'format' }],
    });
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isSafe && url.href === url.origin + url.pathname) return url.href.replace(/\/$/, '');
  throw new LendingError('config-invalid', 'baseUrl is not an https address without a query.', {
    remedy: 'Use the API base address of the service; http is accepted on loopback only.',
  });
}

/** Refuses a key that no header can carry, without saying it. */
function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7E]+$/.test(key)) return key;
  throw new LendingError('config-invalid', 'secretKey is missing, or has a space or a line break in it.', {
    remedy: 'Copy it from the partner dashboard into the backend’s environment.',
  });
}

/** What a `fetch` rejected with, for a log: its words and codes, as far as the key is not in them. Some carry the request. */
function withoutKey(error: unknown, key: string): Error {
  const { name = 'Error', message = '', code, cause } = (error ?? {}) as Partial<Error & { code: string }>;
  const clear = (text: unknown) => (typeof text === 'string' ? text.replaceAll(key, '…') : undefined);
  const { code: inner } = (cause ?? {}) as { code?: string };
  return Object.assign(new Error(clear(message)), {
    name: clear(name),
    code: clear(code),
    cause: cause && { code: clear(inner) },
  });
}

/** Errors of a connection that was never made, or not to the service: it got nothing. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_.*|.*CERT.*)$/;

/** Milliseconds until a connection is tried once more. */
const PATIENCE = 200;

function networkError(name: CallName, cause: unknown, { isOver, limit, until }: Time): Error {
  const { code } = ((cause as Error | undefined)?.cause ?? {}) as { code?: string };
  const unreachable = new LendingError('upstream-unreachable', `The service could not be reached for ${name}.`, {
    cause,
    recoverable: true,
  });
  if (UNSENT.test(code ?? '')) return Date.now() + PATIENCE < until ? new Again(unreachable, PATIENCE) : unreachable;
  if (name === 'createApplication') return outcomeUnknown({ cause });
  if (!isOver) return unreachable;
  const late = `The service did not answer ${name} within ${limit / 1000} seconds.`;
  return new LendingError('upstream-timeout', late, { cause, recoverable: true });
}
