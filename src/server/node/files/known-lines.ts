import { fstatSync, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../../../errors.js';
import { CHAIN_START, type ChainEnd } from '../../consent/chain.js';
import {
  followingLine,
  readEntry,
  reasonAgainst,
  type FollowingLine,
  type Keys,
  type NextLine,
} from './consent-line.js';
import { lineBatches, readLineAt, type FileLine } from './file-lines.js';
import { createIndexFile } from './index-file.js';
import { LineIndex } from './line-index.js';

/** The lines that this process has read. The index only grows: after another change of the file, a new index is made. */
interface FileState {
  index: LineIndex;
  end: ChainEnd & { isSigned: boolean };
  /** The number of bytes that are surely on the disk. */
  synced: number;
  /** The file as it was when the index had all its lines, and all of them were confirmed and on the disk. */
  seen?: BigIntStats | undefined;
}

const emptyState = (): FileState => ({ index: new LineIndex(), end: { ...CHAIN_START, isSigned: false }, synced: 0 });

/** A file as it was right before its new lines were read, and whether its last line lacks only its line feed. */
interface ReadFile {
  file: BigIntStats;
  isUnended: boolean;
}

/** Synchronous, because it takes some microseconds, far less than it takes to hand a call to another thread. */
const fileOf = ({ fd }: FileHandle): BigIntStats => fstatSync(fd, { bigint: true });

/** Reading this many lines or more is logged. */
const LONG_READ = 10_000;

export interface KnownLinesOptions {
  keys: Keys;
  isLocked: () => boolean;
  log: (message: string) => void;
}

/** The lines of a file that this process knows. Only one task at a time may change them. */
export function createKnownLines(filePath: string, { keys, isLocked, log }: KnownLinesOptions) {
  const name = path.basename(filePath);
  const indexFile = createIndexFile(`${filePath}.index`, keys[0]);
  let state = emptyState();
  /**
   * The end that the file must still contain later. A process that holds the lock may remove lines that it could not sync, so lines
   * are confirmed only while the lock is free.
   */
  let confirmed: ChainEnd | undefined;

  async function hasLastLine(handle: FileHandle, index = state.index): Promise<boolean> {
    const last = index.count - 1;
    const bytes = await readLineAt(handle, index.range(last));
    return readEntry(bytes, (digest) => index.hasHash(last, digest), keys) !== undefined;
  }

  /** Starts with the lines in the index file. */
  async function loadState(handle: FileHandle): Promise<FileState> {
    const index = await indexFile.load((last) => hasLastLine(handle, last));
    const { count: lines } = index;
    if (lines === 0) return emptyState();
    const last = (await readLineAt(handle, index.range(lines - 1))).toString();
    const { hash, mac } = JSON.parse(last) as { hash: string; mac?: string };
    return { index, end: { lines, hash, isSigned: mac !== undefined }, synced: 0 };
  }

  /** Reads the lines that any process has added. */
  async function readNewLines(handle: FileHandle): Promise<ReadFile> {
    const file = fileOf(handle);
    if (state.index.count > 0 && !(await hasLastLine(handle))) state = emptyState();
    if (state.index.count === 0) state = await loadState(handle);
    const { lines: confirmedLines = 0, hash = '' } = confirmed ?? {};
    const isInIndex = confirmedLines > 0 && confirmedLines <= state.index.count;
    if (isInIndex && !state.index.hasHash(confirmedLines - 1, hash)) throwLost();
    const [started, before] = [performance.now(), state.index.count];
    let unended: FollowingLine | undefined;
    if (file.size !== BigInt(state.index.end))
      for await (const lines of lineBatches(handle, state.index.end))
        for (const line of lines) unended = (await addLine(line)) ?? unended;
    if ((unended ?? state.end).lines < confirmedLines) throwLost();
    const read = state.index.count - before;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (read >= LONG_READ) log(`${name}: read ${read} lines in ${seconds} seconds. They are in the index now.`);
    return { file, isUnended: unended !== undefined };
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
    addToIndex(next, line.end);
    return undefined;
  }

  function addToIndex(line: FollowingLine, end: number): void {
    state.index.add(line.key, line.hash, end);
    state.end = line;
    state.seen = undefined;
  }

  /** Reads new lines while this process holds the lock, and adds a missing line feed. No other process can be writing that line. */
  async function readNewLinesLocked(handle: FileHandle): Promise<ReadFile> {
    let read = await readNewLines(handle);
    if (read.isUnended) {
      await handle.appendFile('\n');
      await handle.sync();
      read = await readNewLines(handle);
    }
    if (state.index.count > 0) confirmed = state.end;
    return read;
  }

  /** Adds lines that this process has written after `before` and brought to the disk. */
  async function addWritten(handle: FileHandle, lines: readonly NextLine[], before: ChainEnd): Promise<void> {
    const file = fileOf(handle);
    const length = lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    // A reader may have added some of them already, and a program that takes no lock may have written to the file.
    if (state.end !== before || file.size !== BigInt(state.index.end + length)) await readNewLines(handle);
    else for (const line of lines) addToIndex(line, state.index.end + Buffer.byteLength(line.text));
    state.synced = state.index.end;
    confirmed = state.end;
    remember(file);
  }

  /** Confirms the lines that were read, unless another process is writing and could still remove them. */
  async function confirmLines(handle: FileHandle): Promise<void> {
    if (isConfirmed() || isLocked()) return;
    if (await hasLastLine(handle)) confirmed = state.end;
  }

  const isConfirmed = () => state.end.lines === (confirmed?.lines ?? 0);

  /** Remembers a file if it has these lines and no others, and nobody may remove one. */
  function remember(file: BigIntStats): void {
    const { end } = state.index;
    if (isConfirmed() && state.synced === end && file.size === BigInt(end)) state.seen = file;
  }

  function throwLost(): never {
    state = emptyState();
    throw new LendingError('handler-consent-not-stored', `${name} has lost lines that this process has read before.`, {
      remedy: 'Put the file back from a backup. To start a new file on purpose, restart the server.',
    });
  }

  /** Writes the index file. Errors do not matter: the index only makes the next start faster. */
  async function saveIndex(): Promise<void> {
    if (indexFile.isBehind(state.index)) await indexFile.save(state.index).catch(() => undefined);
  }

  return {
    now: () => state,
    areConfirmed: () => confirmed !== undefined,
    readNewLines,
    readNewLinesLocked,
    addWritten,
    confirmLines,
    remember,
    throwLost,
    saveIndex,
    isIndexFileBehind: indexFile.isBehind,
  };
}

export const alteredError = (name: string, line: number, why: string) =>
  new LendingError('handler-consent-not-stored', `${name} was altered: line ${line} is ${why}.`, {
    remedy: 'Run "npx lending-elements consents check" on the file, and put it back from a backup.',
  });
