import { sha256 } from '../schema/notice-text.js';

/** Where a chain ends: how many lines it has, and the hash of the last. Kept elsewhere, it shows later that none is gone. */
export interface ChainEnd {
  lines: number;
  hash: string;
}

/** A line as it is kept, without its line feed. */
export interface ChainLine extends ChainEnd {
  text: string;
  entry: unknown;
  /** The mark of a key, where the line has one: what nobody makes without it. */
  mac?: string | undefined;
}

/** A line whose time is earlier than that of a line before it. */
export interface BackwardsLine {
  line: number;
  at: string;
  /** The latest time before it. */
  after: string;
}

/** What a check of a chain has found. */
export interface ChainCheck extends ChainEnd {
  /** How many lines were looked at. */
  lines: number;
  /** The hash of the last line that is as it was written: the closing hash, where none is broken. */
  hash: string;
  /**
   * The first line that is not as it was written, counted from 1. `changed`: it says something else, or the line before it
   * was given another hash; `missing`: it is gone; `moved`: it stands further down; `added`: what stands in its place was not
   * written there; `cut-off`: the chain does not reach the end that was expected; `unmarked`: it has no mark of the key, as the
   * lines have once one has it.
   */
  broken?: { line: number; why: 'changed' | 'missing' | 'moved' | 'added' | 'cut-off' | 'unmarked' } | undefined;
  /** The time of the last line that has one. */
  last?: string | undefined;
  /**
   * Lines after the expected end that say a time more than a minute before that of an earlier line: a clock was set back, or
   * somebody has written a record of the past by hand. The first 100.
   */
  backwards: readonly BackwardsLine[];
  /** How many lines have the mark of a key. With a key, those are checked. */
  marked: number;
}

export interface CheckOptions {
  /** The key of `fileConsents()`, or several. Then every line from the first with a mark on must have one that a key makes, and one line at least. */
  key?: string | readonly string[] | undefined;
}

/** What the first line follows. */
export const CHAIN_START: ChainEnd = { lines: 0, hash: '0'.repeat(64) };

/**
 * JSON in one form only (RFC 8785): the same value is the same text, whatever the order of its members was. What is no JSON,
 * like a date, is what `JSON.stringify()` makes of it.
 */
export const canonical = (value: unknown): string => sorted(JSON.parse(JSON.stringify(value)));

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // By UTF-16 code units, as `<` compares.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${sorted(one)}`).join()}}`;
}

/** The line for an entry. Its `hash` is the SHA-256 of the same line without the hash and the mark, in canonical JSON. */
export async function chainLine(entry: unknown, { lines, hash: previous }: ChainEnd, mac?: string): Promise<ChainLine> {
  const line = { entry, line: lines + 1, previous };
  const hash = await sha256(canonical(line));
  return { text: canonical({ ...line, hash, mac }), entry, lines: line.line, hash, mac };
}

/** A line that was read: itself where it follows this end, or why it does not. A mark is taken as it is. */
export async function readLine(text: string, end: ChainEnd): Promise<ChainLine | 'changed' | 'added' | 'missing'> {
  const { entry, line, previous, mac: given } = parse(text);
  const mac = typeof given === 'string' && /^[0-9a-f]{64}$/.test(given) ? given : undefined;
  // To the last character: what reads alike, like a member that is there twice, could be taken for something else.
  const next = await chainLine(entry, end, mac);
  if (next.text === text) return next;
  const itself = await chainLine(entry, { lines: Number(line) - 1, hash: String(previous) }, mac);
  if (itself.text !== text || itself.lines === end.lines + 1) return 'changed';
  return itself.lines > end.lines ? 'missing' : 'added';
}

/** Entries of any store, or records of them, as JSON Lines: each line carries the hash of the one before. */
export async function* exportConsents(entries: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  let end = CHAIN_START;
  for await (const entry of entries) {
    const line = await chainLine(entry, end);
    yield line.text;
    end = line;
  }
}

/**
 * Checks the lines of `exportConsents()` or of a file of consents. A chain that was cut off at its end, or written anew from
 * its start, is whole in itself: that is seen only by an `expected` end, noted when it was checked before, or by a key. More
 * lines after that end are right. A text becomes lines by splitting it at line feeds and at nothing else.
 */
export async function checkConsents(
  lines: AsyncIterable<string> | Iterable<string>,
  expected: ChainEnd | { hash: string } = CHAIN_START,
  { key }: CheckOptions = {},
): Promise<ChainCheck> {
  const times = watchTimes();
  const marks = watchMarks(key);
  let end: ChainEnd = CHAIN_START;
  let count = 0;
  let isMet = expected.hash === end.hash;
  let broken: ChainCheck['broken'];
  for await (const text of lines) {
    count += 1;
    if (!broken) {
      const line = await readLine(text, end);
      if (typeof line === 'string') broken = { line: count, why: line };
      else if (!(await marks.take(line))) broken = { line: count, why: 'unmarked' };
      else end = line;
      if (typeof line !== 'string') times.take(line);
      if (expected.hash === end.hash) [isMet] = [true, times.forgive()];
    } else if (broken.why === 'missing' && parse(text).line === broken.line) broken.why = 'moved';
  }
  if (!broken && !isMet) broken = 'lines' in expected && expected.lines <= count ? altered(expected) : cutOff(count);
  // Written anew without the key from its first line on.
  if (!broken && count > 0 && marks.areMissing()) broken = { line: 1, why: 'unmarked' };
  return { lines: count, hash: end.hash, broken, marked: marks.count(), ...times.found() };
}

/** Milliseconds that a clock may be set back, or a line wait for its turn. */
const STEP = 60_000;
const MOST = 100;

/** Finds times that go backwards. */
function watchTimes() {
  let latest: string | undefined;
  let last: string | undefined;
  let backwards: BackwardsLine[] = [];
  return {
    take({ entry, lines: line }: ChainLine): void {
      const { at } = (entry ?? {}) as { at?: unknown };
      if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return;
      last = at;
      const isBack = latest !== undefined && Date.parse(at) < Date.parse(latest) - STEP;
      if (isBack && backwards.length < MOST) backwards.push({ line, at, after: latest! });
      if (latest === undefined || Date.parse(at) > Date.parse(latest)) latest = at;
    },
    /** What was there when the chain was checked before was told then. */
    forgive: () => void (backwards = []),
    found: () => ({ last, backwards }),
  };
}

/** Checks marks, where there are keys. */
function watchMarks(key: CheckOptions['key']) {
  const keys = [key ?? []].flat().map(importKey);
  let marked = 0;
  return {
    async take({ hash, mac }: ChainLine): Promise<boolean> {
      if (mac !== undefined) marked += 1;
      if (keys.length === 0) return true;
      return mac === undefined ? marked === 0 : isMark(await Promise.all(keys), mac, hash);
    },
    count: () => marked,
    areMissing: () => keys.length > 0 && marked === 0,
  };
}

const importKey = (key: string) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);

async function isMark(keys: readonly CryptoKey[], mac: string, hash: string): Promise<boolean> {
  const bytes = Uint8Array.from(mac.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  for (const key of keys) {
    if (await crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(hash))) return true;
  }
  return false;
}

const altered = ({ lines }: ChainEnd) => ({ line: lines, why: 'changed' as const });
const cutOff = (count: number) => ({ line: count + 1, why: 'cut-off' as const });

function parse(text: string): { entry?: unknown; line?: unknown; previous?: unknown; mac?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}
