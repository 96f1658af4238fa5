import fs, { constants, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../errors.js';
import type { ConsentEntry } from '../schema/consent.js';
import { sha256 } from '../schema/notice-text.js';
import { CHAIN_START, chainLine, readLine, type ChainEnd, type ChainLine } from './consent-chain.js';
import type { ConsentStore } from './consent-store.js';
import { closing, linesOf, readBytes, type FileLine } from './file-lines.js';
import { createFileLock } from './file-lock.js';
import { createTurns } from './turns.js';

export interface FileConsentsOptions {
  /** Milliseconds to wait for another process that writes, or decides for the same subject; less than `hookTimeout`. Default: 8 seconds. */
  patience?: number | undefined;
}

/** Milliseconds after which a subject's lock is over, whoever has it: no call for offers takes so long. */
const LONGEST = 60_000;

/** A line that was read: where it stands, and the ends of the chain before and after it. */
interface Place {
  start: number;
  end: number;
  before: ChainEnd;
  after: ChainEnd;
}

/** What is known of a file: the last line that was read, and where the entries about somebody stand. */
interface Known {
  last: Place;
  /** How much of it is on the disk, whoever wrote it. */
  durable: number;
  places: Map<string, Place[]>;
}

/**
 * Consents in a file of JSON Lines that only grows, each line with the hash of the one before: `checkConsents()` sees what was
 * changed. An append resolves when the line is on the disk. Processes of one machine may share the file, and decide for one
 * subject one after the other; a network file system, or Windows, is no place for it.
 *
 * The file is personal data: it names subjects and what they decided. It is made for its owner alone (0600), in a folder that
 * exists; keep it out of what is served, back it up, and delete it when your retention period ends. A file that was altered,
 * or has lost lines that this process has read, is refused, for what it says can no longer be relied on: each line is checked
 * when it is first read, and again when it is asked for. What a crash left of a line, whose append never resolved, goes to
 * `<path>.torn-<time>` before the next line is written; a last line that lacks only its line feed is given that, and counts.
 */
export function fileConsents(file: string, { patience = 8000 }: FileConsentsOptions = {}): ConsentStore {
  const place = path.resolve(file);
  const { locked } = createFileLock(`${place}.lock`, patience);
  const chain = createChainFile(place, locked);
  const inTurn = createTurns();
  const subjects = new Map<string, ReturnType<typeof createFileLock>>();
  return {
    append: async (entry) => {
      const copy = structuredClone(entry);
      await inTurn('', async () => {
        // A long file is read before others have to wait.
        await chain.read();
        await chain.add(copy);
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

function createChainFile(place: string, locked: <T>(work: () => Promise<T>) => Promise<T>) {
  const name = path.basename(place);
  let known = nothing();
  /**
   * Up to where the file must go, whatever others do; nothing until a line was read. Who writes has the lock, so a line that
   * another one follows stays. The last may go again where it could not be brought to the disk, unless it was read under the
   * lock or is this process's own.
   */
  let kept: ChainEnd | undefined;
  /** The file's name is on the disk only when its folder is. */
  let isNamed = false;

  /** Reads what was written since, by anybody. Answers whether a line follows that is whole but for its line feed. */
  async function catchUp(handle: FileHandle): Promise<boolean> {
    if (known.last !== START && !(await lineAt(handle, known.last))) known = nothing();
    let unended: ChainLine | undefined;
    for await (const line of linesOf(handle, known.last.end)) {
      const next = await readLine(line.text, known.last.after);
      if (typeof next !== 'string') {
        if (next.lines === kept?.lines && next.hash !== kept.hash) lost();
        if (line.isEnded) note(next, line);
        else unended = next;
      } else if (line.isEnded) throw altered(name, known.last.after.lines + 1, next);
    }
    if ((unended ?? known.last.after).lines < (kept?.lines ?? 0)) lost();
    if (known.last !== START && known.last.before.lines >= (kept?.lines ?? 0)) kept = known.last.before;
    return unended !== undefined;
  }

  /** The same for who has the lock: nobody is about to end the last line, or to take it away again. */
  async function catchUpAlone(handle: FileHandle): Promise<void> {
    if (await catchUp(handle)) {
      await handle.appendFile('\n');
      await handle.sync();
      await catchUp(handle);
    }
    if (known.last !== START) kept = known.last.after;
  }

  function note({ entry, lines, hash }: ChainLine, { start, end }: Pick<FileLine, 'start' | 'end'>): void {
    const { about } = entry as ConsentEntry;
    // A line's end is the next one's beginning: they share it.
    const last = { start, end, before: known.last.after, after: { lines, hash } };
    const places = known.places.get(about);
    if (places) places.push(last);
    else known.places.set(about, [last]);
    known.last = last;
  }

  function lost(): never {
    known = nothing();
    throw new LendingError('handler-consent-not-stored', `${name} has lost lines that were on the disk.`, {
      remedy: 'Put the file back. To begin a new one on purpose, start the server again.',
    });
  }

  async function open(flags: string | number): Promise<FileHandle> {
    return fs.open(place, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && kept) lost();
      throw error;
    });
  }

  /** Adds a line. A file that was read is not made anew where it is gone. */
  const add = (entry: ConsentEntry) =>
    locked(async () => {
      const handle = await open(kept ? WRITE : 'a+');
      await closing(handle, async () => {
        await catchUpAlone(handle);
        const start = known.last.end;
        await setTornAside(handle, place, start);
        const line = await chainLine(entry, known.last.after);
        try {
          await handle.appendFile(`${line.text}\n`);
          await handle.sync();
          if (!isNamed) await syncFolder(place);
          isNamed = true;
        } catch (error) {
          // Where this fails too, a part of a line is set aside by the next append.
          await handle.truncate(start).catch(() => {});
          throw error;
        }
        note(line, { start, end: start + Buffer.byteLength(line.text) + 1 });
        known.durable = known.last.end;
        kept = known.last.after;
      });
    });

  /** Ends the last line, unless the process that was writing it has done so meanwhile. */
  const endLine = () =>
    locked(async () => {
      const handle = await open(WRITE);
      await closing(handle, () => catchUpAlone(handle));
    });

  /** Reads up to the end of the file, if there is one, and what is asked for of it. */
  async function read<T>(find?: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
    const handle = await open('r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    if (!handle) return undefined;
    return closing(handle, async () => {
      if (await catchUp(handle)) await endLine();
      // A line may be read before the process that writes it has brought it to the disk: nobody relies on it until then.
      if (known.durable < known.last.end) await handle.sync();
      known.durable = known.last.end;
      return find?.(handle);
    });
  }

  async function about(about: string): Promise<ConsentEntry[]> {
    const found = await read(async (handle) => {
      const entries: ConsentEntry[] = [];
      for (const one of known.places.get(about) ?? []) {
        const line = await lineAt(handle, one);
        if (!line) throw altered(name, one.after.lines, 'changed');
        entries.push(line.entry as ConsentEntry);
      }
      return entries;
    });
    return found ?? [];
  }

  return { read, add, about };
}

/** For what is there already. */
const WRITE = constants.O_RDWR | constants.O_APPEND;

const START: Place = { start: 0, end: 0, before: CHAIN_START, after: CHAIN_START };

const nothing = (): Known => ({ last: START, durable: 0, places: new Map() });

/** The line that stands at a place, where it is still the one that was read there. */
async function lineAt(handle: FileHandle, { start, end, before, after }: Place): Promise<ChainLine | undefined> {
  const text = (await readBytes(handle, start, end)).toString();
  const line = text.endsWith('\n') && (await readLine(text.slice(0, -1), before));
  return typeof line === 'object' && line.hash === after.hash ? line : undefined;
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
  await closing(folder, () => folder.sync());
}
