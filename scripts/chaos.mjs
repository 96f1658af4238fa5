// `npm run test:chaos`: many applicants at three handlers with one SQLite file, and at four with a PostgreSQL. Handlers are killed and stopped, two of
// them have wrong clocks, and the lender and PostgreSQL fail. At the end, the lender's record, the consents and the applications must agree. It
// fails if there is a difference, prints the seed and the applicant's history. Each of the two runs ends after `--minutes` at the latest.
// `--only sqlite` makes one of them, `--short` is the form of `npm run verify`, and `--write` writes the table into the guide.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { goThrough } from './chaos/applicant.mjs';
import { chance } from './chaos/children.mjs';
import { compare, findings, printDifferences, tableOf } from './chaos/compare.mjs';
import { Page } from './chaos/page.mjs';
import { closingList, readRecords, startWorld } from './chaos/world.mjs';
import { findPostgres } from './postgres.mjs';
import { markdownTable, printTable, thisMachine, writeBlock } from './table.mjs';

const text = { type: 'string' };
const { values } = parseArgs({
  options: {
    applicants: text,
    seed: text,
    minutes: text,
    only: text,
    short: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const APPLICANTS = Number(values.applicants ?? (values.short ? 100 : 10_000));
const MINUTES = Number(values.minutes ?? (values.short ? 0.5 : 20));
const SEED = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const AT_ONCE = 64;
const LONGEST = MINUTES * 60_000;
/** Milliseconds for the journeys that have begun, and for the comparison. */
const ENDING = 120_000;
/** The share of the applicants after which the memory of a handler is measured for the first time. */
const WARM = 0.3;

/** How often each kind of kill or restart happens while this number of applicants finishes. */
const PLAN = {
  sqlite: { kill: 50, restart: 100, suspend: 250 },
  postgres: { kill: 50, restart: 100, suspend: 500, postgres: 250 },
};
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Plans the kills and restarts. Each comes when a certain share of the applicants has finished, so that a slow machine gets no more of them
 * than a fast one: each has its kind, the share of the applicants after which it happens, and its duration in milliseconds. */
function plan(engine, applicants, dice) {
  return Object.entries(PLAN[engine])
    .flatMap(([kind, of]) => Array.from({ length: Math.max(1, Math.round(applicants / of)) }, () => kind))
    .map((kind) => ({ kind, at: 0.1 + dice.below(800) / 1000, lasts: 100 + dice.below(1000) }))
    .sort((one, other) => one.at - other.at);
}

/** Causes the planned troubles as `finished()` grows, until `signal` is aborted. Returns the number of each, and when they happened. */
function startTrouble(troubles, world, finished, signal) {
  const counts = Object.fromEntries(troubles.map(({ kind }) => [kind, 0]));
  const times = [];
  const cause = {
    kill: ({ lasts }) => world.machines.kill(lasts),
    restart: () => world.machines.restart(),
    suspend: () => world.machines.suspend(),
    postgres: ({ lasts }) => crash(world.database, lasts),
  };
  async function run() {
    for (const trouble of troubles) {
      while (!signal.aborted && finished() < trouble.at) await pause(20);
      if (signal.aborted) return;
      const from = Date.now();
      await cause[trouble.kind](trouble);
      counts[trouble.kind] += 1;
      times.push({ kind: trouble.kind, from, to: Date.now() });
    }
  }
  return { counts, times, ended: run() };
}

async function crash(engine, lasts) {
  await engine.crash();
  await pause(lasts);
  await engine.start();
}

/** Lets the applicants go through their journeys, several at the same time, until the time is over. */
async function runApplicants(world, count, seed) {
  const figures = { requests: 0, lost: 0, slowest: 0, stuck: [] };
  const state = { flows: [], figures, warm: undefined, finished: () => 0 };
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  // If the machine is too slow for all applicants, the kills and restarts still come within the time.
  state.finished = () => Math.max(state.flows.length / count, elapsed() / LONGEST);
  const { office, balancer } = world;
  const { port } = balancer.first;
  let next = 0;
  const work = async () => {
    while (next < count && elapsed() < LONGEST) {
      const number = (next += 1);
      const options = { port, office, dice: chance(seed + number), figures, started };
      state.flows.push(await goThrough(new Page(`applicant-${number}`, options)));
      if (state.flows.length % Math.ceil(count / 10) === 0) progress(state, count, started);
      if (!state.warm && state.finished() >= WARM) state.warm = world.machines.memory();
    }
  };
  state.ended = Promise.all(Array.from({ length: Math.min(AT_ONCE, Math.ceil(count / 4)) }, work));
  return state;
}

function progress({ flows, figures }, count, started) {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${flows.length} of ${count} applicants, ${figures.requests} requests, ${seconds} s`);
}

/** Ends everything and then this process, if it is stopped or does not come to its end in time. */
function endWith(closing) {
  const stop = (message) => async () => {
    console.error(message);
    await closing.close();
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM'].map((signal) => [signal, stop('Stopped.')]);
  for (const [signal, listener] of signals) process.once(signal, listener);
  const timer = setTimeout(stop('The run did not come to its end in time.'), LONGEST + ENDING);
  return () => {
    clearTimeout(timer);
    for (const [signal, listener] of signals) process.off(signal, listener);
  };
}

/** Returns the results of a run, and the differences. */
async function run(engine, count, seed) {
  const dice = chance(seed);
  const closing = closingList();
  const stop = new AbortController();
  const forget = endWith(closing);
  try {
    const world = await startWorld(engine, seed, { dice, closing });
    const begun = performance.now();
    const applicants = await runApplicants(world, count, seed);
    const trouble = startTrouble(plan(engine, count, dice), world, applicants.finished, stop.signal);
    await applicants.ended;
    const seconds = (performance.now() - begun) / 1000;
    stop.abort();
    await trouble.ended;
    const memory = { warm: await applicants.warm, end: await world.machines.memory() };
    const lender = await world.lender.ask('record');
    const balancer = await world.balancer.ask('counts');
    const { flows, figures } = applicants;
    const { offers, ...records } = await readRecords(world, lender);
    const differences = compare({ flows, lender: { ...lender, offers }, ...records, troubles: trouble.times });
    const run = { engine, count, seconds, flows, figures, lender, balancer, trouble, memory, lines: records.lines };
    return { ...run, differences: [...differences, ...findings({ ...run, deaths: world.machines.deaths })] };
  } finally {
    stop.abort();
    await closing.close();
    forget();
  }
}

function whyNot() {
  try {
    findPostgres();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

const engines = ['sqlite', 'postgres'].filter((engine) => (values.only ?? engine) === engine);
const reason = engines.includes('postgres') && whyNot();
if (reason) console.log(`PostgreSQL is skipped: ${reason}`);
const runs = [];
for (const engine of engines) if (engine === 'sqlite' || !reason) runs.push(await run(engine, APPLICANTS, SEED));
const table = tableOf(runs);
printTable(`Chaos, seed ${SEED}`, table);
const differences = runs.flatMap((one) => one.differences);
printDifferences(differences);
if (differences.length > 0)
  console.log(`\nTo run the same choices again: npm run test:chaos -- --seed ${SEED} --applicants ${APPLICANTS}`);
if (values.write && differences.length === 0)
  await writeBlock('docs/several-machines.md', 'chaos', `On ${thisMachine()}:\n\n${markdownTable(table)}`);
process.exitCode = differences.length > 0 ? 1 : 0;
