import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { close, requireRest, settle } from '../../../src/server/journal/closing.js';
import { current, numberOf } from '../../../src/server/records/current.js';
import type { Records, RowOf } from '../../../src/server/records/records.js';
import { COMPANY } from '../consent/consent-samples.js';
import { call, draft, entry, event, served } from '../../../src/server/testing/samples.js';
import { codeOf, ID, NOW, recordsOf } from './given.js';

type Row = Partial<RowOf<'calls'>>;
const created = { company_id: COMPANY, email: 'sealed' };
const withCall = (facts: Row, application: Partial<RowOf<'applications'>> = created) =>
  recordsOf({ calls: [call(facts)] }, application);

describe('closing or erasing', () => {
  const rows: [title: string, records: Records, isPossible: boolean][] = [
    ['is possible without a call', recordsOf({}, created), true],
    ['is rejected while an upload is under way', withCall({ call: 'uploadDocument', deadline: NOW + 1 }), false],
    ['is rejected while offers are requested', withCall({ call: 'requestOffers', deadline: NOW + 1 }), false],
    [
      'is rejected while the creation is under way',
      withCall({ call: 'createApplication', deadline: NOW + 1 }, {}),
      false,
    ],
    ['is possible after the deadline of an upload', withCall({ call: 'uploadDocument', deadline: NOW }), true],
    ['is possible after an unknown upload', withCall({ call: 'uploadDocument', state: 'unknown' }), true],
    ['is possible after unknown figures', withCall({ call: 'prequalify', state: 'unknown' }), true],
    ['is possible after an unknown request for offers', withCall({ call: 'requestOffers', state: 'unknown' }), true],
    ['is rejected after an unknown creation', withCall({ call: 'createApplication', state: 'unknown' }, {}), false],
    ['is rejected after the deadline of a creation', withCall({ call: 'createApplication', deadline: 2 }, {}), false],
    ['is possible when a creation is settled', withCall({ call: 'createApplication', state: 'unknown' }), true],
    ['is possible after a creation', withCall({ call: 'createApplication', state: 'done' }), true],
  ];
  for (const [title, records, isPossible] of rows)
    it(title, () => {
      const code = isPossible ? undefined : 'handler-in-flight';
      assert.equal(
        codeOf(() => requireRest(records)),
        code,
      );
      assert.equal(
        codeOf(() => close(records, ID, null)),
        code,
      );
    });

  it('needs an application', () => {
    for (const records of [recordsOf(), recordsOf({ applications: [] })])
      assert.equal(
        codeOf(() => close(records, ID, null)),
        'handler-not-created',
      );
  });

  it('removes answers, figures, notices and drafts, and keeps the ids, the calls, the consents and the events', () => {
    const typed = { figures: 'sealed', answers: 'sealed', company: 'digest', body: 'digest', documents: '[]' };
    const kept = { calls: [call({ state: 'done' })], consents: [entry('given', 5)], events: [event(5, 5)] };
    const records = recordsOf(
      { ...kept, served: [served(1, NOW + 1)], drafts: [draft('sealed', NOW + 1)] },
      { ...created, ...typed },
    );
    const closed = close(records, ID, null);
    const { closed_at, company_id, ...rest } = closed.applications[0]!;
    assert.deepEqual([company_id, closed_at], [COMPANY, NOW]);
    assert.ok(!Object.values(rest).some((value) => value === 'sealed' || value === 'digest' || value === '[]'));
    assert.deepEqual([closed.served, closed.drafts, numberOf(closed)], [[], [], 2]);
    for (const table of ['calls', 'consents', 'events'] as const) assert.equal(closed[table], records[table]);
  });

  it('begins the next application with its answers', () => {
    const next = close(recordsOf({}, created), ID, 'sealed for the next one');
    const { id, number, answers, company_id } = current(next)!;
    assert.deepEqual([id, number, answers, company_id], [ID, 2, 'sealed for the next one', null]);
    assert.equal(next.owner.number, 2);
  });
});

describe('settling a creation', () => {
  const TIMES = { begun_at: NOW - 130_000, deadline: NOW };
  const creation = (facts: Row = {}) =>
    withCall({ call: 'createApplication', state: 'unknown', request_id: 'first', ...TIMES, ...facts }, {});
  const found = { company_id: COMPANY, application_id: null, email: 'sealed' };
  const rows: [
    title: string,
    records: Records,
    outcome: typeof found | 'none',
    error: RegExp | undefined,
    requestId?: string,
  ][] = [
    ['accepts that there is none 130 seconds after it began', creation(), 'none', undefined],
    ['rejects it a millisecond earlier', creation({ begun_at: NOW - 129_999 }), 'none', /Wait 1 seconds/],
    [
      'rejects it while the call is under way',
      creation({ state: 'begun', begun_at: NOW - 1, deadline: NOW + 1 }),
      'none',
      /Wait 130 seconds/,
    ],
    ['accepts it for a process that is gone', creation({ state: 'begun' }), 'none', undefined],
    ['rejects it if nobody has tried', recordsOf(), 'none', /nobody has tried/],
    ['rejects it for an application that exists', recordsOf({}, created), 'none', /exists already/],
    ['rejects it for an earlier request', creation(), 'none', /not the last creation/, 'another'],
    ['accepts it for this request', creation(), 'none', undefined, 'first'],
    ['accepts an application immediately after an unknown outcome', creation({ begun_at: NOW - 1 }), found, undefined],
    [
      'rejects one while the call is under way',
      creation({ state: 'begun', deadline: NOW + 1 }),
      found,
      /making the same call now/,
    ],
    ['accepts one if nobody has tried', recordsOf(), found, undefined],
    ['accepts one for an owner without a row', recordsOf({ applications: [] }), found, undefined],
    ['rejects one for an application that exists', recordsOf({}, created), found, /exists already/],
    ['rejects one for an earlier request', creation(), found, /not the last creation/, 'another'],
  ];
  for (const [title, records, outcome, error, requestId] of rows)
    it(title, () => {
      const settled = () => settle(records, ID, { requestId, timeoutMs: 10_000 }, outcome);
      if (error) return assert.throws(settled, { message: error });
      const next = settled();
      if (outcome === 'none') return assert.deepEqual(next.calls, []);
      const { company_id, email, created_at } = current(next)!;
      assert.deepEqual([company_id, email, created_at], [COMPANY, 'sealed', NOW]);
      return assert.ok(next.calls.every(({ state }) => state === 'done'));
    });
});
