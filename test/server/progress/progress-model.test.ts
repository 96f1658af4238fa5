// Applicants who apply at several handlers of one database, which are killed at random places, with a hook that fails at random.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallName } from '../../../src/schema/calls/calls.js';
import type { Database, ProgressEntry } from '../../../src/server/index.js';
import { STEPS } from '../../../src/server/journal/calls.js';
import type { ProgressStep, Store } from '../../../src/server/records/records.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { evidenceOf, type Browser } from '../browser.js';
import { engines, type TestDatabase } from '../records/engines.js';
import { KEY, setup, UNLIMITED } from '../setup.js';
import { endPauses, rowsOf } from '../stores.js';

/** Random numbers from 0 to 1 that a seed repeats (mulberry32). */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
  t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

/** A store whose process can be killed: before or after one of its next calls, and from then on each call fails. */
function mortal(database: Database, random: () => number) {
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
    ...database,
    open(key: string): Store {
      const store = database.open(key);
      return {
        ...store,
        change: guard(store.change) as Store['change'],
        read: guard(store.read),
        due: guard(store.due),
      };
    },
  };
  return {
    store: guarded,
    killWithin: (calls: number) => void (left = calls),
    kill: () => void die(),
    isDead: () => isDead,
  };
}

/** The steps of an applicant that the database has, without their order. */
async function stepsOf(database: Database, subject: string): Promise<ProgressStep[]> {
  const owner = { subject, business: subject };
  const { counts, consents } = await (await rowsOf(database)).read(owner, { all: ['consents'] });
  const calls = Object.entries(counts.done).flatMap(([call, { count }]) =>
    Array.from({ length: count }, () => STEPS[call as CallName]),
  );
  return [...calls, ...consents.flatMap(({ event }) => (event === 'declined' || event === 'withdrawn' ? [event] : []))];
}

/** The steps that were added. The applicant has made at most one call meanwhile. */
function stepsSince(before: readonly ProgressStep[], after: readonly ProgressStep[]): ProgressStep[] {
  const left = [...after];
  for (const step of before) left.splice(left.indexOf(step), 1);
  return left;
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
  /** Replaces the processes that were killed, and lets all pauses end. */
  async function passTime() {
    await Promise.all(processes.map(({ handle }) => handle.deliverProgress().catch(() => undefined)));
    await isSettled();
    busy.clear();
    for (const [at, { isDead }] of processes.entries()) if (isDead()) processes[at] = start();
    return endPauses(facts);
  }

  const users = ['u1', 'u2', 'u3', 'u4'];
  const expected = new Map<string, ProgressStep[]>();
  for (let round = 0; round < 30; round++) {
    const before = await Promise.all(users.map((user) => stepsOf(facts, user)));
    if (random() < 0.6) pick(processes).killWithin(1 + Math.floor(random() * 40));
    await Promise.all(
      users.map(async (user, at) => {
        const page = pick(processes).browser(user);
        const act = before[at]!.length > 0 ? pick(ACTS) : () => page.create();
        await act(page).catch(() => undefined);
      }),
    );
    await passTime();
    for (const [at, user] of users.entries()) {
      const steps = stepsSince(before[at]!, await stepsOf(facts, user));
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
