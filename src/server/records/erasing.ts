import { LendingError } from '../../errors.js';
import { digestOf, toRecords, type Loaded, type OwnerKey, type Row } from './change.js';
import type { Also, Owner, Proof, Records, Store } from './records.js';
import * as sql from './sql.js';
import { ask, type Reading, type Work } from './engine.js';

/** The applications that one statement names. */
const PART = 500;

export const callUnderWay = () =>
  new LendingError('handler-in-flight', 'A call of this applicant is under way. Try again when it has ended.', {
    recoverable: true,
  });

type Load = (key: OwnerKey, now: number, also: Also) => Reading<Loaded>;

/** Erases an owner, with their entries if there is a reason. */
export const erasingOwner = <T>(
  key: OwnerKey,
  load: Load,
  proof: Proof,
  look: (records: Records) => T,
  reason: string | undefined,
): Work<readonly [T, number]> =>
  function* (now) {
    const loaded = yield* load(key, now, { all: ['applications', 'calls'] });
    const result = look(toRecords(key, loaded, now, proof));
    const [entries] = yield* ask(sql.COUNT_ENTRIES, sql.ownerOf(key));
    const consents = reason === undefined ? 0 : (entries!['count'] as number);
    if (!loaded.isKnown && consents === 0) return [[result, 0], []];
    const facts = { number: (loaded.owner['number'] ?? 0) as number, at: now, reason: reason ?? null, consents };
    const row = { namespace: key.namespace, id: proof.random(), owner: digestOf(key, proof), ...facts };
    return [[result, consents], sql.eraseOf(key, row), sql.findErasure(row.id)];
  };

/** Erases the entries about some applications: `Store.eraseEntries()`. */
export const erasingEntries = (
  namespace: string,
  proof: Proof,
  ...[applications, reason, expected]: Parameters<Store['eraseEntries']>
): Work<number> =>
  function* (now) {
    const parts: unknown[][] = [];
    for (let from = 0; from < applications.length; from += PART) {
      const part = applications.slice(from, from + PART);
      parts.push(part.flatMap(({ subject, business, number }) => [subject, business, number]));
    }
    const erased = new Map<string, Owner & { number: number; count: number }>();
    for (const part of parts) {
      const [calls, found] = yield {
        selects: [sql.selectCallsOf(part.length / 3), sql.selectEntriesOf(part.length / 3)],
        values: [namespace, now, ...part],
      };
      if (calls!.length > 0) throw callUnderWay();
      for (const row of found as readonly (Row & Owner & { number: number; count: number })[]) {
        const name = JSON.stringify([row.subject, row.business]);
        erased.set(name, { ...row, count: row.count + (erased.get(name)?.count ?? 0) });
      }
    }
    const count = [...erased.values()].reduce((sum, one) => sum + one.count, 0);
    if (count === 0 || count !== expected) return [0, []];
    const rows = [...erased.values()].map(({ subject, business, number, count: consents }) => {
      const owner = digestOf({ namespace, subject, business }, proof);
      return { namespace, id: proof.random(), owner, number, at: now, reason, consents };
    });
    const deletions = parts.map((part) => ({
      sql: sql.deleteEntriesOf(part.length / 3),
      values: [namespace, now, ...part],
    }));
    return [count, [...deletions, ...rows.map((row) => sql.insertOf('erasures', row))], sql.findErasure(rows[0]!.id)];
  };
