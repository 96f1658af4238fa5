import { sha256 } from '../../schema/consent/notice-text.js';

/** The end of a chain: its number of lines and the hash of the last one. Keep it elsewhere: it shows later that no line is missing. */
export interface ChainEnd {
  lines: number;
  hash: string;
}

/** A line of a chain, without its line feed. */
interface ChainLine extends ChainEnd {
  text: string;
  entry: unknown;
  /** The line's mark: an HMAC-SHA-256 of its hash, made with a key. */
  mac?: string | undefined;
}

/** A line whose time is earlier than the time of a line before it. */
export interface BackwardsLine {
  /** The number of the line, counted from 1. */
  line: number;
  /** The time of the line. */
  at: string;
  /** The latest time of the lines before it. */
  after: string;
}

/** The result of a check of a chain. */
export interface ChainCheck extends ChainEnd {
  /** The number of lines that were read. */
  lines: number;
  /** The hash of the last unchanged line. If no line is broken, it is the closing hash. */
  hash: string;
  /**
   * The first line that is not as it was written, counted from 1. `changed`: the line or the hash of the line before it was
   * changed; `missing`: the line was deleted; `moved`: the line is further down; `added`: another line was inserted here;
   * `cut-off`: the chain does not contain the expected end; `unmarked`: the line has no valid mark, although a key was given and
   * this line or one before it must have one.
   */
  broken?: { line: number; why: 'changed' | 'missing' | 'moved' | 'added' | 'cut-off' | 'unmarked' } | undefined;
  /** The time of the last line that has a time. */
  last?: string | undefined;
  /**
   * The first 100 lines after the expected end whose time is more than a minute earlier than the time of a line before them.
   * Either a clock was set back, or a record was added later with a false time.
   */
  backwards: readonly BackwardsLine[];
  /** The number of lines with a mark. The marks are verified only if a key was given. */
  marked: number;
}

export interface CheckOptions {
  /**
   * The key of `fileConsents()`, or several keys. At least one line must have a mark, and every line after it must have one too.
   * Each mark must be made with one of the keys. Default: marks are not verified.
   */
  key?: string | readonly string[] | undefined;
}

/** The end of an empty chain. */
export const CHAIN_START: ChainEnd = { lines: 0, hash: '0'.repeat(64) };

/** Writes canonical JSON (RFC 8785): equal values give equal texts. `JSON.stringify()` converts other values first, such as dates. */
export const canonical = (value: unknown): string => sorted(JSON.parse(JSON.stringify(value)));

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // RFC 8785 sorts by UTF-16 code units, as `<` does.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${sorted(one)}`).join()}}`;
}

/** Makes the line for an entry. Its `hash` is the SHA-256 of the line's canonical JSON without `hash` and `mac`. */
export async function chainLine(entry: unknown, { lines, hash: previous }: ChainEnd, mac?: string): Promise<ChainLine> {
  const line = { entry, line: lines + 1, previous };
  const hash = await sha256(canonical(line));
  return { text: canonical({ ...line, hash, mac }), entry, lines: line.line, hash, mac };
}

/** Reads a line. Returns it if it follows `end`, otherwise the reason. Does not verify the mark. */
export async function readLine(text: string, end: ChainEnd): Promise<ChainLine | 'changed' | 'added' | 'missing'> {
  const { entry, line, previous, mac: given } = parseLine(text);
  const mac = typeof given === 'string' && /^[0-9a-f]{64}$/.test(given) ? given : undefined;
  // Compares texts, not parsed values: other programs may read a duplicate member differently.
  const next = await chainLine(entry, end, mac);
  if (next.text === text) return next;
  const itself = await chainLine(entry, { lines: Number(line) - 1, hash: String(previous) }, mac);
  if (itself.text !== text || itself.lines === end.lines + 1) return 'changed';
  return itself.lines > end.lines ? 'missing' : 'added';
}

/** Writes entries of any store, or records made from them, as JSON Lines. Each line contains the hash of the line before it. */
export async function* exportConsents(entries: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  let end = CHAIN_START;
  for await (const entry of entries) {
    const line = await chainLine(entry, end);
    yield line.text;
    end = line;
  }
}

/**
 * Checks the lines of `exportConsents()` or of a file of `fileConsents()`. The chain alone does not show that lines were cut off
 * at its end or that all of it was rewritten: pass the end of an earlier check as `expected`, or use a key. The chain may continue
 * after the expected end. Split a text into lines at line feeds only.
 */
export async function checkConsents(
  lines: AsyncIterable<string> | Iterable<string>,
  expected: ChainEnd | { hash: string } = CHAIN_START,
  { key }: CheckOptions = {},
): Promise<ChainCheck> {
  const times = createTimeCheck();
  const marks = createMarkCheck(key);
  let end: ChainEnd = CHAIN_START;
  let count = 0;
  let isMet = expected.hash === end.hash;
  let broken: ChainCheck['broken'];
  for await (const text of lines) {
    count += 1;
    if (!broken) {
      const line = await readLine(text, end);
      if (typeof line === 'string') broken = { line: count, why: line };
      else if (!(await marks.add(line))) broken = { line: count, why: 'unmarked' };
      else end = line;
      if (typeof line !== 'string') times.add(line);
      if (expected.hash === end.hash) [isMet] = [true, times.reset()];
    } else if (broken.why === 'missing' && parseLine(text).line === broken.line) broken.why = 'moved';
  }
  if (!broken && !isMet) {
    const isLongEnough = 'lines' in expected && expected.lines <= count;
    broken = isLongEnough ? { line: expected.lines, why: 'changed' } : { line: count + 1, why: 'cut-off' };
  }
  // Somebody without the key has rewritten the whole chain.
  if (!broken && count > 0 && marks.areMissing()) broken = { line: 1, why: 'unmarked' };
  return { lines: count, hash: end.hash, broken, marked: marks.count(), ...times.found() };
}

/** Milliseconds by which a time may be earlier than the one before: clocks are adjusted, and lines wait to be written. */
const TOLERANCE = 60_000;
const MOST_BACKWARDS = 100;

/** Finds times that go backwards. */
function createTimeCheck() {
  let latest: string | undefined;
  let last: string | undefined;
  let backwards: BackwardsLine[] = [];
  return {
    add({ entry, lines: line }: ChainLine): void {
      const { at } = (entry ?? {}) as { at?: unknown };
      if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return;
      last = at;
      const isBack = latest !== undefined && Date.parse(at) < Date.parse(latest) - TOLERANCE;
      if (isBack && backwards.length < MOST_BACKWARDS) backwards.push({ line, at, after: latest! });
      if (latest === undefined || Date.parse(at) > Date.parse(latest)) latest = at;
    },
    /** Forgets the lines found so far: an earlier check has reported them. */
    reset: () => void (backwards = []),
    found: () => ({ last, backwards }),
  };
}

function createMarkCheck(key: CheckOptions['key']) {
  const keys = [key ?? []].flat().map(importKey);
  let marked = 0;
  return {
    async add({ hash, mac }: ChainLine): Promise<boolean> {
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

function parseLine(text: string): { entry?: unknown; line?: unknown; previous?: unknown; mac?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}
