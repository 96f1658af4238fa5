// `npm run bench:page`: compares the journey's first step, loaded as the README says, with the same form written by hand, with Lit
// and with React: in Chromium, on slow 4G, with a processor four times slower and an empty cache. The rounds are interleaved, and
// each ratio compares two figures of the same round. `--quick` runs fewer rounds. `--only load,bytes,mounts,journey,loader` runs
// only these parts. `--waterfall` prints every request.
import os from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fail } from '../scripts/setup.mjs';
import { launch } from '../test/e2e/browser.mjs';
import { buildContenders, README } from './page/contenders.mjs';
import { measureBytes, measureLoads, reportLoads } from './page/first-step.mjs';
import { measureJourney } from './page/journey.mjs';
import { LOADERS, measureLoaders } from './page/loader.mjs';
import { measureMounts } from './page/mounts.mjs';
import { waterfall } from './page/requests.mjs';
import { startSite } from './page/site.mjs';
import { print } from './page/table.mjs';

const PARTS = ['load', 'bytes', 'mounts', 'journey', 'loader'];
const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, waterfall: { type: 'boolean' } },
});
const selected = values.only?.split(',') ?? PARTS;
const unknown = selected.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) fail(new Error(`--only does not know ${unknown.join(', ')}. Use some of ${PARTS.join(',')}.`));
const [ROUNDS, FEW] = values.quick ? [3, 1] : [9, 3];

const printRequests = (title, requests) => values.waterfall && print(title, waterfall(requests), [4, 5, 6]);

/** Some limits have a lower goal. A size has only a goal here: `npm run sizes` has the limits of sizes. */
function check(limits) {
  const rows = limits.map(([name, value, limit, goal = limit]) => [
    name,
    value.toFixed(3),
    limit === Infinity ? '' : `at most ${limit}`,
    value <= goal ? '✓' : value <= limit ? `over the goal of ${goal}` : '✗',
  ]);
  print(`Limits for “${README}”`, [['', 'measured', '', ''], ...rows], [3]);
  if (rows.some((row) => row[3] === '✗')) process.exitCode = 1;
}

console.log(
  `Node ${process.version}, ${os.cpus().length} processors, load ${os.loadavg()[0].toFixed(1)} at the start.`,
);
let site;
let browser;
try {
  const contenders = await buildContenders();
  site = await startSite([...contenders, ...LOADERS]);
  browser = await launch();
  const bench = { browser, site };
  const limits = [];
  const runs = (part) => selected.includes(part);
  if (runs('load')) {
    const results = await measureLoads(bench, contenders, ROUNDS);
    limits.push(...reportLoads(results));
    for (const { name } of contenders) printRequests(`The requests of “${name}”`, results[name][0].list);
  }
  if (runs('bytes')) limits.push(...(await measureBytes(bench, contenders)));
  if (runs('mounts')) limits.push(...(await measureMounts(bench, contenders)));
  if (runs('journey')) {
    const journey = await measureJourney(bench, contenders, FEW);
    limits.push(...journey.limits);
    for (const [name, list] of Object.entries(journey.lists)) printRequests(`The whole journey of “${name}”`, list);
  }
  if (runs('loader')) limits.push(...(await measureLoaders(bench, ROUNDS)));
  check(limits);
  console.log(`\nLoad ${os.loadavg()[0].toFixed(1)} at the end.`);
} catch (error) {
  await close();
  fail(error);
}
await close();

async function close() {
  await browser?.close();
  await site?.close();
}
