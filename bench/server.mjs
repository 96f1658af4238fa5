// `npm run bench:server`: compares the handler on Node with an Express handler that a partner could write by hand.
// Each contender and the service run in their own process, on loopback. The rounds are short and interleaved, because other work on
// the machine changes from second to second. A ratio compares two figures of one round, and the median of the ratios counts. The
// command fails if a bar is missed. `--quick` runs fewer rounds. `--only calls`, `durable` or `memory` runs only these parts.
// `--only profile` shows where the processor time of a call goes. `--all` also runs whole journeys and uploads, and proxies that check
// nothing.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { formOf, Page } from './applicant.mjs';
import { readProfile, sharesOf } from './profile.mjs';

const { quick, only, all } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, all: { type: 'boolean' } },
}).values;
const [ROUNDS, WARM_UP] = quick ? [9, 2000] : [25, 6000];
const ROUND_SECONDS = 0.7;
/** A slow machine needs no more seconds than these to warm up a contender. */
const WARM_UP_SECONDS = 15;
const AT_ONCE = 16;
/** Enough that each sends their figures about ten times, as an applicant may, and not hundreds of times. */
const APPLICANTS = 4096;
const MB = 1e6;

const BY_HAND = 'Express by hand';
const BY_HAND_DURABLE = 'Express by hand, fsync';
const MEMORY = 'a store in memory';
const DURABLE = 'a store in SQLite';
const OURS = [MEMORY, DURABLE];
const PROXIES = ['with no handler', 'node:http pipe', 'hono/proxy'];

/** The bars: the least ratio of calls per second, the highest ratio of the p99, and the most MB of memory. */
const BARS = {
  [MEMORY]: { against: BY_HAND, rate: 1.5, p99: 1, memory: 128 },
  [DURABLE]: { against: BY_HAND_DURABLE, rate: 1.3, p99: 1 },
};

const fileOf = (name) => new URL(name, import.meta.url);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const isSelected = (part) => (only ? only.split(',').includes(part) : part !== 'profile');

async function start(file, args = [], flags = ['--expose-gc']) {
  const child = fork(fileOf(file), args, { execArgv: flags });
  const [{ port }] = await once(child, 'message');
  const usage = async (question = 'time') => {
    child.send(question);
    return (await once(child, 'message'))[0];
  };
  const stop = async () => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { origin: `http://127.0.0.1:${port}`, usage, stop };
}

const service = await start('service.mjs');

/** Starts a contender with applicants who have an application. */
async function startContender(name, connections, applicants, flags) {
  const child = await start('contenders.mjs', [name, service.origin], flags);
  const client = new Pool(child.origin, { connections });
  const pages = Array.from({ length: applicants }, () => new Page(client, child.origin));
  for (let at = 0; at < pages.length; at += connections)
    await Promise.all(pages.slice(at, at + connections).map((page) => page.create()));
  const stop = async () => {
    await client.close();
    await child.stop();
  };
  return { ...child, name, stop, pages };
}

/** Runs `work` for each applicant in turn, a few at a time, until the time is over or there were enough calls. */
async function load(contender, atOnce, work, seconds, most = Infinity) {
  const { pages, name } = contender;
  const before = await contender.usage();
  const times = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      let now = performance.now();
      for (let at = first; now < until && times.length < most; at += atOnce) {
        await work(pages[at % pages.length], name);
        const then = performance.now();
        times.push(then - now);
        now = then;
      }
    }),
  );
  const elapsed = performance.now() - started;
  const after = await contender.usage();
  times.sort((a, b) => a - b);
  return {
    rate: (times.length / elapsed) * 1000,
    p99: times[Math.floor(times.length * 0.99)],
    cpu: (after.cpu - before.cpu) / times.length,
  };
}

