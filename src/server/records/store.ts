import {
  endOf,
  hasEnd,
  makeChange,
  provenNotice,
  toRecords,
  verifiedNotice,
  type Loaded,
  type OwnerKey,
  type Writes,
} from './change.js';
import { createConsents } from './check.js';
import { consentRows } from './consent-rows.js';
import { ask, type Engine, type Reading } from './engine.js';
import { createEnds } from './ends.js';
import { erasingEntries, erasingOwner } from './erasing.js';
import { createProof, proofKeys } from './proof.js';
import {
  TABLES,
  type Also,
  type Change,
  type Database,
  type DatabaseSettings,
  type Owner,
  type Proof,
  type Store,
} from './records.js';
import { checkNamespace, rethrowCopied } from './schema.js';
import * as sql from './sql.js';

/** The owners that one statement lists. */
const PAGE_OWNERS = 1000;

/** The rows of a namespace in a database. */
export function createDatabase(given: Engine, { namespace = 'default', consentsKey }: DatabaseSettings = {}): Database {
  checkNamespace(namespace);
  // Checks the keys of the consents now.
  const proof = createProof(proofKeys('', consentsKey));
  const engine: Engine = {
    ...given,
    read: (work) => given.read(work).catch(rethrowCopied),
    write: (owner, work) => given.write(owner, work).catch(rethrowCopied),
  };
  return {
    namespace,
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
    open: (key) => createStore(engine, namespace, createProof(proofKeys(key, consentsKey))),
    consents: createConsents(consentRows(engine), namespace, proof),
    ready: engine.ready,
    close: engine.close,
  };
}

function createStore({ order, read, write, scrub }: Engine, namespace: string, proof: Proof): Store {
  const keyOf = ({ subject, business }: Owner): OwnerKey => ({ namespace, subject, business });

  const ends = createEnds();
  const loadOf = sql.createLoads(order);

  function* load(key: OwnerKey, now: number, also: Also, isLast = false): Reading<Loaded> {
    const expectEnd = ends.expect(key);
    const { tables, ...selects } = loadOf(also);
    const [[owner] = [], done = [], ...found] = yield {
      ...selects,
      values: sql.loadValues(key, now, also, proof),
      isLast,
    };
    const rows = Object.fromEntries(TABLES.map((table) => [table, found[tables.indexOf(table)] ?? []]));
    const isKnown = owner!['lookups'] !== null;
    const loaded = { owner: owner!, isKnown, done, rows: rows as unknown as Loaded['rows'], also };
    if (hasEnd(loaded)) expectEnd(endOf(loaded));
    return loaded;
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
        const loaded = yield* load(key, now, also);
        const [result, writes, end] = makeChange(key, loaded, now, proof, change);
        return [[result, end] as const, sql.statementsOf(key, writes), foundOf(key, loaded, writes)];
      });
      ends.remember(owner, end);
      return result;
    },
    read: (owner, also = {}) =>
      read(function* (now) {
        const key = keyOf(owner);
        const loaded = yield* load(key, now, also, true);
        const records = toRecords(key, loaded, now, proof);
        ends.remember(owner, endOf(loaded));
        return [records, []];
      }),
    async erase(owner, look, reason) {
      const erased = await write(owner, erasingOwner(keyOf(owner), load, proof, look, reason));
      await scrub();
      return erased;
    },
    async eraseEntries(...given) {
      const erased = await write('all', erasingEntries(namespace, proof, ...given));
      await scrub();
      return erased;
    },
    notice: (sha256) =>
      read(function* () {
        const [found] = yield* ask(sql.SELECT_NOTICE_BY_HASH, [namespace, sha256]);
        return [found && verifiedNotice(namespace, found, proof), []];
      }),
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

/** The statement that finds the last new row of a change, or its last changed one. A change that only deletes rows can be made again. */
function foundOf(key: OwnerKey, { rows }: Loaded, { put }: Writes): sql.Statement | undefined {
  const isNew = ([table, row]: Writes['put'][number]) => !rows[table].some(({ id }) => id === row['id']);
  const found = put.findLast(isNew) ?? put.at(-1);
  return found && sql.findOf(key, ...found);
}
