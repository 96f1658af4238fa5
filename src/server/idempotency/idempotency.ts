import { LendingError } from '../../errors.js';
import type { CallName } from '../../schema/calls/calls.js';
import { sha256 } from '../../schema/consent/notice-text.js';
import { applicantKey } from '../applications/applications.js';
import type { Applicant } from '../applications/types.js';
import { outcomeUnknown } from '../service/response.js';
import type { ServiceSettings } from '../service/types.js';
import type { Kept } from '../store/kept.js';
import type { RequestContext } from '../types.js';

/** The stored state of an attempt. */
export interface Attempt {
  state: 'begun' | 'unknown' | 'done';
  /** The fingerprint of the request's content. A key must not be used again with other content. */
  asked?: string | undefined;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** The id of the request that began it. */
  requestId?: string | undefined;
  /** The applicant whose application the attempt creates. Left out for other calls. */
  applicant?: Applicant | undefined;
  result?: unknown;
}

interface AttemptOptions {
  key: string;
  /** The fingerprint of the request's content. */
  content?: string | undefined;
  /** Milliseconds after which an attempt must have ended. */
  limit: number;
  /**
   * Seconds for which the attempt is remembered. After that time, an attempt with an unknown outcome may be repeated. Default: until it is settled or deleted, and
   * it is never repeated.
   */
  remembered?: number | undefined;
  /** The id of the request. */
  requestId?: string | undefined;
  applicant?: Applicant | undefined;
}

export type Attempts = ReturnType<typeof createIdempotency>;

/** The key of the creation of an application. */
export const attemptKey = (applicant: Applicant) => `create/${applicantKey(applicant)}`;

/** Seconds for which the result of a call is remembered, and for which a call that may have succeeded is not repeated. */
const REMEMBERED_SECONDS = 600;
const BLOCKED_SECONDS = 24 * 3600;
/** The first and the longest pause between two checks of an attempt of another process. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** Returns a short hash that distinguishes contents. A longer hash would reveal more of the content. */
const fingerprint = async (content: unknown) => (await sha256(JSON.stringify(content))).slice(0, 16);

/** Runs work once for each key. Requests during the work wait for its result, in each process; later ones get the remembered result. */
export function createIdempotency(kept: Kept) {
  const running = new Map<string, { content: string | undefined; result: Promise<unknown> }>();
  const find = async (key: string) => JSON.parse((await kept.get('attempt', key)) ?? 'null') as Attempt | null;
  /** Changes an attempt, or deletes it, unless another attempt has replaced it. */
  const change = (key: string, attempt: Attempt, changed: Partial<Attempt> | null, seconds?: number) =>
    kept.update(
      'attempt',
      key,
      (value) => {
        const { at, requestId } = JSON.parse(value ?? '{}') as Partial<Attempt>;
        if (at !== attempt.at || requestId !== attempt.requestId) return undefined;
        return changed && JSON.stringify({ ...attempt, ...changed });
      },
      seconds,
    );

  /** Ends an attempt with a result that somebody has found. Waiting and later requests get this result. Throws while the attempt is under way. */
  const settle = (key: string, limit: number, result: unknown) =>
    kept.update('attempt', key, (value) => {
      const found = JSON.parse(value ?? '{}') as Attempt;
      if (found.state === 'begun' && !isOverdue(found, limit)) throw inFlight();
      return JSON.stringify({ ...found, state: 'done', at: Date.now(), result } satisfies Attempt);
    });

  async function begin<T>(options: AttemptOptions, work: () => Promise<T>, isSecond = false): Promise<T> {
    const { key, content, requestId, remembered, applicant } = options;
    const attempt: Attempt = { state: 'begun', asked: content, at: Date.now(), requestId, applicant };
    const blocked = remembered === undefined ? undefined : BLOCKED_SECONDS;
    if (!(await kept.add('attempt', key, JSON.stringify(attempt), blocked))) {
      const found = await find(key);
      // The attempt has expired in the meantime.
      if (!found && !isSecond) return begin(options, work, true);
      if (!found) throw inFlight();
      if (!(await isAgain(found, options))) return recall<T>(found, options);
      await kept.set('attempt', key, JSON.stringify(attempt), blocked);
    }
    const result = await work().catch(async (error: unknown) => {
      const isUnknown = error instanceof LendingError && error.code === 'outcome-unknown';
      await ignoreFailure(change(key, attempt, isUnknown ? { state: 'unknown' } : null, blocked));
      throw isUnknown ? unknownOutcome(attempt, error.cause) : error;
    });
    await ignoreFailure(change(key, attempt, { state: 'done', result }, remembered));
    return result;
  }

  /** Returns true if this request may repeat a call, because the process that began it is gone. Only one of several requests gets true. */
  const isAgain = async (found: Attempt, { key, limit, remembered }: AttemptOptions) =>
    remembered !== undefined &&
    isOverdue(found, limit) &&
    kept.add('attempt', `${key}/after/${found.at}`, '{}', Math.ceil(limit / 1000));

  /** Returns the result of an earlier attempt. Waits for it while another process makes the call. */
  async function recall<T>(earlier: Attempt, { key, content, limit, remembered }: AttemptOptions): Promise<T> {
    const end = performance.now() + limit / 2;
    let found: Attempt | null = earlier;
    for (let pause = FIRST_PAUSE_MS; found; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      if (found.asked !== content) throw anotherBody();
      if (found.state === 'done') return found.result as T;
      // The process that began the call is gone: it is unknown whether the service received the call.
      if (found.state === 'unknown' || (isOverdue(found, limit) && remembered === undefined))
        throw unknownOutcome(found);
      if (performance.now() > end || isOverdue(found, limit)) break;
      const jitter = 0.5 + Math.random();
      await new Promise((resolve) => setTimeout(resolve, pause * jitter));
      found = await find(key);
    }
    throw inFlight();
  }

  function runOnce<T>(options: AttemptOptions, work: () => Promise<T>): Promise<T> {
    const { key, content } = options;
    const current = running.get(key);
    if (current && current.content !== content) return Promise.reject(anotherBody());
    const result = current ? (current.result as Promise<T>) : begin(options, work);
    if (!current) {
      running.set(key, { content, result });
      const end = () => running.delete(key);
      result.then(end, end);
    }
    return result;
  }

  return { runOnce, find, settle, change };
}

