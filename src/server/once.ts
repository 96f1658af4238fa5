import { LendingError } from '../errors.js';
import { createRecent } from './recent.js';
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

interface Entry {
  value: string;
  until: number;
}

/** How many applicants' answers to a call are remembered at least, and how many of one applicant's at most. */
const APPLICANTS = 10_000;
const ANSWERS = 50;
/** How many things are remembered that must not be done twice. */
const LASTING = 100_000;

/**
 * Remembers in this process alone: the last answers, and for longer what must not be done twice. Nobody's requests make it
 * forget another one's answers, and nothing makes it forget early what must not be done twice: where it is full, it takes no more.
 * `lasting` is how many of those there may be.
 */
export function memoryOnce({ lasting: most = LASTING }: { lasting?: number | undefined } = {}): OnceStore {
  const answers = createRecent<Map<string, Entry>>(APPLICANTS);
  const lasting = new Map<string, Entry>();
  let swept = -Infinity;

  const get = (key: string) => {
    const entry = lasting.get(key) ?? answers.get(groupOf(key))?.get(key);
    return entry && performance.now() < entry.until ? entry.value : undefined;
  };
  const forget = (key: string) => {
    lasting.delete(key);
    answers.get(groupOf(key))?.delete(key);
  };

  function keepAnswer(key: string, entry: Entry): void {
    const group = answers.get(groupOf(key)) ?? new Map<string, Entry>();
    group.set(key, entry);
    const [oldest] = group.keys();
    if (group.size > ANSWERS) group.delete(oldest!);
    answers.set(groupOf(key), group);
  }

  /** Whether there is room for one more, after expired entries are removed. */
  function hasRoom(now: number): boolean {
    if (lasting.size >= most && now - swept > SWEEP) {
      swept = now;
      for (const [key, { until }] of lasting) if (until <= now) lasting.delete(key);
    }
    return lasting.size < most;
  }

  const set = (key: string, value: string, seconds: number) => {
    const now = performance.now();
    const entry = { value, until: now + seconds * 1000 };
    const isKnown = lasting.has(key);
    if (seconds <= REMEMBERED) return (forget(key), keepAnswer(key, entry));
    if (!isKnown && !hasRoom(now)) throw full();
    forget(key);
    lasting.set(key, entry);
  };
  return {
    get,
    set,
    add: (key, value, seconds) => get(key) === undefined && (set(key, value, seconds), true),
    delete: forget,
  };
}

/** Milliseconds between two searches for expired entries. */
const SWEEP = 10_000;

/** Whose answers a key is among: it ends with what the page has chosen. */
const groupOf = (key: string) => key.slice(0, key.lastIndexOf('/'));

const full = () =>
  new LendingError('upstream-unavailable', 'As much has been begun as this process can remember.', {
    remedy: 'Give createHandler({ once }) a store that all processes share.',
    recoverable: true,
    retryAfter: 60,
  });

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

/** Seconds for which an answer is remembered, and for which nobody tries again what may have been done. */
const REMEMBERED = 600;
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
