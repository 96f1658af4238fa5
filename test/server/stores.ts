// Stores in memory that a test can watch, delay and break.
import { openStore } from '../../src/server/keys.js';
import type { ConsentEntry } from '../../src/schema/consent/consent.js';
import { memoryStore, type Database, type Owner } from '../../src/server/index.js';
import { changed, current, open } from '../../src/server/records/current.js';
import type { Change, Records, RowOf, Store, TableName } from '../../src/server/records/records.js';

/** The secret of the handlers in these tests. */
export const SECRET = 'a-sample-secret-of-thirty-two-chars-or-more';

export type TestStore = Database & { readonly entries: readonly ConsentEntry[] };

/** A store with other methods of its rows. It is not known as a store in memory. */
const withRows = <D extends Database>(database: D, methods: (store: Store) => Partial<Store>): D => ({
  ...database,
  open(key: string) {
    const store = database.open(key);
    return { ...store, ...methods(store) };
  },
});

/** A store in memory, with the entries about consents in the order in which they were added. */
export function testStore(settings: Parameters<typeof memoryStore>[0] = {}): TestStore {
  const database = memoryStore(settings);
  const entries: ConsentEntry[] = [];
  async function look(): Promise<void> {
    const found: ConsentEntry[] = [];
    for await (const chain of database.consents.chains('this')) found.push(...chain);
    const ids = new Set(found.map(({ entryId }) => entryId));
    const known = new Set(entries.map(({ entryId }) => entryId));
    entries.splice(0, entries.length, ...entries.filter(({ entryId }) => ids.has(entryId)));
    entries.push(...found.filter(({ entryId }) => !known.has(entryId)));
  }
  const looking =
    <G extends unknown[], R>(method: (...given: G) => Promise<R>) =>
    async (...given: G) => {
      const result = await method(...given);
      await look();
      return result;
    };
  return withRows({ ...database, entries }, ({ change, erase }) => ({
    change: looking(change) as Store['change'],
    erase: looking(erase) as Store['erase'],
  }));
}

/** A change that is about to be made: the records before it, and those that it would write; without `after`, it throws. */
export interface Coming {
  owner: Owner;
  before: Records;
  after: Records | undefined;
}

type Before = {
  change?: (coming: Coming) => unknown;
  read?: (owner: Owner) => unknown;
  erase?: (owner: Owner) => unknown;
  record?: () => unknown;
};

/** A store that runs a function before a method of its rows. The function may wait, or throw an error. */
export const storeWith = <D extends Database = TestStore>(before: Before, database: D = testStore() as never): D =>
  withRows(database, (store) => ({
    async change<T>(owner: Owner, change: Change<T>, also: Parameters<Store['change']>[2]) {
      if (before.change) await before.change(await coming(store, owner, change, also));
      return store.change(owner, change, also);
    },
    async read(...given) {
      await before.read?.(given[0]);
      return store.read(...given);
    },
    async erase<T>(owner: Owner, look: (records: Records) => T, reason?: string) {
      await before.erase?.(owner);
      return store.erase(owner, look, reason);
    },
    async record(notice) {
      await before.record?.();
      return store.record(notice);
    },
  }));

async function coming<T>(store: Store, owner: Owner, change: Change<T>, also: Parameters<Store['change']>[2]) {
  const before = await store.read(owner, also);
  try {
    return { owner, before, after: change(before)[0] };
  } catch {
    return { owner, before, after: undefined };
  }
}

/** The rows that a change adds to a table. */
export const added = <Table extends TableName>({ before, after }: Coming, table: Table): readonly RowOf<Table>[] => {
  const ids = new Set<unknown>(before[table].map(({ id }) => id));
  return ((after?.[table] ?? []) as readonly RowOf<Table>[]).filter(({ id }) => !ids.has(id));
};

/** A store whose change waits once: `reached` resolves when it is called, and `go` lets it go on. */
export function waitingStore(isMeant: (coming: Coming) => boolean, database: TestStore = testStore()) {
  let reach!: () => void;
  let go!: () => void;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const going = new Promise<void>((resolve) => (go = resolve));
  let isOver = false;
  async function change(coming: Coming) {
    if (isOver || !isMeant(coming)) return;
    isOver = true;
    reach();
    await going;
  }
  return { store: storeWith({ change }, database), reached, go };
}

/** A store as far away as another machine. */
export const far = <D extends Database>(database: D): D => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
  return storeWith({ change: pause, read: pause, erase: pause, record: pause }, database);
};

/** The rows of a store, as the handlers of these tests open them. */
export const rowsOf = async (database: Database) => (await openStore(database, [SECRET])).store;

/** Keeps a call of an owner that began at a time, as a process does that is gone since. */
export async function begun(database: Database, owner: Owner, facts: Partial<RowOf<'calls'>> = {}): Promise<void> {
  const [store, id] = [await rowsOf(database), crypto.randomUUID()];
  await store.change(owner, (records) => {
    const next = open(records, crypto.randomUUID());
    const { number, version } = current(next)!;
    const times = { begun_at: 1, deadline: 2, ended_at: null, forget_at: null };
    const row = { id, application: number, version, call: 'createApplication', key: 'create', content: null } as const;
    const begun: RowOf<'calls'> = { ...row, state: 'begun', request_id: null, ...times, ...facts };
    return [{ ...changed(next, {}), calls: [...next.calls, begun] }, undefined];
  });
}

/** Changes the events that wait in a store, and returns them as they were before. */
export async function changeWaiting(
  database: Database,
  change: (event: RowOf<'events'>) => Partial<RowOf<'events'>> = () => ({}),
): Promise<RowOf<'events'>[]> {
  const store = await rowsOf(database);
  const all: RowOf<'events'>[] = [];
  for await (const owner of store.owners())
    all.push(
      ...(await store.change(
        owner,
        (records) => [
          { ...records, events: records.events.map((one) => ({ ...one, ...change(one) })) },
          records.events,
        ],
        { all: ['events'] },
      )),
    );
  return all;
}

/** Lets all pauses end. Returns the number of owners whose events wait. */
export async function endPauses(database: Database): Promise<number> {
  await changeWaiting(database, ({ due_at }) => ({ due_at: due_at === null ? null : 1 }));
  return (await (await rowsOf(database)).due(1000)).length;
}
