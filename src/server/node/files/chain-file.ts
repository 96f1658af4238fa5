import fs, { constants, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../../../errors.js';
import { CHAIN_START, type ChainEnd } from '../../consent/chain.js';
import { createQueue, shareRuns } from '../../util/queue.js';
import { followingLine, lineFor, readEntry, reasonAgainst, type FollowingLine, type Keys } from './consent-line.js';
import { closing, lineBatches, readLineAt, type FileLine } from './file-lines.js';
import { createIndexFile } from './index-file.js';
import { aboutKey, LineIndex } from './line-index.js';
import { moveTornLine, syncFolder } from './torn-lines.js';

/** Flags to append to an existing file. */
const WRITE = constants.O_RDWR | constants.O_APPEND;

/** The lines that this process has read. The index only grows: after another change of the file, a new index is made. */
interface FileState {
  index: LineIndex;
  end: ChainEnd & { isSigned: boolean };
  /** The number of bytes that are surely on the disk. */
  synced: number;
}

/** An index, and the number of its lines that are surely on the disk. */
export type Snapshot = { index: LineIndex; count: number };

const emptyState = (): FileState => ({ index: new LineIndex(), end: { ...CHAIN_START, isSigned: false }, synced: 0 });

/** Reading this many lines or more is logged. */
const LONG_READ = 10_000;

export interface ChainFileOptions {
  keys: Keys;
  locked: <T>(work: () => Promise<T>) => Promise<T>;
  isLocked: () => Promise<boolean>;
  log: (message: string) => void;
}

/** A file of chained lines. Several processes can read it and append to it. */
export function createChainFile(filePath: string, { keys, locked: lockedHere, isLocked, log }: ChainFileOptions) {
  const name = path.basename(filePath);
  const indexFile = createIndexFile(`${filePath}.index`, keys[0]);
  const turns = createQueue();
  /** The file lock belongs to the whole process, so work in this process waits here first. */
  const locked = <T>(work: () => Promise<T>) => turns('lock', () => lockedHere(work));
  /** Only one task at a time changes `state`. */
  const inTurn = <T>(work: () => Promise<T>) => turns('state', work);
  let state = emptyState();
  /**
   * The end that the file must still contain later. A process that holds the lock may remove lines that it could not sync, so lines
   * are confirmed only while the lock is free.
   */
  let confirmed: ChainEnd | undefined;
  /** Whether the folder was synced: without that a crash could lose the name of a new file. */
  let isNamed = false;

  async function hasLastLine(handle: FileHandle, { index }: Pick<FileState, 'index'>): Promise<boolean> {
    const last = index.count - 1;
    const bytes = await readLineAt(handle, index.range(last));
    return readEntry(bytes, (digest) => index.hasHash(last, digest), keys) !== undefined;
  }

  /** Starts with the lines in the index file. */
  async function loadState(handle: FileHandle): Promise<FileState> {
    const index = await indexFile.load((last) => hasLastLine(handle, { index: last }));
    const { count: lines } = index;
    if (lines === 0) return emptyState();
    const last = (await readLineAt(handle, index.range(lines - 1))).toString();
    const { hash, mac } = JSON.parse(last) as { hash: string; mac?: string };
    return { index, end: { lines, hash, isSigned: mac !== undefined }, synced: 0 };
  }

  /** Reads the lines that any process has added. Returns true if the last line lacks only its line feed. */
  async function readNewLines(handle: FileHandle): Promise<boolean> {
    if (state.index.count > 0 && !(await hasLastLine(handle, state))) state = emptyState();
    if (state.index.count === 0) state = await loadState(handle);
    const { lines: confirmedLines = 0, hash = '' } = confirmed ?? {};
    const isInIndex = confirmedLines > 0 && confirmedLines <= state.index.count;
    if (isInIndex && !state.index.hasHash(confirmedLines - 1, hash)) throwLost();
    const [started, before] = [performance.now(), state.index.count];
    let unended: FollowingLine | undefined;
    for await (const lines of lineBatches(handle, state.index.end))
      for (const line of lines) unended = (await addLine(line)) ?? unended;
    if ((unended ?? state.end).lines < confirmedLines) throwLost();
    const read = state.index.count - before;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (read >= LONG_READ) log(`${name}: read ${read} lines in ${seconds} seconds. They are in the index now.`);
    return unended !== undefined;
  }

  /** Adds the next line to the index. A line that lacks only its line feed is not added, but returned. */
  async function addLine(line: FileLine): Promise<FollowingLine | undefined> {
    const next = followingLine(line.bytes, state.end, keys) ?? (await reasonAgainst(line.bytes, state.end));
    if (typeof next === 'string') {
      if (line.isEnded) throw alteredError(name, state.end.lines + 1, next);
      return undefined;
    }
    if (next.lines === confirmed?.lines && next.hash !== confirmed.hash) throwLost();
    if (!line.isEnded) return next;
    state.index.add(next.key, next.hash, line.end);
    state.end = next;
    return undefined;
  }

  /** Reads new lines while this process holds the lock, and adds a missing line feed. No other process can be writing that line. */
  async function readNewLinesLocked(handle: FileHandle): Promise<void> {
    if (await readNewLines(handle)) {
      await handle.appendFile('\n');
      await handle.sync();
      await readNewLines(handle);
    }
    if (state.index.count > 0) confirmed = state.end;
  }

  /** Confirms the lines that were read, unless another process is writing and could still remove them. */
  async function confirmLines(handle: FileHandle): Promise<void> {
    if (state.end.lines === (confirmed?.lines ?? 0) || (await isLocked())) return;
    if (await hasLastLine(handle, state)) confirmed = state.end;
  }

  function throwLost(): never {
    state = emptyState();
    throw new LendingError('handler-consent-not-stored', `${name} has lost lines that this process has read before.`, {
      remedy: 'Put the file back from a backup. To start a new file on purpose, restart the server.',
    });
  }

  async function open(flags: string | number): Promise<FileHandle> {
    return fs.open(filePath, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && confirmed) throwLost();
      throw error;
    });
  }

  /** Opens the file for reading. Returns `undefined` if it does not exist. */
  const openToRead = () =>
    open('r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });

  /** Appends lines: all of them or none. A file that was deleted after it was read is not created again. */
  const add = (entries: readonly string[]) =>
    locked(async () => {
      const handle = await open(confirmed ? WRITE : 'a+');
      await closing(handle, async () => {
        await inTurn(() => readNewLinesLocked(handle));
        const { index, end } = state;
        await moveTornLine(handle, filePath, index.end);
        await write(handle, entries, { start: index.end, end });
        await inTurn(() => readNewLines(handle));
        state.synced = state.index.end;
        confirmed = state.end;
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
      if (!isNamed) await syncFolder(filePath);
      isNamed = true;
    } catch (error) {
      // If this fails too, the next append moves the torn line away.
      await handle.truncate(start).catch(() => {});
      throw error;
    }
  }

  /** Writes the index file. Errors do not matter: the index only makes the next start faster. */
  async function saveIndex(): Promise<void> {
    if (indexFile.isBehind(state.index)) await indexFile.save(state.index).catch(() => undefined);
  }

  /** Adds the missing line feed of the last line, unless its writer has added it meanwhile. */
  const endLine = () =>
    locked(async () => {
      const handle = await open(WRITE);
      await closing(handle, () => inTurn(() => readNewLinesLocked(handle)));
    });

  /** Reads new lines, and returns those that are on the disk. Calls that arrive meanwhile share the next run. */
  const refresh = shareRuns(async (): Promise<Snapshot | undefined> => {
    const handle = await openToRead();
    if (!handle) return undefined;
    return closing(handle, async () => {
      if (await inTurn(() => readNewLines(handle))) await endLine();
      // Another process may have written these lines, but not synced them yet.
      const { index } = state;
      const { count, end } = index;
      if (state.synced < end) await handle.sync();
      if (state.index === index) state.synced = Math.max(state.synced, end);
      await inTurn(() => confirmLines(handle));
      return { index, count };
    });
  });

  /** Reads the file when the process starts, and writes the index file. */
  async function start(): Promise<void> {
    const found = await refresh();
    if (!found || !indexFile.isBehind(found.index)) return;
    // The server could not write an index file that another user owns, like root on the command line.
    const { uid } = await fs.stat(filePath);
    if (uid === process.getuid?.()) await locked(() => inTurn(saveIndex)).catch(() => undefined);
  }

  /** Returns the numbers of the lines with this `about` after a line, oldest first. */
  function linesAbout({ index, count }: Snapshot, about: string, after = -1): number[] {
    const lines: number[] = [];
    for (let line = index.newest(aboutKey(about)); line > after; line = index.earlier(line))
      if (line < count) lines.push(line);
    return lines.reverse();
  }

  /** Reads the entries of these lines. Throws if a line was altered. */
  async function entriesAt({ index }: Snapshot, lines: readonly number[]): Promise<object[]> {
    if (lines.length === 0) return [];
    const handle = await open('r');
    return closing(handle, async () => {
      const entries: object[] = [];
      for (const line of lines) {
        const bytes = await readLineAt(handle, index.range(line));
        const entry = readEntry(bytes, (digest) => index.hasHash(line, digest), keys);
        if (!entry) throw alteredError(name, line + 1, 'changed');
        entries.push(entry);
      }
      return entries;
    });
  }

  return { start, refresh, add, linesAbout, entriesAt };
}

const alteredError = (name: string, line: number, why: string) =>
  new LendingError('handler-consent-not-stored', `${name} was altered: line ${line} is ${why}.`, {
    remedy: 'Run "npx lending-elements consents check" on the file, and put it back from a backup.',
  });
