import { digestOf, makeChange, provenNotice, toRecords, verifiedNotice, type Loaded } from './change.js';
import type { OwnerKey, Row, Writes } from './change.js';
import { createConsents, type ConsentRows } from './check.js';
import { createClock } from './clock.js';
import { callUnderWay } from './erasing.js';
import { createProof, hashesOfNode, proofKeys } from './proof.js';
import { TABLES, type Also, type Change, type Database, type DatabaseSettings, type Owner } from './records.js';
import type { OwnerRow, Proof, Records, Store, TableName } from './records.js';
import { checkNamespace } from './schema.js';
import { smallHashes } from './small-hash.js';
import { MOST_CALLS, MOST_NOTICES, RECENT_MS, SWEEP_INTERVAL_MS } from './sql.js';

/** The rows of an owner by table and id, in the order in which they were added. */
interface Kept extends Owner {
  row?: OwnerRow;
  readonly tables: Readonly<Record<TableName, Map<string, Row>>>;
}

const newKept = ({ subject, business }: Owner): Kept => {
  const tables = Object.fromEntries(TABLES.map((table) => [table, new Map<string, Row>()]));
  return { subject, business, tables: tables as unknown as Kept['tables'] };
};
const valueOf = (row: Row, name: string) => row[name] as number;
const descending = (name: string) => (one: Row, other: Row) => valueOf(other, name) - valueOf(one, name);

const IN_MEMORY = Symbol('in memory');

/** Returns true for a store of `memoryStore()`, which loses everything when its process ends. Production and staging reject it. */
export const isInMemory = (store: unknown): boolean => typeof store === 'object' && !!store && IN_MEMORY in store;

/** The rows of a store: owners by name, the erasures by the digest of their owner, and notices by name. */
interface State {
  readonly owners: Map<string, Kept>;
  readonly erasures: Map<string, readonly Row[]>;
  readonly notices: Map<string, Row>;
}

/** A page has no synchronous hashes of the platform. */
const hashes = () => (typeof globalThis.process?.getBuiltinModule === 'function' ? hashesOfNode() : smallHashes);

/** A store in the memory of this process, for tests, previews and a sandbox. `createHandler` rejects it for production and staging. */
export function memoryStore({ namespace = 'default', clock, consentsKey }: DatabaseSettings = {}): Database {
  checkNamespace(namespace);
  const timeAfter = createClock(clock);
  const state: State = { owners: new Map(), erasures: new Map(), notices: new Map() };
  let [sealedKey, last]: [string | undefined, number] = [undefined, 0];
  const now = () => (last = timeAfter(last));
  const database: Database = {
    namespace,
    keys: {
      read: async () => sealedKey,
      async replace(before, sealed) {
        const isSame = sealedKey === before;
        if (isSame) sealedKey = sealed;
        return isSame;
      },
    },
    open: (key) => createStore(namespace, state, now, createProof(proofKeys(key, consentsKey), hashes())),
    consents: createConsents(
      consentRows(namespace, state, now),
      namespace,
      createProof(proofKeys('', consentsKey), hashes()),
    ),
    ready: async () => undefined,
    close: async () => undefined,
  };
  return Object.defineProperty(database, IN_MEMORY, { value: true });
}

const nameOf = ({ subject, business }: Owner) => JSON.stringify([subject, business]);

