// Random orders of actions by two applicants, with two wordings and a clock. The service must get exactly the calls that the model allows.
import assert from 'node:assert/strict';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Consent } from '../../../src/schema/consent/consent.js';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { noticeText } from '../../../src/schema/index.js';
import { memoryStore, type Database } from '../../../src/server/index.js';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { evidenceOf, newFolder, read, samplePrequalification } from '../setup.js';
import {
  ANSWERABLE,
  isFresh,
  isServed,
  newModel,
  reject,
  System,
  USERS,
  WORDINGS,
  type Model,
  type User,
} from './consent-system.js';

class Act implements fc.AsyncCommand<Model, System> {
  constructor(
    readonly name: string,
    readonly check: (model: Readonly<Model>) => boolean,
    readonly run: (model: Model, system: System) => Promise<void>,
  ) {}
  toString = () => this.name;
}

const always = () => true;

const create = (user: User) =>
  new Act(
    `create(${user})`,
    ({ of }) => !of[user].created,
    async ({ of }, { pages }) => {
      await pages.get(user)!.create();
      Object.assign(of[user], { created: true });
    },
  );

const serve = (user: User) =>
  new Act(`serve(${user})`, always, async (model, { pages, evidence }) => {
    const answer = await pages.get(user)!.get('consent');
    const { withdrawnAt, figures } = (await answer.clone().json()) as Consent;
    evidence.push(await evidenceOf(answer));
    const { revision, created, ends, given, stands, sent } = model.of[user];
    assert.equal(withdrawnAt !== undefined, given && !stands);
    assert.deepEqual(figures, sent);
    const { now: at, wording } = model;
    model.servings.push({ to: user, at, wording, revision: created ? revision : -1, ends });
    model.of[user].ticked = false;
  });

const tick = (user: User, ticked: boolean) =>
  new Act(`${ticked ? '' : 'un'}tick(${user})`, always, async ({ of }) => void (of[user].ticked = ticked));

const expire = (time: number) =>
  new Act(`wait(${time})`, always, async (model) => {
    model.now += time;
  });

const reword = (wording: number) =>
  new Act(`reword(${wording})`, always, async (model, system) => {
    model.wording = wording;
    system.serveWith(wording);
  });

const addFigures = (user: User) =>
  new Act(
    `figures(${user})`,
    ({ of }) => of[user].created,
    async ({ of }, { pages }) => {
      assert.equal((await pages.get(user)!.post('prequalification', samplePrequalification())).status, 200);
      of[user].revision++;
      of[user].sent = samplePrequalification();
    },
  );

const withdraw = (user: User) =>
  new Act(`withdraw(${user})`, always, async (model, { pages }) => {
    const { status } = await read(await pages.get(user)!.post('consent', { decision: 'withdrawn' }));
    const applicant = model.of[user];
    assert.equal(status, applicant.given ? 200 : 409);
    if (applicant.stands) applicant.ends++;
    if (applicant.given) Object.assign(applicant, { stands: false, declined: undefined });
  });

/** The service receives the figures, but its answer is lost. */
const loseFigures = (user: User) =>
  new Act(
    `lost figures(${user})`,
    ({ of }) => of[user].created,
    async ({ of }, { pages, lose }) => {
      assert.equal((await lose(() => pages.get(user)!.post('prequalification', samplePrequalification()))).status, 502);
      of[user].revision++;
      of[user].sent = 'unknown';
    },
  );

/** Declines the notice that the page was served last. */
const decline = (user: User) =>
  new Act(
    `decline(${user})`,
    ({ servings }) => servings.some(({ to }) => to === user),
    async (model, { pages, evidence }) => {
      const at = model.servings.findLastIndex(({ to }) => to === user);
      const body = { decision: 'declined', evidence: evidence[at] };
      const { status } = await read(await pages.get(user)!.post('consent', body));
      const passes = isFresh(model, at, user);
      const isAgain = model.of[user].declined === at && isServed(model, at, user);
      assert.equal(status, passes || isAgain ? 200 : 409);
      if (passes) reject(model, at, user);
    },
  );

