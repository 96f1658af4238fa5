import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import { canonical, readLine, type ChainEnd } from '../../consent/chain.js';
import { aboutKey } from './line-index.js';

/** A line that follows the line before it. Its entry is not parsed. */
export interface FollowingLine extends ChainEnd {
  /** The `aboutKey()` of its entry. */
  key: Buffer;
  /** Whether it has a mark. */
  isSigned: boolean;
}

const HEAD = Buffer.from('{"entry":');
const ABOUT = Buffer.from('{"entry":{"about":"');
/** The end of a line, after its entry. The members are in canonical order. */
const TAIL = /,"hash":"([0-9a-f]{64})","line":(\d{1,15})(?:,"mac":"([0-9a-f]{64})")?,"previous":"([0-9a-f]{64})"\}$/;
const LONGEST_TAIL = 300;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Makes the mark of a line: an HMAC of its hash, which covers the line and all lines before it. */
export const markOf = (key: string, digest: string) => createHmac('sha256', key).update(digest).digest('hex');

/** The keys of `fileConsents`. New lines are marked with the first. Marks made with any of them are valid. */
export type Keys = readonly string[];

/** An entry that is to be written, in canonical JSON, and its `about`. */
export interface NewEntry {
  about: string;
  entry: string;
}

/** A line that is to be written. `text` ends with a line feed. */
export type NextLine = FollowingLine & { text: string };

/** Makes the line for an entry. */
export function lineFor({ about, entry }: NewEntry, { lines, hash: previous }: ChainEnd, [key]: Keys): NextLine {
  const line = lines + 1;
  const digest = hash('sha256', `{"entry":${entry},"line":${line},"previous":"${previous}"}`);
  const mark = key === undefined ? '' : `,"mac":"${markOf(key, digest)}"`;
  return {
    text: `{"entry":${entry},"hash":"${digest}","line":${line}${mark},"previous":"${previous}"}\n`,
    lines: line,
    hash: digest,
    key: aboutKey(about),
    isSigned: key !== undefined,
  };
}

interface LineParts extends ChainEnd {
  entry: Buffer;
  previous: string;
  mac: string | undefined;
}

/** Splits a line into its parts. Returns `undefined` if its hash is wrong, or if its mark was not made with one of the keys. */
function parseLine(bytes: Buffer, keys: Keys): LineParts | undefined {
  const tail = TAIL.exec(bytes.toString('latin1', Math.max(0, bytes.length - LONGEST_TAIL)));
  if (!tail || bytes.compare(HEAD, 0, HEAD.length, 0, HEAD.length) !== 0) return undefined;
  const [whole, digest, line, mac, previous] = tail as unknown as [string, string, string, string | undefined, string];
  const head = bytes.subarray(0, bytes.length - whole.length);
  const found = createHash('sha256').update(head).update(`,"line":${line},"previous":"${previous}"}`).digest('hex');
  if (found !== digest || (mac !== undefined && !isValidMark(mac, digest, keys))) return undefined;
  return { entry: head.subarray(HEAD.length), hash: digest, lines: Number(line), mac, previous };
}

/** Returns true if a key has made the mark. Without keys every mark is accepted. */
const isValidMark = (mac: string, digest: string, keys: Keys) =>
  keys.length === 0 || keys.some((key) => timingSafeEqual(Buffer.from(mac), Buffer.from(markOf(key, digest))));

/** Returns a line if it follows `end`, otherwise `undefined`. With keys, every line after a marked line must have a mark. */
export function followingLine(
  bytes: Buffer,
  end: ChainEnd & { isSigned: boolean },
  keys: Keys,
): FollowingLine | undefined {
  const parts = parseLine(bytes, keys);
  if (!parts || parts.lines !== end.lines + 1 || parts.previous !== end.hash) return undefined;
  const isSigned = parts.mac !== undefined;
  if (keys.length > 0 && end.isSigned && !isSigned) return undefined;
  const key = readAboutKey(bytes, parts.entry);
  return key && { lines: parts.lines, hash: parts.hash, key, isSigned };
}

/** Returns why a line does not follow `end`. */
export async function reasonAgainst(bytes: Buffer, end: ChainEnd): Promise<string> {
  const line = await readLine(bytes.toString(), end);
  return typeof line === 'string' ? line : 'not marked with the key';
}

/** Returns the entry of a line. Returns `undefined` if the line was altered. */
export function readEntry(bytes: Buffer, hasHash: (digest: string) => boolean, keys: Keys): object | undefined {
  const parts = parseLine(bytes, keys);
  if (!parts || !hasHash(parts.hash)) return undefined;
  const text = parts.entry.toString();
  const entry = parseJson(text) as object | undefined;
  // Compares texts, not parsed values: other programs may read a duplicate member differently.
  return typeof entry === 'object' && canonical(entry) === text ? entry : undefined;
}

/** Returns the `aboutKey()` of a line. In canonical JSON `about` is the first member of an entry, so the entry is rarely parsed. */
function readAboutKey(bytes: Buffer, entry: Buffer): Buffer | undefined {
  if (bytes.compare(ABOUT, 0, ABOUT.length, 0, ABOUT.length) === 0) {
    const about = bytes.subarray(ABOUT.length, bytes.indexOf(QUOTE, ABOUT.length));
    if (!about.includes(BACKSLASH)) return aboutKey(about);
  }
  const { about } = (parseJson(entry.toString()) ?? {}) as { about?: unknown };
  return aboutKey(String(about));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
