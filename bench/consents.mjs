// `node bench/consents.mjs`, after `npm run build`: measures a consent store with a million entries: the time and memory of a start, the
// time of a lookup as others' records grow, the rate of appends one after the other and in parallel, and how late the event loop is on a
// disk that takes 10 ms for each sync, if there is a C compiler. Each figure is measured in its own process, which is this file with a task.
// The times depend on the machine, the ratios much less. `--lines 100000` uses fewer lines.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sqliteStore } from 'lending-elements/server/node';
import { median } from '../scripts/table.mjs';

const memory = () => (globalThis.gc(), globalThis.gc(), process.memoryUsage().rss / 1e6);
const since = (started) => performance.now() - started;

const KEY = 'a key of the benchmark with 32 characters';
const openStore = (file) => sqliteStore(file).open(KEY);
const ownerOf = (user) => ({ subject: `user-${user}`, business: 'bakery' });
const NAMES = ['company_id', 'application_id', 'email', 'figures', 'figures_version', 'answers', 'company', 'body'];
const EMPTY = Object.fromEntries([...NAMES, 'documents', 'created_at', 'closed_at'].map((name) => [name, null]));

/** Adds entries about the first application of a user. */
const append = (store, user, count = 1) =>
  store.change(ownerOf(user), (records) => {
    const { applications: found, owner, now } = records;
    const applications = found.length > 0 ? found : [{ ...EMPTY, id: 'first', number: 1, version: 0 }];
    const facts = { application: 1, event: 'changed', at: now, notice: null, entry: '{"call":"prequalify"}' };
    const added = Array.from({ length: count }, () => ({ id: crypto.randomUUID(), ...facts }));
    const consents = [...records.consents, ...added];
    return [{ ...records, applications, owner: { ...owner, number: 1 }, consents }, undefined];
  });

/** The measurements, each with the file of its store. */
const TASKS = {
  async rows({ file, count }) {
    const database = sqliteStore(file);
    const store = database.open(KEY);
    for (let user = 0; user < count / 2; user += 1000)
      await Promise.all(Array.from({ length: 1000 }, (_, at) => append(store, user + at, 2)));
    await database.close();
  },
  async start({ file }) {
    const before = memory();
    const started = performance.now();
    await openStore(file).read(ownerOf(4000));
    const seconds = since(started) / 1000;
    return { seconds, megabytes: memory() - before };
  },
  async lookup({ file }) {
    const store = openStore(file);
    await store.read(ownerOf('nobody'));
    const times = [];
    for (let user = 3700; user < 4300; user++) {
      const started = performance.now();
      await store.read(ownerOf(user));
      times.push(since(started));
    }
    return { milliseconds: median(times) };
  },
  async append({ file }) {
    const store = openStore(file);
    await append(store, 'first');
    const rate = async (rounds, size) => {
      const started = performance.now();
      for (let round = 0; round < rounds; round++)
        await Promise.all(Array.from({ length: size }, (_, at) => append(store, at)));
      return (rounds * size) / (since(started) / 1000);
    };
    await rate(20, 1);
    return { single: await rate(300, 1), parallel: await rate(100, 32) };
  },
  /** Measures the delay of the event loop while 32 applicants add entries, each after a random pause of at most `longest` milliseconds. */
  async delay({ file, longest }) {
    const store = openStore(file);
    await append(store, 'first');
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const end = performance.now() + 3000;
    const add = async (at) => {
      while (performance.now() < end) {
        await append(store, at);
        if (longest > 0) await pause(Math.random() * longest);
      }
    };
    await Promise.all(Array.from({ length: 32 }, (_, at) => add(at)));
    delays.disable();
    return { half: delays.percentile(50) / 1e6, most: delays.percentile(99) / 1e6 };
  },
};

/** Runs a task in a separate process. */
async function run(task, facts, variables = {}) {
  const child = fork(fileURLToPath(import.meta.url), [], {
    env: { ...process.env, ...variables, TASK: task, FACTS: JSON.stringify(facts) },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [answer] = await once(child, 'message');
  await once(child, 'exit');
  return answer;
}

/** Measures everything. Returns the figures by their names. */
async function measure(folder, lines) {
  const slowDisk = path.join(folder, 'slow-disk.so');
  const source = fileURLToPath(new URL('slow-disk.c', import.meta.url));
  const hasSlowDisk = spawnSync('cc', ['-shared', '-fPIC', '-o', slowDisk, source, '-ldl']).status === 0;
  const [file, few] = [path.join(folder, 'all'), path.join(folder, 'few')];
  await run('rows', { file, count: lines });
  await run('rows', { file: few, count: 10_000 });
  const row = {};
  const started = await run('start', { file });
  row['first call after a start, s'] = started.seconds;
  row['memory added, MB'] = started.megabytes;
  const perLookup = (await run('lookup', { file })).milliseconds;
  row['lookup of 2 entries, ms'] = perLookup;
  row['… ratio to the same with 10,000 entries'] = perLookup / (await run('lookup', { file: few })).milliseconds;
  const appends = await run('append', { file: `${few}-append` });
  row['appends one after the other, 1/s'] = appends.single;
  row['32 appends at the same time, 1/s'] = appends.parallel;
  row['… ratio to one after the other'] = appends.parallel / appends.single;
  for (const longest of hasSlowDisk ? [0, 2000] : []) {
    const { half, most } = await run('delay', { file: `${few}-delay-${longest}`, longest }, { LD_PRELOAD: slowDisk });
    const load = longest ? 'one append a second each' : 'appending all the time';
    row[`32 applicants, ${load}: event loop late by, ms`] = half;
    row[`… in 1 % of the time (${load}), ms`] = most;
  }
  return row;
}

/** The engine of files that SQLite has replaced, next to it on this machine: Node 20.20, 2 × AMD EPYC, the median of 13 runs. */
const FILES = { 'appends one after the other, 1/s': 1425, '32 appends at the same time, 1/s': 21_255 };

async function report() {
  const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' } } });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-consents-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const here = await measure(folder, Number(values.lines));
  const formatted = (value) => (value === undefined ? '-' : value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  console.log(`${values.lines} entries, Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}`);
  const cells = ([row, value]) => [row, { here: formatted(value), 'files, once': formatted(FILES[row]) }];
  console.table(Object.fromEntries(Object.entries(here).map(cells)));
}

const { TASK, FACTS } = process.env;
if (TASK) process.send((await TASKS[TASK](JSON.parse(FACTS))) ?? {}, () => process.exit());
else await report();