/** Requests offers with the evidence of the last notice, or of any notice that anybody was served. `altered` changes its text. */
const request = (user: User, which: number | 'last', altered: boolean) =>
  new Act(
    `request(${user}, ${which}${altered ? ', altered' : ''})`,
    ({ servings }) => servings.length > 0,
    async (model, system) => {
      const last = model.servings.findLastIndex(({ to }) => to === user);
      const at = which === 'last' ? Math.max(last, 0) : which % model.servings.length;
      const applicant = model.of[user];
      const evidence = {
        ...system.evidence[at]!,
        ...(altered && { sha256: await sha256(noticeText(WORDINGS[1]!) + '.') }),
      };
      const before = system.calls;
      const body = { credit_score_check_consent: applicant.ticked, evidence };
      const { status } = await read(await system.pages.get(user)!.post('request-offers', body));
      const passes = applicant.created && applicant.ticked && !altered && isFresh(model, at, user);
      assert.equal(status, passes ? 200 : 409);
      assert.equal(system.calls - before, passes ? 1 : 0);
      // A request without a tick counts as declining.
      if (!applicant.ticked && applicant.created && !altered && isFresh(model, at, user)) reject(model, at, user);
      if (!passes) return;
      // It ends every notice that was served before.
      Object.assign(applicant, { given: true, stands: true, declined: undefined, ends: applicant.ends + 1 });
    },
  );

const users = fc.constantFrom(...USERS);
const often = <T>(arbitrary: T, times: number): T[] => Array.from({ length: times }, () => arbitrary);
const acts = [
  ...often(users.map(create), 6),
  ...often(users.map(serve), 9),
  ...often(
    users.map((user) => tick(user, true)),
    9,
  ),
  users.map((user) => tick(user, false)),
  fc.constantFrom(1, 60_000, ANSWERABLE / 2 + 1000, ANSWERABLE + 1000).map(expire),
  fc.constantFrom(0, 1).map(reword),
  users.map(addFigures),
  users.map(loseFigures),
  users.map(withdraw),
  users.map(decline),
  ...often(
    users.map((user) => request(user, 'last', false)),
    14,
  ),
  fc.tuple(users, fc.nat(20)).map(([user, which]) => request(user, which, false)),
  users.map((user) => request(user, 'last', true)),
];

/** The number of random orders. `npm run test:fuzz` tries more. */
const RUNS = Number(process.env['CONSENT_RUNS'] ?? 250);

const folder = newFolder();

/** Each row makes a new store, and returns a function that opens it as another process would. */
const stores: [string, number, (clock: () => number) => () => Database][] = [
  [
    'memory',
    RUNS,
    (clock) => {
      const store = memoryStore({ clock });
      return () => store;
    },
  ],
  [
    'SQLite',
    Math.ceil(RUNS / 5),
    (clock) => {
      const file = path.join(folder, crypto.randomUUID());
      return () => sqliteStore(file, { clock });
    },
  ],
];

describe('consent, in any order of events', () => {
  for (const [name, numRuns, newStore] of stores) {
    it(`reaches the service as the model predicts, and never without a record, in ${name}`, async (test) => {
      let [calls, commandsRun] = [0, 0];
      await fc.assert(
        fc.asyncProperty(fc.commands(acts, { maxCommands: 60, size: 'max' }), async (commands) => {
          const model = newModel();
          const system = new System(newStore(() => model.now));
          await fc.asyncModelRun(() => ({ model, real: system }), commands);
          calls += system.calls;
          commandsRun += [...commands].length;
        }),
        { numRuns },
      );
      test.diagnostic(`${numRuns} orders of ${commandsRun} commands, ${calls} calls for offers`);
      assert.ok(calls > numRuns / 25, `${calls} calls were made in all`);
    });
  }
});
