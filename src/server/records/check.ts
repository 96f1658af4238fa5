import type { ConsentEntry } from '../../schema/consent/consent.js';
import { FIRST, hashOfEntry, provenNotice, type OwnerKey, type Row } from './change.js';
import type { BrokenEntry, ConsentCheck, Consents, Erasure } from './consent-check.js';
import { aboutApplication, entryOf } from './entry.js';
import type { NoticeRow, Proof, RowOf } from './records.js';

/** The rows of a database that the check reads. A page begins after the last row of the page before, and is empty at the end. */
export interface ConsentRows {
  /** A time at which, or before which, no entry can be added any more. */
  settle(): Promise<number>;
  /** The entries of all namespaces, in the order of their chains and places. */
  entries(after: Row | undefined): Promise<readonly Row[]>;
  notices(after: Row | undefined): Promise<readonly Row[]>;
  notice(namespace: string, sha256: string): Promise<Row | undefined>;
  /** The erasures with a reason, oldest first. */
  erasures(): Promise<readonly Row[]>;
}

type Why = BrokenEntry['why'];
type EntryRow = RowOf<'consents'> & OwnerKey & { readonly place: number; readonly hash: string; readonly mark: string };

/** The rows of all pages. It yields to the event loop between two pages, so that requests go on: SQLite and the hashes are synchronous. */
async function* all(page: (after: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let rows = await page(undefined); rows.length > 0; rows = await page(rows.at(-1))) {
    yield* rows;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const nameOf = ({ namespace, subject, business, application }: EntryRow) =>
  JSON.stringify([namespace, subject, business, application]);

/** The entries about consents in these rows. */
export function createConsents(rows: ConsentRows, namespace: string, proof: Proof): Consents {
  /** Returns a function that reads the notice of an entry, once. */
  function readingNotices() {
    const known = new Map<string, Row | undefined>();
    return async ({ namespace, notice }: EntryRow): Promise<Row | undefined> => {
      if (notice === null) return undefined;
      const name = `${namespace} ${notice}`;
      if (!known.has(name)) known.set(name, await rows.notice(namespace, notice));
      return known.get(name);
    };
  }
  return {
    async *chains(of = 'all') {
      const noticeOf = readingNotices();
      let [chain, name]: [ConsentEntry[], string] = [[], ''];
      for await (const row of all(rows.entries) as AsyncGenerator<EntryRow & Row>) {
        if (of === 'this' && row.namespace !== namespace) continue;
        if (name !== (name = nameOf(row)) && chain.length > 0) yield chain.splice(0);
        chain.push(entryOf(row, row, (await noticeOf(row)) as NoticeRow & Row));
      }
      if (chain.length > 0) yield chain;
    },
    async *rows() {
      let [name, previous] = ['', FIRST];
      for await (const row of all(rows.entries) as AsyncGenerator<EntryRow & Row>) {
        if (name !== nameOf(row)) [name, previous] = [nameOf(row), FIRST];
        yield { table: 'consents', ...row, previous };
        previous = row.hash;
      }
      for await (const row of all(rows.notices)) yield { table: 'notices', ...row };
      for (const row of await rows.erasures()) yield { table: 'erasures', ...row };
    },
    check: (expected) => check(rows, readingNotices(), proof, expected),
  };
}

/** A digest of the entries until a time. */
function createDigest(until: number, start: string, { hash }: Proof) {
  let [digest, end]: [string, string | undefined] = [start, undefined];
  return {
    add(row: EntryRow): void {
      if (row.at <= until) end = row.hash;
    },
    endChain(name: string): void {
      if (end !== undefined) digest = hash(`${digest}\n${name}\n${end}`);
      end = undefined;
    },
    text: () => `${until}.${digest}`,
  };
}

/** Checks each chain by itself, and all ends together. */
async function check(
  rows: ConsentRows,
  noticeOf: (row: EntryRow) => Promise<Row | undefined>,
  proof: Proof,
  expected: string | undefined,
): Promise<ConsentCheck> {
  const time = await rows.settle();
  const erasures = await rows.erasures();
  const facts = erasures.map(({ id, at, reason, consents }) => [id, at, reason, consents]);
  const start = facts.length > 0 ? proof.hash(JSON.stringify(facts)) : FIRST;
  const digests = [time, Number(expected?.split('.')[0])].map((until) => createDigest(until, start, proof));
  const broken: (BrokenEntry & { about: string })[] = [];
  let [entries, chains, last]: [number, number, number | undefined] = [0, 0, undefined];
  let chain: { name: string; place: number; previous: string; isBroken: boolean } | undefined;

  for await (const row of all(rows.entries) as AsyncGenerator<EntryRow & Row>) {
    const name = nameOf(row);
    if (chain?.name !== name) {
      if (chain) for (const digest of digests) digest.endChain(chain.name);
      chain = { name, place: 0, previous: FIRST, isBroken: false };
      chains += 1;
    }
    entries += 1;
    for (const digest of digests) digest.add(row);
    if (chain.isBroken) continue;
    const place = ++chain.place;
    const why = entryProblem(row, place, chain.previous, await noticeOf(row), proof);
    if (why) broken.push({ about: aboutApplication(row, row.application), place, why });
    else last = Math.max(last ?? 0, row.at);
    Object.assign(chain, { previous: row.hash, isBroken: !!why });
  }
  if (chain) for (const digest of digests) digest.endChain(chain.name);
  for await (const row of all(rows.notices)) {
    chains += 1;
    const why = noticeProblem(row, proof);
    const { id, version, locale } = row as unknown as NoticeRow;
    if (why) broken.push({ about: `notice:${JSON.stringify([id, version, locale])}`, place: 1, why });
  }
  const [digest, earlier] = digests.map(({ text }) => text());
  const isExpected = expected === undefined || earlier === expected;
  const lastTime = last === undefined ? undefined : new Date(last).toISOString();
  return { entries, chains, broken, erased: together(erasures), digest: digest!, last: lastTime, isExpected };
}

/** The erasures of several owners at the same time, for the same reason, are one. */
function together(erasures: readonly Row[]): Erasure[] {
  const found = new Map<string, Erasure>();
  for (const { at, reason, consents } of erasures as unknown as { at: number; reason: string; consents: number }[]) {
    const name = `${at} ${reason}`;
    const entries = (found.get(name)?.entries ?? 0) + consents;
    found.set(name, { at: new Date(at).toISOString(), reason, entries });
  }
  return [...found.values()];
}

function entryProblem(
  row: EntryRow & Row,
  place: number,
  previous: string,
  notice: Row | undefined,
  proof: Proof,
): Why | undefined {
  if (row.place !== place) return 'is missing';
  if (row.hash !== hashOfEntry(row, row, place, previous, proof)) return 'was changed';
  const isMissing = row.notice !== null && !notice;
  if (isMissing) return 'was changed';
  return (notice && noticeProblem(notice, proof)) ?? compareMarks(row.mark, proof.mark('consents', row.hash, row.mark));
}

function noticeProblem(row: Row, proof: Proof): Why | undefined {
  const notice = row as unknown as NoticeRow & { namespace: string; mark: string };
  if (notice.sha256 !== proof.hash(notice.notice)) return 'was changed';
  return compareMarks(notice.mark, provenNotice(notice.namespace, notice, proof, notice.mark).mark);
}

/** `right` begins with the same id if the key of the mark is known. */
function compareMarks(mark: string, right: string): Why | undefined {
  if (mark === right) return undefined;
  return mark.split('.')[0] === right.split('.')[0] ? 'was changed' : 'has no valid mark';
}
