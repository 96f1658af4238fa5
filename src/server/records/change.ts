import { LendingError } from '../../errors.js';
import { COLUMNS, TABLES } from './records.js';
import type { Also, Change, NoticeRow, Owner, OwnerRow, Proof, Records, RowOf, TableName } from './records.js';

/** A row of a database. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows that a store has loaded for an owner. */
export interface Loaded {
  readonly rows: Readonly<Record<TableName, readonly Row[]>>;
  /** The columns of the owner, and the counts. */
  readonly owner: Row;
  /** False if the owner has no row. After an erasure they have a number anyway. */
  readonly isKnown: boolean;
  /** The successful calls: `call`, `count` and `last`. */
  readonly done: readonly Row[];
  readonly also: Also;
}

/** The rows that a change writes and deletes. A row of `put` has all columns of its table. */
export interface Writes {
  owner?: OwnerRow;
  readonly put: (readonly [TableName, Row])[];
  readonly remove: (readonly [TableName, id: string])[];
}

/** The end of the chain of an application: the place of its last entry, counted from 1. */
export interface End {
  /** The number of erasures of entries of the owner. After each of them, the chain begins at 1 again. */
  readonly erasures: number;
  readonly application: number | undefined;
  readonly place: number;
  readonly hash: string;
}

/** An owner in a namespace. */
export interface OwnerKey extends Owner {
  readonly namespace: string;
}

/** The hash before the first entry. */
export const FIRST = '0'.repeat(64);

/** The names of the columns that a change sees. */
const NAMES = Object.fromEntries(TABLES.map((table) => [table, Object.keys(COLUMNS[table])]));

/** The string that proves a row: its owner, and all of its columns. */
const textOf = (table: TableName, { namespace, subject, business }: OwnerKey, row: Row, ...more: unknown[]) =>
  JSON.stringify([namespace, subject, business, ...NAMES[table]!.map((name) => row[name]), ...more]);

/** The hash of an entry at a place in its chain, after the entry with the hash `previous`. */
export const hashOfEntry = (key: OwnerKey, row: Row, place: number, previous: unknown, proof: Proof): string =>
  proof.hash(textOf('consents', key, row, place, previous));

const altered = (subject: string, code: 'handler-failed' | 'handler-consent-not-stored') =>
  new LendingError(code, `${subject} in the database was altered.`, {
    remedy: 'Find out who else writes to the database. Restore it from a backup.',
  });
export const alteredEntry = (place: number) =>
  altered(`Entry ${place} about the consents of this applicant`, 'handler-consent-not-stored');

/** The columns that a change sees. */
function plain<Table extends TableName>(table: Table, row: Row): RowOf<Table> {
  const found: Record<string, unknown> = {};
  for (const name of NAMES[table]!) found[name] = row[name];
  return found as RowOf<Table>;
}

/** Verifies the loaded rows, and returns those that a change sees. */
export function toRecords(key: OwnerKey, loaded: Loaded, now: number, proof: Proof): Records {
  verify(key, loaded, proof);
  const { rows, owner, done } = loaded;
  const { number, lookups, lookups_from, entries, recent, recent_from, events } = owner as Record<string, number>;
  const tables = Object.fromEntries(TABLES.map((table) => [table, rows[table].map((row) => plain(table, row))]));
  return {
    ...(tables as unknown as Records),
    now,
    owner: { number: number ?? 0, lookups: lookups ?? 0, lookups_from: lookups_from ?? 0 },
    counts: {
      entries: entries!,
      recent: recent!,
      recent_from: recent_from ?? null,
      events: events!,
      done: Object.fromEntries(done.map(({ call, count, last }) => [call, { count, last }])),
    },
  };
}

/** Throws if an application or an entry is not as it was written, or if an entry before the last one is missing. */
function verify(key: OwnerKey, loaded: Loaded, proof: Proof): void {
  for (const row of loaded.rows.applications) {
    const mark = row['mark'] as string;
    if (proof.mark('applications', textOf('applications', key, row), mark) !== mark)
      throw altered('An application', 'handler-failed');
  }
  for (const row of loaded.rows.consents) {
    const [place, hash, mark] = [row['place'], row['hash'], row['mark']] as [number, string, string];
    const isRight = hash === hashOfEntry(key, row, place, row['previous'], proof);
    if (!isRight || proof.mark('consents', hash, mark) !== mark) throw alteredEntry(place);
  }
  const { application, place } = endOf(loaded);
  if (application && hasEnd(loaded) && place !== loaded.owner['entries']) throw alteredEntry(place);
}

