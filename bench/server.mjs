// `npm run bench:server`: the handler on Node beside proxies that do less, and beside what a partner would write by hand.
// Every contender has a process of its own, and so has the service; all is on loopback. Rounds are interleaved, each
// figure is the median of its rounds, and a ratio is that of two figures of one round. `--quick` takes less of each;
// `--only journey,uploads,memory` leaves out which of these it does not name, and `--only json` all three.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { formOf, Page } from './page.mjs';

const { quick, only } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } }).values;
const [ROUNDS, SECONDS, WARM_UP] = quick ? [3, 1, 3] : [9, 3, 6];
const OURS = 'lending-elements';
const IN_STORE = 'with sessions in a store';
const PIPE = 'node:http pipe';
const BY_HAND = 'Express by hand';
const NAMES = [OURS, IN_STORE, 'with no handler', PIPE, 'http-proxy', '@fastify/http-proxy', 'hono/proxy', BY_HAND];
/** The library’s handler alone serves a notice, which a consent answers. */
const HAS_NOTICE = [OURS, IN_STORE];
const MB = 1e6;

const fileOf = (name) => new URL(name, import.meta.url);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Starts a process that says its port. */
async function start(file, ...given) {
  const child = fork(fileOf(file), given, { execArgv: ['--expose-gc'] });
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

async function startContender(name, connections) {
  const child = await start('contenders.mjs', name, service.origin);
  const client = new Pool(child.origin, { connections });
  const stop = async () => {
    await client.close();
    await child.stop();
  };
  return { ...child, name, stop, page: () => new Page(client, child.origin) };
}

/** Works with all pages at once for so many seconds. */
async function load(contender, pages, work, seconds) {
  const before = await contender.usage();
  const times = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    pages.map(async (page) => {
      for (let now = begun; now < until;) {
        await work(page, contender.name);
        const then = performance.now();
        times.push(then - now);
        now = then;
      }
    }),
  );
  const elapsed = performance.now() - begun;
  const after = await contender.usage();
  times.sort((a, b) => a - b);
  const quantile = (part) => times[Math.floor(times.length * part)];
  return {
    rate: (times.length / elapsed) * 1000,
    p50: quantile(0.5),
    p99: quantile(0.99),
    cpu: (after.cpu - before.cpu) / times.length,
  };
}

/** All contenders in turn, round after round. Each starts another round. */
async function compare(atOnce, work) {
  const contenders = [];
  for (const name of NAMES) {
    const contender = await startContender(name, atOnce);
    const pages = Array.from({ length: atOnce }, () => contender.page());
    for (const page of pages) await page.create();
    await load(contender, pages, work, WARM_UP);
    contenders.push({ contender, pages, rounds: [] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const order = contenders.map((_, at) => contenders[(at + round) % contenders.length]);
    for (const { contender, pages, rounds } of order) rounds.push(await load(contender, pages, work, SECONDS));
  }
  for (const { contender } of contenders) await contender.stop();
  return Object.fromEntries(contenders.map(({ contender, rounds }) => [contender.name, rounds]));
}

/** One figure of a contender's as a multiple of another's. */
const ratio = (results, figure, name, other) =>
  median(results[name].map((round, at) => round[figure] / results[other][at][figure]));

const times = (number) => `${number.toFixed(2)} ×`;

function print(title, table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  ');
  console.log(`\n${title}\n${table.map(line).join('\n')}`);
}

function report(title, results) {
  const rows = NAMES.map((name) => [
    name,
    ...['rate', 'p50', 'p99', 'cpu'].map((figure) => times(ratio(results, figure, name, PIPE))),
  ]);
  print(`${title}, as a multiple of the pipe’s`, [['', 'per second', 'p50', 'p99', 'processor time'], ...rows]);
}

/** How far the memory of a fresh process rises above where it was, in MB: with one upload, then with eight at once. */
async function memory() {
  const form = formOf(10 * MB);
  const rows = [];
  for (const name of NAMES) {
    const rounds = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const contender = await startContender(name, 8);
      const pages = Array.from({ length: 8 }, () => contender.page());
      for (const page of pages) await page.create();
      await load(contender, pages, (page) => page.prequalify(), 1);
      await pages[0].upload(formOf(MB));
      const { rss } = await contender.usage('memory');
      await pages[0].upload(form);
      const one = (await contender.usage('memory')).peak - rss;
      await Promise.all(pages.map((page) => page.upload(form)));
      rounds.push([one, (await contender.usage('memory')).peak - rss]);
      await contender.stop();
    }
    rows.push([name, ...[0, 1].map((at) => median(rounds.map((round) => round[at])) / MB)]);
  }
  return rows;
}

/** What the project holds itself to. */
function check(json, eight) {
  const bars = [
    ['JSON calls per second, against the pipe', ratio(json, 'rate', OURS, PIPE), 'at least', 1],
    ['JSON calls per second, against Express by hand', ratio(json, 'rate', OURS, BY_HAND), 'at least', 4],
    ['p99 of a JSON call, against the pipe', ratio(json, 'p99', OURS, PIPE), 'at most', 1.3],
    ['MB that eight uploads of 10 MB add', eight, 'at most', 80],
  ];
  const measured = bars.filter(([, got]) => !Number.isNaN(got));
  const rows = measured.map(([name, got, sense, bar]) => {
    const isMet = sense === 'at least' ? got >= bar : got <= bar;
    return [name, got.toFixed(2), `${sense} ${bar}`, isMet ? '✓' : '✗'];
  });
  print('The bar', [['', 'here', '', ''], ...rows]);
  if (rows.some((row) => row.includes('✗'))) process.exitCode = 1;
}

try {
  const is = (row) => !only || only.split(',').includes(row);
  console.log(
    `Node ${process.version}, ${os.cpus().length} processors, load ${os.loadavg()[0].toFixed(1)} at the start.`,
  );
  const json = await compare(16, (page) => page.prequalify());
  report('A JSON call (16 at once)', json);
  if (is('journey')) {
    const small = formOf(20_000);
    report(
      'A journey of five calls (16 at once)',
      await compare(16, (page, name) => page.journey(small, HAS_NOTICE.includes(name))),
    );
  }
  if (is('uploads')) {
    for (const size of [1, 10]) {
      const form = formOf(size * MB);
      report(`An upload of ${size} MB (4 at once)`, await compare(4, (page) => page.upload(form)));
    }
  }
  const added = is('memory') ? await memory() : [];
  const cells = added.map(([name, ...sizes]) => [name, ...sizes.map((size) => size.toFixed(0))]);
  if (is('memory')) print('Memory that uploads of 10 MB add, in MB', [['', 'one', 'eight at once'], ...cells]);
  check(json, added[0]?.[2] ?? NaN);
  console.log(`\nLoad ${os.loadavg()[0].toFixed(1)} at the end.`);
} finally {
  await service.stop();
}
