import { digestOf, FIRST, type OwnerKey, type Row, type Writes } from './change.js';
import { COLUMNS, TABLES, type Also, type Proof, type TableName } from './records.js';
import { ENDING, PROOF_COLUMNS } from './schema.js';

/** A statement, and its values: `$1` is the first one. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Statements that read, and their values. */
export interface Query {
  readonly selects: readonly string[];
  readonly values: readonly unknown[];
  /** The names of the columns of each statement, for an engine that reads them all in one. */
  readonly columns?: readonly (readonly string[])[];
  /** True if the work reads nothing afterwards, so that an engine may end a transaction that only reads together with these statements. */
  readonly isLast?: boolean;
}

/** The most calls and notices that are loaded, and the time for which entries are recent. */
export const MOST_CALLS = 12;
export const MOST_NOTICES = 10;
export const RECENT_MS = 600_000;
/** The time between two sweeps, and the most rows of a table that one deletes. */
export const SWEEP_INTERVAL_MS = 60_000;
const SWEEP_ROWS = 1000;

const columnsOf = (table: TableName) => Object.keys({ ...COLUMNS[table], ...PROOF_COLUMNS[table] });

/** The values of each statement that loads: $1 to $3 are the owner, $4 the time, $5 and $6 the name and the key of a call, $7 the digest of the owner, $8 the time since which entries are recent, $9 the number of an application. */
const OWNER = 'namespace = $1 AND subject = $2 AND business = $3';
const CURRENT = `${OWNER} AND application = (SELECT number FROM applications WHERE ${OWNER} AND closed_at IS NULL)`;
/** The hash of the entry before an entry. */
const PREVIOUS = `coalesce((SELECT hash FROM consents AS earlier WHERE ${OWNER} AND earlier.application = consents.application
  AND earlier.place = consents.place - 1), '${FIRST}') AS previous`;

/** The rows of each table that every change reads. Tables that are missing are read only if a change names them. */
const FEW: Partial<Record<TableName, string>> = {
  applications: `${OWNER} AND closed_at IS NULL`,
  // Calls that are under way come before those that must have ended: their deadlines are later.
  calls: `${CURRENT} AND (state <> 'done' OR (call = $5 AND key = $6)) ORDER BY CASE WHEN call = $5 AND key = $6 THEN 0
    WHEN call = 'createApplication' THEN 1 WHEN state = 'begun' THEN 2 ELSE 3 END, deadline DESC LIMIT ${MOST_CALLS}`,
  served: `${CURRENT} AND ends_at > $4 ORDER BY served_at DESC LIMIT ${MOST_NOTICES}`,
  consents: `${CURRENT} AND place IN (SELECT max(place) FROM consents WHERE ${CURRENT} GROUP BY event) ORDER BY place`,
  drafts: `${CURRENT} AND ends_at > $4`,
};

/** The statements that load a table: the few rows of every change, and all rows. `order`: the column that keeps the order of the rows. */
function selectsOf(table: TableName, order: string) {
  const select = (names: readonly string[]) => `SELECT ${names.join(', ')} FROM ${table} WHERE`;
  const [columns, more] = table === 'consents' ? [['previous'], [PREVIOUS]] : [[], []];
  const names = [...columnsOf(table), ...more];
  const unsealed = names.map((name) => (name === 'sealed' ? "'' AS sealed" : name));
  const where = FEW[table];
  const valid = ENDING.includes(table) ? `${OWNER} AND ends_at > $4` : OWNER;
  return {
    few: where && `${select(unsealed)} ${where}`,
    all: `${select(names)} ${valid} ORDER BY ${order}`,
    ofOne: `${select(names)} ${valid} AND application = $9 ORDER BY ${order}`,
    columns: [...columnsOf(table), ...columns],
  };
}

/** Returns a function that returns the statements that load the owner, the successful calls and the tables, with the names of these tables. */
export function createLoads(order: string) {
  const tables = TABLES.map((table) => [table, selectsOf(table, order)] as const);
  const loadOf = ({ all = [], entriesOf }: Also) => {
    const wanted = tables.filter(([table, { few }]) => few || all.includes(table));
    const selects = wanted.map(([table, one]) => {
      if (table === 'consents' && entriesOf !== undefined) return one.ofOne;
      return all.includes(table) ? one.all : one.few!;
    });
    return {
      tables: wanted.map(([table]) => table),
      selects: [SELECT_OWNER, SELECT_DONE, ...selects],
      columns: [OWNER_COLUMNS, DONE_COLUMNS, ...wanted.map(([, { columns }]) => columns)],
    };
  };
  const few = loadOf({});
  return (also: Also) => (also.all || also.entriesOf !== undefined ? loadOf(also) : few);
}

