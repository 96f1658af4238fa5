// `npm run bench:server`: compares the handler on Node with an Express handler that a partner could write by hand.
// Each contender and the service run in their own process, on loopback. The rounds are short and interleaved, because other work on
// the machine changes from second to second. A ratio compares two figures of one round, and the median of the ratios counts. The
// command fails if a limit is missed. `--quick` runs fewer rounds. `--short` only checks that each contender responds. `--only calls`,
// `durable`, `serve` or `memory` runs only these parts. To see where the time of a call goes, start contenders.mjs with Node's `--cpu-prof`.
import os from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { SignJWT } from 'jose';
import { median, printTable, times } from '../scripts/table.mjs';
import { formOf, load, startContender, startService } from './processes.mjs';
import { USER_KEY } from './service.mjs';

const options = { quick: { type: 'boolean' }, short: { type: 'boolean' }, only: { type: 'string' } };
const { quick, short, only } = parseArgs({ options }).values;
const [ROUNDS, WARM_UP] = short ? [1, 16] : quick ? [9, 2000] : [25, 6000];
const ROUND_SECONDS = 0.7;
/** A slow machine needs no more seconds than these to warm up a contender. */
const WARM_UP_SECONDS = 15;
const AT_ONCE = 16;
/** Enough applicants that each sends their figures about ten times, as an applicant may, and not hundreds of times. */
const APPLICANTS = short ? 32 : 4096;
const MB = 1e6;

const BY_HAND = 'Express by hand';
const BY_HAND_DURABLE = 'Express by hand, fsync';
const MEMORY = 'a store in memory';
const DURABLE = 'a store in SQLite';
const [MOUNTED, SERVE] = ['mounted in node:http', 'lending-elements serve'];

/** The limits: the least ratio of calls per second, the highest ratio of the p99, and the most MB of memory. */
const BARS = {
  [MEMORY]: { against: BY_HAND, rate: 0.9, p99: 1.2, memory: 128 },
  [DURABLE]: { against: BY_HAND_DURABLE, rate: 0.8, p99: 1.2 },
  [SERVE]: { against: MOUNTED, rate: 0.9 },
};

const isSelected = (part) => only?.split(',').includes(part) ?? true;
const inMB = (mb) => `${mb.toFixed(0)} MB`;
const SIGNED = [MOUNTED, SERVE];
const sign = (sub, aud) =>
  new SignJWT({ sub, aud })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('14m')
    .sign(new TextEncoder().encode(USER_KEY));
const prequalify = (page) => page.prequalify();
const service = await startService();
const contender = (name, connections, applicants) =>
  startContender(name, { service: service.origin }, { connections, applicants, sign: SIGNED.includes(name) && sign });

/** Measures all contenders in each round. The order changes from round to round. */
async function compare(names) {
  const contenders = [];
  for (const name of names) {
    const started = await contender(name, AT_ONCE, APPLICANTS);
    await load(started, AT_ONCE, prequalify, WARM_UP_SECONDS, WARM_UP);
    contenders.push({ started, rounds: [] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 ? contenders.toReversed() : contenders;
    for (const { started, rounds } of order) rounds.push(await load(started, AT_ONCE, prequalify, ROUND_SECONDS));
  }
  for (const { started } of contenders) await started.stop();
  return Object.fromEntries(contenders.map(({ started, rounds }) => [started.name, rounds]));
}

const ratio = (results, figure, name, other) =>
  median(results[name].map((round, at) => round[figure] / results[other][at][figure]));

function report(title, results, base) {
  const rows = Object.keys(results).map((name) => [
    name,
    ...['rate', 'p99', 'cpu'].map((figure) => times(ratio(results, figure, name, base))),
    `${median(results[name].map(({ rate }) => rate)).toFixed(0)}`,
  ]);
  const head = ['', 'per second', 'p99', 'processor time', 'calls per second here'];
  printTable(`${title}, as a multiple of “${base}”`, [head, ...rows]);
}

/** Measures how many MB of memory a new process adds for eight parallel uploads of 10 MB. */
async function memory(name) {
  const form = formOf(10 * MB);
  const rounds = [];
  for (let round = 0; round < (quick || short ? 1 : 3); round++) {
    const started = await contender(name, 8, 8);
    await load(started, 8, prequalify, 1);
    await started.pages[0].upload(formOf(MB));
    const { rss } = await started.usage('memory');
    await Promise.all(started.pages.map((page) => page.upload(form)));
    rounds.push((await started.usage('memory')).peak - rss);
    await started.stop();
  }
  return median(rounds) / MB;
}

/** Prints each contender with its limits. A figure that was not measured has no limit. */
function printBars(results, added) {
  const rows = Object.entries(BARS).flatMap(([name, { against, ...bars }]) => {
    const ratioOf = (figure) => results[name] && ratio(results, figure, name, against);
    const checks = [
      { value: ratioOf('rate'), isMet: (value) => value >= bars.rate, text: times, bar: `≥ ${bars.rate} ×` },
      {
        value: bars.p99 && ratioOf('p99'),
        isMet: (value) => value <= bars.p99,
        text: times,
        bar: `p99 ≤ ${bars.p99} ×`,
      },
      { value: bars.memory && added[name], isMet: (mb) => mb <= bars.memory, text: inMB, bar: `≤ ${bars.memory} MB` },
    ];
    const measured = checks.filter(({ value }) => value !== undefined);
    if (measured.length === 0) return [];
    const isGood = measured.every(({ value, isMet }) => isMet(value));
    if (!isGood) process.exitCode = 1;
    const figures = checks.map(({ value, text }) => (value === undefined ? '' : text(value)));
    return [[name, against, ...figures, measured.map(({ bar }) => bar).join(', '), isGood ? '✓' : '✗ missed']];
  });
  if (rows.length === 0) return;
  const head = ['the handler with', 'against', 'per second', 'p99', 'eight uploads', 'bars', ''];
  printTable('A JSON call (16 in parallel), and eight uploads of 10 MB at the same time', [head, ...rows]);
  for (const [name, mb] of Object.entries(added))
    if (!BARS[name]) console.log(`For comparison: ${name} adds ${inMB(mb)} for the uploads.`);
}

try {
  const load1 = () => os.loadavg()[0].toFixed(1);
  console.log(`Node ${process.version}, ${os.cpus().length} processors, load ${load1()} at the start.`);
  const results = {};
  const part = async (title, name, base) => {
    const measured = await compare([name, base]);
    report(title, measured, base);
    Object.assign(results, measured);
  };
  if (isSelected('calls')) await part('A JSON call', MEMORY, BY_HAND);
  if (isSelected('durable')) await part('A JSON call with a line on the disk', DURABLE, BY_HAND_DURABLE);
  if (isSelected('serve')) await part('A JSON call with a token, in a process of its own', SERVE, MOUNTED);
  const added = isSelected('memory') ? { [MEMORY]: await memory(MEMORY), [BY_HAND]: await memory(BY_HAND) } : {};
  if (!short) printBars(results, added);
  console.log(`\nLoad ${load1()} at the end.`);
} finally {
  await service.stop();
}
