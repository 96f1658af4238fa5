// The queries of docs/stores.md, next to the truth of a run with many applicants, each of whom stops somewhere.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { engines, type TestDatabase } from '../server/records/engines.js';
import type { Browser } from '../server/browser.js';
import { setup, UNLIMITED, type Fetch } from '../server/setup.js';
import { begun, changeWaiting } from '../server/stores.js';

const { filesOfGuide } = (await import(new URL('../support/guide-code.mjs', import.meta.url).href)) as {
  filesOfGuide(guide: string): Map<string, string>;
};
const NAMESPACE = 'production https://api.lender.example';
/** Bounds of the guide: the beginning of 2026, and of 2027. */
const [FROM, TO] = [1767225600000, 1798761600000];

/** The places at which applicants stop, the furthest step of each, and the decisions that they leave. */
const STOPS: { stop: string; step?: string; decisions?: string[] }[] = [
  { stop: 'before the creation' },
  { stop: 'unknown' },
  { stop: 'process is gone' },
  { stop: 'created', step: '1 created' },
  { stop: 'documents', step: '2 document sent' },
  { stop: 'prequalification', step: '3 figures sent' },
  { stop: 'declined', step: '3 figures sent', decisions: ['declined'] },
  { stop: 'request-offers', step: '4 offers requested', decisions: ['given'] },
  { stop: 'widget-token', step: '5 offers shown', decisions: ['given'] },
  { stop: 'withdrawn', step: '5 offers shown', decisions: ['given', 'withdrawn'] },
];
/** With fewer applicants of earlier years, PostgreSQL finds a whole table cheaper than an index. */
const EARLIER = 8000;
const ROUTES = ['applications', 'documents', 'prequalification', 'request-offers', 'widget-token'];

async function walk(page: Browser, stop: string): Promise<void> {
  const post = async (path: string, body: unknown) => assert.equal((await page.post(path, body)).status, 200, path);
  await page.get('session');
  if (stop === 'unknown')
    return assert.equal((await page.post('applications', await page.good('applications'))).status, 502);
  const last = { created: 0, declined: 2, withdrawn: 4, 'before the creation': -1, 'process is gone': -1 }[stop];
  for (const route of ROUTES.slice(0, (last ?? ROUTES.indexOf(stop)) + 1)) await post(route, await page.good(route));
  if (stop === 'withdrawn') await post('consent', { decision: 'withdrawn' });
  const evidence = async () => ((await page.good('request-offers')) as { evidence: unknown }).evidence;
  if (stop === 'declined') await post('consent', { decision: 'declined', evidence: await evidence() });
}

/** A service that loses the response to the creation of some applicants. */
const losing =
  (isLost: () => boolean) =>
  (real: Fetch): Fetch =>
  async (...call) => {
    const response = await real(...call);
    return isLost() && String(call[0]).endsWith('applications') ? Promise.reject(new TypeError('lost')) : response;
  };

/** Runs the applicants against a database. The decisions from `half` on are those of the second half. */
async function run(database: TestDatabase, count: number) {
  const store = database.open({ namespace: NAMESPACE });
  const others = setup({ store: database.open({ namespace: 'other' }), limits: UNLIMITED });
  await walk(others.browser('other'), 'withdrawn');
  let stop = '';
  const { browser } = setup({
    store,
    limits: UNLIMITED,
    service: losing(() => stop === 'unknown'),
    onProgress: () => Promise.reject(new Error('not now')),
    log() {},
  });
  const applicants = Array.from({ length: count }, (_, at) => ({ subject: `s${at}`, ...STOPS[at % STOPS.length]! }));
  let half = 0;
  for (const [at, applicant] of applicants.entries()) {
    ({ stop } = applicant);
    if (at === count / 2) {
      await pause(5);
      half = Date.now();
      await pause(5);
    }
    const { subject } = applicant;
    await walk(browser(subject), stop);
    if (stop === 'process is gone') await begun(store, { subject, business: subject });
  }
  await changeWaiting(store, ({ step, due_at }) =>
    step === 'created' && due_at !== null ? { tries: 75, due_at: null } : {},
  );
  return { applicants, half };
}

/** The parts of a plan that read a whole table, or all applications, calls or consents of a namespace. */
const scansIn = (isServer: boolean, plan: Record<string, unknown>[]): string[] => {
  if (!isServer)
    return plan
      .map(({ detail }) => String(detail))
      .filter((one) =>
        /^SCAN (applications|calls|consents|events|failures|notices)|^SEARCH (a|c).*\(namespace=\?\)/.test(one),
      );
  const scans: string[] = [];
  const look = (node: Record<string, unknown>) => {
    const type = String(node['Node Type']);
    if (/Scan/.test(type) && !/Subquery|Bitmap Heap/.test(type) && !node['Index Cond'])
      scans.push(JSON.stringify(node));
    for (const one of (node['Plans'] ?? []) as Record<string, unknown>[]) look(one);
  };
  for (const { Plan } of plan[0]!['QUERY PLAN'] as { Plan: Record<string, unknown> }[]) look(Plan);
  return scans;
};

