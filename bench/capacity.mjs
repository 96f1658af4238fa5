// `node bench/capacity.mjs`, after `npm run build`: measures the calls and journeys that one core serves with each store, and the bytes of
// each record. A handler of each store, the service and PostgreSQL run in processes of their own on this machine. The capacity of a core
// comes from the handler's processor time, which other programs change little. `--quick` runs shorter; `--write` writes the tables into
// docs/capacity.md.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { migratePostgres } from 'lending-elements/server/postgres';
import { Pool as Database } from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { markdownTable, median, printTable, thisMachine, times, writeBlock } from '../scripts/table.mjs';
import { inPostgres, inSqlite, sizesInPostgres, sizesInSqlite, STORES, syncsPerSecond } from './capacity/stores.mjs';
import { formOf, load, startContender, startService } from './processes.mjs';

const flag = { type: 'boolean' };
const { quick, write } = parseArgs({ options: { quick: flag, write: flag } }).values;
const [ROUNDS, SECONDS, WARM_UP] = quick ? [2, 2, 3] : [5, 4, 3];
const AT_ONCE = 16;
/** The applicants of whom the records are measured, and the bytes of a draft. */
const APPLICANTS = 200;
const DRAFT = 2000;
const SMALL = formOf(20_000);
const GUIDE = 'docs/capacity.md';
const COMMAND = `node bench/capacity.mjs${quick ? ' --quick' : ''}`;
const round = (number) => Number(number.toPrecision(2)).toLocaleString('en');

const contender = (name, places, applicants) =>
  startContender(`a store in ${name}`, places, { connections: AT_ONCE, applicants });

/** Measures each store in each round, in another order each time. Returns the medians of calls and journeys. */
async function measure(places) {
  const all = [];
  const call = (page) => page.token();
  for (const name of Object.keys(STORES)) {
    const handler = await contender(name, places, AT_ONCE);
    const journey = () => handler.newPage().journey(SMALL, true);
    // Compiled code is several times faster.
    await load(handler, AT_ONCE, journey, WARM_UP * SECONDS);
    await load(handler, AT_ONCE, call, SECONDS);
    all.push({ name, handler, journey, calls: [], journeys: [] });
  }
  for (let at = 0; at < ROUNDS; at++) {
    for (const [shift] of all.entries()) {
      const { handler, journey, calls, journeys } = all[(at + shift) % all.length];
      calls.push(await load(handler, AT_ONCE, call, SECONDS));
      journeys.push(await load(handler, AT_ONCE, journey, SECONDS));
    }
  }
  for (const { handler } of all) await handler.stop();
  const middle = (list) => ({ cpu: median(list.map(({ cpu }) => cpu)), rate: median(list.map(({ rate }) => rate)) });
  return all.map(({ name, calls, journeys }) => ({ name, calls: middle(calls), journeys: middle(journeys) }));
}

function capacityTable(measured) {
  const [first] = measured;
  const row = ({ name, calls, journeys }) => [
    name,
    times(first.journeys.cpu / journeys.cpu),
    round(1e6 / calls.cpu),
    round(60e6 / journeys.cpu),
    round(journeys.rate * 60),
  ];
  const head = [
    'store in',
    'against the first row',
    'calls a second, one core',
    'journeys a minute, one core',
    'journeys a minute, one handler here',
  ];
  return [head, ...measured.map(row)];
}

/** Sends the whole journeys of an exact number of applicants to a handler with this store. */
async function goThrough(name, places) {
  const handler = await contender(name, places, 0);
  for (let at = 0; at < APPLICANTS; at += AT_ONCE) {
    const pages = Array.from({ length: Math.min(AT_ONCE, APPLICANTS - at) }, handler.newPage);
    await Promise.all(pages.map((page) => page.journey(SMALL, true)));
  }
  await handler.stop();
}

/** Drafts are deleted when an application is created, so they are written here, for other applicants. */
async function writeDrafts(database) {
  const store = database.open(randomUUID());
  const row = { application: 1, revision: randomUUID(), sealed: 'x'.repeat(DRAFT), saved_at: 1, ends_at: 1e15 };
  for (let at = 0; at < APPLICANTS; at++) {
    const drafts = [{ ...row, id: randomUUID() }];
    await store.change({ subject: randomUUID(), business: 'drafts' }, (records) => [{ ...records, drafts }, undefined]);
  }
  await database.close();
}

/** Measures the records of the journeys. */
async function sizes(places) {
  await goThrough('SQLite', places);
  await writeDrafts(inSqlite(places));
  const sqlite = sizesInSqlite(places.folder);
  await goThrough('PostgreSQL', places);
  await writeDrafts(inPostgres(places));
  const postgres = await sizesInPostgres(places.postgres);
  const row = (name, kind) => {
    const { bytes, rows } = postgres[kind];
    return [name, (rows / APPLICANTS).toFixed(1), round(sqlite[kind] / rows), round(bytes / rows)];
  };
  return [
    ['bytes of', 'records of an applicant', 'in SQLite', 'in PostgreSQL'],
    row('a consent', 'consents'),
    row('an application or a call', 'records'),
    row(`a draft of ${DRAFT / 1000} kB`, 'drafts'),
  ];
}

async function prepare(url) {
  const pool = new Database({ connectionString: url });
  await migratePostgres(pool);
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
  const service = await startService();
  closing.push(service.stop);
  const places = { folder, postgres: postgres.url, service: service.origin };
  const syncs = syncsPerSecond(folder);
  const machine = `${thisMachine()}. Its disk confirms about ${round(syncs)} writes a second, one after the other.`;
  const bytes = await sizes(places);
  const capacity = capacityTable(await measure(places));
  console.log(machine);
  printTable('Capacity', capacity);
  printTable('Bytes', bytes);
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
