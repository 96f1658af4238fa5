import { LendingError } from '../errors.js';
import { REMEMBERED } from './once-memory.js';
import { outcomeUnknown } from './service-answer.js';

/**
 * Where the handler remembers what it has begun, so that nothing is done twice. Machines that serve the same applicants
 * share one. Values hold ids of the service, the applicant's e-mail, and, sealed, the figures that were sent last; they may be
 * forgotten after their seconds.
 */
export interface OnceStore {
  /** Keeps a value unless the key has one, in one step, and answers whether it did. */
  add(key: string, value: string, seconds: number): Promise<boolean> | boolean;
  get(key: string): Promise<string | undefined> | string | undefined;
  set(key: string, value: string, seconds: number): Promise<void> | void;
  delete(key: string): Promise<void> | void;
}

/** What is remembered of an attempt: it has begun, its outcome is unknown, or this came of it. */
interface Attempt {
  state: 'begun' | 'unknown' | 'done';
  /** The print of what was asked: under one key only the same is asked again. */
  asked?: string | undefined;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** The id of the request that began it. */
  request_id?: string | undefined;
  answer?: unknown;
}

/** How it may be found out what came of an attempt whose outcome is unknown. */
export interface Inquiry {
  /** Whether anybody can look. */
  canCheck: boolean;
  /** When somebody looked who is certain that nothing came of it, in milliseconds since 1970. */
  none?: number | undefined;
  /** Milliseconds after which what came of an attempt can be seen. */
  settled: number;
}

export interface OnceOptions {
  key: string;
  asked?: string | undefined;
  /** Milliseconds after which an attempt that has begun has ended somehow. */
  limit: number;
  /** Whether it is done again where it ended nobody knows how. Default: `false`. */
  repeats?: boolean | undefined;
  /** Seconds for which what came of it is remembered. Default: ten minutes. */
  remembered?: number | undefined;
  /** The id of the request that asks. */
  request_id?: string | undefined;
  /** Once for each key an attempt may be made again of which nothing came for certain. Default: nobody looks, and none is. */
  inquiry?: Inquiry | undefined;
}

/**
 * Tells what was asked from what else could have been. Who makes two that look the same gets his own earlier answer, so
 * these few bits are enough; they say less of what was asked than a longer hash, and cost less.
 */
export function printOf(value: unknown): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  const text = JSON.stringify(value);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    two = Math.imul(two ^ unit, 0x5f356495);
  }
  return (one >>> 0).toString(36) + (two >>> 0).toString(36);
}

/** Seconds for which nobody tries again what may have been done. */
export const BLOCKED = 24 * 3600;

/** Does a thing once, whoever asks how often: who asks meanwhile waits for it, who asks later gets what came of it. */
export function createOnce(store: OnceStore) {
  const running = new Map<string, { asked: string | undefined; answer: Promise<unknown> }>();
  const find = async (key: string) => JSON.parse((await store.get(key)) ?? 'null') as Attempt | null;

  async function begin<T>(options: OnceOptions, work: () => Promise<T>, isSecond = false): Promise<T> {
    const { key, asked, request_id } = options;
    const attempt: Attempt = { state: 'begun', asked, at: Date.now(), request_id };
    const keep = async (how: Pick<Attempt, 'state' | 'answer'>, seconds: number) =>
      store.set(key, JSON.stringify({ ...attempt, ...how }), seconds);
    if (!(await store.add(key, JSON.stringify(attempt), BLOCKED))) {
      const found = await find(key);
      // It is forgotten by now.
      if (!found && !isSecond) return begin(options, work, true);
      if (!found) throw inFlight();
      const turn = turnAfter(found, options);
      if (!turn) return remembered<T>(found, options);
      // Of all who ask at once only one goes on.
      if (!(await store.add(turn.key, 'yes', turn.seconds))) return remembered<T>((await find(key)) ?? found, options);
      await keep(attempt, BLOCKED);
    }
    const answer = await work().catch(async (error: unknown) => {
      const isUnknown = error instanceof LendingError && error.code === 'outcome-unknown';
      const forget = async () => store.delete(key);
      await quietly(isUnknown ? keep({ state: 'unknown' }, BLOCKED) : forget());
      throw isUnknown ? await unknown(attempt, options, error.cause) : error;
    });
    await quietly(keep({ state: 'done', answer }, options.remembered ?? REMEMBERED));
    return answer;
  }

  async function remembered<T>(found: Attempt, options: OnceOptions): Promise<T> {
    if (found.asked !== options.asked) throw anotherBody();
    if (found.state === 'done') return found.answer as T;
    // Who had begun is gone: whether the service got it, nobody knows.
    if (found.state === 'unknown' || (hasEnded(found, options.limit) && !options.repeats))
      throw await unknown(found, options);
    throw inFlight();
  }

  /** Nobody knows what came of it: when it can be known, if somebody looks who is certain. */
  async function unknown(
    { at, request_id }: Attempt,
    { key, inquiry }: OnceOptions,
    cause?: unknown,
  ): Promise<LendingError> {
    const { canCheck, none, settled } = inquiry ?? { settled: 0 };
    const wait = none === undefined ? 0 : Math.ceil((at + settled - Date.now()) / 1000);
    const isFreed = wait > 0 && (await Promise.resolve(store.get(`${key}/freed`)).catch(() => 'yes')) !== undefined;
    return outcomeUnknown({ cause, request_id, canCheck, retryAfter: wait > 0 && !isFreed ? wait : undefined });
  }

  return function once<T>(options: OnceOptions, work: () => Promise<T>): Promise<T> {
    const { key, asked } = options;
    const now = running.get(key);
    if (now && now.asked !== asked) return Promise.reject(anotherBody());
    const answer = now ? (now.answer as Promise<T>) : begin(options, work);
    if (!now) {
      running.set(key, { asked, answer });
      const end = () => running.delete(key);
      answer.then(end, end);
    }
    return answer;
  };
}

/** What must be taken to make an attempt in the place of this one, where that may be. */
function turnAfter(found: Attempt, { key, limit, repeats, inquiry }: OnceOptions) {
  const isOver = hasEnded(found, limit);
  if (isOver && repeats) return { key: `${key}/after/${found.at}`, seconds: Math.ceil(limit / 1000) };
  const isUnknown = found.state === 'unknown' || isOver;
  // Whoever looked before it had settled could not see it yet.
  const isNone = inquiry?.none !== undefined && inquiry.none >= found.at + inquiry.settled;
  return isUnknown && isNone ? { key: `${key}/freed`, seconds: BLOCKED } : undefined;
}

/** Whether an attempt that has begun must have ended by now. */
const hasEnded = ({ state, at }: Attempt, limit: number) => state === 'begun' && Date.now() - at > limit;

/** What was done is done, also where a store fails to keep it: there it has begun, so nobody does it again. */
const quietly = (keeping: Promise<void>) => keeping.catch(() => undefined);

const inFlight = () =>
  new LendingError('handler-in-flight', 'The same is being done by another request.', { recoverable: true });

const anotherBody = () =>
  new LendingError('handler-invalid', 'Refused: the idempotency key was used for another body.', {
    remedy: 'Take a new key for a new body.',
  });
