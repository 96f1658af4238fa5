// The rules about changes of rows, and about the rows that are loaded.
import { TABLES, type Change, type Records } from '../records/records.js';
import * as assert from './assert.js';
import { MANY, MINUTE, type Rule } from './given.js';
import { adding, application, call, draft, entry, event, newOwner, raising, served } from './samples.js';

const STATES = ['begun', 'done', 'unknown'] as const;
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The bytes of the loaded values. */
const bytesOf = (records: Records) =>
  TABLES.flatMap((table) => records[table].flatMap((row) => Object.values(row))).join('').length;

export const CHANGES: Record<string, Rule> = {
  async 'loses none of 200 changes at the same time'({ one, other }) {
    const owner = newOwner();
    const found = await Promise.all(MANY.map((at) => (at % 2 ? one : other).change(owner, raising)));
    assert.deepEqual(
      found.sort((first, second) => first - second),
      MANY.map((at) => at + 1),
    );
    assert.equal((await other.read(owner)).applications[0]!.version, 200);
  },

  async 'loses none of the first two changes of a new owner'({ one, other }) {
    const looking: Change<number> = (records) => {
      const lookups = records.owner.lookups + 1;
      return [{ ...records, owner: { ...records.owner, lookups } }, lookups];
    };
    for (const owner of MANY.slice(0, 20).map(newOwner)) {
      const found = await Promise.all([one, other].map(({ change }) => change(owner, looking)));
      assert.deepEqual(
        found.sort((a, b) => a - b),
        [1, 2],
      );
    }
  },

  async 'writes nothing of a change that throws, and makes the others'({ one }) {
    const owner = newOwner();
    const failing = one.change(owner, (records) => {
      adding({ calls: [call()] })(records);
      throw new Error('refused');
    });
    const done = await Promise.allSettled([one.change(owner, raising), failing, one.change(owner, raising)]);
    assert.deepEqual(
      done.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const { applications, calls } = await one.read(owner);
    assert.deepEqual([applications[0]!.version, calls], [2, []]);
  },

  async 'writes changed rows, deletes missing ones, and leaves the others'({ one, other }) {
    const owner = newOwner();
    const [first, second, third] = [call(), call(), call()];
    await one.change(owner, adding({ calls: [first, second, third] }));
    const changed = { ...second, state: 'unknown' } as const;
    await other.change(owner, (records) => [
      { ...records, calls: records.calls.filter(({ id }) => id === third.id).concat(changed) },
      undefined,
    ]);
    const { calls } = await one.read(owner);
    assert.deepEqual(
      new Map(calls.map((row) => [row.id, row])),
      new Map([second, third].map((row) => [row.id, row.id === second.id ? changed : row])),
    );
    assert.deepEqual((await one.read(newOwner())).calls, []);
  },

  async 'finds a call by its key, also when it is done'({ one, other }) {
    const owner = newOwner();
    const row = call({ state: 'done', key: 'key-one', ended_at: 5 });
    await one.change(owner, adding({ calls: [row, call({ state: 'done', key: 'key-two', ended_at: 9 })] }));
    const find = (name: 'prequalify' | 'uploadDocument', key: string) =>
      other.change(owner, (records) => [records, records.calls], { call: [name, key] });
    assert.deepEqual(await find('prequalify', 'key-one'), [row]);
    assert.deepEqual(await find('uploadDocument', 'key-one'), []);
    const { calls, counts } = await one.read(owner);
    assert.deepEqual([calls, counts.done], [[], { prequalify: { count: 2, last: 9 } }]);
  },

  async 'loads at most 8 kB for an owner with 1,000 entries'({ one }) {
    const owner = newOwner();
    const events = ['authorised', 'changed', 'given', 'requesting', 'requested', 'failed', 'withdrawn'] as const;
    const creation = call({ call: 'createApplication', state: 'unknown', deadline: 0 });
    const running = call({ call: 'uploadDocument', state: 'begun', deadline: 1000 });
    const add = (consents: ReturnType<typeof entry>[], now: number) => ({
      consents,
      calls: [creation, ...MANY.map((at) => call({ state: STATES[at % 3]!, deadline: at, ended_at: at })), running],
      served: MANY.map((at) => served(at, now + MINUTE)),
      drafts: [draft('d'.repeat(20_000), now + MINUTE)],
      events: MANY.map((at) => event(at, 0)),
    });
    const all = Array.from({ length: 1000 }, (_, at) => events[at % events.length]!);
    let last: string[] = [];
    await one.change(
      owner,
      adding((now) => {
        const consents = all.map((event) => entry(event, now));
        last = idsOf(consents).slice(-events.length);
        return add(consents, now);
      }),
    );
    const records = await one.read(owner);
    const size = bytesOf(records);
    assert.ok(size > 4000 && size <= 8192, `${size}`);
    assert.deepEqual(idsOf(records.consents), last);
    assert.deepEqual(
      records.served.map(({ served_at }) => served_at),
      [199, 198, 197, 196, 195, 194, 193, 192, 191, 190],
    );
    assert.deepEqual(idsOf(records.calls).slice(0, 2), idsOf([creation, running]));
    assert.equal(records.calls.length, 12);
    assert.equal(records.drafts[0]!.sealed, '');
    assert.deepEqual([records.counts.entries, records.counts.recent, records.counts.events], [1000, 1000, 200]);
    const whole = await one.read(owner, { all: ['drafts', 'events', 'consents'] });
    assert.deepEqual([whole.drafts[0]!.sealed.length, whole.events.length, whole.consents.length], [20_000, 200, 1000]);
  },

  async 'loads the current application alone, and all of them if they are wanted'({ one, other }) {
    const owner = newOwner();
    await one.change(
      owner,
      adding((now) => ({ calls: [call()], consents: [entry('changed', now)], served: [served(1, now + MINUTE)] })),
    );
    await other.change(owner, (records) => {
      const closed = records.applications.map((row) => ({ ...row, closed_at: records.now }));
      const next = { applications: [...closed, application(2)], owner: { ...records.owner, number: 2 } };
      return [
        { ...records, ...next, consents: [...records.consents, entry('authorised', records.now, { application: 2 })] },
        0,
      ];
    });
    const { applications, calls, served: notices, consents, counts, owner: row } = await one.read(owner);
    assert.deepEqual([applications.map(({ number }) => number), calls, notices], [[2], [], []]);
    assert.deepEqual(
      [consents.map(({ event }) => event), counts.entries, counts.recent, row.number],
      [['authorised'], 1, 2, 2],
    );
    const all = await one.read(owner, { all: ['applications', 'consents', 'calls'] });
    assert.deepEqual([all.applications.length, all.consents.length, all.calls.length], [2, 2, 1]);
    const ofOne = await Promise.all([1, 2, 3].map((entriesOf) => one.read(owner, { entriesOf })));
    assert.deepEqual(
      ofOne.map((records) => records.consents.map(({ event }) => event)),
      [['changed'], ['authorised'], []],
    );
  },

  async 'rejects a change or a deletion of an entry, and an entry about another application'({ one, other }) {
    const owner = newOwner();
    await one.change(
      owner,
      adding((now) => ({ consents: [entry('given', now)] })),
    );
    const before = await other.read(owner);
    const wrong: Change<unknown>[] = [
      (records) => [{ ...records, consents: [] }, 0],
      (records) => [{ ...records, consents: records.consents.map((row) => ({ ...row, event: 'declined' })) }, 0],
      adding((now) => ({ consents: [entry('given', now, { application: 2 })] })),
    ];
    for (const change of wrong) await assert.rejects(one.change(owner, change), /^TypeError/);
    assert.deepEqual((await other.read(owner)).consents, before.consents);
  },

  async 'rejects a draft whose content was not loaded'({ one }) {
    const owner = newOwner();
    await one.change(
      owner,
      adding((now) => ({ drafts: [draft('sealed', now + MINUTE)] })),
    );
    const save = (all: readonly 'drafts'[]) =>
      one.change(
        owner,
        (records) => [{ ...records, drafts: records.drafts.map((row) => ({ ...row, saved_at: 7 })) }, 0],
        { all },
      );
    await assert.rejects(save([]), /^TypeError/);
    await save(['drafts']);
    const [row] = (await one.read(owner, { all: ['drafts'] })).drafts;
    assert.deepEqual([row!.sealed, row!.saved_at], ['sealed', 7]);
  },
};
