import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../errors.js';
import type { ConsentEntry } from '../schema/consent.js';
import { sha256 } from '../schema/notice-text.js';
import { CHAIN_START, chainLine, readLine, type ChainEnd, type ChainLine } from './consent-chain.js';
import type { ConsentStore } from './consent-store.js';
import { readBytes, wholeLines, type FileLine } from './file-lines.js';
import { createFileLock } from './file-lock.js';
import { createTurns } from './turns.js';

export interface FileConsentsOptions {
  /** Milliseconds to wait for another process that writes, or decides for the same subject; less than `hookTimeout`. Default: 8 seconds. */
  patience?: number | undefined;
}

/** Milliseconds after which a subject's lock is over, whoever has it: no call for offers takes so long. */
const LONGEST = 60_000;

/** What is known of a file: how far it was read, the last line of that, and where the entries about somebody stand. */
interface Known {
  end: ChainEnd;
  size: number;
  /** How much of it is on the disk, whoever wrote it. */
  durable: number;
  last: Pick<FileLine, 'start' | 'text'>;
  places: Map<string, { start: number; end: number }[]>;
}

/**
 * Consents in a file of JSON Lines that only grows, each line with the hash of the one before: `checkConsents()` sees what was
 * changed. An append resolves when the line is on the disk. Processes of one machine may share the file, and decide for one
 * subject one after the other; a network file system, or Windows, is no place for it.
 *
 * The file is personal data: it names subjects and what they decided. It is made for its owner alone (0600), in a folder that
 * exists; keep it out of what is served, back it up, and delete it when your retention period ends. A file that was altered
 * is refused, for what it says can no longer be relied on. What a crash left of a line, whose append never resolved, goes to
 * `<path>.torn-<time>` before the next line is written.
 */
export function fileConsents(file: string, { patience = 8000 }: FileConsentsOptions = {}): ConsentStore {
  const place = path.resolve(file);
  const chain = createChainFile(place);
  const inTurn = createTurns();
  const { locked } = createFileLock(`${place}.lock`, patience);
  const subjects = new Map<string, ReturnType<typeof createFileLock>>();
  return {
    append: async (entry) => {
      const copy = structuredClone(entry);
      await inTurn('', async () => {
        // A long file is read before others have to wait.
        await chain.read();
        await locked(() => chain.add(copy));
      });
    },
    about: (about) => inTurn('', () => chain.about(about)),
    lock: async (about) => {
      // A link of its own for each: what one subject waits for, no other one does.
      const lock = createFileLock(`${place}.lock-${(await sha256(about)).slice(0, 32)}`, patience, LONGEST);
      await lock.enter();
      subjects.set(about, lock);
    },
    unlock: async (about) => {
      const lock = subjects.get(about);
      subjects.delete(about);
      await lock?.leave();
    },
  };
}

function createChainFile(place: string) {
  const name = path.basename(place);
  let known = nothing();
  /** The last line that was acknowledged: whatever others do, the file must have it. */
  let acknowledged: ChainEnd = CHAIN_START;

  /** Reads what was written since, by anybody. */
  async function catchUp(handle: FileHandle): Promise<void> {
    // A line that could not be brought to the disk was taken away again by the process that wrote it.
    if (!(await isAsKnown(handle, known))) known = nothing();
    for await (const line of wholeLines(handle, known.size)) {
      const next = await readLine(line.text, known.end);
      if (typeof next === 'string') throw altered(name, known.end.lines + 1, next);
      note(next, line);
      if (next.lines === acknowledged.lines && next.hash !== acknowledged.hash) lost();
    }
    if (known.end.lines < acknowledged.lines) lost();
  }

  function note({ entry, lines, hash }: ChainLine, { start, end, text }: FileLine): void {
    const { about } = entry as ConsentEntry;
    const places = known.places.get(about);
    if (places) places.push({ start, end });
    else known.places.set(about, [{ start, end }]);
    Object.assign(known, { end: { lines, hash }, size: end, last: { start, text } });
  }

  function lost(): never {
    known = nothing();
    throw new LendingError('handler-consent-not-stored', `${name} has lost lines that were on the disk.`, {
      remedy: 'Put the file back. To begin a new one on purpose, start the server again.',
    });
  }

  async function add(entry: ConsentEntry): Promise<void> {
    const handle = await fs.open(place, 'a+', 0o600);
    try {
      await catchUp(handle);
      await setTornAside(handle, place, known.size);
      const line = await chainLine(entry, known.end);
      const { size } = known;
      try {
        await handle.appendFile(`${line.text}\n`);
        await handle.sync();
        // The file's name is on the disk only when its folder is.
        if (acknowledged === CHAIN_START) await syncFolder(place);
      } catch (error) {
        // Where this fails too, a part of a line is set aside by the next append.
        await handle.truncate(size).catch(() => {});
        throw error;
      }
      note(line, { start: size, end: size + Buffer.byteLength(line.text) + 1, text: line.text });
      known.durable = known.size;
      acknowledged = { lines: line.lines, hash: line.hash };
    } finally {
      await handle.close();
    }
  }

  /** Reads up to the end of the file, if there is one, and what is asked for of it. */
  async function read<T>(find?: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
    const handle = await fs.open(place, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    if (!handle) return acknowledged === CHAIN_START ? undefined : lost();
    try {
      await catchUp(handle);
      // A line may be read before the process that writes it has brought it to the disk: nobody relies on it until then.
      if (known.durable < known.size) await handle.sync();
      known.durable = known.size;
      return await find?.(handle);
    } finally {
      await handle.close();
    }
  }

  async function about(about: string): Promise<ConsentEntry[]> {
    const found = await read(async (handle) => {
      const entries: ConsentEntry[] = [];
      for (const { start, end } of known.places.get(about) ?? []) {
        const line = await readBytes(handle, start, end);
        entries.push((JSON.parse(line.toString()) as { entry: ConsentEntry }).entry);
      }
      return entries;
    });
    return found ?? [];
  }

  return { read, add, about };
}

const nothing = (): Known => ({
  end: CHAIN_START,
  size: 0,
  durable: 0,
  last: { start: 0, text: '' },
  places: new Map(),
});

/** Whether the last line that is known still stands where it stood. */
async function isAsKnown(handle: FileHandle, { size, last }: Known): Promise<boolean> {
  const line = await readBytes(handle, last.start, size);
  return size === 0 || line.toString() === `${last.text}\n`;
}

const altered = (name: string, line: number, why: string) =>
  new LendingError('handler-consent-not-stored', `${name} was altered: line ${line} is ${why}.`, {
    remedy: 'Look at it with "lending-elements consents check", and put it back from a backup.',
  });

/** Keeps what a crash has left of a line in a file of its own. Called by who holds the lock: no one is about to end the line. */
async function setTornAside(handle: FileHandle, place: string, whole: number): Promise<void> {
  const { size } = await handle.stat();
  if (size === whole) return;
  const torn = await readBytes(handle, whole, size);
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  await fs.writeFile(`${place}.torn-${time}`, torn, { flag: 'wx', mode: 0o600, flush: true });
  await syncFolder(place);
  await handle.truncate(whole);
}

async function syncFolder(place: string): Promise<void> {
  const folder = await fs.open(path.dirname(place), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
