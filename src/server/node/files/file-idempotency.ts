import fs, { constants, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../../../errors.js';
import { createIdempotencyMemory, storeIsFull, REMEMBERED } from '../../idempotency/memory.js';
import type { IdempotencyStore } from '../../idempotency/types.js';
import { checkSecrets } from '../../seal.js';
import { createQueue, inBatches } from '../../util/queue.js';
import { closing, linesOf } from './file-lines.js';
import { createFileLock } from './file-lock.js';
import { idempotencyLines, type IdempotencyLine, type IdempotencyLines } from './idempotency-lines.js';
import { syncFolder } from './torn-lines.js';

export interface FileIdempotencyOptions {
  /**
   * A secret of 32 characters or more, or a list with the current secret first and earlier ones after it. The file is encrypted with
   * it. You can use the secret of `sessions`.
   */
  secret: string | readonly string[];
  /** Milliseconds to wait for another process that writes to the file. Use less than `hookTimeout`. Default: 8 seconds. */
  patience?: number | undefined;
  /** The most long-lived entries that the store keeps, such as created applications. Default: 100,000. */
  lasting?: number | undefined;
}

/** A store for `idempotency` in a file. */
export interface FileIdempotency extends IdempotencyStore {
  add(key: string, value: string, seconds: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, seconds: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A file is rewritten when it has this many more lines than twice its valid entries. */
const STALE = 2000;

/** The part of the file that this process has read. */
interface Read {
  memory: ReturnType<typeof createIdempotencyMemory>;
  lines: IdempotencyLines | undefined;
  ino: number;
  end: number;
  count: number;
  /** The number of lines after which the valid entries are counted. */
  most: number;
}

interface Change {
  kind: 'add' | 'set' | 'delete';
  key: string;
  value: string;
  seconds: number;
}

/**
 * A store for the option `idempotency` in a file, so that no call is made twice, even after a crash or a restart. Several processes
 * of one machine can share the file. A change resolves when it is on the disk. The file is encrypted, and is created with mode 0600
 * in a folder that must exist. It is rewritten without expired entries from time to time. Back it up: if it is lost, applications
 * could be created twice.
 */
export function fileIdempotency(
  file: string,
  { secret, patience = 8000, lasting }: FileIdempotencyOptions,
): FileIdempotency {
  const filePath = path.resolve(file);
  const secrets = checkSecrets(secret);
  const inTurn = createQueue();
  const { locked } = createFileLock(`${filePath}.lock`, patience);
  const fresh = (): Read => ({
    memory: createIdempotencyMemory(() => Date.now(), { lasting }),
    lines: undefined,
    ino: -1,
    end: 0,
    count: 0,
    most: STALE,
  });
  let read = fresh();

  /** Reads the lines that any process has added since. */
  async function catchUp(handle: FileHandle): Promise<void> {
    const { ino, size } = await handle.stat();
    // Another process has rewritten the file, or has removed lines that it could not sync.
    if (ino !== read.ino || size < read.end) read = { ...fresh(), ino };
    if (size === read.end) return;
    try {
      for await (const { bytes, end, isEnded } of linesOf(handle, read.end)) {
        // Another process is writing this line, or a crash has torn it.
        if (!isEnded) return;
        take(bytes.toString());
        read.end = end;
      }
    } catch (error) {
      read = fresh();
      throw error;
    }
  }

  function take(text: string): void {
    if (!read.lines) return void (read.lines = idempotencyLines(secrets, text));
    read.count += 1;
    try {
      apply(read.lines.read(text));
    } catch (cause) {
      throw new LendingError(
        'handler-failed',
        `${path.basename(filePath)} was altered: line ${read.count + 1} is changed.`,
        {
          cause,
          remedy: 'Put it back from a backup. Without the file, applications could be created twice.',
        },
      );
    }
  }

  function apply({ key, until, isLasting, value }: IdempotencyLine): void {
    if (until === 0) read.memory.forget(key);
    else read.memory.set(key, { value, until }, isLasting);
  }

  /** Opens the file, or creates it. If it was deleted, it gets the entries in memory. */
  async function open(): Promise<FileHandle> {
    const stat = await fs.stat(filePath).catch(() => undefined);
    if (!stat?.size) await rewrite();
    return fs.open(filePath, constants.O_RDWR | constants.O_APPEND);
  }

  /** Rewrites the file with the entries that have not expired. */
  async function rewrite(): Promise<void> {
    const lines = read.lines ?? idempotencyLines(secrets);
    const kept = [...read.memory.entries()].map(([key, { value, until }, isLasting]) =>
      lines.write({ key, until, isLasting, value }),
    );
    const other = `${filePath}.new`;
    await fs.rm(other, { force: true });
    await fs.writeFile(other, `${[lines.head(), ...kept].join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await fs.rename(other, filePath);
    await syncFolder(filePath);
  }

  /** Returns the lines to write, and the result of each change. */
  function decide(changes: readonly Change[], lines: IdempotencyLines) {
    const now = Date.now();
    const written: IdempotencyLine[] = [];
    const before = new Map<string, string | undefined>();
    const results = changes.map(({ kind, key, value, seconds }) => {
      const name = lines.nameOf(key);
      const found = before.has(name) ? before.get(name) : read.memory.get(name);
      if (kind === 'add' && found !== undefined) return false;
      if (kind === 'delete' && found === undefined) return true;
      if (kind !== 'delete' && !read.memory.takes(name, seconds)) return storeIsFull();
      const isLasting = seconds > REMEMBERED;
      written.push({ key: name, until: kind === 'delete' ? 0 : now + Math.ceil(seconds * 1000), isLasting, value });
      before.set(name, kind === 'delete' ? undefined : value);
      return true;
    });
    return { written, results };
  }

  const change = inBatches(1000, (changes: readonly Change[]) =>
    locked(async () => {
      const handle = await open();
      return closing(handle, () => write(handle, changes));
    }),
  );

  async function write(handle: FileHandle, changes: readonly Change[]): Promise<readonly (boolean | LendingError)[]> {
    await inTurn('', () => catchUp(handle));
    const { written, results } = decide(changes, read.lines!);
    if (written.length === 0) return results;
    const start = read.end;
    // Removes a torn line: its change was never confirmed.
    await handle.truncate(start);
    try {
      await handle.appendFile(written.map((line) => `${read.lines!.write(line)}\n`).join(''));
      await handle.sync();
    } catch (error) {
      await handle.truncate(start).catch(() => {});
      throw error;
    }
    await inTurn('', () => catchUp(handle));
    await compact();
    return results;
  }

  /** Rewrites the file if most of its entries have expired. */
  async function compact(): Promise<void> {
    if (read.count <= read.most) return;
    read.most = [...read.memory.entries()].length * 2 + STALE;
    if (read.count > read.most) await rewrite();
  }

  const get = (key: string): Promise<string | undefined> =>
    inTurn('', async () => {
      const { ino, size } = await fs.stat(filePath).catch(() => ({ ino: -1, size: 0 }));
      if (ino !== -1 && (ino !== read.ino || size !== read.end)) {
        const handle = await fs.open(filePath, 'r');
        await closing(handle, () => catchUp(handle));
      }
      return read.lines && read.memory.get(read.lines.nameOf(key));
    });

  async function changed(one: Change): Promise<boolean> {
    const result = await change(one);
    if (typeof result !== 'boolean') throw result;
    return result;
  }

  return {
    get,
    add: (key, value, seconds) => changed({ kind: 'add', key, value, seconds }),
    set: async (key, value, seconds) => void (await changed({ kind: 'set', key, value, seconds })),
    delete: async (key) => void (await changed({ kind: 'delete', key, value: '', seconds: 0 })),
  };
}
