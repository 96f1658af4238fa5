import { statSync } from 'node:fs';
import fs, { constants, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { ChainEnd } from '../../consent/chain.js';
import { createQueue, shareRuns } from '../../util/queue.js';
import { lineFor, readEntry, type NewEntry, type NextLine } from './consent-line.js';
import { closing, readLineAt } from './file-lines.js';
import { alteredError, createKnownLines, type KnownLinesOptions } from './known-lines.js';
import { aboutKey, type LineIndex } from './line-index.js';
import { moveTornLine, syncFolder } from './torn-lines.js';

/** Flags to append to an existing file. */
const WRITE = constants.O_RDWR | constants.O_APPEND;

/** An index, and the number of its lines that are surely on the disk. */
export type Snapshot = { index: LineIndex; count: number };

export interface ChainFileOptions extends KnownLinesOptions {
  locked: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A file of chained lines. Several processes can read it and append to it. */
export function createChainFile(filePath: string, { locked: lockedHere, ...options }: ChainFileOptions) {
  const { keys } = options;
  const name = path.basename(filePath);
  const turns = createQueue();
  /** The file lock belongs to the whole process, so work in this process waits here first. */
  const locked = <T>(work: () => Promise<T>) => turns('lock', () => lockedHere(work));
  /** Only one task at a time changes the known lines. */
  const inTurn = <T>(work: () => Promise<T>) => turns('known', work);
  const known = createKnownLines(filePath, options);
  /** All lines, while this process holds the lock and adds more: no other process can add any. */
  let whole: Snapshot | undefined;
  /** Whether the folder was synced: without that a crash could lose the name of a new file. */
  let isNamed = false;

  async function open(flags: string | number): Promise<FileHandle> {
    return fs.open(filePath, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && known.areConfirmed()) known.throwLost();
      throw error;
    });
  }

  /** Opens the file for reading. Returns `undefined` if it does not exist. */
  const openToRead = () =>
    open('r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });

  /**
   * Appends the lines of these entries: all of them or none. A file that was deleted after it was read is not created again. Returns
   * the index, and the number of the first of these lines.
   */
  const add = (entries: readonly NewEntry[]) =>
    locked(async () => {
      const handle = await open(known.areConfirmed() ? WRITE : 'a+');
      return closing(handle, async () => {
        const { file } = await inTurn(() => known.readNewLinesLocked(handle));
        const { index, end, synced } = known.now();
        const first = index.count;
        if (file.size > index.end) await moveTornLine(handle, filePath, index.end);
        if (synced === index.end) whole = { index, count: first };
        const lines = linesFor(entries, end);
        try {
          await write(handle, lines, index.end);
          await inTurn(() => known.addWritten(handle, lines, end));
        } finally {
          whole = undefined;
        }
        await known.saveIndex();
        return { index: known.now().index, first };
      });
    });

  function linesFor(entries: readonly NewEntry[], end: ChainEnd): NextLine[] {
    let last = end;
    return entries.map((entry) => {
      const line = lineFor(entry, last, keys);
      last = line;
      return line;
    });
  }

  async function write(handle: FileHandle, lines: readonly NextLine[], start: number): Promise<void> {
    try {
      await handle.appendFile(lines.map(({ text }) => text).join(''));
      await handle.sync();
      if (!isNamed) await syncFolder(filePath);
      isNamed = true;
    } catch (error) {
      // If this fails too, the next append moves the torn line away.
      await handle.truncate(start).catch(() => {});
      throw error;
    }
  }

  /** Adds the missing line feed of the last line, unless its writer has added it meanwhile. */
  const endLine = () =>
    locked(async () => {
      const handle = await open(WRITE);
      await closing(handle, () => inTurn(() => known.readNewLinesLocked(handle)));
    });

  /** Returns the known lines if the file has not changed since they were read. */
  function unchanged(): Snapshot | undefined {
    // Synchronous, because it takes some microseconds, far less than it takes to hand a call to another thread.
    const file = statSync(filePath, { bigint: true, throwIfNoEntry: false });
    const { seen, index } = known.now();
    // Other processes only add lines, which changes the size. The time shows every other change.
    const isSame = seen && file && (['dev', 'ino', 'size', 'ctimeNs'] as const).every((one) => seen[one] === file[one]);
    return isSame ? { index, count: index.count } : undefined;
  }

  /** Reads new lines, and returns those that are on the disk. Calls that arrive meanwhile share the next run. */
  const refresh = shareRuns(async (): Promise<Snapshot | undefined> => {
    const found = whole ?? unchanged();
    if (found) return found;
    const handle = await openToRead();
    return handle && closing(handle, () => readFrom(handle));
  });

  async function readFrom(handle: FileHandle): Promise<Snapshot> {
    const { file, isUnended } = await inTurn(() => known.readNewLines(handle));
    if (isUnended) await endLine();
    // Another process may have written these lines, but not synced them yet.
    const state = known.now();
    const { index } = state;
    const { count, end } = index;
    if (state.synced < end) await handle.sync();
    state.synced = Math.max(state.synced, end);
    await inTurn(() => known.confirmLines(handle));
    known.remember(file);
    return { index, count };
  }

  /** Reads the file when the process starts, and writes the index file. */
  async function start(): Promise<void> {
    const found = await refresh();
    if (!found || !known.isIndexFileBehind(found.index)) return;
    // The server could not write an index file that another user owns, like root on the command line.
    const { uid } = await fs.stat(filePath);
    if (uid === process.getuid?.()) await locked(() => inTurn(known.saveIndex)).catch(() => undefined);
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
