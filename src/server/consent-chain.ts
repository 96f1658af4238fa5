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
   * written there; `cut-off`: the chain does not reach the end that was expected.
   */
  broken?: { line: number; why: 'changed' | 'missing' | 'moved' | 'added' | 'cut-off' } | undefined;
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

/** The line for an entry. Its `hash` is the SHA-256 of the same line without the hash, in canonical JSON. */
export async function chainLine(entry: unknown, { lines, hash: previous }: ChainEnd): Promise<ChainLine> {
  const line = { entry, line: lines + 1, previous };
  const hash = await sha256(canonical(line));
  return { text: canonical({ ...line, hash }), entry, lines: line.line, hash };
}

/** A line that was read: itself where it follows this end, or why it does not. */
export async function readLine(text: string, end: ChainEnd): Promise<ChainLine | 'changed' | 'added' | 'missing'> {
  const { entry, line, previous } = parse(text);
  // To the last character: what reads alike, like a member that is there twice, could be taken for something else.
  const next = await chainLine(entry, end);
  if (next.text === text) return next;
  const itself = await chainLine(entry, { lines: Number(line) - 1, hash: String(previous) });
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
 * its start, is whole in itself: that is seen only by an `expected` end, noted when it was checked before. More lines after
 * that one are right. A text becomes lines by splitting it at line feeds and at nothing else.
 */
export async function checkConsents(
  lines: AsyncIterable<string> | Iterable<string>,
  expected: ChainEnd | { hash: string } = CHAIN_START,
): Promise<ChainCheck> {
  let end: ChainEnd = CHAIN_START;
  let count = 0;
  let isMet = expected.hash === end.hash;
  let broken: ChainCheck['broken'];
  for await (const text of lines) {
    count += 1;
    if (!broken) {
      const line = await readLine(text, end);
      if (typeof line === 'string') broken = { line: count, why: line };
      else end = line;
      isMet ||= expected.hash === end.hash;
    } else if (broken.why === 'missing' && parse(text).line === broken.line) broken.why = 'moved';
  }
  if (!broken && !isMet) broken = 'lines' in expected && expected.lines <= count ? altered(expected) : cutOff(count);
  return { lines: count, hash: end.hash, broken };
}

const altered = ({ lines }: ChainEnd) => ({ line: lines, why: 'changed' as const });
const cutOff = (count: number) => ({ line: count + 1, why: 'cut-off' as const });

function parse(text: string): { entry?: unknown; line?: unknown; previous?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}
