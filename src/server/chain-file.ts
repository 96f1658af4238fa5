import fs, { constants, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../errors.js';
import { shareRuns } from './batches.js';
import { CHAIN_START, type ChainEnd } from './consent-chain.js';
import { entryOf, followingLine, followsAt, lineFor, type FollowingLine, type Keys } from './consent-line.js';
import { chunksOf, closing, lineAt, type FileLine } from './file-lines.js';
import { createIndexFile } from './index-file.js';
import { keyOf, LineIndex } from './line-index.js';
import { setTornAside, syncFolder } from './torn-lines.js';
import { createTurns } from './turns.js';

/** Flags to append to a file that exists. */
const WRITE = constants.O_RDWR | constants.O_APPEND;

/** Our knowledge of a file: where its lines are, and the end of their chain. Its index only grows; a file that was changed gets another. */
interface Known {
  index: LineIndex;
  end: ChainEnd & { isSigned: boolean };
  /** How much of it is on the disk, whoever wrote it. */
  durable: number;
}

/** An index, and on how many of its lines whoever has it may rely. */
export type Seen = { index: LineIndex; count: number };

const nothing = (): Known => ({ index: new LineIndex(), end: { ...CHAIN_START, isSigned: false }, durable: 0 });

/** Lines that are read at a start without a word about it. */
const SILENT = 10_000;

export interface ChainFileOptions {
  keys: Keys;
  locked: <T>(work: () => Promise<T>) => Promise<T>;
  isLocked: () => Promise<boolean>;
  log: (message: string) => void;
}

/** A file of chained lines that several processes read and append to. */
export function createChainFile(place: string, { keys, locked: lockedHere, isLocked, log }: ChainFileOptions) {
  const name = path.basename(place);
  const onDisk = createIndexFile(`${place}.index`, keys[0]);
  const turns = createTurns();
  /** The lock is that of the process: its own works take turns. */
  const locked = <T>(work: () => Promise<T>) => turns('lock', () => lockedHere(work));
  /** `known` changes in one place at a time. */
  const inTurn = <T>(work: () => Promise<T>) => turns('known', work);
  let known = nothing();
  /**
   * Up to where the file must go, whatever others do; nothing until a line was read. Whoever writes has the lock, and may take
   * lines away again that could not be brought to the disk: so a line counts that is there while nobody has the lock.
   */
  let kept: ChainEnd | undefined;
  /** The file's name is on the disk only when its folder is. */
  let isNamed = false;

  async function isLastThere(handle: FileHandle, { index }: Pick<Known, 'index'>): Promise<boolean> {
    const last = index.count - 1;
    const bytes = await lineAt(handle, index.place(last));
    return entryOf(bytes, (digest) => index.isHash(last, digest), keys) !== undefined;
  }

  /** Begins with what the index on the disk knows. */
  async function load(handle: FileHandle): Promise<Known> {
    const index = await onDisk.load((last) => isLastThere(handle, { index: last }));
    const { count: lines } = index;
    if (lines === 0) return nothing();
    const { hash, mac } = JSON.parse((await lineAt(handle, index.place(lines - 1))).toString()) as {
      hash: string;
      mac?: string;
    };
    return { index, end: { lines, hash, isSigned: mac !== undefined }, durable: 0 };
  }

  /** Reads the lines that any process has added since. Answers whether a line follows that is whole but for its line feed. */
  async function catchUp(handle: FileHandle): Promise<boolean> {
    if (known.index.count > 0 && !(await isLastThere(handle, known))) known = nothing();
    if (known.index.count === 0) known = await load(handle);
    if (kept && kept.lines > 0 && kept.lines <= known.index.count && !known.index.isHash(kept.lines - 1, kept.hash))
      lost();
    const [started, before] = [performance.now(), known.index.count];
    let unended: FollowingLine | undefined;
    for await (const lines of chunksOf(handle, known.index.end))
      for (const line of lines) unended = (await take(line)) ?? unended;
    if ((unended ?? known.end).lines < (kept?.lines ?? 0)) lost();
    const read = known.index.count - before;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (read >= SILENT) log(`${name}: ${read} lines were read in ${seconds} seconds, and are indexed now.`);
    return unended !== undefined;
  }

  /** Takes up the next line; what it is where it is whole but for its line feed. */
  async function take(line: FileLine): Promise<FollowingLine | undefined> {
    const next = followsAt(line.bytes, known.end, keys) ?? (await followingLine(line.bytes, known.end, keys));
    if (typeof next === 'string') {
      if (line.isEnded) throw altered(name, known.end.lines + 1, next);
      return undefined;
    }
    if (next.lines === kept?.lines && next.hash !== kept.hash) lost();
    if (!line.isEnded) return next;
    known.index.add(next.key, next.hash, line.end);
    known.end = next;
    return undefined;
  }

  /** The same for who has the lock: nobody is about to end the last line, or to take it away again. */
  async function catchUpAlone(handle: FileHandle): Promise<void> {
    if (await catchUp(handle)) {
      await handle.appendFile('\n');
      await handle.sync();
      await catchUp(handle);
    }
    if (known.index.count > 0) kept = known.end;
  }

  /** The lines that were read count from now on, unless a process that writes could still remove them. */
  async function settle(handle: FileHandle): Promise<void> {
    if (known.end.lines === (kept?.lines ?? 0) || (await isLocked())) return;
    if (await isLastThere(handle, known)) kept = known.end;
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

  /** The file to be read; `undefined` where there is none. */
  const openToRead = () =>
    open('r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });

  /** Adds lines, all of them or none. A file that was read is not made again where it is gone. */
  const add = (entries: readonly string[]) =>
    locked(async () => {
      const handle = await open(kept ? WRITE : 'a+');
      await closing(handle, async () => {
        await inTurn(() => catchUpAlone(handle));
        const { index, end } = known;
        await setTornAside(handle, place, index.end);
        await write(handle, entries, { start: index.end, end });
        await inTurn(() => catchUp(handle));
        known.durable = known.index.end;
        kept = known.end;
        await saveIndex();
      });
    });

  async function write(
    handle: FileHandle,
    entries: readonly string[],
    { start, end }: { start: number; end: ChainEnd },
  ) {
    const lines: string[] = [];
    let last = end;
    for (const entry of entries) {
      const line = lineFor(entry, last, keys);
      lines.push(`${line.text}\n`);
      last = line;
    }
    try {
      await handle.appendFile(lines.join(''));
      await handle.sync();
      if (!isNamed) await syncFolder(place);
      isNamed = true;
    } catch (error) {
      // Where this fails too, a part of a line is set aside by the next append.
      await handle.truncate(start).catch(() => {});
      throw error;
    }
  }

  /** The index spares a start the reading: without it nothing is lost. */
  async function saveIndex(): Promise<void> {
    if (onDisk.isBehind(known.index)) await onDisk.save(known.index).catch(() => undefined);
  }

  /** Ends the last line, unless the process that was writing it has done so meanwhile. */
  const endLine = () =>
    locked(async () => {
      const handle = await open(WRITE);
      await closing(handle, () => inTurn(() => catchUpAlone(handle)));
    });

  /** Reads up to the end of the file, if there is one, and answers what may be relied on then. All who ask meanwhile share the next time. */
  const caughtUp = shareRuns(async (): Promise<Seen | undefined> => {
    const handle = await openToRead();
    if (!handle) return undefined;
    return closing(handle, async () => {
      if (await inTurn(() => catchUp(handle))) await endLine();
      // A line may be read before the process that writes it has brought it to the disk: nobody relies on it until then.
      const { index } = known;
      const { count, end } = index;
      if (known.durable < end) await handle.sync();
      if (known.index === index) known.durable = Math.max(known.durable, end);
      await inTurn(() => settle(handle));
      return { index, count };
    });
  });

  /** Reads what there is before anybody asks, and keeps the index of it. */
  async function start(): Promise<void> {
    const found = await caughtUp();
    if (!found || !onDisk.isBehind(found.index)) return;
    // Another user's index, like one that root has made with the command line, the server could not go on with.
    const { uid } = await fs.stat(place);
    if (uid === process.getuid?.()) await locked(() => inTurn(saveIndex)).catch(() => undefined);
  }

  /** The numbers of the lines about somebody that come after one, the oldest first. */
  function linesAbout({ index, count }: Seen, about: string, after = -1): number[] {
    const lines: number[] = [];
    for (let line = index.newest(keyOf(about)); line > after; line = index.earlier(line))
      if (line < count) lines.push(line);
    return lines.reverse();
  }

  /** The entries of these lines, each as it was written. */
  async function entriesAt({ index }: Seen, lines: readonly number[]): Promise<object[]> {
    if (lines.length === 0) return [];
    const handle = await open('r');
    return closing(handle, async () => {
      const entries: object[] = [];
      for (const line of lines) {
        const bytes = await lineAt(handle, index.place(line));
        const entry = entryOf(bytes, (digest) => index.isHash(line, digest), keys);
        if (!entry) throw altered(name, line + 1, 'changed');
        entries.push(entry);
      }
      return entries;
    });
  }

  return { start, caughtUp, add, linesAbout, entriesAt };
}

const altered = (name: string, line: number, why: string) =>
  new LendingError('handler-consent-not-stored', `${name} was altered: line ${line} is ${why}.`, {
    remedy: 'Look at it with "lending-elements consents check", and put it back from a backup.',
  });
