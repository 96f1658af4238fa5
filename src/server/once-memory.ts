import { forgetful } from './memory-store.js';
import { LendingError } from '../errors.js';
import type { OnceStore } from './once.js';
import { createRecent } from './recent.js';

/** The value of a key, and its end in milliseconds by the clock of the memory. */
export interface OnceEntry {
  value: string;
  until: number;
}

/** Seconds for which an answer is remembered. Entries with a longer time protect from doing a thing twice. */
export const REMEMBERED = 600;
/** How many applicants' answers to a call are remembered at least, and how many of one applicant's at most. */
const APPLICANTS = 10_000;
const ANSWERS = 50;
/** How many things are remembered that must not be done twice. */
const LASTING = 100_000;
/** Milliseconds between two searches for expired entries. */
const SWEEP = 10_000;

export interface OnceMemoryOptions {
  /** How many things are remembered that must not be done twice. Default: 100,000. */
  lasting?: number | undefined;
}

/**
 * Remembers the last answers, and for longer what must not be done twice. Nobody's requests make it forget another one's answers,
 * and nothing makes it forget early what must not be done twice: where it is full, it takes no more.
 */
export function createOnceMemory(now: () => number, { lasting: most = LASTING }: OnceMemoryOptions = {}) {
  const answers = createRecent<Map<string, OnceEntry>>(APPLICANTS);
  const lasting = new Map<string, OnceEntry>();
  let swept = -Infinity;

  function get(key: string): string | undefined {
    const entry = lasting.get(key) ?? answers.get(groupOf(key))?.get(key);
    return entry && now() < entry.until ? entry.value : undefined;
  }

  function forget(key: string): void {
    lasting.delete(key);
    answers.get(groupOf(key))?.delete(key);
  }

  function keepAnswer(key: string, entry: OnceEntry): void {
    const group = answers.get(groupOf(key)) ?? new Map<string, OnceEntry>();
    group.set(key, entry);
    const [oldest] = group.keys();
    if (group.size > ANSWERS) group.delete(oldest!);
    answers.set(groupOf(key), group);
  }

  /** Whether there is room for one more, after expired entries are removed. */
  function hasRoom(): boolean {
    if (lasting.size >= most && now() - swept > SWEEP) {
      swept = now();
      for (const [key, { until }] of lasting) if (until <= swept) lasting.delete(key);
    }
    return lasting.size < most;
  }

  /** Whether a value that is kept for so long can be. */
  const takes = (key: string, seconds: number) => seconds <= REMEMBERED || lasting.has(key) || hasRoom();

  function set(key: string, entry: OnceEntry, isLasting: boolean): void {
    forget(key);
    if (isLasting) lasting.set(key, entry);
    else keepAnswer(key, entry);
  }

  /** All that is not expired: keys with their entries, and whether they must not be done twice. */
  function* entries(): Generator<[string, OnceEntry, boolean]> {
    for (const [key, entry] of lasting) if (now() < entry.until) yield [key, entry, true];
    for (const group of answers.values())
      for (const [key, entry] of group) if (now() < entry.until) yield [key, entry, false];
  }

  return { get, set, forget, takes, entries };
}

/** Remembers in this process alone, as {@link createOnceMemory} does. */
export function memoryOnce(options: OnceMemoryOptions = {}): OnceStore {
  const memory = createOnceMemory(() => performance.now(), options);
  const { get, forget } = memory;
  const set = (key: string, value: string, seconds: number) => {
    if (!memory.takes(key, seconds)) throw fullOnce();
    memory.set(key, { value, until: performance.now() + seconds * 1000 }, seconds > REMEMBERED);
  };
  return forgetful({
    get,
    set,
    add: (key: string, value: string, seconds: number) => get(key) === undefined && (set(key, value, seconds), true),
    delete: forget,
  });
}

/** Whose answers a key is among: it ends with what the page has chosen. */
export const groupOf = (key: string) => key.slice(0, key.lastIndexOf('/'));

export const fullOnce = () =>
  new LendingError('upstream-unavailable', 'As much has been begun as this process can remember.', {
    remedy: 'Give createHandler({ once }) a store that all processes share.',
    recoverable: true,
    retryAfter: 60,
  });
