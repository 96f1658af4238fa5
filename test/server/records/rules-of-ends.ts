// The rules about the end of rows, about time, and about rows of no owner.
import assert from 'node:assert/strict';
import { MANY, MINUTE, type Rule } from './given.js';
import { adding, call, draft, entry, event, newOwner, nothing, raising, served } from './samples.js';

const T = 1_800_000_000_000;

export const ENDS: Record<string, Rule> = {
  async 'erases everything of an owner except the number, and the entries with a reason alone'({ one, other }) {
    const [owner, neighbour] = [newOwner(), newOwner()];
    const fill = adding((now) => ({ calls: [call()], consents: [entry('given', now)], events: [event(now, now)] }));
    for (const who of [owner, neighbour]) await one.change(who, fill);
    const refused = one.erase(owner, () => assert.fail('a call is under way'), 'A test.');
    await assert.rejects(refused, /under way/);
    assert.equal((await one.read(owner)).calls.length, 1);
    assert.deepEqual(await other.erase(owner, ({ applications }) => applications.length), [1, 0]);
    const kept = await one.read(owner, { all: ['consents', 'events', 'calls'] });
    assert.deepEqual(
      [kept.applications, kept.calls, kept.events, kept.consents.length, kept.owner.number],
      [[], [], [], 1, 1],
    );
    assert.deepEqual(await one.erase(owner, () => 'looked', 'A test.'), ['looked', 1]);
    const gone = await other.read(owner, { all: ['consents'] });
    assert.deepEqual([gone.consents, gone.owner.number], [[], 1]);
    assert.deepEqual(await one.erase(newOwner(), () => 0, 'A test.'), [0, 0]);
    assert.equal((await other.read(neighbour, { all: ['consents'] })).consents.length, 1);
    const all = [];
    for await (const { subject } of other.owners()) all.push(subject);
    assert.deepEqual([all.includes(owner.subject), all.includes(neighbour.subject)], [false, true]);
  },

  async 'deletes rows at their end, and empties the keys of calls'({ one, other, setClock }) {
    const owner = newOwner();
    setClock(T);
    await one.change(
      owner,
      adding({
        served: [served(1, T + MINUTE), served(2, T + 9 * MINUTE)],
        drafts: [draft('sealed', T + MINUTE)],
        calls: [
          call({ key: 'gone', content: 'c', result: 'r', forget_at: T + MINUTE }),
          call({ key: 'later', forget_at: T + 9 * MINUTE }),
          call({ key: 'never' }),
        ],
      }),
    );
    setClock(T + 2 * MINUTE);
    const { served: notices, drafts } = await other.read(owner);
    assert.deepEqual([notices.length, drafts.length], [1, 0]);
    await other.sweep();
    const keys = async () => {
      const { calls } = await one.read(owner);
      return calls.map(({ key, content, result }) => `${key} ${content} ${result}`).sort();
    };
    assert.deepEqual(await keys(), ['later null null', 'never null null', 'null null null']);
    setClock(T + 10 * MINUTE);
    for (const store of [one, other]) await store.change(newOwner(), raising);
    assert.deepEqual(await keys(), ['never null null', 'null null null', 'null null null']);
    setClock(T);
    const late = await one.read(owner, { all: ['drafts', 'served'] });
    assert.deepEqual([late.served.length, late.drafts.length], [0, 0]);
  },

  async 'has a time that never goes back, and goes on after a clock that was ahead'({ one, other, setClock }) {
    const owner = newOwner();
    const now = () => other.change(owner, (records) => [records, records.now]);
    setClock(T + 48 * 60 * MINUTE);
    await one.change(owner, raising);
    setClock(T - 60 * MINUTE);
    const first = await now();
    assert.ok(first >= T + 48 * 60 * MINUTE && first < T + 49 * 60 * MINUTE, `${first}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const times = [await now(), (await other.read(owner)).now];
    assert.ok((await one.read(owner)).now >= T + 48 * 60 * MINUTE);
    assert.ok(
      times.every((time) => time > first),
      `${first} ${times.join(' ')}`,
    );
    setClock(T + 50 * 60 * MINUTE);
    assert.equal(await now(), T + 50 * 60 * MINUTE);
  },

  async 'lists the owners with events that are due, the longest waiting first'({ one, other, setClock }) {
    setClock(T + 100 * 60 * MINUTE);
    const [early, late, future, parked] = [newOwner(), newOwner(), newOwner(), newOwner()];
    for (const [owner, due] of [
      [late, 20],
      [early, 10],
      [future, 1e15],
      [parked, null],
    ] as const)
      await one.change(owner, adding({ events: [event(1, due), event(1, due && due + 1)] }));
    assert.deepEqual(await other.due(10), [early, late]);
    assert.deepEqual(await other.due(1), [early]);
  },

  async 'records the first text of a notice'({ one, other }) {
    const notice = { id: 'default', version: '1', locale: 'en', sha256: 'a'.repeat(64), notice: '{"text":"Ä"}', at: 5 };
    assert.deepEqual(await one.record(notice), notice);
    assert.deepEqual(await other.record({ ...notice, sha256: 'b'.repeat(64) }), notice);
    const german = { ...notice, locale: 'de' };
    assert.deepEqual(await other.record(german), german);
  },

  async 'replaces its key only if it is still the one before'({ databases: [one, other] }) {
    assert.equal(await one.keys.read(), undefined);
    const done = await Promise.all(MANY.map((at) => (at % 2 ? one : other).keys.replace(undefined, `key ${at}`)));
    assert.equal(done.filter(Boolean).length, 1);
    const found = await other.keys.read();
    assert.equal(found, `key ${done.indexOf(true)}`);
    assert.deepEqual(
      [await one.keys.replace('another', 'x'), await one.keys.replace(found, 'next'), await other.keys.read()],
      [false, true, 'next'],
    );
  },

  async 'gives an unknown owner no rows, and writes none for a change that changes nothing'({ one, other }) {
    const owner = newOwner();
    await one.change(owner, nothing);
    const { applications, counts, owner: row } = await other.read(owner);
    assert.deepEqual([applications, counts.entries, row], [[], 0, { number: 0, lookups: 0, lookups_from: 0 }]);
    await one.change(owner, (records) => [{ ...records, owner: { ...records.owner, lookups: 3 } }, 0]);
    assert.equal((await other.read(owner)).owner.lookups, 3);
  },
};
