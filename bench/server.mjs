// `npm run bench:server`: compares the handler on Node with proxies that do less, and with a route that a partner could write.
// Each contender and the service run in their own process, on loopback. The rounds are interleaved. Each figure is the median
// of its rounds, and each ratio compares two figures of the same round. `--quick` runs fewer and shorter rounds.
// `--only journey,uploads,memory` runs only these parts after the JSON calls; `--only json` runs only the JSON calls.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { formOf, Page } from './applicant.mjs';

const { quick, only } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } }).values;
const [ROUNDS, SECONDS, WARM_UP] = quick ? [3, 1, 3] : [9, 3, 6];
const OURS = 'lending-elements';
const IN_STORE = 'with sessions in a store';
const PIPE = 'node:http pipe';
const BY_HAND = 'Express by hand';
const NAMES = [OURS, IN_STORE, 'with no handler', PIPE, 'http-proxy', '@fastify/http-proxy', 'hono/proxy', BY_HAND];
/** Only the library’s handler serves a notice, which the consent refers to. */
const HAS_NOTICE = [OURS, IN_STORE];
const MB = 1e6;

const fileOf = (name) => new URL(name, import.meta.url);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

async function start(file, ...args) {
  const child = fork(fileOf(file), args, { execArgv: ['--expose-gc'] });
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

/** Runs `work` with all pages in parallel for the given number of seconds. */
async function load(contender, pages, work, seconds) {
  const before = await contender.usage();
  const times = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    pages.map(async (page) => {
      for (let now = started; now < until;) {
        await work(page, contender.name);
        const then = performance.now();
        times.push(then - now);
        now = then;
      }
    }),
  );
  const elapsed = performance.now() - started;
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

/** Measures all contenders in each round. The order changes from round to round. */
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

/** Measures how many MB of memory a new process adds for one upload, and for eight parallel uploads. */
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

function check(json, eight) {
  const limits = [
    ['JSON calls per second, against the pipe', ratio(json, 'rate', OURS, PIPE), 'at least', 1],
    ['JSON calls per second, against Express by hand', ratio(json, 'rate', OURS, BY_HAND), 'at least', 4],
    ['p99 of a JSON call, against the pipe', ratio(json, 'p99', OURS, PIPE), 'at most', 1.3],
    ['MB of memory for eight uploads of 10 MB', eight, 'at most', 80],
  ];
  const measured = limits.filter(([, value]) => !Number.isNaN(value));
  const rows = measured.map(([name, value, bound, limit]) => {
    const isMet = bound === 'at least' ? value >= limit : value <= limit;
    return [name, value.toFixed(2), `${bound} ${limit}`, isMet ? '✓' : '✗'];
  });
  print('Limits', [['', 'measured', '', ''], ...rows]);
  if (rows.some((row) => row.includes('✗'))) process.exitCode = 1;
}

try {
  const isSelected = (part) => !only || only.split(',').includes(part);
  console.log(
    `Node ${process.version}, ${os.cpus().length} processors, load ${os.loadavg()[0].toFixed(1)} at the start.`,
  );
  const json = await compare(16, (page) => page.prequalify());
  report('A JSON call (16 in parallel)', json);
  if (isSelected('journey')) {
    const small = formOf(20_000);
    report(
      'A journey of five calls (16 in parallel)',
      await compare(16, (page, name) => page.journey(small, HAS_NOTICE.includes(name))),
    );
  }
  if (isSelected('uploads')) {
    for (const size of [1, 10]) {
      const form = formOf(size * MB);
      report(`An upload of ${size} MB (4 in parallel)`, await compare(4, (page) => page.upload(form)));
    }
  }
  const added = isSelected('memory') ? await memory() : [];
  const cells = added.map(([name, ...sizes]) => [name, ...sizes.map((size) => size.toFixed(0))]);
  if (isSelected('memory')) print('Memory for uploads of 10 MB, in MB', [['', 'one', 'eight in parallel'], ...cells]);
  check(json, added[0]?.[2] ?? NaN);
  console.log(`\nLoad ${os.loadavg()[0].toFixed(1)} at the end.`);
} finally {
  await service.stop();
}
