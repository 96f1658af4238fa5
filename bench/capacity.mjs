// `npm run bench:capacity`: measures the calls and journeys that one core serves with each store, and the bytes of each record. A handler of each store, the service
// and PostgreSQL run in processes of their own on this machine. The capacity of a core comes from the handler's processor time, which
// other programs change little. `--quick` runs shorter; `--write` writes the tables into docs/capacity.md.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { migratePostgres } from 'lending-elements/server/postgres';
import { Pool as Database } from 'pg';
import { Pool } from 'undici';
import { startPostgres } from '../scripts/postgres.mjs';
import { markdownTable, thisMachine, writeBlock } from '../scripts/write-block.mjs';
import { formOf, Page } from './applicant.mjs';
import { inPostgres, inSqlite, syncsPerSecond } from './capacity/sizes.mjs';
import { inPostgres as storeInPostgres, inSqlite as storeInSqlite, STORES } from './capacity/stores.mjs';

const flag = { type: 'boolean' };
const { quick, write } = parseArgs({ options: { quick: flag, write: flag } }).values;
const [ROUNDS, SECONDS, WARM_UP] = quick ? [2, 2, 3] : [5, 4, 3];
const AT_ONCE = 16;
/** The applicants of whom the records are measured, and the bytes of a draft. */
const APPLICANTS = 200;
const DRAFT = 2000;
const SMALL = formOf(20_000);
const GUIDE = 'docs/capacity.md';
const COMMAND = `npm run bench:capacity${quick ? ' -- --quick' : ''}`;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const round = (number) => Number(number.toPrecision(2)).toLocaleString('en');

async function start(file, ...args) {
  const child = fork(new URL(file, import.meta.url), args);
  const [{ port }] = await once(child, 'message');
  const usage = async () => {
    child.send('time');
    return (await once(child, 'message'))[0];
  };
  return { origin: `http://127.0.0.1:${port}`, usage, stop: () => (child.disconnect(), once(child, 'exit')) };
}

/** Runs `work` for some seconds, and returns its rate and the handler's processor time for each, in milliseconds. */
async function load(handler, pages, work) {
  const before = await handler.usage();
  const started = performance.now();
  let count = 0;
  await Promise.all(
    pages.map(async (page) => {
      for (; performance.now() - started < SECONDS * 1000; count++) await work(page);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { rate: count / seconds, cpu: ((await handler.usage()).cpu - before.cpu) / count / 1000, count };
}

/** Measures each store in each round, in another order each time. Returns the medians, and the number of journeys with each store. */
async function measure(places) {
  const all = [];
  for (const name of Object.keys(STORES)) {
    const handler = await start('capacity/handler.mjs', name, JSON.stringify(places));
    const client = new Pool(handler.origin, { connections: AT_ONCE });
    const page = () => new Page(client, handler.origin);
    const pages = Array.from({ length: AT_ONCE }, page);
    for (const one of pages) await one.create();
    const journey = () => page().journey(SMALL, true);
    const one = { name, handler, client, pages, journey, calls: [], journeys: [] };
    // Compiled code is several times faster.
    for (let time = 0; time < WARM_UP; time++) await load(handler, pages, journey);
    await load(handler, pages, (applicant) => applicant.token());
    all.push(one);
  }
  for (let at = 0; at < ROUNDS; at++) {
    for (const [shift] of all.entries()) {
      const { handler, pages, journey, calls, journeys } = all[(at + shift) % all.length];
      calls.push(await load(handler, pages, (page) => page.token()));
      journeys.push(await load(handler, pages, journey));
    }
  }
  for (const { handler, client } of all) {
    await client.close();
    await handler.stop();
  }
  const figure = (list, key) => median(list.map((one) => one[key]));
  return all.map(({ name, calls, journeys }) => ({
    name,
    calls: { cpu: figure(calls, 'cpu'), rate: figure(calls, 'rate') },
    journeys: { cpu: figure(journeys, 'cpu'), rate: figure(journeys, 'rate') },
  }));
}

function capacityTable(measured) {
  const [first] = measured;
  const row = ({ name, calls, journeys }) => [
    name,
    round(1000 / calls.cpu),
    round(60_000 / journeys.cpu),
    `${(first.journeys.cpu / journeys.cpu).toFixed(2)} ×`,
    round(journeys.rate * 60),
  ];
  const head = [
    'store in',
    'calls a second, one core',
    'journeys a minute, one core',
    'against the first row',
    'journeys a minute, one handler here',
  ];
  return [head, ...measured.map(row)];
}

/** Lets an exact number of applicants go through their journey with some stores. */
async function goThrough(name, places) {
  const handler = await start('capacity/handler.mjs', name, JSON.stringify(places));
  const client = new Pool(handler.origin, { connections: AT_ONCE });
  for (let at = 0; at < APPLICANTS; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, APPLICANTS - at) }, () =>
        new Page(client, handler.origin).journey(SMALL, true),
      ),
    );
  await client.close();
  await handler.stop();
}

/** Drafts are deleted when an application is created, so they are written here. */
async function writeDrafts(store) {
  for (let at = 0; at < APPLICANTS; at++) await store.set(`draft/${randomUUID()}`, 'x'.repeat(DRAFT), 3600);
}

/** Measures the records of the journeys. */
async function sizes(places) {
  await goThrough('SQLite', places);
  await writeDrafts(storeInSqlite(places, 'drafts'));
  const sqlite = inSqlite(places.folder);
  await goThrough('PostgreSQL', places);
  await writeDrafts(storeInPostgres(places, 'drafts'));
  const postgres = await inPostgres(places.postgres);
  const row = (name, kind) => {
    const { bytes, rows } = postgres[kind];
    return [name, (rows / APPLICANTS).toFixed(1), round(sqlite[kind] / rows), round(bytes / rows)];
  };
  return [
    ['bytes of', 'records of an applicant', 'in SQLite', 'in PostgreSQL'],
    row('a consent', 'consents'),
    row('a value of an application or a call', 'records'),
    row(`a draft of ${DRAFT / 1000} kB`, 'drafts'),
  ];
}

function print(title, table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  ');
  console.log(`\n${title}\n${table.map(line).join('\n')}`);
}

async function prepare(url) {
  const pool = new Database({ connectionString: url });
  for (const schema of ['lending', 'drafts']) await migratePostgres(pool, schema);
  await pool.end();
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-capacity-'));
const closing = [() => fs.rmSync(folder, { recursive: true, force: true })];
async function close() {
  for (const one of closing.splice(0).toReversed()) await one();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close().then(() => process.exit(1)));
try {
  const postgres = await startPostgres();
  closing.push(postgres.close);
  await prepare(postgres.url);
  const service = await start('service.mjs');
  closing.push(service.stop);
  const places = { folder, postgres: postgres.url, service: service.origin };
  const syncs = syncsPerSecond(folder);
  const machine = `${thisMachine()}. Its disk confirms about ${round(syncs)} writes a second, one after the other.`;
  const bytes = await sizes(places);
  const capacity = capacityTable(await measure(places));
  console.log(machine);
  print('Capacity', capacity);
  print('Bytes', bytes);
  if (write) {
    await writeBlock(GUIDE, 'capacity', `Measured by \`${COMMAND}\` on ${machine}\n\n${markdownTable(capacity)}`);
    await writeBlock(GUIDE, 'sizes', markdownTable(bytes));
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await close();
  // The pool of the drafts is still open.
  process.exit();
}
