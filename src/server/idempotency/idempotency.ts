import { LendingError } from '../../errors.js';
import type { CallName } from '../../schema/calls.js';
import { sha256 } from '../../schema/consent/notice-text.js';
import { outcomeUnknown } from '../service/answer.js';
import type { ServiceSettings } from '../service/types.js';
import type { Visit } from '../types.js';
import { REMEMBERED } from './memory.js';
import type { IdempotencyStore } from './types.js';

/** The stored state of an attempt. */
interface Attempt {
  state: 'begun' | 'unknown' | 'done';
  /** The fingerprint of the request's content: a key is valid for one content. */
  asked?: string | undefined;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** The id of the request that began it. */
  requestId?: string | undefined;
  answer?: unknown;
}

/** How the partner can find out the outcome of an attempt. */
interface Inquiry {
  /** True if the partner has a function that looks. */
  canCheck: boolean;
  /** When the partner was last certain that the attempt changed nothing, in milliseconds since 1970. */
  noneAt?: number | undefined;
  /** Milliseconds after the beginning of an attempt until its outcome can be seen. */
  settled: number;
}

interface AttemptOptions {
  key: string;
  /** The fingerprint of the request's content. */
  content?: string | undefined;
  /** Milliseconds after which an attempt must have ended. */
  limit: number;
  /** True if it may be made again after an unknown outcome. Default: `false`. */
  isRepeatable?: boolean | undefined;
  /** Seconds for which the answer is remembered. Default: ten minutes. */
  remembered?: number | undefined;
  /** The id of the request. */
  requestId?: string | undefined;
  /** Allows one more attempt for a key if the partner is certain that the first one changed nothing. Default: never. */
  inquiry?: Inquiry | undefined;
}

export type RunOnce = ReturnType<typeof createIdempotency>;

/** Returns a short hash that tells contents apart. A longer one would say more of the content. */
export const fingerprint = async (content: unknown) => (await sha256(JSON.stringify(content))).slice(0, 16);

/** Seconds for which an attempt that may have succeeded is not repeated. */
export const BLOCKED = 24 * 3600;

/** Runs work once for each key. Requests during the work wait for its answer; later ones get the remembered answer. */
export function createIdempotency(store: IdempotencyStore) {
  const running = new Map<string, { content: string | undefined; answer: Promise<unknown> }>();
  const find = async (key: string) => JSON.parse((await store.get(key)) ?? 'null') as Attempt | null;

  async function begin<T>(options: AttemptOptions, work: () => Promise<T>, isSecond = false): Promise<T> {
    const { key, content, requestId } = options;
    const attempt: Attempt = { state: 'begun', asked: content, at: Date.now(), requestId };
    const keep = async (outcome: Pick<Attempt, 'state' | 'answer'>, seconds: number) =>
      store.set(key, JSON.stringify({ ...attempt, ...outcome }), seconds);
    if (!(await store.add(key, JSON.stringify(attempt), BLOCKED))) {
      const found = await find(key);
      // It was forgotten in the meantime.
      if (!found && !isSecond) return begin(options, work, true);
      if (!found) throw inFlight();
      const permit = permitAfter(found, options);
      if (!permit) return remembered<T>(found, options);
      // Only one of several requests gets the permit.
      if (!(await store.add(permit.key, 'yes', permit.seconds)))
        return remembered<T>((await find(key)) ?? found, options);
      await keep(attempt, BLOCKED);
    }
    const answer = await work().catch(async (error: unknown) => {
      const isUnknown = error instanceof LendingError && error.code === 'outcome-unknown';
      const forget = async () => store.delete(key);
      await ignoreFailure(isUnknown ? keep({ state: 'unknown' }, BLOCKED) : forget());
      throw isUnknown ? await unknown(attempt, options, error.cause) : error;
    });
    await ignoreFailure(keep({ state: 'done', answer }, options.remembered ?? REMEMBERED));
    return answer;
  }

  async function remembered<T>(found: Attempt, options: AttemptOptions): Promise<T> {
    if (found.asked !== options.content) throw anotherBody();
    if (found.state === 'done') return found.answer as T;
    // The process that began it is gone: the service may have got it or not.
    if (found.state === 'unknown' || (isOverdue(found, options.limit) && !options.isRepeatable))
      throw await unknown(found, options);
    throw inFlight();
  }

  /** Returns the error for an unknown outcome, with the time until the partner's `'none'` counts. */
  async function unknown(
    { at, requestId }: Attempt,
    { key, inquiry }: AttemptOptions,
    cause?: unknown,
  ): Promise<LendingError> {
    const { canCheck, noneAt, settled } = inquiry ?? { settled: 0 };
    const wait = noneAt === undefined ? 0 : Math.ceil((at + settled - Date.now()) / 1000);
    const isUsed = wait > 0 && (await Promise.resolve(store.get(`${key}/freed`)).catch(() => 'yes')) !== undefined;
    return outcomeUnknown({ cause, requestId, canCheck, retryAfter: wait > 0 && !isUsed ? wait : undefined });
  }

  return function runOnce<T>(options: AttemptOptions, work: () => Promise<T>): Promise<T> {
    const { key, content } = options;
    const current = running.get(key);
    if (current && current.content !== content) return Promise.reject(anotherBody());
    const answer = current ? (current.answer as Promise<T>) : begin(options, work);
    if (!current) {
      running.set(key, { content, answer });
      const end = () => running.delete(key);
      answer.then(end, end);
    }
    return answer;
  };
}

/** Returns the key that permits another attempt after this one, if there may be one. */
function permitAfter(found: Attempt, { key, limit, isRepeatable, inquiry }: AttemptOptions) {
  const isOver = isOverdue(found, limit);
  if (isOver && isRepeatable) return { key: `${key}/after/${found.at}`, seconds: Math.ceil(limit / 1000) };
  const isUnknown = found.state === 'unknown' || isOver;
  // An earlier `'none'` does not count: the outcome could not be seen yet.
  const isNone = inquiry?.noneAt !== undefined && inquiry.noneAt >= found.at + inquiry.settled;
  return isUnknown && isNone ? { key: `${key}/freed`, seconds: BLOCKED } : undefined;
}

/** Returns true if an attempt that is still marked as begun must have ended. */
const isOverdue = ({ state, at }: Attempt, limit: number) => state === 'begun' && Date.now() - at > limit;

/** The work is done even if the store does not keep its answer: the attempt stays marked as begun, so it is not repeated. */
const ignoreFailure = (keeping: Promise<void>) => keeping.catch(() => undefined);

const inFlight = () =>
  new LendingError('handler-in-flight', 'Another request is making the same call now.', { recoverable: true });

const anotherBody = () =>
  new LendingError('handler-invalid', 'Refused: this Idempotency-Key was already used with another body.', {
    remedy: 'Use a new key for each new body.',
  });

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
      content: await fingerprint(await content()),
      limit: 2 * (call === 'uploadDocument' ? uploadTimeout : timeout),
      isRepeatable: true,
    };
    return runOnce(attempt, work);
  };
}
