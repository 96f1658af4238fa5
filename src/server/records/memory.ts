import { digestOf, makeChange, provenNotice, toRecords, verifiedNotice, type Loaded } from './change.js';
import type { Row, Writes } from './change.js';
import { createClock } from './clock.js';
import { TABLES, type Also, type Change, type Database, type DatabaseSettings, type Owner } from './records.js';
import type { OwnerRow, Proof, Records, Store, TableName } from './records.js';
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

/** A store in the memory of this process, for tests, previews and a sandbox. */
export function memoryDatabase({ namespace = 'default', clock }: DatabaseSettings = {}): Database {
  const timeAfter = createClock(clock);
  const state = { owners: new Map<string, Kept>(), erased: new Map<string, number>(), notices: new Map<string, Row>() };
  let [key, last]: [string | undefined, number] = [undefined, 0];
  const now = () => (last = timeAfter(last));
  return {
    keys: {
      read: async () => key,
      async replace(before, sealed) {
        const isSame = key === before;
        if (isSame) key = sealed;
        return isSame;
      },
    },
    open: (proof) => createStore(namespace, state, now, proof),
    close: async () => undefined,
  };
}

function createStore(
  namespace: string,
  { owners, erased, notices }: { owners: Map<string, Kept>; erased: Map<string, number>; notices: Map<string, Row> },
  now: () => number,
  proof: Proof,
): Store {
  function find({ subject, business }: Owner, also: Also) {
    const [name, key, time] = [JSON.stringify([subject, business]), { namespace, subject, business }, now()];
    const kept = owners.get(name) ?? newKept(key);
    return { name, key, time, kept, loaded: load(kept, time, also, erased.get(digestOf(key, proof))) };
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
      if (kept.row) erased.set(digestOf(key, proof), kept.row.number);
      owners.delete(name);
      if (reason !== undefined) return [result, kept.tables.consents.size];
      const { tables } = newKept(owner);
      if (kept.tables.consents.size > 0)
        owners.set(name, { ...key, tables: { ...tables, consents: kept.tables.consents } });
      return [result, 0];
    },
    async record(notice) {
      const name = JSON.stringify([notice.id, notice.version, notice.locale]);
      const found = notices.get(name) ?? provenNotice(namespace, notice, proof);
      notices.set(name, found);
      return verifiedNotice(namespace, found, proof);
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
function load({ row, tables }: Kept, now: number, { call, all }: Also, erased: number | undefined): Loaded {
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
  const rows = TABLES.map((table) => [table, all?.includes(table) ? rowsOf(table) : (few[table] ?? [])]);
  const recent = rowsOf('consents').filter((one) => valueOf(one, 'at') > now - RECENT_MS).length;
  const counts = { entries: consents.length, recent, events: tables.events.size };
  const done = new Map<unknown, { count: number; last: number }>();
  for (const one of calls.filter(({ state }) => state === 'done')) {
    const { count, last } = done.get(one['call']) ?? { count: 0, last: 0 };
    done.set(one['call'], { count: count + 1, last: Math.max(last, valueOf(one, 'ended_at')) });
  }
  return {
    rows: Object.fromEntries(rows) as unknown as Loaded['rows'],
    owner: { number: erased ?? null, ...row, ...counts },
    isKnown: !!row,
    done: [...done].map(([call, one]) => ({ call, ...one })),
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
      tables.calls.set(id, { ...row, key: null, content: null, result: null, forget_at: null });
}