/** False if the entries of another application than the current one were loaded. */
export const hasEnd = (loaded: Loaded): boolean =>
  [undefined, endOf(loaded).application].includes(loaded.also.entriesOf);

/** The end of the chain of the current application. */
export function endOf({ rows, owner }: Loaded, applications: readonly Row[] = rows.applications): End {
  const application = applications.find(({ closed_at }) => closed_at === null)?.['number'] as number | undefined;
  const { place = 0, hash = FIRST } = (rows.consents.findLast((row) => row['application'] === application) ??
    {}) as Partial<End>;
  return { erasures: owner['erasures'] as number, application, place, hash };
}

/**
 * Makes a change of loaded rows. Returns its result, the rows to write, and the end of the chain afterwards. Entries get their place in the chain, and
 * applications and entries their marks.
 */
export function makeChange<T>(
  key: OwnerKey,
  loaded: Loaded,
  now: number,
  proof: Proof,
  change: Change<T>,
): readonly [T, Writes, End] {
  const before = toRecords(key, loaded, now, proof);
  const [after, result] = change(before);
  const writes: Writes = { put: [], remove: [] };
  for (const table of TABLES) addChanges(writes, table, before[table], after[table]);
  let end = endOf(loaded, after.applications);
  const put = writes.put.map(([table, row]): readonly [TableName, Row] => {
    if (table === 'applications') return [table, { ...row, mark: proof.mark(table, textOf(table, key, row)) }];
    if (table !== 'consents') return [table, row];
    if (row['application'] !== end.application)
      throw new TypeError('A new entry must be about the current application.');
    const [previous, place] = [end.hash, end.place + 1];
    const hash = hashOfEntry(key, row, place, previous, proof);
    end = { ...end, place, hash };
    return [table, { ...row, place, previous, hash, mark: proof.mark(table, hash) }];
  });
  const isNew = !loaded.isKnown && put.length > 0;
  const owner = (isNew || after.owner !== before.owner) && { owner: after.owner };
  return [result, { ...writes, put, ...owner }, end];
}

/** Adds the changes of a table. Changed rows come before new ones, so that an application is closed before the next one is opened. */
function addChanges(
  { put, remove }: Writes,
  table: TableName,
  before: Records[TableName],
  after: Records[TableName],
): void {
  if (after === before) return;
  const [known, ids] = [new Set<object>(before), new Set(before.map(({ id }) => id))];
  const left = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !left.has(id));
  const changed = after.filter((row) => !known.has(row) && ids.has(row.id));
  if (table === 'consents' && gone.length + changed.length > 0)
    throw new TypeError('A change must not change or delete an entry about a consent.');
  if (table === 'drafts' && changed.some((row) => 'sealed' in row && row.sealed === ''))
    throw new TypeError("A change of a draft needs its content: all: ['drafts'].");
  for (const { id } of gone) remove.push([table, id]);
  for (const row of [...changed, ...after.filter(({ id }) => !ids.has(id))]) put.push([table, { ...row }]);
}

/** The keyed digest of an owner, for `erasures`. */
export const digestOf = ({ namespace, subject, business }: OwnerKey, proof: Proof): string =>
  proof.mark('erasures', JSON.stringify([namespace, subject, business]));

/** A notice with its mark. */
export function provenNotice(namespace: string, notice: NoticeRow, proof: Proof, like?: string) {
  const { id, version, locale, sha256, notice: text, at } = notice;
  const mark = proof.mark('notices', JSON.stringify([namespace, id, version, locale, sha256, text, at]), like);
  return { namespace, id, version, locale, sha256, notice: text, at, mark };
}

export function verifiedNotice(namespace: string, row: Row, proof: Proof): NoticeRow {
  const found = row as unknown as NoticeRow & { mark: string };
  const { namespace: _, mark, ...notice } = provenNotice(namespace, found, proof, found.mark);
  if (mark !== found.mark || notice.sha256 !== proof.hash(notice.notice))
    throw altered('A notice', 'handler-consent-not-stored');
  return notice;
}
