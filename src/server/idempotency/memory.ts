import { LendingError } from '../../errors.js';
import { markInMemory } from '../util/in-memory.js';
import { createRecentCache } from '../util/recent-cache.js';
import type { IdempotencyStore } from './types.js';

/** The value of a key, and its end in milliseconds on the memory's clock. */
interface IdempotencyEntry {
  value: string;
  until: number;
}

/** Seconds for which an answer is remembered. Entries with a longer time keep things from being done twice. */
export const REMEMBERED = 600;
/** The least number of applicants whose answers are remembered, and the most answers of one applicant. */
const APPLICANTS = 10_000;
const ANSWERS = 50;
/** The most entries that keep things from being done twice. */
const LASTING = 100_000;
/** Milliseconds between two searches for expired entries. */
const SWEEP = 10_000;

interface MemoryIdempotencyOptions {
  /** The most entries that keep things from being done twice. Default: 100,000. */
  lasting?: number | undefined;
}

/**
 * Remembers the newest answers, and entries that keep things from being done twice. One applicant's requests never push out another's
 * answers. Entries against doing things twice are never dropped early: a full memory takes no more.
 */
export function createIdempotencyMemory(now: () => number, { lasting: most = LASTING }: MemoryIdempotencyOptions = {}) {
  const answers = createRecentCache<Map<string, IdempotencyEntry>>(APPLICANTS);
  const lasting = new Map<string, IdempotencyEntry>();
  let swept = -Infinity;

  function get(key: string): string | undefined {
    const entry = lasting.get(key) ?? answers.get(groupOf(key))?.get(key);
    return entry && now() < entry.until ? entry.value : undefined;
  }

  function forget(key: string): void {
    lasting.delete(key);
    answers.get(groupOf(key))?.delete(key);
  }

  function keepAnswer(key: string, entry: IdempotencyEntry): void {
    const group = answers.get(groupOf(key)) ?? new Map<string, IdempotencyEntry>();
    group.set(key, entry);
    const [oldest] = group.keys();
    if (group.size > ANSWERS) group.delete(oldest!);
    answers.set(groupOf(key), group);
  }

  /** Returns true if there is room for one more entry, after expired ones are removed. */
  function hasRoom(): boolean {
    if (lasting.size >= most && now() - swept > SWEEP) {
      swept = now();
      for (const [key, { until }] of lasting) if (until <= swept) lasting.delete(key);
    }
    return lasting.size < most;
  }

  /** Returns true if there is room for a value that is kept for this time. */
  const takes = (key: string, seconds: number) => seconds <= REMEMBERED || lasting.has(key) || hasRoom();

  function set(key: string, entry: IdempotencyEntry, isLasting: boolean): void {
    forget(key);
    if (isLasting) lasting.set(key, entry);
    else keepAnswer(key, entry);
  }

  /** All entries that are not expired: key, entry, and true for those against doing things twice. */
  function* entries(): Generator<[string, IdempotencyEntry, boolean]> {
    for (const [key, entry] of lasting) if (now() < entry.until) yield [key, entry, true];
    for (const group of answers.values())
      for (const [key, entry] of group) if (now() < entry.until) yield [key, entry, false];
  }

  return { get, set, forget, takes, entries };
}

/** A store in this process, as {@link createIdempotencyMemory} describes. `createHandler` refuses it for production and staging. */
export function memoryIdempotency(options: MemoryIdempotencyOptions = {}): IdempotencyStore {
  const memory = createIdempotencyMemory(() => performance.now(), options);
  const { get, forget } = memory;
  const set = (key: string, value: string, seconds: number) => {
    if (!memory.takes(key, seconds)) throw storeIsFull();
    memory.set(key, { value, until: performance.now() + seconds * 1000 }, seconds > REMEMBERED);
  };
  return markInMemory({
    get,
    set,
    add: (key: string, value: string, seconds: number) => get(key) === undefined && (set(key, value, seconds), true),
    delete: forget,
  });
}

/** The group of a key: the key without its last part, which the page chose. */
export const groupOf = (key: string) => key.slice(0, key.lastIndexOf('/'));

export const storeIsFull = () =>
  new LendingError('upstream-unavailable', 'The idempotency store of this process is full.', {
    remedy: 'Set createHandler({ idempotency }) to a store with more room, such as a database.',
    recoverable: true,
    retryAfter: 60,
  });
