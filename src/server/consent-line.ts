import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import { canonical, readLine, type ChainEnd } from './consent-chain.js';
import { keyOf } from './line-index.js';

/** A line that follows the one before it. It knows what it is about without reading all that it says. */
export interface FollowingLine extends ChainEnd {
  /** What `keyOf` says of whom it is about. */
  key: Buffer;
  /** Whether it has a mark of a key. */
  isSigned: boolean;
}

const HEAD = Buffer.from('{"entry":');
const ABOUT = Buffer.from('{"entry":{"about":"');
/** What a line ends with, after its entry. Its members are in canonical order. */
const TAIL = /,"hash":"([0-9a-f]{64})","line":(\d{1,15})(?:,"mac":"([0-9a-f]{64})")?,"previous":"([0-9a-f]{64})"\}$/;
const LONGEST_TAIL = 300;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** The mark of a key on a line: over the line's hash, which covers the line and those before it. */
export const markOf = (key: string, digest: string) => createHmac('sha256', key).update(digest).digest('hex');

/** Keys of `fileConsents`: the first marks what is written, each is taken for what is read. */
export type Keys = readonly string[];

/** The line for an entry that is canonical JSON already. */
export function lineFor(entry: string, { lines, hash: previous }: ChainEnd, [key]: Keys): ChainEnd & { text: string } {
  const line = lines + 1;
  const digest = hash('sha256', `{"entry":${entry},"line":${line},"previous":"${previous}"}`);
  const mark = key === undefined ? '' : `,"mac":"${markOf(key, digest)}"`;
  return {
    text: `{"entry":${entry},"hash":"${digest}","line":${line}${mark},"previous":"${previous}"}`,
    lines: line,
    hash: digest,
  };
}

interface Parts extends ChainEnd {
  entry: Buffer;
  previous: string;
  mac: string | undefined;
}

/** A line in its parts, where its hash is that of what it says, and its mark, if keys are given, one of theirs. */
function partsOf(bytes: Buffer, keys: Keys): Parts | undefined {
  const tail = TAIL.exec(bytes.toString('latin1', Math.max(0, bytes.length - LONGEST_TAIL)));
  if (!tail || bytes.compare(HEAD, 0, HEAD.length, 0, HEAD.length) !== 0) return undefined;
  const [whole, digest, line, mac, previous] = tail as unknown as [string, string, string, string | undefined, string];
  const head = bytes.subarray(0, bytes.length - whole.length);
  const found = createHash('sha256').update(head).update(`,"line":${line},"previous":"${previous}"}`).digest('hex');
  if (found !== digest || (mac !== undefined && !isMark(mac, digest, keys))) return undefined;
  return { entry: head.subarray(HEAD.length), hash: digest, lines: Number(line), mac, previous };
}

/** Whoever has no key takes a mark as it is. */
const isMark = (mac: string, digest: string, keys: Keys) =>
  keys.length === 0 || keys.some((key) => timingSafeEqual(Buffer.from(mac), Buffer.from(markOf(key, digest))));

/** A line where it follows this end; else why it does not. After a line with a mark every line has one. */
export async function followingLine(
  bytes: Buffer,
  end: ChainEnd & { isSigned: boolean },
  keys: Keys,
): Promise<FollowingLine | string> {
  return followsAt(bytes, end, keys) ?? whyNot(bytes, end);
}

/** The same without a wait: `undefined` where it does not follow. */
export function followsAt(bytes: Buffer, end: ChainEnd & { isSigned: boolean }, keys: Keys): FollowingLine | undefined {
  const parts = partsOf(bytes, keys);
  if (!parts || parts.lines !== end.lines + 1 || parts.previous !== end.hash) return undefined;
  const isSigned = parts.mac !== undefined;
  if (keys.length > 0 && end.isSigned && !isSigned) return undefined;
  const key = aboutOf(bytes, parts.entry);
  return key && { lines: parts.lines, hash: parts.hash, key, isSigned };
}

async function whyNot(bytes: Buffer, end: ChainEnd): Promise<string> {
  const line = await readLine(bytes.toString(), end);
  return typeof line === 'string' ? line : 'not marked with the key';
}

/** The entry of a line that an index knows, where that is still as it was written. */
export function entryOf(bytes: Buffer, isHash: (digest: string) => boolean, keys: Keys): object | undefined {
  const parts = partsOf(bytes, keys);
  if (!parts || !isHash(parts.hash)) return undefined;
  const text = parts.entry.toString();
  const entry = parse(text) as object | undefined;
  // To the last character: what reads alike, like a member that is there twice, could be taken for something else.
  return typeof entry === 'object' && canonical(entry) === text ? entry : undefined;
}

/** What `keyOf` says of whom a line is about. In canonical JSON that is mostly the first that an entry says. */
function aboutOf(bytes: Buffer, entry: Buffer): Buffer | undefined {
  if (bytes.compare(ABOUT, 0, ABOUT.length, 0, ABOUT.length) === 0) {
    const about = bytes.subarray(ABOUT.length, bytes.indexOf(QUOTE, ABOUT.length));
    if (!about.includes(BACKSLASH)) return keyOf(about);
  }
  const { about } = (parse(entry.toString()) ?? {}) as { about?: unknown };
  return keyOf(String(about));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
