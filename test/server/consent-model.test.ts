// Two applicants, two wordings and a clock, in any order: what reaches the service is what the model says, and no more.
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { createSandbox } from '../../src/sandbox/index.js';
import type { ConsentEvidence } from '../../src/schema/consent.js';
import { defaultNotice, noticeText } from '../../src/schema/index.js';
import { sha256 } from '../../src/schema/notice-text.js';
import { memoryConsents } from '../../src/server/index.js';
import { samplePrequalification } from '../schema/samples.js';
import { type Browser, evidenceOf, KEY, read, SECRET, setup } from './setup.js';

const DAY = 24 * 3600_000;
const USERS = ['jane', 'tom'] as const;
type User = (typeof USERS)[number];
const WORDINGS = [defaultNotice, { ...defaultNotice, version: '3', heading: 'Before we go on' }];

/** A notice that was served, as the model remembers it. */
interface Serving {
  to: User;
  at: number;
  wording: number;
  /** How far the application had come. */
  revision: number;
  withdrawals: number;
  used: boolean;
}
interface Applicant {
  created: boolean;
  revision: number;
  ticked: boolean;
  withdrawals: number;
  given: boolean;
}
interface Model {
  now: number;
  wording: number;
  servings: Serving[];
  of: Record<User, Applicant>;
}

/** The real thing: handlers that come and go, one store, and the evidence that the pages hold. */
class System {
  readonly store = memoryConsents();
  readonly evidence: ConsentEvidence[] = [];
  readonly pages = new Map<User, Browser>();
  readonly #sandbox = createSandbox({ secretKey: KEY });
  calls = 0;

  constructor() {
    this.serveWith(0);
  }

  /** Another process with this wording: the pages keep their cookies. */
  serveWith(wording: number): void {
    const { browser } = setup({
      consents: this.store,
      notice: WORDINGS[wording],
      sessions: { secret: SECRET, maxAge: 365 * 24 * 3600 },
      fetch: (url, init) => {
        if (url.endsWith('request-offers')) this.#called();
        return this.#sandbox.fetch(url, init);
      },
    });
    for (const user of USERS) {
      const page = browser(user);
      for (const [name, value] of this.pages.get(user)?.cookies ?? []) page.cookies.set(name, value);
      this.pages.set(user, page);
    }
  }

  /** No call without a record that stands. */
  #called(): void {
    this.calls++;
    assert.equal(this.store.entries.at(-1)?.event, 'given');
  }
}

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
    evidence.push(await evidenceOf(await pages.get(user)!.get('consent')));
    const { revision, created, withdrawals } = model.of[user];
    const { now: at, wording } = model;
    model.servings.push({ to: user, at, wording, revision: created ? revision : -1, withdrawals, used: false });
    model.of[user].ticked = false;
  });

const tick = (user: User, ticked: boolean) =>
  new Act(`${ticked ? '' : 'un'}tick(${user})`, always, async ({ of }) => void (of[user].ticked = ticked));

const expire = (time: number) =>
  new Act(`wait(${time})`, always, async (model) => {
    model.now += time;
    mock.timers.setTime(model.now);
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
    },
  );

const withdraw = (user: User) =>
  new Act(`withdraw(${user})`, always, async (model, { pages }) => {
    const { status } = await read(await pages.get(user)!.post('consent', { decision: 'withdrawn' }));
    const applicant = model.of[user];
    assert.equal(status, applicant.given ? 200 : 409);
    if (applicant.given) applicant.withdrawals++;
  });

/** Sends what a page holds: what it was served last, or what anybody was served at any time. `altered` shows another text. */
const request = (user: User, which: number | 'last', altered: boolean) =>
  new Act(
    `request(${user}, ${which}${altered ? ', altered' : ''})`,
    ({ servings }) => servings.length > 0,
    async (model, system) => {
      const last = model.servings.findLastIndex(({ to }) => to === user);
      const at = which === 'last' ? Math.max(last, 0) : which % model.servings.length;
      const serving = model.servings[at]!;
      const applicant = model.of[user];
      const evidence = {
        ...system.evidence[at]!,
        ...(altered && { sha256: await sha256(noticeText(WORDINGS[1]!) + '.') }),
      };
      const before = system.calls;
      const body = { credit_score_check_consent: applicant.ticked, evidence };
      const { status } = await read(await system.pages.get(user)!.post('request-offers', body));
      const isFresh =
        serving.to === user &&
        serving.wording === model.wording &&
        serving.revision === applicant.revision &&
        model.now - serving.at < DAY &&
        !serving.used &&
        !altered;
      const passes = applicant.created && applicant.ticked && isFresh && serving.withdrawals === applicant.withdrawals;
      assert.equal(status, passes ? 200 : 409);
      assert.equal(system.calls - before, passes ? 1 : 0);
      if (!passes) return;
      Object.assign(serving, { used: true });
      Object.assign(applicant, { given: true });
    },
  );

const users = fc.constantFrom(...USERS);
const often = <T>(arbitrary: T, times: number): T[] => Array.from({ length: times }, () => arbitrary);
const acts = [
  ...often(users.map(create), 3),
  ...often(users.map(serve), 4),
  ...often(
    users.map((user) => tick(user, true)),
    4,
  ),
  users.map((user) => tick(user, false)),
  fc.constantFrom(1, 60_000, DAY / 2, DAY + 1000).map(expire),
  fc.constantFrom(0, 1).map(reword),
  users.map(addFigures),
  users.map(withdraw),
  ...often(
    users.map((user) => request(user, 'last', false)),
    6,
  ),
  fc.tuple(users, fc.nat(20)).map(([user, which]) => request(user, which, false)),
  users.map((user) => request(user, 'last', true)),
];

describe('consent, in any order of what can happen', () => {
  it('reaches the service as the model says, and never without a record', async () => {
    let calls = 0;
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) });
    try {
      await fc.assert(
        fc.asyncProperty(fc.commands(acts, { maxCommands: 60, size: 'max' }), async (commands) => {
          mock.timers.setTime(Date.UTC(2026, 0, 1));
          const system = new System();
          await fc.asyncModelRun(() => ({ model: newModel(), real: system }), commands);
          calls += system.calls;
        }),
        { numRuns: 150 },
      );
    } finally {
      mock.timers.reset();
    }
    assert.ok(calls > 20, `${calls} calls were made in all`);
  });
});

const newApplicant = (): Applicant => ({ created: false, revision: 0, ticked: false, withdrawals: 0, given: false });
const newModel = (): Model => ({
  now: Date.UTC(2026, 0, 1),
  wording: 0,
  servings: [],
  of: { jane: newApplicant(), tom: newApplicant() },
});