/** Adds the rows of many earlier years: created applications, their calls and consents, other notices, and the events of other namespaces. */
async function addYears(query: TestDatabase['query'], isServer: boolean, years: number) {
  const table = isServer ? 'information_schema.columns' : '';
  for (const [name, times] of Object.entries<string[]>({
    applications: ['created_at'],
    calls: ['begun_at', 'ended_at'],
    consents: ['at'],
    notices: ['at'],
    events: [],
    failures: [],
  })) {
    const columns = await query(
      isServer
        ? `SELECT column_name AS name FROM ${table} WHERE table_schema = current_schema() AND table_name = '${name}' AND column_name <> 'added'`
        : `SELECT name FROM pragma_table_info('${name}')`,
    );
    const names = columns.map((one) => String(one['name']));
    const own = { notices: ['version', 'sha256'], events: ['namespace'] }[name] ?? ['subject'];
    const values = names.map((one) =>
      own.includes(one) ? `year || ' ' || ${one}` : times.includes(one) ? `${one} - year * 31536000000` : one,
    );
    const where = name === 'applications' ? 'created_at IS NOT NULL' : name === 'calls' ? `state = 'done'` : 'TRUE';
    await query(`WITH RECURSIVE years(year) AS (SELECT 1 UNION ALL SELECT year + 1 FROM years WHERE year < ${years})
      INSERT INTO ${name} (${names.join()}) SELECT ${values.join()} FROM ${name}, years WHERE ${where}`);
  }
  await query('ANALYZE');
}

export const testQueries = (count: number) =>
  describe(`the queries of the guide to the tables, after a run with ${count} applicants`, { timeout: 600_000 }, () => {
    for (const { name, skip, create } of engines)
      it(`find the truth, and read no whole table: ${name}`, { skip }, async () => {
        const isServer = name === 'PostgreSQL';
        const database = await create();
        const { applicants, half } = await run(database, count);
        const others = isServer ? 'SQLite' : 'PostgreSQL';
        const sqlOf = (file: string) =>
          filesOfGuide('stores.md')
            .get(file)!
            .split('\n')
            .filter((line) => !line.endsWith(`-- ${others}`))
            .join('\n')
            .replace(/;\s*$/, '');
        const ask = async (file: string, change = (sql: string) => sql) => {
          const sql = change(sqlOf(file));
          assert.deepEqual(
            scansIn(isServer, await database.query(`EXPLAIN ${isServer ? '(FORMAT JSON)' : 'QUERY PLAN'} ${sql}`)),
            [],
            file,
          );
          return database.query(sql);
        };
        const subjectsAt = (...stops: string[]) =>
          applicants
            .filter(({ stop }) => stops.includes(stop))
            .map(({ subject }) => subject)
            .sort();
        await addYears(database.query, isServer, EARLIER / count);

        const unknown = await ask('unknown-outcomes.sql');
        assert.deepEqual(
          unknown.map(({ subject }) => String(subject)).sort(),
          subjectsAt('unknown', 'process is gone'),
        );

        const steps: Record<string, number> = {};
        for (const { step } of applicants) if (step) steps[step] = (steps[step] ?? 0) + 1;
        const stopped = await ask('where-applicants-stop.sql');
        assert.deepEqual(Object.fromEntries(stopped.map((row) => [row['step'], Number(row['applications'])])), steps);

        const decisionsOf = (those: typeof applicants) =>
          those.flatMap(({ subject, decisions = [] }) => decisions.map((event) => `${subject} ${event}`)).sort();
        const consents = (from: number, to: number) =>
          ask('consents-of-a-year.sql', (sql) => sql.replace(`${FROM}`, `${from}`).replace(`${TO}`, `${to}`));
        for (const [from, to, those] of [
          [FROM, half, applicants.slice(0, count / 2)],
          [half, TO, applicants.slice(count / 2)],
        ] as const) {
          const rows = await consents(from, to);
          assert.deepEqual(
            rows.map(({ subject, event }) => `${String(subject)} ${String(event)}`).sort(),
            decisionsOf([...those]),
          );
          for (const { event, locale, sha256 } of rows)
            if (event !== 'withdrawn') assert.deepEqual([locale, String(sha256).length], ['en', 64]);
        }

        const waiting = await ask('waiting-events.sql');
        const parked = waiting
          .filter(({ state }) => state === 'parked')
          .map(({ subject }) => String(subject))
          .sort();
        assert.deepEqual(
          parked,
          applicants
            .filter(({ step }) => step)
            .map(({ subject }) => subject)
            .sort(),
        );
        assert.ok(
          waiting.every(
            ({ state, tries }) => state === 'parked' || (state === 'behind another' && Number(tries) === 0),
          ),
        );

        const about = (subject: string) => ask('one-applicant.sql', (sql) => sql.replace("'jane'", `'${subject}'`));
        const [lost] = subjectsAt('unknown');
        assert.deepEqual(
          (await about(lost!)).map(({ fact, detail }) => (String(fact).startsWith('error') ? fact : [fact, detail])),
          [['call createApplication', 'unknown'], 'error outcome-unknown'],
        );
        const jane = applicants.findLast(({ stop }) => stop === 'withdrawn')!;
        const facts = await about(jane.subject);
        const told = facts.map(({ fact }) => String(fact));
        for (const call of ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'])
          assert.ok(told.includes(`call ${call}`), call);
        for (const [consent, call] of Object.entries({ given: 'requestOffers', changed: 'uploadDocument' }))
          assert.ok(told.indexOf(`consent ${consent}`) < told.indexOf(`call ${call}`), `${consent} before ${call}`);
        assert.deepEqual(
          told.filter((one) => /given|withdrawn/.test(one)),
          ['consent given', 'consent withdrawn', 'event withdrawn'],
        );
        assert.ok(Math.abs(Date.parse(String(facts[0]!['happened']) + (isServer ? '' : 'Z')) - half) < 600_000);
      });
  });
