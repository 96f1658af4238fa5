import { LendingError } from '../../errors.js';
import { markInMemory } from '../util/in-memory.js';
import type { IdempotencyStore } from './types.js';

/** Seconds for which an answer is remembered. Entries with a longer time keep things from being done twice. */
export const REMEMBERED = 600;

/**
 * A store in this process, for the sandbox and for tests. `createHandler` refuses it for production and staging. Nothing is dropped before its
 * time: when it has `most` entries, it takes no more. Default: 100,000.
 */
export function memoryIdempotency({ most = 100_000 }: { most?: number | undefined } = {}): IdempotencyStore {
  const entries = new Map<string, { value: string; until: number }>();
  const get = (key: string) => {
    const entry = entries.get(key);
    return entry && performance.now() < entry.until ? entry.value : undefined;
  };
  const set = (key: string, value: string, seconds: number) => {
    const now = performance.now();
    if (entries.size >= most) for (const [one, { until }] of entries) if (until <= now) entries.delete(one);
    if (entries.size >= most && !entries.has(key)) throw isFull();
    entries.set(key, { value, until: now + seconds * 1000 });
  };
  return markInMemory({
    get,
    set,
    add: (key: string, value: string, seconds: number) => get(key) === undefined && (set(key, value, seconds), true),
    delete: (key: string) => void entries.delete(key),
  });
}

const isFull = () =>
  new LendingError('upstream-unavailable', 'The idempotency store of this process is full.', {
    remedy: 'Set createHandler({ idempotency }) to a database.',
    recoverable: true,
    retryAfter: 60,
  });
