import {
  digestOf,
  endOf,
  makeChange,
  provenNotice,
  toRecords,
  verifiedNotice,
  type Loaded,
  type OwnerKey,
  type Row,
} from './change.js';
import { createEnds } from './ends.js';
import {
  TABLES,
  type Also,
  type Change,
  type Database,
  type Owner,
  type Proof,
  type Records,
  type Store,
} from './records.js';
import * as sql from './sql.js';

/** Reads rows in rounds: each has statements with the same values, and returns the rows of each statement. */
type Reading<T> = Generator<sql.Query, T, readonly (readonly Row[])[]>;

function* ask(select: string, values: readonly unknown[]): Reading<readonly Row[]> {
  const [rows] = yield { selects: [select], values };
  return rows!;
}

/** Work in one transaction. It reads, and then returns its result and the statements that write. */
export type Work<T> = (now: number) => Reading<readonly [T, readonly sql.Statement[]]>;

/** A database with the tables. */
export interface Engine {
  /** The column that keeps the order of the rows in each table. */
  readonly order: string;
  read<T>(work: Work<T>): Promise<T>;
  /** Does work that no other work on the same owner overlaps. It may do the work again, and commits only if there are statements. */
  write<T>(owner: Owner | undefined, work: Work<T>): Promise<T>;
  /** Overwrites the bytes of deleted rows, if the database does not overwrite them by itself. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

/** The owners that one statement lists. */
const PAGE_OWNERS = 1000;

/** The rows of a namespace in a database. */
export function createDatabase(engine: Engine, namespace = 'default'): Database {
  return {
    keys: {
      read: () =>
        engine.read(function* () {
          const [row] = yield* ask(sql.SELECT_KEY, [namespace]);
          return [row?.['sealed'] as string | undefined, []];
        }),
      replace: (before, sealed) =>
        engine.write(undefined, function* () {
          const [row] = yield* ask(sql.SELECT_KEY, [namespace]);
          return row?.['sealed'] === before
            ? [true, [{ sql: sql.UPSERT_KEY, values: [namespace, sealed] }]]
            : [false, []];
        }),
    },
    open: (proof) => createStore(engine, namespace, proof),
    close: engine.close,
  };
}

function createStore({ order, read, write, scrub }: Engine, namespace: string, proof: Proof): Store {
  const keyOf = ({ subject, business }: Owner): OwnerKey => ({ namespace, subject, business });

  const ends = createEnds();
  const selects = TABLES.map((table) => [table, sql.selectsOf(table, order)] as const);

  function* load(key: OwnerKey, now: number, also: Also): Reading<Loaded> {
    const expectEnd = ends.expect(key);
    const wanted = selects.map(([table, { few, all }]) => [table, also.all?.includes(table) ? all : few] as const);
    const [[owner] = [], done = [], ...tables] = yield {
      selects: [sql.SELECT_OWNER, sql.SELECT_DONE, ...wanted.flatMap(([, select]) => select ?? [])],
      values: sql.loadValues(key, now, also, proof),
    };
    const rows = wanted.map(([table, select]) => [table, select ? tables.shift()! : []] as const);
    const isKnown = owner!['lookups'] !== null;
    const loaded = { owner: owner!, isKnown, done, rows: Object.fromEntries(rows) as unknown as Loaded['rows'] };
    expectEnd(endOf(loaded));
    return loaded;
  }

  async function erase<T>(owner: Owner, look: (records: Records) => T, reason?: string): Promise<readonly [T, number]> {
    const key = keyOf(owner);
    const erased = await write<readonly [T, number]>(owner, function* (now) {
      const loaded = yield* load(key, now, { all: ['applications', 'calls'] });
      const result = look(toRecords(key, loaded, now, proof));
      const [entries] = yield* ask(sql.COUNT_ENTRIES, sql.ownerOf(key));
      const consents = reason === undefined ? 0 : Number(entries!['count']);
      if (!loaded.isKnown && consents === 0) return [[result, 0], []];
      const facts = { number: (loaded.owner['number'] ?? 0) as number, at: now, reason: reason ?? null, consents };
      const row = { namespace, id: proof.random(), owner: digestOf(key, proof), ...facts };
      return [[result, consents], sql.eraseOf(key, row)];
    });
    await scrub();
    return erased;
  }

  const list = (select: string, more: (now: number) => readonly unknown[]) =>
    read<readonly Owner[]>(function* (now) {
      const rows = yield* ask(select, [namespace, ...more(now)]);
      return [rows.map(({ subject, business }) => ({ subject, business }) as Owner), []];
    });

  async function* owners(): AsyncGenerator<Owner> {
    for (let last: Owner | undefined = { subject: '', business: '' }; last;) {
      const { subject, business }: Owner = last;
      const page = await list(sql.SELECT_OWNERS, () => [subject, business, PAGE_OWNERS]);
      yield* page;
      last = page.at(-1);
    }
  }

  return {
    async change<T>(owner: Owner, change: Change<T>, also: Also = {}): Promise<T> {
      const [result, end] = await write(owner, function* (now) {
        const key = keyOf(owner);
        const [result, writes, end] = makeChange(key, yield* load(key, now, also), now, proof, change);
        return [[result, end] as const, sql.statementsOf(key, writes)];
      });
      ends.remember(owner, end);
      return result;
    },
    read: (owner, also = {}) =>
      read(function* (now) {
        const key = keyOf(owner);
        const loaded = yield* load(key, now, also);
        const records = toRecords(key, loaded, now, proof);
        ends.remember(owner, endOf(loaded));
        return [records, []];
      }),
    erase,
    record: (notice) =>
      write(undefined, function* () {
        const values = [namespace, notice.id, notice.version, notice.locale];
        const [found] = yield* ask(sql.SELECT_NOTICE, values);
        if (found) return [verifiedNotice(namespace, found, proof), []];
        return [notice, [sql.insertOf('notices', provenNotice(namespace, notice, proof))]];
      }),
    due: (most) => list(sql.SELECT_DUE, (now) => [now, most]),
    owners,
    sweep: () =>
      write(undefined, function* (now) {
        yield { selects: [], values: [] };
        return [undefined, sql.sweepOf(now)];
      }),
  };
}
