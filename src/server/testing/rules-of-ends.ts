// The rules about the end of rows, about time, and about rows of no owner.
import * as assert from './assert.js';
import { MANY, MINUTE, type Rule } from './given.js';
import { adding, call, draft, entry, event, newOwner, notice, nothing, raising, served } from './samples.js';

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

  async 'erases the entries about some applications, if their number is right and no call is under way'({
    one,
    other,
    databases: [{ consents }],
  }) {
    const [jane, tom, left] = [newOwner(), newOwner(), newOwner()];
    const given = (now: number) => ({ consents: [entry('given', now), entry('withdrawn', now)] });
    for (const who of [jane, tom, left]) await one.change(who, adding(given));
    const running = call({ deadline: 1e15 });
    await one.change(tom, adding({ calls: [running, call({ deadline: 1, call: 'uploadDocument' })] }));
    const both = [jane, tom].map((who) => ({ ...who, number: 1 }));
    await assert.rejects(other.eraseEntries(both, 'A test.', 4), /handler-in-flight.*under way/);
    await one.change(tom, (records) => [{ ...records, calls: [{ ...running, state: 'done', ended_at: 5 }] }, 0]);
    for (const expected of [0, 3, 5]) assert.equal(await other.eraseEntries(both, 'A test.', expected), 0);
    assert.equal(await other.eraseEntries([{ ...jane, number: 2 }], 'A test.', 2), 0);
    assert.deepEqual((await consents.check()).erased, []);
    assert.equal(await other.eraseEntries(both, 'A test.', 4), 4);
    // The process remembers the ends of these chains, and adds entries to new ones.
    await one.change(
      jane,
      adding((now) => ({ consents: [entry('changed', now)] })),
    );
    await one.read(tom);
    await one.change(tom, adding(given));
    const counts = await Promise.all([jane, tom, left].map(async (who) => (await other.read(who)).counts.entries));
    assert.deepEqual(counts, [1, 2, 2]);
    const { erased, broken } = await consents.check();
    assert.deepEqual([erased.map(({ reason, entries }) => [reason, entries]), broken], [[['A test.', 4]], []]);
  },

  async 'lists the chains of entries with their notices, and expects the digest of an earlier check'({
    one,
    other,
    databases: [{ consents }],
  }) {
    const [owner, shown] = [newOwner(), notice('Ä')];
    await one.record(shown);
    await one.change(
      owner,
      adding((now) => ({ consents: [entry('given', now, { notice: shown.sha256, entry: '{"method":"checkbox"}' })] })),
    );
    const earlier = await consents.check();
    assert.deepEqual([earlier.entries, earlier.chains, earlier.broken, earlier.isExpected], [1, 2, [], true]);
    await other.change(
      owner,
      adding((now) => ({ consents: [entry('withdrawn', now)] })),
    );
    assert.equal((await consents.check(earlier.digest)).isExpected, true);
    const chains = [];
    for await (const chain of consents.chains('this')) chains.push(chain);
    const [[given, withdrawn] = []] = chains;
    const about = `applicant:${JSON.stringify([owner.subject, 'bakery', 1])}`;
    const { entryId, at, ...facts } = given!;
    const same = { about, ...owner, number: 1, event: 'given', method: 'checkbox', notice: { text: 'Ä' } };
    assert.deepEqual([facts, withdrawn!.event, chains.length], [same, 'withdrawn', 1]);
    assert.ok(!!entryId && Math.abs(Date.parse(at) - Date.now()) < MINUTE, `${entryId} at ${at}`);
    await other.erase(owner, () => 0);
    assert.equal((await consents.check(earlier.digest)).isExpected, true);
    assert.equal((await other.erase(owner, () => 0, 'A test.'))[1], 2);
    const { isExpected, erased, entries } = await consents.check(earlier.digest);
    assert.deepEqual([isExpected, erased.length, entries], [false, 1, 0]);
  },

  async 'counts the entries of the last milliseconds that are wanted'({ one, setClock }) {
    const owner = newOwner();
    for (const minutes of [0, 5, 20]) {
      setClock(T + minutes * MINUTE);
      await one.change(
        owner,
        adding((now) => ({ consents: [entry('changed', now)] })),
      );
    }
    const counted = async (recent?: number) => {
      const { counts } = await one.read(owner, { recent });
      return [counts.recent, counts.recent_from && counts.recent_from - T];
    };
    const rows = [undefined, 16 * MINUTE, 21 * MINUTE];
    assert.deepEqual(await Promise.all(rows.map(counted)), [
      [1, 20 * MINUTE],
      [2, 5 * MINUTE],
      [3, 0],
    ]);
    setClock(T + 60 * MINUTE);
    assert.deepEqual(await counted(), [0, null]);
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
          call({ key: 'gone', content: 'c', forget_at: T + MINUTE }),
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
      return calls.map(({ key, content }) => `${key} ${content}`).sort();
    };
    assert.deepEqual(await keys(), ['later null', 'never null', 'null null']);
    setClock(T + 10 * MINUTE);
    for (const store of [one, other]) await store.change(newOwner(), raising);
    assert.deepEqual(await keys(), ['never null', 'null null', 'null null']);
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
    const next = (await one.read(owner)).now;
    assert.ok(next >= T + 48 * 60 * MINUTE, `${next}`);
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
    const first = notice('Ä');
    assert.deepEqual(await one.record(first), first);
    assert.deepEqual(await other.record(notice('B')), first);
    const german = notice('C', { locale: 'de' });
    assert.deepEqual(await other.record(german), german);
    assert.deepEqual([await one.notice(german.sha256), await one.notice(notice('B').sha256)], [german, undefined]);
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
