import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginCall, endCall, recordCall, type Wanted } from '../../../src/server/journal/calls.js';
import { current } from '../../../src/server/records/current.js';
import type { Records, RowOf } from '../../../src/server/records/records.js';
import { call } from '../../../src/server/testing/samples.js';
import { COMPANY } from '../consent/consent-samples.js';
import { codeOf, ID, NOW, recordsOf } from './given.js';

type Row = Partial<RowOf<'calls'>>;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const KEY = 'key-of-the-page';
const wanted = (facts: Partial<Wanted> = {}): Wanted => ({
  call: 'uploadDocument',
  key: KEY,
  content: 'one',
  request_id: 'second',
  number: 1,
  limit: 20_000,
  ...facts,
});
/** An application that was created, or that somebody has settled. */
const created = recordsOf({}, { company_id: COMPANY });
/** Records with an earlier upload. */
const after = (facts: Row) =>
  recordsOf({ calls: [call({ call: 'uploadDocument', key: KEY, content: 'one', request_id: 'first', ...facts })] });
const inTime: Row = { state: 'begun', deadline: NOW + 1 };
const overdue: Row = { state: 'begun', deadline: NOW };

/** The kind of what begins, or the code of its error. */
function resultOf(records: Records, facts?: Partial<Wanted>): string {
  let kind = '';
  return codeOf(() => (kind = beginCall(records, ID, wanted(facts))[1].kind)) ?? kind;
}

describe('the begin of a call', () => {
  const rows: [title: string, records: Records, facts: Partial<Wanted>, result: string][] = [
    ['begins the first call', recordsOf(), {}, 'begun'],
    ['waits for a call with its key that is in time', after(inTime), {}, 'waiting'],
    ['returns a call with its key that is done', after({ state: 'done' }), {}, 'done'],
    ['returns it until its key is forgotten', after({ state: 'done', forget_at: NOW + 1 }), {}, 'done'],
    ['begins again after that', after({ state: 'done', forget_at: NOW }), {}, 'begun'],
    ['has the unknown outcome of a call with its key', after({ state: 'unknown' }), {}, 'outcome-unknown'],
    ['begins again when that key is forgotten', after({ state: 'unknown', forget_at: NOW }), {}, 'begun'],
    ['makes no second call after a deadline', after(overdue), {}, 'outcome-unknown'],
    ['begins a call with another key during a call', after(inTime), { key: 'another-key' }, 'begun'],
    ['begins it after a deadline', after(overdue), { key: 'another-key' }, 'begun'],
    ['begins it after an unknown outcome', after({ state: 'unknown' }), { key: 'another-key' }, 'begun'],
    ['begins another call with the same key', after(inTime), { call: 'prequalify' }, 'begun'],
    ['begins each call without a key', after({ key: null, ...inTime }), { key: null }, 'begun'],
    ['rejects other content during a call', after(inTime), { content: 'other' }, 'handler-invalid'],
    ['rejects other content after a call', after({ state: 'done' }), { content: 'other' }, 'handler-invalid'],
    ['rejects a page of a closed application', recordsOf(), { number: 2 }, 'handler-closed'],
    ['creates no second application after a creation', created, { call: 'createApplication' }, 'done'],
    ['ignores a call of a closed application', after({ application: 0, ...inTime }), {}, 'begun'],
  ];
  for (const [title, records, facts, result] of rows) it(title, () => assert.equal(resultOf(records, facts), result));

  it('rejects the eleventh call at the same time, and does not count calls that are over', () => {
    const running = (count: number, facts: Row) =>
      recordsOf({ calls: Array.from({ length: count }, () => call({ call: 'uploadDocument', ...facts })) });
    assert.equal(resultOf(running(9, inTime)), 'begun');
    assert.equal(resultOf(running(10, inTime)), 'handler-in-flight');
    for (const facts of [overdue, { state: 'done' }, { state: 'unknown' }] as const)
      assert.equal(resultOf(running(12, facts)), 'begun');
  });

  it('stores the call with its deadline, and the changes that it needs', () => {
    const [records, { row }, noted] = beginCall(recordsOf(), ID, wanted(), (same) => [same, 'noted']);
    assert.deepEqual(records.calls, [row]);
    assert.equal(noted, 'noted');
    const { state, begun_at, deadline, key, content, request_id, forget_at } = row;
    assert.deepEqual([state, begun_at, deadline], ['begun', NOW, NOW + 20_000]);
    assert.deepEqual([key, content, request_id, forget_at], [KEY, 'one', 'second', null]);
  });

  it('keeps the id of the request that has an unknown outcome', () => {
    for (const facts of [overdue, { state: 'unknown' }] as const)
      assert.throws(() => beginCall(after(facts), ID, wanted()), { code: 'outcome-unknown', requestId: 'first' });
  });

  it('empties the key that it uses again, and gives an overdue call an unknown outcome', () => {
    const [{ calls }] = beginCall(after({ state: 'done', forget_at: NOW }), ID, wanted());
    assert.deepEqual(
      calls.map(({ key }) => key),
      [null, KEY],
    );
    const [next] = beginCall(after(overdue), ID, wanted({ key: 'another-key' }));
    assert.deepEqual(
      next.calls.map(({ state }) => state),
      ['unknown', 'begun'],
    );
  });
});

describe('the end of a call', () => {
  const records = (name: RowOf<'calls'>['call']) =>
    recordsOf({ calls: [call({ id: ID, call: name, deadline: NOW + 1 })] }, { version: 4 });
  // The time for which its key is kept, and the version of the application afterwards.
  const rows = [
    ['createApplication', 'done', NOW + 10 * MINUTE, 4],
    ['createApplication', 'unknown', null, 4],
    ['uploadDocument', 'done', NOW + 10 * MINUTE, 4],
    ['uploadDocument', 'unknown', NOW + DAY, 4],
    ['prequalify', 'unknown', NOW + DAY, 4],
    ['requestOffers', 'done', NOW + 10 * MINUTE, 4],
    ['requestOffers', 'unknown', NOW + DAY, 5],
  ] as const;
  for (const [name, state, forget_at, version] of rows)
    it(`keeps the key of ${name}, ${state}, for its time`, () => {
      const [next, isThere] = endCall(records(name), ID, state);
      const [row] = next.calls;
      assert.deepEqual([row!.state, row!.ended_at, row!.forget_at], [state, NOW, forget_at]);
      assert.deepEqual([isThere, current(next)!.version], [true, version]);
      assert.deepEqual(next.counts.done, state === 'done' ? { [name]: { count: 1, last: NOW } } : {});
    });

  it('leaves no row of a call that certainly failed', () => {
    const [next] = endCall(records('requestOffers'), ID, 'failed');
    assert.deepEqual([next.calls, next.counts.done, current(next)!.version], [[], {}, 4]);
  });

  it('changes nothing if the application was closed or erased meanwhile', () => {
    const given = records('uploadDocument');
    for (const gone of [
      { ...given, calls: [] },
      { ...given, applications: [] },
    ])
      for (const state of ['done', 'unknown', 'failed'] as const)
        assert.deepEqual(endCall(gone, ID, state), [gone, false]);
    assert.deepEqual(recordCall(given, ID, 'authenticate', 2), given);
  });
});
