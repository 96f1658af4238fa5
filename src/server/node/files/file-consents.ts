import { hash } from 'node:crypto';
import path from 'node:path';
import { LendingError } from '../../../errors.js';
import type { ConsentEntry } from '../../../schema/consent/consent.js';
import { canonical } from '../../consent/chain.js';
import type { ConsentStore } from '../../consent/store.js';
import { inBatches } from '../../util/queue.js';
import { createChainFile, type Snapshot } from './chain-file.js';
import type { NewEntry } from './consent-line.js';
import { createEntryCache } from './entry-cache.js';
import { createFileLock, type LockGroup } from './file-lock.js';

export interface FileConsentsOptions {
  /**
   * Milliseconds to wait for another process that writes to the file or holds the same subject's lock. Use less than `hookTimeout`.
   * Default: 8 seconds.
   */
  patience?: number | undefined;
  /**
   * Milliseconds after which a subject's lock expires if its process has stopped. A running process renews its locks. Default: 1
   * minute.
   */
  lockLife?: number | undefined;
  /**
   * A secret of 32 characters or more, or a list with the current secret first and earlier ones after it. Each line gets a mark, an
   * HMAC-SHA-256 made with the first one. Keep it from everybody who can write to the file. Default: lines have no marks.
   */
  key?: string | readonly string[] | undefined;
  /** Is called with a message after a long file was read at the start. Default: `console.info`. */
  log?: ((message: string) => void) | undefined;
}

/** A consent store in a file. */
export interface FileConsents extends ConsentStore {
  /** Resolves when the existing file was read. You do not have to wait for it: each request does. */
  ready(): Promise<void>;
  holds(about: string): Promise<boolean>;
}

/** The most entries that are written at once. */
const BATCH = 1000;

/**
 * A consent store in a file of JSON Lines. Lines are only appended, and each contains the hash of the line before, so that
 * `checkConsents()` finds changes. An append resolves when the line is on the disk. Several processes of one machine can share the
 * file. Do not use it on a network file system or on Windows.
 *
 * The file contains personal data: subjects and their decisions. It is created with mode 0600, in a folder that must exist. Do not
 * serve it, back it up, and delete it when your retention period ends. `<path>.index` makes a start fast; if it is missing or wrong,
 * it is made again. The store rejects with `handler-consent-not-stored` if a line was altered or if the file has lost lines. A line
 * that a crash has torn is moved to `<path>.torn-<time>` before the next append. A last line without a line feed is kept, and gets
 * one.
 */
export function fileConsents(file: string, options: FileConsentsOptions = {}): FileConsents {
  const { patience = 8000, lockLife = 60_000, key, log = console.info } = options;
  const filePath = path.resolve(file);
  const group: LockGroup = {};
  const { locked, isHeldByAnyone } = createFileLock(`${filePath}.lock`, patience, Infinity, group);
  const chain = createChainFile(filePath, { keys: checkKeys(key), locked, isLocked: isHeldByAnyone, log });
  const subjects = new Map<string, ReturnType<typeof createFileLock>>();
  const cache = createEntryCache(chain);
  const start = chain.start();
  // Each request reports the error again.
  start.catch(() => undefined);

  const append = inBatches(BATCH, async (texts: readonly string[]) => {
    // Reads a long file before it takes the lock.
    const snapshot = await chain.refresh();
    const entries = texts.map((text) => JSON.parse(text) as ConsentEntry);
    const lines: NewEntry[] = [];
    for (const [at, entry] of entries.entries())
      lines.push({ about: entry.about, entry: await withoutNotice(entry, texts[at]!, snapshot) });
    const { index, first } = await chain.add(lines);
    for (const [at, entry] of entries.entries()) cache.add(index, first + at, entry);
    return lines;
  });

  /** Returns the text of an entry. Replaces a notice that the file already contains with the number of its line. */
  async function withoutNotice(entry: ConsentEntry, text: string, snapshot: Snapshot | undefined): Promise<string> {
    const { notice } = entry;
    const line = snapshot && notice && (await cache.lineOf(snapshot, notice));
    return line ? canonical({ ...entry, notice: line }) : text;
  }

  return {
    append: async (entry) => {
      // An entry that is not JSON must fail alone, and the caller may change the object before it is written.
      await append(canonical(entry));
    },
    about: async (about) => {
      const snapshot = await chain.refresh();
      return snapshot ? cache.about(snapshot, about) : [];
    },
    ready: () => start,
    lock: async (about) => {
      // Each subject has its own lock, so subjects do not wait for each other.
      const lock = createFileLock(`${filePath}.lock-${hash('sha256', about).slice(0, 32)}`, patience, lockLife, group);
      await lock.acquire();
      subjects.set(about, lock);
    },
    holds: async (about) => subjects.get(about)?.isHeldByUs() === true,
    unlock: async (about) => {
      const lock = subjects.get(about);
      subjects.delete(about);
      lock?.release();
    },
  };
}

function checkKeys(key: FileConsentsOptions['key'] = []): readonly string[] {
  const keys = [key].flat();
  if (keys.every((one) => typeof one === 'string' && one.length >= 32)) return keys;
  throw new LendingError('config-invalid', 'fileConsents({ key }): a key must have 32 characters or more.', {
    remedy: 'Make a new one: openssl rand -base64 32.',
  });
}
