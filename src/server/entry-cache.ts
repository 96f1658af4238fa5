import { LendingError } from '../errors.js';
import type { ConsentEntry, RecordedNotice } from '../schema/consent.js';
import type { createChainFile, Seen } from './chain-file.js';
import { canonical } from './consent-chain.js';
import type { LineIndex } from './line-index.js';

/** How many entries are kept that were read, and of how many subjects; one subject's may be more. */
const ENTRIES = 20_000;
const SUBJECTS = 2000;
/** How many notices are known by their lines. */
const NOTICES = 200;

interface Read {
  index: LineIndex;
  /** The last line that is among the entries. */
  last: number;
  entries: ConsentEntry[];
}

/** An entry as its line says it, where a notice may be named by the line that has it. */
type Written = Omit<ConsentEntry, 'notice'> & { notice?: ConsentEntry['notice'] | number };

/** The entries about somebody. A line that was read and checked once is not read again. */
export function createEntryCache(chain: Pick<ReturnType<typeof createChainFile>, 'linesAbout' | 'entriesAt'>) {
  const read = new Map<string, Read>();
  let notices = new Map<number, ConsentEntry['notice']>();
  let noticesOf: LineIndex | undefined;
  let lines = new Map<string, number>();
  let linesIn: LineIndex | undefined;
  let size = 0;

  function keep(about: string, now: Read): void {
    forget(about);
    read.set(about, now);
    size += now.entries.length;
    for (const oldest of read.keys()) {
      if ((size <= ENTRIES && read.size <= SUBJECTS) || oldest === about) break;
      forget(oldest);
    }
  }

  function forget(about: string): void {
    size -= read.get(about)?.entries.length ?? 0;
    read.delete(about);
  }

  async function noticeAt(known: Seen, line: number): Promise<ConsentEntry['notice']> {
    if (noticesOf !== known.index || notices.size >= NOTICES) notices = new Map();
    noticesOf = known.index;
    const kept = notices;
    if (!kept.has(line)) {
      const [entry] = line >= 0 && line < known.count ? await chain.entriesAt(known, [line]) : [];
      if (!entry) throw new LendingError('handler-consent-not-stored', `There is no line ${line + 1} with a notice.`);
      kept.set(line, (entry as ConsentEntry).notice);
    }
    return kept.get(line);
  }

  /** An entry with its notice in full. */
  async function whole(known: Seen, { notice, ...entry }: Written): Promise<ConsentEntry> {
    if (notice === undefined) return entry;
    return { ...entry, notice: typeof notice === 'number' ? await noticeAt(known, notice - 1) : notice };
  }

  async function about(known: Seen, about: string): Promise<ConsentEntry[]> {
    const { index } = known;
    const found = read.get(about);
    const before = found?.index === index ? found : { index, last: -1, entries: [] };
    const lines = chain.linesAbout(known, about, before.last);
    const entries = [...before.entries];
    for (const entry of (await chain.entriesAt(known, lines)) as Written[]) {
      // Another subject may have the same place in the index.
      if (entry.about === about) entries.push(await whole(known, entry));
      freeze(entries.at(-1)?.notice);
    }
    if (entries.length > 0) keep(about, { index, last: lines.at(-1) ?? before.last, entries });
    return entries.map(copyOf);
  }

  /** The line, counted from 1, that first contains a notice in full. */
  async function lineOf(known: Seen, notice: RecordedNotice): Promise<number | undefined> {
    const text = canonical(notice);
    if (linesIn !== known.index || lines.size >= NOTICES) lines = new Map();
    linesIn = known.index;
    const kept = lines;
    const about = aboutNotice(notice);
    const [first] = kept.has(text) ? [] : chain.linesAbout(known, about);
    const [entry] = first === undefined ? [] : ((await chain.entriesAt(known, [first])) as ConsentEntry[]);
    if (entry?.about === about && canonical(entry.notice ?? null) === text) kept.set(text, first! + 1);
    return kept.get(text);
  }

  return { about, lineOf };
}

/** Whom the first entry with a notice is about. */
export const aboutNotice = ({ id, version, locale }: Pick<RecordedNotice, 'id' | 'version' | 'locale'>): string =>
  `notice:${JSON.stringify([id, version, locale])}`;

/** Whoever gets an entry may change it. The lists of a notice, which are long and never change, are frozen instead of copied. */
const copyOf = (entry: ConsentEntry): ConsentEntry =>
  entry.notice ? { ...entry, notice: { ...entry.notice } } : { ...entry };

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const one of Object.values(value)) freeze(one);
  Object.freeze(value);
}
