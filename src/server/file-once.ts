import fs, { constants, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../errors.js';
import { inBatches } from './batches.js';
import { closing, linesOf } from './file-lines.js';
import { createFileLock } from './file-lock.js';
import type { OnceStore } from './once.js';
import { onceLines, type OnceLine, type OnceLines } from './once-lines.js';
import { createOnceMemory, fullOnce, REMEMBERED } from './once-memory.js';
import { checkSecrets } from './seal.js';
import { syncFolder } from './torn-lines.js';
import { createTurns } from './turns.js';

export interface FileOnceOptions {
  /** The secret that the file is sealed with, or several: the first seals, each opens. 32 characters or more: that of `sessions` will do. */
  secret: string | readonly string[];
  /** Milliseconds to wait for another process that writes; less than `hookTimeout`. Default: 8 seconds. */
  patience?: number | undefined;
  /** How many things are remembered that must not be done twice. Default: 100,000. */
  lasting?: number | undefined;
}

/** A store for `once` in a file. */
export interface FileOnce extends OnceStore {
  add(key: string, value: string, seconds: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, seconds: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A file with this many lines more than things that are remembered is written again without them. */
const STALE = 2000;

/** The state of the file as this process has read it. */
interface Read {
  memory: ReturnType<typeof createOnceMemory>;
  lines: OnceLines | undefined;
  ino: number;
  end: number;
  count: number;
  /** How many lines there may be before it is counted how many of them are over. */
  most: number;
}

interface Change {
  kind: 'add' | 'set' | 'delete';
  key: string;
  value: string;
  seconds: number;
}

/**
 * Remembers in a file what has begun, so that nothing is done twice also after a crash or a restart, and in no process of the
 * machine that shares the file. Each change is on the disk before it counts. The file is made for its owner alone (0600), sealed,
 * in a folder that exists; it is rewritten without expired entries. Without it nobody knows which applications were created.
 */
export function fileOnce(file: string, { secret, patience = 8000, lasting }: FileOnceOptions): FileOnce {
  const place = path.resolve(file);
  const secrets = checkSecrets(secret);
  const inTurn = createTurns();
  const { locked } = createFileLock(`${place}.lock`, patience);
  const fresh = (): Read => ({
    memory: createOnceMemory(() => Date.now(), { lasting }),
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
    // Written again by another process, or lines that could not be brought to the disk are taken away.
    if (ino !== read.ino || size < read.end) read = { ...fresh(), ino };
    if (size === read.end) return;
    try {
      for await (const { bytes, end, isEnded } of linesOf(handle, read.end)) {
        // It is just being written, or what a crash has left of it.
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
    if (!read.lines) return void (read.lines = onceLines(secrets, text));
    read.count += 1;
    try {
      apply(read.lines.read(text));
    } catch (cause) {
      throw new LendingError(
        'handler-failed',
        `${path.basename(place)} was altered: line ${read.count + 1} is changed.`,
        {
          cause,
          remedy: 'Put it back from a backup. Without it nobody knows which applications were created.',
        },
      );
    }
  }

  function apply({ key, until, isLasting, value }: OnceLine): void {
    if (until === 0) read.memory.forget(key);
    else read.memory.set(key, { value, until }, isLasting);
  }

  /** Opens the file, or makes it. If it was deleted, the entries in memory are written again. */
  async function open(): Promise<FileHandle> {
    const stat = await fs.stat(place).catch(() => undefined);
    if (!stat?.size) await rewrite();
    return fs.open(place, constants.O_RDWR | constants.O_APPEND);
  }

  /** Rewrites the file with the entries that still count. */
  async function rewrite(): Promise<void> {
    const lines = read.lines ?? onceLines(secrets);
    const kept = [...read.memory.entries()].map(([key, { value, until }, isLasting]) =>
      lines.write({ key, until, isLasting, value }),
    );
    const other = `${place}.new`;
    await fs.rm(other, { force: true });
    await fs.writeFile(other, `${[lines.head(), ...kept].join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await fs.rename(other, place);
    await syncFolder(place);
  }

  /** The lines of changes, and what came of each. */
  function decide(changes: readonly Change[], lines: OnceLines) {
    const now = Date.now();
    const written: OnceLine[] = [];
    const before = new Map<string, string | undefined>();
    const results = changes.map(({ kind, key, value, seconds }) => {
      const name = lines.nameOf(key);
      const found = before.has(name) ? before.get(name) : read.memory.get(name);
      if (kind === 'add' && found !== undefined) return false;
      if (kind === 'delete' && found === undefined) return true;
      if (kind !== 'delete' && !read.memory.takes(name, seconds)) return fullOnce();
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
    // What a crash has left of a line, nobody was told of.
    await handle.truncate(start);
    try {
      await handle.appendFile(written.map((line) => `${read.lines!.write(line)}\n`).join(''));
      await handle.sync();
    } catch (error) {
      await handle.truncate(start).catch(() => {});
      throw error;
    }
    await inTurn('', () => catchUp(handle));
    await leaveOut();
    return results;
  }

  /** Writes the file again where most of it is over. */
  async function leaveOut(): Promise<void> {
    if (read.count <= read.most) return;
    read.most = [...read.memory.entries()].length * 2 + STALE;
    if (read.count > read.most) await rewrite();
  }

  const get = (key: string): Promise<string | undefined> =>
    inTurn('', async () => {
      const { ino, size } = await fs.stat(place).catch(() => ({ ino: -1, size: 0 }));
      if (ino !== -1 && (ino !== read.ino || size !== read.end)) {
        const handle = await fs.open(place, 'r');
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