/** Measures all contenders in each round. The order changes from round to round. */
async function compare(names, work, { atOnce = AT_ONCE, applicants = APPLICANTS, warmUp = WARM_UP } = {}) {
  const contenders = [];
  for (const name of names) {
    const contender = await startContender(name, atOnce, applicants);
    await load(contender, atOnce, work, WARM_UP_SECONDS, warmUp);
    contenders.push({ contender, rounds: [] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const order = contenders.map((_, at) => contenders[(at + round) % contenders.length]);
    for (const { contender, rounds } of order) rounds.push(await load(contender, atOnce, work, ROUND_SECONDS));
  }
  for (const { contender } of contenders) await contender.stop();
  return Object.fromEntries(contenders.map(({ contender, rounds }) => [contender.name, rounds]));
}

const ratio = (results, figure, name, other) =>
  median(results[name].map((round, at) => round[figure] / results[other][at][figure]));

const times = (number) => (Number.isFinite(number) ? `${number.toFixed(2)} ×` : '');

function print(title, table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  ');
  console.log(`\n${title}\n${table.map(line).join('\n')}`);
}

function report(title, results, base = BY_HAND) {
  const rows = Object.keys(results).map((name) => [
    name,
    ...['rate', 'p99', 'cpu'].map((figure) => times(ratio(results, figure, name, base))),
    `${median(results[name].map(({ rate }) => rate)).toFixed(0)}`,
  ]);
  const head = ['', 'per second', 'p99', 'processor time', 'calls per second here'];
  print(`${title}, as a multiple of “${base}”`, [head, ...rows]);
}

/** Measures how many MB of memory a new process adds for eight parallel uploads of 10 MB. */
async function memory(name) {
  const form = formOf(10 * MB);
  const rounds = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const contender = await startContender(name, 8, 8);
    await load(contender, 8, (page) => page.prequalify(), 1);
    await contender.pages[0].upload(formOf(MB));
    const { rss } = await contender.usage('memory');
    await Promise.all(contender.pages.map((page) => page.upload(form)));
    rounds.push((await contender.usage('memory')).peak - rss);
    await contender.stop();
  }
  return median(rounds) / MB;
}

const PROFILED_SECONDS = 8;

/** Measures a contender with Node's profiler, and returns the microseconds of each group of functions in one call. */
async function timesOf(name) {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/lending-profile-`);
  const contender = await startContender(name, AT_ONCE, APPLICANTS, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  await load(contender, AT_ONCE, (page) => page.prequalify(), WARM_UP_SECONDS, WARM_UP);
  const { cpu } = await load(contender, AT_ONCE, (page) => page.prequalify(), PROFILED_SECONDS);
  await contender.stop();
  const shares = sharesOf(readProfile(folder), PROFILED_SECONDS);
  fs.rmSync(folder, { recursive: true });
  return new Map([...shares].map(([group, share]) => [group, share * cpu]));
}

async function printProfiles(names) {
  const columns = [];
  for (const name of names) columns.push(await timesOf(name));
  const sum = (times) => [...times.values()].reduce((one, other) => one + other, 0);
  const groups = [...new Set(columns.flatMap((times) => [...times.keys()]))];
  const most = (group) => Math.max(...columns.map((times) => times.get(group) ?? 0));
  groups.sort((a, b) => most(b) - most(a));
  const rows = groups.map((group) => [group, ...columns.map((times) => (times.get(group) ?? 0).toFixed(0))]);
  const whole = ['together', ...columns.map((times) => sum(times).toFixed(0))];
  print('Microseconds of processor time in a JSON call, with the profiler on', [['', ...names], ...rows, whole]);
}

/** Runs whole journeys and uploads. They have no bars. */
async function runOthers() {
  const names = [...OURS, BY_HAND];
  const options = { warmUp: 200, applicants: AT_ONCE };
  const small = formOf(20_000);
  /** Only the library’s handler serves a notice, which the consent refers to. */
  const journey = (page, name) => page.journey(small, OURS.includes(name));
  report('A journey of five calls (16 in parallel)', await compare(names, journey, options));
  for (const size of [1, 10]) {
    const form = formOf(size * MB);
    const upload = (page) => page.upload(form);
    report(
      `An upload of ${size} MB (4 in parallel)`,
      await compare(names, upload, { ...options, warmUp: 20, atOnce: 4, applicants: 4 }),
    );
  }
}

/** Prints each contender with its bars. A figure that was not measured has no bar. */
function printBars(results, added) {
  const rows = Object.entries(BARS).flatMap(([name, bars]) => {
    const isMeasured = results[name] && results[bars.against];
    const rate = isMeasured ? ratio(results, 'rate', name, bars.against) : NaN;
    const p99 = isMeasured ? ratio(results, 'p99', name, bars.against) : NaN;
    const mb = added[name] ?? NaN;
    const checks = [
      [rate, rate >= bars.rate, `≥ ${bars.rate} ×`],
      [p99, p99 <= bars.p99, `p99 ≤ ${bars.p99} ×`],
      [mb, mb <= bars.memory, `≤ ${bars.memory} MB`],
    ].filter(([figure, , bar]) => !Number.isNaN(figure) && !bar.includes('undefined'));
    if (checks.length === 0) return [];
    const isMet = checks.every(([, good]) => good);
    if (!isMet) process.exitCode = 1;
    const size = Number.isNaN(mb) ? '' : `${mb.toFixed(0)} MB`;
    const words = checks.map(([, , bar]) => bar).join(', ');
    return [[name, bars.against, times(rate), times(p99), size, words, isMet ? '✓' : '✗ missed']];
  });
  if (rows.length === 0) return;
  const head = ['the handler with', 'against', 'per second', 'p99', 'eight uploads', 'bars', ''];
  print('A JSON call (16 in parallel), and eight uploads of 10 MB at once', [head, ...rows]);
  for (const [name, mb] of Object.entries(added))
    if (!BARS[name]) console.log(`For comparison: ${name} adds ${mb.toFixed(0)} MB for the uploads.`);
}

try {
  const load1 = () => os.loadavg()[0].toFixed(1);
  console.log(`Node ${process.version}, ${os.cpus().length} processors, load ${load1()} at the start.`);
  const prequalify = (page) => page.prequalify();
  const results = {};
  if (isSelected('profile')) await printProfiles([MEMORY, DURABLE, BY_HAND]);
  if (isSelected('calls')) {
    const names = [MEMORY, BY_HAND, ...(all ? PROXIES : [])];
    const calls = await compare(names, prequalify);
    report('A JSON call', calls);
    Object.assign(results, calls);
  }
  if (isSelected('durable')) {
    const durable = await compare([DURABLE, BY_HAND_DURABLE], prequalify);
    report('A JSON call with a line on the disk', durable, BY_HAND_DURABLE);
    Object.assign(results, durable);
  }
  const added = isSelected('memory') ? { [MEMORY]: await memory(MEMORY), [BY_HAND]: await memory(BY_HAND) } : {};
  if (all) await runOthers();
  printBars(results, added);
  console.log(`\nLoad ${load1()} at the end.`);
} finally {
  await service.stop();
}
