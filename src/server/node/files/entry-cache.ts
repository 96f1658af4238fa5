import { LendingError } from '../../../errors.js';
import type { ConsentEntry, RecordedNotice } from '../../../schema/consent/consent.js';
import { canonical } from '../../consent/chain.js';
import type { createChainFile, Snapshot } from './chain-file.js';
import type { LineIndex } from './line-index.js';

/** The limits of the cache. An entry takes about 300 bytes. The entries of the latest subject are always kept, even if there are more. */
const ENTRIES = 100_000;
const SUBJECTS = 2000;
const NOTICES = 200;

interface CachedEntries {
  index: LineIndex;
  /** The number of the last line in `entries`. */
  last: number;
  entries: ConsentEntry[];
}

/** An entry as it is in the file: instead of its notice it may have the number of the line with that notice. */
type StoredEntry = Omit<ConsentEntry, 'notice'> & { notice?: ConsentEntry['notice'] | number };

/** Caches entries by their `about`, so that a line is read and checked only once. */
export function createEntryCache(chain: Pick<ReturnType<typeof createChainFile>, 'linesAbout' | 'entriesAt'>) {
  const cached = new Map<string, CachedEntries>();
  let notices = new Map<number, ConsentEntry['notice']>();
  let noticesOf: LineIndex | undefined;
  let lines = new Map<string, number>();
  let linesIn: LineIndex | undefined;
  let size = 0;

  function store(about: string, found: CachedEntries): void {
    remove(about);
    cached.set(about, found);
    size += found.entries.length;
    for (const oldest of cached.keys()) {
      if ((size <= ENTRIES && cached.size <= SUBJECTS) || oldest === about) break;
      remove(oldest);
    }
  }

  function remove(about: string): void {
    size -= cached.get(about)?.entries.length ?? 0;
    cached.delete(about);
  }

  async function noticeAt(snapshot: Snapshot, line: number): Promise<ConsentEntry['notice']> {
    if (noticesOf !== snapshot.index || notices.size >= NOTICES) notices = new Map();
    noticesOf = snapshot.index;
    const kept = notices;
    if (!kept.has(line)) {
      const [entry] = line >= 0 && line < snapshot.count ? await chain.entriesAt(snapshot, [line]) : [];
      if (!entry) throw missingNotice(line);
      kept.set(line, (entry as ConsentEntry).notice);
    }
    return kept.get(line);
  }

  /** Replaces the line number in an entry with the notice. */
  async function withNotice(snapshot: Snapshot, { notice, ...entry }: StoredEntry): Promise<ConsentEntry> {
    if (notice === undefined) return entry;
    return { ...entry, notice: typeof notice === 'number' ? await noticeAt(snapshot, notice - 1) : notice };
  }

  async function about(snapshot: Snapshot, about: string): Promise<ConsentEntry[]> {
    const { index } = snapshot;
    const found = cached.get(about);
    const before = found?.index === index ? found : { index, last: -1, entries: [] };
    const lines = chain.linesAbout(snapshot, about, before.last);
    const entries = [...before.entries];
    for (const entry of (await chain.entriesAt(snapshot, lines)) as StoredEntry[]) {
      // The index may give two subjects the same key.
      if (entry.about === about) entries.push(await withNotice(snapshot, entry));
      freeze(entries.at(-1)?.notice);
    }
    if (entries.length > 0) store(about, { index, last: lines.at(-1) ?? before.last, entries });
    return entries.map(copyOf);
  }

  /** Adds an entry that was written as this line, if all earlier entries with its `about` are here. */
  function add(index: LineIndex, line: number, entry: ConsentEntry): void {
    const found = cached.get(entry.about);
    const before = found?.index === index ? found : { index, last: -1, entries: [] };
    // Entries that are read from the file share one copy of a notice.
    if (entry.notice || index.earlier(line) !== before.last) return;
    store(entry.about, { index, last: line, entries: [...before.entries, entry] });
  }

  /** Returns the number of the first line with this notice, counted from 1. */
  async function lineOf(snapshot: Snapshot, notice: RecordedNotice): Promise<number | undefined> {
    const text = canonical(notice);
    if (linesIn !== snapshot.index || lines.size >= NOTICES) lines = new Map();
    linesIn = snapshot.index;
    const kept = lines;
    const about = aboutNotice(notice);
    const [first] = kept.has(text) ? [] : chain.linesAbout(snapshot, about);
    const [entry] = first === undefined ? [] : ((await chain.entriesAt(snapshot, [first])) as ConsentEntry[]);
    if (entry?.about === about && canonical(entry.notice ?? null) === text) kept.set(text, first! + 1);
    return kept.get(text);
  }

  return { about, add, lineOf };
}

const missingNotice = (line: number) =>
  new LendingError(
    'handler-consent-not-stored',
    `The consent file refers to a notice in line ${line + 1}, but that line has none.`,
    {
      remedy: 'Run "npx lending-elements consents check" on the file, and put it back from a backup.',
    },
  );

/** Returns the `about` of the first entry with a notice. */
export const aboutNotice = ({ id, version, locale }: Pick<RecordedNotice, 'id' | 'version' | 'locale'>): string =>
  `notice:${JSON.stringify([id, version, locale])}`;

/** Copies an entry, because the caller may change it. The lists of a notice are long: they are frozen instead of copied. */
const copyOf = (entry: ConsentEntry): ConsentEntry =>
  entry.notice ? { ...entry, notice: { ...entry.notice } } : { ...entry };

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const one of Object.values(value)) freeze(one);
  Object.freeze(value);
}