function createStore(namespace: string, { owners, erasures, notices }: State, now: () => number, proof: Proof): Store {
  function find({ subject, business }: Owner, also: Also) {
    const [key, time] = [{ namespace, subject, business }, now()];
    const [name, erased] = [nameOf(key), erasures.get(digestOf(key, proof)) ?? []];
    const kept = owners.get(name) ?? newKept(key);
    return { name, key, time, kept, loaded: load(kept, time, also, erased) };
  }

  function addErasure(key: OwnerKey, facts: { number: number; at: number; reason: string | null; consents: number }) {
    const owner = digestOf(key, proof);
    const row = { namespace, id: proof.random(), owner, ...facts };
    erasures.set(owner, [...(erasures.get(owner) ?? []), row]);
  }

  let swept = 0;
  function sweepAll(time: number): void {
    swept = time;
    for (const { tables } of owners.values()) sweep(tables, time);
  }

  return {
    async change<T>(owner: Owner, change: Change<T>, also: Also = {}) {
      const { name, key, time, kept, loaded } = find(owner, also);
      const [result, writes] = makeChange(key, loaded, time, proof, change);
      write(kept, writes);
      if (kept.row) owners.set(name, kept);
      if (time - swept > SWEEP_INTERVAL_MS) sweepAll(time);
      return result;
    },
    async read(owner, also = {}) {
      const { key, time, loaded } = find(owner, also);
      return toRecords(key, loaded, time, proof);
    },
    async erase<T>(owner: Owner, look: (records: Records) => T, reason?: string): Promise<readonly [T, number]> {
      const { name, key, time, kept, loaded } = find(owner, { all: ['applications', 'calls'] });
      const result = look(toRecords(key, loaded, time, proof));
      const entries = kept.tables.consents;
      const [number, consents] = [(loaded.owner['number'] ?? 0) as number, reason === undefined ? 0 : entries.size];
      if (!kept.row && consents === 0) return [result, 0];
      if (number + consents > 0) addErasure(key, { number, at: time, reason: reason ?? null, consents });
      owners.delete(name);
      const left = newKept(key);
      if (reason === undefined && entries.size > 0)
        owners.set(name, { ...left, tables: { ...left.tables, consents: entries } });
      return [result, consents];
    },
    async eraseEntries(applications, reason, expected) {
      const time = now();
      const found = applications.flatMap(({ subject, business, number }) => {
        const kept = owners.get(nameOf({ subject, business }));
        const ours = (table: TableName) =>
          [...(kept?.tables[table].values() ?? [])].filter((row) => row['application'] === number);
        if (ours('calls').some((row) => row['state'] === 'begun' && valueOf(row, 'deadline') > time))
          throw callUnderWay();
        return ours('consents').map((row) => ({ kept: kept!, id: row['id'] as string }));
      });
      if (found.length === 0 || found.length !== expected) return 0;
      for (const { kept, id } of found) kept.tables.consents.delete(id);
      for (const kept of new Set(found.map((one) => one.kept))) {
        const consents = found.filter((one) => one.kept === kept).length;
        addErasure({ namespace, ...kept }, { number: kept.row?.number ?? 0, at: time, reason, consents });
      }
      return expected;
    },
    async record(notice) {
      const name = JSON.stringify([notice.id, notice.version, notice.locale]);
      const found = notices.get(name) ?? provenNotice(namespace, notice, proof);
      notices.set(name, found);
      return verifiedNotice(namespace, found, proof);
    },
    async notice(sha256) {
      const found = [...notices.values()].find((one) => one['sha256'] === sha256);
      return found && verifiedNotice(namespace, found, proof);
    },
    async due(most) {
      const time = now();
      const all = [...owners.values()].map(({ subject, business, tables }) => {
        const times = [...tables.events.values()].map((row) => (row['due_at'] ?? Infinity) as number);
        return { subject, business, at: Math.min(...times) };
      });
      const due = all.filter(({ at }) => at <= time).sort((one, other) => one.at - other.at);
      return due.slice(0, most).map(({ subject, business }) => ({ subject, business }));
    },
    async *owners() {
      const all = [...owners.entries()].filter(([, { row }]) => row).sort(([one], [other]) => (one < other ? -1 : 1));
      for (const [, { subject, business }] of all) yield { subject, business };
    },
    sweep: async () => sweepAll(now()),
  };
}

