import path from 'node:path';
import { LendingError } from '../errors.js';
import type { ConsentEntry } from '../schema/consent.js';
import { sha256 } from '../schema/notice-text.js';
import { inBatches } from './batches.js';
import { createChainFile, type Seen } from './chain-file.js';
import { canonical } from './consent-chain.js';
import type { ConsentStore } from './consent-store.js';
import { createEntryCache } from './entry-cache.js';
import { createFileLock } from './file-lock.js';

export interface FileConsentsOptions {
  /** Milliseconds to wait for another process that writes, or decides for the same subject; less than `hookTimeout`. Default: 8 seconds. */
  patience?: number | undefined;
  /**
   * Milliseconds after which a subject's lock is over whose process has stopped. One that runs keeps its locks for as long as it needs
   * them. Default: 1 minute.
   */
  lockLife?: number | undefined;
  /**
   * A secret of 32 characters or more, or several of which the first counts and the others were used before. Each line gets a mark
   * (HMAC-SHA-256) that nobody makes without it. Keep it from those who can write to the file. Default: none, and no marks.
   */
  key?: string | readonly string[] | undefined;
  /** Gets a line where the store has read long at its start. Default: `console.info`. */
  log?: ((message: string) => void) | undefined;
}

/** Consents in a file. */
export interface FileConsents extends ConsentStore {
  /** Resolves when the file is read that was there at the start. Requests wait for it by themselves. */
  ready(): Promise<void>;
  holds(about: string): Promise<boolean>;
}

/** How many entries one write brings to the disk at most. */
const MOST = 1000;

/**
 * Consents in a file of JSON Lines that only grows, each line with the hash of the one before: `checkConsents()` sees what was
 * changed. An append resolves when the line is on the disk; those that come while others are written share the next write.
 * Processes of one machine may share the file, and decide for one subject one after the other; a network file system, or Windows,
 * is no place for it.
 *
 * The file is personal data: it names subjects and what they decided. It is made for its owner alone (0600), in a folder that
 * exists; keep it out of what is served, back it up, and delete it when your retention period ends. `<path>.index` tells a start
 * where whose lines are; where that is missing, torn or of another file it is made again. A line that was altered is refused when
 * it is read, and so is a file that has lost lines which this process knows: what it says can no longer be relied on.
 * What a crash left of a line, whose append never resolved, goes to `<path>.torn-<time>` before the next line is written; a last
 * line that lacks only its line feed is given that, and counts.
 */
export function fileConsents(file: string, options: FileConsentsOptions = {}): FileConsents {
  const { patience = 8000, lockLife = 60_000, key, log = console.info } = options;
  const place = path.resolve(file);
  const { locked, isHeld } = createFileLock(`${place}.lock`, patience);
  const chain = createChainFile(place, { keys: checkKeys(key), locked, isLocked: isHeld, log });
  const subjects = new Map<string, ReturnType<typeof createFileLock>>();
  const cache = createEntryCache(chain);
  const start = chain.start();
  // Whoever asks hears of it.
  start.catch(() => undefined);

  const append = inBatches(MOST, async (entries: readonly ConsentEntry[]) => {
    // A long file is read before others have to wait.
    const known = await chain.caughtUp();
    const lines: string[] = [];
    for (const entry of entries) lines.push(canonical(await withoutText(entry, known)));
    await chain.add(lines);
    return lines;
  });

  /** A notice that the file has already is named by its line. */
  async function withoutText(entry: ConsentEntry, known: Seen | undefined): Promise<object> {
    const { notice } = entry;
    const line = known && notice && (await cache.lineOf(known, notice));
    return line ? { ...entry, notice: line } : entry;
  }

  return {
    append: async (entry) => {
      // An entry that JSON cannot hold fails alone, and later changes of the object are not written.
      const copy = JSON.parse(canonical(entry)) as ConsentEntry;
      await append(copy);
    },
    about: async (about) => {
      const known = await chain.caughtUp();
      return known ? cache.about(known, about) : [];
    },
    ready: () => start,
    lock: async (about) => {
      // A link of its own for each: what one subject waits for, no other one does.
      const lock = createFileLock(`${place}.lock-${(await sha256(about)).slice(0, 32)}`, patience, lockLife);
      await lock.enter();
      subjects.set(about, lock);
    },
    holds: async (about) => (await subjects.get(about)?.isOurs()) === true,
    unlock: async (about) => {
      const lock = subjects.get(about);
      subjects.delete(about);
      await lock?.leave();
    },
  };
}

function checkKeys(key: FileConsentsOptions['key'] = []): readonly string[] {
  const keys = [key].flat();
  if (keys.every((one) => typeof one === 'string' && one.length >= 32)) return keys;
  throw new LendingError('config-invalid', 'fileConsents({ key }) is shorter than 32 characters.', {
    remedy: 'Make one at random: openssl rand -base64 32.',
  });
}