/** Loads the row of the owner, or its number from an erasure, and the counts. */
const OWNER_COLUMNS = 'number lookups lookups_from entries recent recent_from erasures events'.split(' ');
const SELECT_OWNER = `SELECT
  coalesce(number, (SELECT max(number) FROM erasures WHERE namespace = $1 AND owner = $7)) AS number, lookups, lookups_from,
  (SELECT count(*) FROM consents WHERE ${CURRENT}) AS entries,
  (SELECT count(*) FROM consents WHERE ${OWNER} AND at > $8) AS recent,
  (SELECT min(at) FROM consents WHERE ${OWNER} AND at > $8) AS recent_from,
  (SELECT count(*) FROM erasures WHERE namespace = $1 AND owner = $7) AS erasures,
  (SELECT count(*) FROM events WHERE ${OWNER}) AS events
  FROM (SELECT 1) AS one LEFT JOIN owners ON ${OWNER}`;

const DONE_COLUMNS = ['call', 'count', 'last'];
const SELECT_DONE = `SELECT call, count(*) AS count, max(ended_at) AS last FROM calls WHERE ${CURRENT} AND state = 'done' GROUP BY call`;

export const loadValues = (
  key: OwnerKey,
  now: number,
  { call, recent = RECENT_MS, entriesOf = 0 }: Also,
  proof: Proof,
): readonly unknown[] => [
  ...ownerOf(key),
  now,
  call?.[0] ?? null,
  call?.[1] ?? null,
  digestOf(key, proof),
  now - recent,
  entriesOf,
];

export const ownerOf = ({ namespace, subject, business }: OwnerKey) => [namespace, subject, business];
const list = (names: readonly string[]) => names.map((_, at) => `$${at + 1}`).join(', ');

/** Inserts a row, or replaces the row with the same key. Entries are never replaced. */
function upsert(table: TableName | 'owners', names: readonly string[], keys: number): string {
  const all = ['namespace', 'subject', 'business', ...names];
  const insert = `INSERT INTO ${table} (${all.join(', ')}) VALUES (${list(all)})`;
  if (table === 'consents') return insert;
  const set = names.slice(keys).map((name) => `${name} = excluded.${name}`);
  return `${insert} ON CONFLICT (${all.slice(0, 3 + keys).join(', ')}) DO UPDATE SET ${set.join(', ')}`;
}

const UPSERT = Object.fromEntries(TABLES.map((table) => [table, upsert(table, columnsOf(table), 1)]));
const UPSERT_OWNER = upsert('owners', ['number', 'lookups', 'lookups_from'], 0);

/** The statements that write the rows of a change. */
export function statementsOf(key: OwnerKey, { owner, put, remove }: Writes): readonly Statement[] {
  const values = ownerOf(key);
  return [
    ...(owner ? [{ sql: UPSERT_OWNER, values: [...values, owner.number, owner.lookups, owner.lookups_from] }] : []),
    ...remove.map(([table, id]) => ({
      sql: `DELETE FROM ${table} WHERE ${OWNER} AND id = $4`,
      values: [...values, id],
    })),
    ...put.map(([table, row]) => ({
      sql: UPSERT[table]!,
      values: [...values, ...columnsOf(table).map((name) => row[name] ?? null)],
    })),
  ];
}