/** Loads the same rows as the statements of `sql.ts`. */
function load({ row, tables }: Kept, now: number, also: Also, erasures: readonly Row[]): Loaded {
  const { call, all, recent: recentMs = RECENT_MS } = also;
  const rowsOf = (table: TableName) =>
    [...tables[table].values()].filter((one) => one['ends_at'] === undefined || valueOf(one, 'ends_at') > now);
  const applications = rowsOf('applications').filter((one) => one['closed_at'] === null);
  const ours = (table: TableName) => rowsOf(table).filter((one) => one['application'] === applications[0]?.['number']);
  const isWanted = (one: Row) => !!call && one['call'] === call[0] && one['key'] === call[1];
  const rank = (one: Row) =>
    isWanted(one) ? 0 : one['call'] === 'createApplication' ? 1 : one['state'] === 'begun' ? 2 : 3;
  const [calls, consents] = [ours('calls'), ours('consents')];
  const open = calls.filter((one) => one['state'] !== 'done' || isWanted(one)).sort(descending('deadline'));
  const few: Partial<Record<TableName, readonly Row[]>> = {
    applications,
    calls: open.sort((one, other) => rank(one) - rank(other)).slice(0, MOST_CALLS),
    served: ours('served').sort(descending('served_at')).slice(0, MOST_NOTICES),
    consents: [...new Map(consents.map((one) => [one['event'], one])).values()].sort(descending('place')).reverse(),
    drafts: ours('drafts').map((one) => ({ ...one, sealed: '' })),
  };
  const ofOne =
    also.entriesOf !== undefined && rowsOf('consents').filter((one) => one['application'] === also.entriesOf);
  const rows = TABLES.map((table) => {
    if (table === 'consents' && ofOne) return [table, ofOne];
    return [table, all?.includes(table) ? rowsOf(table) : (few[table] ?? [])];
  });
  const times = rowsOf('consents').map((one) => valueOf(one, 'at'));
  const recent = times.filter((at) => at > now - recentMs);
  const counts = {
    entries: consents.length,
    recent: recent.length,
    recent_from: recent.length > 0 ? recent.reduce((one, other) => Math.min(one, other)) : null,
    events: tables.events.size,
    erasures: erasures.length,
  };
  const erased = erasures.map((one) => valueOf(one, 'number'));
  const done = new Map<unknown, { count: number; last: number }>();
  for (const one of calls.filter(({ state }) => state === 'done')) {
    const { count, last } = done.get(one['call']) ?? { count: 0, last: 0 };
    done.set(one['call'], { count: count + 1, last: Math.max(last, valueOf(one, 'ended_at')) });
  }
  return {
    rows: Object.fromEntries(rows) as unknown as Loaded['rows'],
    owner: { number: erased.length > 0 ? Math.max(...erased) : null, ...row, ...counts },
    isKnown: !!row,
    done: [...done].map(([call, one]) => ({ call, ...one })),
    also,
  };
}

function write(kept: Kept, { owner, put, remove }: Writes): void {
  if (owner) kept.row = owner;
  for (const [table, id] of remove) kept.tables[table].delete(id);
  for (const [table, row] of put) kept.tables[table].set(row['id'] as string, row);
}

function sweep(tables: Kept['tables'], now: number): void {
  for (const rows of Object.values(tables))
    for (const [id, row] of rows) if (row['ends_at'] !== undefined && valueOf(row, 'ends_at') <= now) rows.delete(id);
  for (const [id, row] of tables.calls)
    if (row['forget_at'] !== null && valueOf(row, 'forget_at') <= now)
      tables.calls.set(id, { ...row, key: null, content: null, forget_at: null });
}

/** The rows about consents. */
function consentRows(namespace: string, { owners, erasures, notices }: State, now: () => number): ConsentRows {
  /** The rows are one page. */
  const page = (rows: () => readonly Row[]) => async (after: Row | undefined) => (after ? [] : rows());
  const entries = () => {
    const all = [...owners.values()].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    return all.flatMap(({ subject, business, tables }) =>
      [...tables.consents.values()]
        .sort((one, other) => valueOf(one, 'application') - valueOf(other, 'application'))
        .map((row) => ({ namespace, subject, business, ...row })),
    );
  };
  return {
    settle: async () => now() - 1,
    entries: page(entries),
    notices: page(() => [...notices.values()]),
    notice: async (_, sha256) => [...notices.values()].find((one) => one['sha256'] === sha256),
    erasures: async () =>
      [...erasures.values()]
        .flat()
        .filter(({ reason }) => reason !== null)
        .sort((one, other) => valueOf(one, 'at') - valueOf(other, 'at')),
  };
}
