// Applicants who apply at several handlers of one database, which are killed at random places, with a hook that fails at random.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applicantKey, ownerKey } from '../../../src/server/applications/applications.js';
import type { Application, Applications, ProgressStep } from '../../../src/server/applications/types.js';
import type { DatabaseStore } from '../../../src/server/database/store.js';
import { openKept } from '../../../src/server/store/kept.js';
import { STEPS, type ProgressEntry } from '../../../src/server/progress/types.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { evidenceOf, type Browser } from '../browser.js';
import { engines, type TestDatabase } from '../database/engines.js';
import { KEY, SECRET, setup, UNLIMITED } from '../setup.js';
import { endPauses } from './waiting.js';

/** Random numbers from 0 to 1 that a seed repeats (mulberry32). */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
  t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

/** A store whose process can be killed: before or after one of its next calls, and from then on each call fails. */
function mortal(store: DatabaseStore, random: () => number) {
  let left = Infinity;
  let isDead = false;
  const die = () => ((isDead = true), new Error('killed'));
  const guard =
    <T extends unknown[], R>(work: (...given: T) => Promise<R>) =>
    async (...given: T): Promise<R> => {
      if (isDead || (--left === 0 && random() < 0.5)) throw die();
      const isLast = left === 0;
      const result = await work(...given);
      if (isDead || isLast) throw die();
      return result;
    };
  const guarded = {
    ...store,
    get: guard(store.get),
    set: guard(store.set),
    replace: guard(store.replace),
    append: guard(store.append),
    entries: guard(store.entries),
    async *list(start: string) {
      if (isDead) throw die();
      yield* store.list(start);
    },
  };
  return {
    store: guarded,
    killWithin: (calls: number) => void (left = calls),
    kill: () => void die(),
    isDead: () => isDead,
  };
}

/** The facts about an applicant that the database has. */
async function factsOf(store: DatabaseStore, subject: string): Promise<[Application, string[]]> {
  const owner = { subject, business: subject };
  const value = await openKept(store, [SECRET]).get('application', ownerKey(owner));
  const { current = { number: 1, marks: {} } } = JSON.parse(value ?? '{}') as Partial<Applications>;
  const entries = await store.entries(`applicant:${applicantKey({ ...owner, number: 1 })}`);
  return [current, entries.map(({ event }) => event)];
}

/** The steps between two states of an applicant with at most one call. */
function stepsSince([before, events]: [Application, string[]], [after, all]: [Application, string[]]): ProgressStep[] {
  const marks = Object.keys(STEPS) as (keyof typeof STEPS)[];
  return [
    ...(after.company_id !== before.company_id ? ['created' as const] : []),
    ...marks.filter((call) => after.marks[call] !== before.marks[call]).map((call) => STEPS[call]),
    ...all.slice(events.length).filter((event) => event === 'declined' || event === 'withdrawn'),
  ];
}

const ACTS: ((page: Browser) => Promise<unknown>)[] = [
  ...['documents', 'prequalification', 'request-offers', 'widget-token'].map(
    (path) => async (page: Browser) => page.post(path, await page.good(path)),
  ),
  async (page) => page.post('consent', { decision: 'declined', evidence: await evidenceOf(await page.get('consent')) }),
  async (page) => page.post('consent', { decision: 'withdrawn' }),
];

async function run(database: TestDatabase, seed: number) {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const facts = database.open();
  const sandbox = createSandbox({ secretKey: KEY });
  const heard = new Map<string, ProgressEntry[]>();
  const busy = new Set<string>();
  let failures = 0.3;

  function start() {
    const process = mortal(database.open(), random);
    async function onProgress(progress: ProgressEntry) {
      const { subject } = progress;
      assert.ok(process.isDead() || !busy.has(subject), 'two processes deliver events of one application');
      if (process.isDead()) throw new Error('killed');
      busy.add(subject);
      await new Promise(setImmediate);
      busy.delete(subject);
      if (random() < failures) throw new Error('the hook fails');
      heard.set(subject, [...(heard.get(subject) ?? []), progress]);
      if (random() < failures / 4) process.kill();
    }
    const given = { store: process.store, fetch: sandbox.fetch, limits: UNLIMITED, onProgress };
    return { ...process, ...setup({ ...given, log: false }) };
  }
  const processes = [start(), start(), start()];
  const isSettled = () => new Promise((resolve) => setTimeout(resolve, 5));
  /** Replaces the processes that were killed, and lets all pauses and leases end. */
  async function passTime() {
    await Promise.all(processes.map(({ handle }) => handle.deliverProgress().catch(() => undefined)));
    await isSettled();
    busy.clear();
    for (const [at, { isDead }] of processes.entries()) if (isDead()) processes[at] = start();
    await database.query((t) => `DELETE FROM ${t}leases`);
    return endPauses(facts);
  }

  const users = ['u1', 'u2', 'u3', 'u4'];
  const expected = new Map<string, ProgressStep[]>();
  for (let round = 0; round < 30; round++) {
    const before = await Promise.all(users.map((user) => factsOf(facts, user)));
    if (random() < 0.6) pick(processes).killWithin(1 + Math.floor(random() * 40));
    await Promise.all(
      users.map(async (user, at) => {
        const page = pick(processes).browser(user);
        const act = before[at]![0].company_id ? pick(ACTS) : () => page.create();
        await act(page).catch(() => undefined);
      }),
    );
    await passTime();
    for (const [at, user] of users.entries()) {
      const steps = stepsSince(before[at]!, await factsOf(facts, user));
      expected.set(user, [...(expected.get(user) ?? []), ...steps]);
      // A creation with an unknown outcome stops this applicant.
      if (round > 5 && (expected.get(user) ?? []).length === 0) users[at] = `${user}+`;
    }
  }
  failures = 0;
  while ((await passTime()) > 0);
  return { heard, expected };
}

for (const { name, skip, create } of engines)
  describe(`onProgress with processes that are killed, in ${name}`, { skip }, () => {
    for (const seed of [1, 2, 3, 4])
      it(`gets each step, and those of one application in their order (seed ${seed})`, async () => {
        const { heard, expected } = await run(await create(), seed);
        assert.ok([...expected.values()].flat().length > 40, 'most calls succeed');
        for (const [user, steps] of expected) {
          const all = heard.get(user) ?? [];
          const ids = [...new Set(all.map(({ id }) => id))];
          const first = ids.map((id) => all.find((one) => one.id === id)!.step);
          assert.deepEqual(first, steps, user);
          const places = all.map(({ id }) => ids.indexOf(id));
          assert.deepEqual(
            places,
            [...places].sort((one, other) => one - other),
            `${user}: a repeated event is late`,
          );
        }
      });
  });