/** Inserts a row whose table has the names of its fields. */
export const insertOf = (table: string, row: Row): Statement => ({
  sql: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${list(Object.keys(row))})`,
  values: Object.values(row),
});

/** The statements that erase an owner, with their entries if there is a reason. An owner without a number and without entries leaves no row. */
export function eraseOf(key: OwnerKey, erasure: { number: number; consents: number; reason: string | null }) {
  const tables = [...TABLES.filter((table) => erasure.reason !== null || table !== 'consents'), 'owners'];
  const deletions = tables.map((table) => ({ sql: `DELETE FROM ${table} WHERE ${OWNER}`, values: ownerOf(key) }));
  const isEmpty = erasure.number + erasure.consents === 0;
  return isEmpty ? deletions : [...deletions, insertOf('erasures', erasure)];
}
export const COUNT_ENTRIES = `SELECT count(*) AS count FROM consents WHERE ${OWNER}`;

export const SELECT_KEY = 'SELECT sealed FROM keys WHERE namespace = $1';
export const UPSERT_KEY =
  'INSERT INTO keys (namespace, sealed) VALUES ($1, $2) ON CONFLICT (namespace) DO UPDATE SET sealed = excluded.sealed';
export const SELECT_NOTICE = 'SELECT * FROM notices WHERE namespace = $1 AND id = $2 AND version = $3 AND locale = $4';
export const SELECT_NOTICE_BY_HASH = 'SELECT * FROM notices WHERE namespace = $1 AND sha256 = $2 LIMIT 1';
export const SELECT_OWNERS = `SELECT subject, business FROM owners WHERE namespace = $1 AND (subject, business) > ($2, $3)
  ORDER BY subject, business LIMIT $4`;
export const SELECT_DUE = `SELECT subject, business FROM events WHERE namespace = $1 AND due_at <= $2
  GROUP BY subject, business ORDER BY min(due_at) LIMIT $3`;

/** The statements that delete rows that have ended, and empty the keys of calls. `skip`: a clause that leaves out rows that others are changing. */
export const sweepOf = (now: number, skip = ''): readonly Statement[] => [
  ...ENDING.map((table) => ({
    sql: `DELETE FROM ${table} WHERE (namespace, subject, business, id) IN
      (SELECT namespace, subject, business, id FROM ${table} WHERE ends_at <= $1 LIMIT ${SWEEP_ROWS} ${skip})`,
    values: [now],
  })),
  {
    sql: `UPDATE calls SET key = NULL, content = NULL, forget_at = NULL WHERE (namespace, subject, business, id) IN
      (SELECT namespace, subject, business, id FROM calls WHERE forget_at <= $1 LIMIT ${SWEEP_ROWS} ${skip})`,
    values: [now],
  },
];

/** The number of entries and notices that the check reads at a time. */
const PAGE_ROWS = 1000;
const PLACE = 'namespace, subject, business, application, place';
export const SELECT_ENTRIES = `SELECT namespace, subject, business, ${columnsOf('consents').join(', ')} FROM consents
  WHERE (${PLACE}) > ($1, $2, $3, $4, $5) ORDER BY ${PLACE} LIMIT ${PAGE_ROWS}`;
export const SELECT_NOTICES = `SELECT * FROM notices WHERE (namespace, id, version, locale) > ($1, $2, $3, $4)
  ORDER BY namespace, id, version, locale LIMIT ${PAGE_ROWS}`;
export const SELECT_ERASURES = 'SELECT * FROM erasures WHERE reason IS NOT NULL ORDER BY at, id';

/** Applications that an erasure names: $1 is the namespace, $2 the time. */
const named = (count: number) => {
  const rows = Array.from({ length: count }, (_, at) => `($${3 * at + 3}, $${3 * at + 4}, $${3 * at + 5})`);
  return `namespace = $1 AND (subject, business, application) IN (VALUES ${rows.join(', ')})`;
};
export const selectCallsOf = (count: number) =>
  `SELECT id FROM calls WHERE ${named(count)} AND state = 'begun' AND deadline > $2 LIMIT 1`;
/** The number of entries of each owner, and the number of their last application. */
export const selectEntriesOf = (
  count: number,
) => `SELECT subject, business, count(*) AS count, coalesce((SELECT number FROM owners
    WHERE owners.namespace = $1 AND owners.subject = consents.subject AND owners.business = consents.business), 0) AS number
  FROM consents WHERE ${named(count)} GROUP BY subject, business`;
export const deleteEntriesOf = (count: number) => `DELETE FROM consents WHERE ${named(count)}`;

/** Finds a row as it was written. */
export const findOf = (key: OwnerKey, table: TableName, row: Row): Statement => {
  const names = columnsOf(table);
  return {
    sql: `SELECT 1 AS found FROM ${table} WHERE ${OWNER} AND ${names.map((name, at) => `${name} IS NOT DISTINCT FROM $${at + 4}`).join(' AND ')}`,
    values: [...ownerOf(key), ...names.map((name) => row[name] ?? null)],
  };
};
export const findErasure = (id: string): Statement => ({
  sql: 'SELECT 1 AS found FROM erasures WHERE id = $1',
  values: [id],
});