/** Returns true if an attempt that is still marked as begun must have ended. The clock of its process may have been ahead. */
export const isOverdue = ({ state, at }: Attempt, limit: number) =>
  state === 'begun' && Math.abs(Date.now() - at) > limit;

/** The work is done even if its result cannot be stored: the attempt stays marked as begun, so it is not repeated. */
const ignoreFailure = (keeping: Promise<void>) => keeping.catch(() => undefined);

const unknownOutcome = ({ requestId }: Attempt, cause?: unknown) =>
  outcomeUnknown({ cause, requestId, canCheck: true });

const inFlight = () =>
  new LendingError('handler-in-flight', 'Another request is making the same call now.', { recoverable: true });

const anotherBody = () =>
  new LendingError('handler-invalid', 'Rejected: this Idempotency-Key was already used with another body.', {
    remedy: 'Use a new key for each new body.',
  });

/** Creates the function that makes a call on an application once for each idempotency key of the page. */
export function createWithIdempotencyKey(
  { runOnce }: Attempts,
  { timeoutMs, uploadTimeoutMs }: Pick<ServiceSettings, 'timeoutMs' | 'uploadTimeoutMs'>,
) {
  /** Without a key, each request of the page makes the call. `content` returns the request, or a digest of it. `own`: the handler's key. */
  return async function withIdempotencyKey<T>(
    call: CallName,
    { request, applicant, application }: RequestContext,
    content: () => unknown,
    work: () => Promise<T>,
    own?: string,
  ): Promise<T> {
    const key = own ?? request.headers.get('idempotency-key');
    if (key === null) return work();
    if (!own && !/^[\w-]{8,64}$/.test(key))
      throw new LendingError('handler-invalid', 'Invalid Idempotency-Key header: use 8 to 64 letters, digits, - or _.');
    const attempt = {
      key: `${call}/${applicantKey(applicant)}/${application.company_id}/${key}`,
      content: await fingerprint(await content()),
      limit: 2 * (call === 'uploadDocument' ? uploadTimeoutMs : timeoutMs),
      remembered: REMEMBERED_SECONDS,
    };
    return runOnce(attempt, work);
  };
}
