// `npm run bench:consents`: measures a consent store with a million entries: the time and memory of a start, the time of a lookup
// as others' records grow, the rate of appends one after the other and in parallel, and how late the event loop is on a disk that
// takes 10 ms for each sync, if there is a C compiler. Each figure is measured in its own process. The times depend on the machine,
// the ratios much less. `--lines 100000` uses fewer lines. `--against <folder>` also measures the `dist` folder of another build.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { lines: { type: 'string' }, against: { type: 'string' } } });
const LINES = Number(values.lines ?? 1e6);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-consents-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const slowDisk = path.join(folder, 'slow-disk.so');
const hasSlowDisk = spawnSync('cc', ['-shared', '-fPIC', '-o', slowDisk, here('slow-disk.c'), '-ldl']).status === 0;

async function run(task, facts, dist = 'dist', variables = {}) {
  const child = fork(here('consent-tasks.mjs'), [task, JSON.stringify({ ...facts, dist: path.resolve(dist) })], {
    env: { ...process.env, ...variables },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [answer] = await once(child, 'message');
  await once(child, 'exit');
  return answer;
}

const dists = { ...(values.against && { against: values.against }), here: 'dist' };

const results = {};
for (const [name, dist] of Object.entries(dists)) {
  const [file, few] = [path.join(folder, name), path.join(folder, `${name}-few`)];
  await run('rows', { file, count: LINES }, dist);
  await run('rows', { file: few, count: 10_000 }, dist);
  const row = (results[name] = {});
  const started = await run('start', { file }, dist);
  row['first call after a start, s'] = started.seconds;
  row['memory added, MB'] = started.megabytes;
  const perLookup = (await run('lookup', { file }, dist)).milliseconds;
  row['lookup of 2 entries, ms'] = perLookup;
  row['… ratio to the same with 10,000 entries'] = perLookup / (await run('lookup', { file: few }, dist)).milliseconds;
  const alone = (await run('others', { file, readers: 0 }, dist)).milliseconds;
  const concurrent = (await run('others', { file, readers: 2 }, dist)).milliseconds;
  row['lookup while one subject with 7200 entries is read, ms'] = concurrent;
  row['… ratio to the same without other readers'] = concurrent / alone;
  const appends = await run('append', { file: `${few}-append` }, dist);
  row['appends one after the other, 1/s'] = appends.single;
  row['32 appends at the same time, 1/s'] = appends.parallel;
  row['… ratio to one after the other'] = appends.parallel / appends.single;
  for (const pause of hasSlowDisk ? [0, 2000] : []) {
    const { half, most } = await run('delay', { file: `${few}-delay-${pause}`, pause }, dist, { LD_PRELOAD: slowDisk });
    const load = pause ? 'one append a second each' : 'appending all the time';
    row[`32 applicants, ${load}: event loop late by, ms`] = half;
    row[`… in 1 % of the time (${load}), ms`] = most;
  }
}
/** The engine of files that SQLite has replaced, next to it on this machine: Node 20.20, 2 × AMD EPYC, the median of 13 runs. */
results['files, once'] = { 'appends one after the other, 1/s': 1425, '32 appends at the same time, 1/s': 21_255 };

const formatted = (value) => (value === undefined ? '-' : value >= 100 ? value.toFixed(0) : value.toPrecision(3));
console.log(`${LINES} entries, Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}`);
console.table(
  Object.fromEntries(
    Object.keys(Object.assign({}, ...Object.values(results))).map((row) => [
      row,
      Object.fromEntries(Object.keys(results).map((name) => [name, formatted(results[name][row])])),
    ]),
  ),
);
