// `npm run bench:page`: compares the journey's first step, loaded as the README says, with the same form written by hand: in Chromium, on
// slow 4G with two latencies, with a processor four times slower and an empty cache. The rounds are interleaved, and each ratio compares
// two figures of the same round. `--quick` runs fewer rounds. `--only load,bytes,mounts` runs only these parts.
import os from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fail } from '../scripts/setup.mjs';
import { printTable } from '../scripts/table.mjs';
import { launch } from '../test/e2e/stage.mjs';
import { measureBytes, measureLoads, measureMounts } from './page/first-step.mjs';
import { buildContenders, README, startSite } from './page/site.mjs';

const PARTS = { load: measureLoads, bytes: measureBytes, mounts: measureMounts };
const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const selected = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = selected.filter((part) => !(part in PARTS));
if (unknown.length > 0)
  fail(new Error(`--only does not know ${unknown.join(', ')}. Use some of ${Object.keys(PARTS).join(',')}.`));
const ROUNDS = values.quick ? 3 : 9;

function check(limits) {
  const rows = limits.map(([name, value, limit]) => [
    name,
    value.toFixed(3),
    `at most ${limit}`,
    value <= limit ? '✓' : '✗',
  ]);
  printTable(`Limits for “${README}”`, [['', 'measured', '', ''], ...rows]);
  if (rows.some((row) => row[3] === '✗')) process.exitCode = 1;
}

const load = () => `load ${os.loadavg()[0].toFixed(1)}`;
console.log(`Node ${process.version}, ${os.cpus().length} processors, ${load()} at the start.`);
let site;
let browser;
try {
  const contenders = await buildContenders();
  site = await startSite(contenders);
  browser = await launch();
  const limits = [];
  for (const [part, measure] of Object.entries(PARTS))
    if (selected.includes(part)) limits.push(...(await measure({ browser, site }, contenders, ROUNDS)));
  check(limits);
  console.log(`\nAt the end: ${load()}.`);
} catch (error) {
  await close();
  fail(error);
}
await close();

async function close() {
  await browser?.close();
  await site?.close();
}
