// Everything that `npm run test:chaos` starts: the database, the lender, the handlers, the partner's office and the balancer.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import SQLite from 'libsql';
import { migratePostgres } from 'lending-elements/server/postgres';
import { Pool } from 'pg';
import { startPostgres } from '../postgres.mjs';
import { end, startChild } from './children.mjs';
import { CLOCKS, ENGINES_AWAY, LAST_LOOK, LIMITS, STORE_CLOCKS } from './limits.mjs';

/** The number of handlers at each database. */
const HANDLERS = { sqlite: 3, postgres: 4 };
/** One of this many connections is cut. */
const CUT_ONE_IN = 40;
/** Milliseconds by which the clocks of two processes on one machine may differ: they count in whole milliseconds. */
const ROUNDING = 2;
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The things to close. Each is added before it is started, so that a start that is interrupted leaves nothing. */
export function closingList() {
  const closers = [];
  let closed;
  async function closeAll() {
    for (const closer of closers.toReversed()) await closer();
  }
  return {
    add(starting, close) {
      closers.push(() => starting.then(close, () => undefined));
      return starting;
    },
    /** Several callers wait for the same end. */
    close: () => (closed ??= closeAll()),
  };
}

/** Starts a PostgreSQL, or makes a folder for a SQLite file. */
async function startDatabase(engine) {
  if (engine === 'postgres') {
    // The time of each commit is compared with the time of the call to the lender.
    const postgres = await startPostgres({ track_commit_timestamp: 'on' });
    const pool = new Pool({ connectionString: postgres.url });
    await migratePostgres(pool);
    await pool.end();
    return postgres;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-chaos-'));
  return { url: path.join(folder, 'lending.db'), close: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Starts handlers, passes their ports to the balancer, and starts a handler again when it has ended. `deaths` lists the handlers that
 * ended by themselves. The first handler is never killed, so that its memory can be compared.
 */
async function startMachines(count, env, balancer, dice) {
  const places = Array.from({ length: count }, (_, at) => ({
    port: 0,
    isWanted: true,
    clocks: { CLOCK: String(CLOCKS[at] ?? 0), STORE_CLOCK: String(STORE_CLOCKS[at] ?? 0) },
  }));
  const deaths = [];
  const tell = () => balancer.child.send({ ports: places.map(({ port }) => port).filter(Boolean) });

  async function run(place) {
    while (place.isWanted) {
      const machine = await startChild('machine.mjs', { ...env, ...place.clocks }, ['--expose-gc']);
      // The run may have ended while it started.
      if (!place.isWanted) machine.child.kill('SIGKILL');
      if (machine.first) {
        Object.assign(place, { machine, port: machine.first.port });
        tell();
      }
      const code = await machine.ended;
      if (place.isWanted && place.isEnding === undefined && code !== ENGINES_AWAY)
        deaths.push(`a handler ended by itself: ${code}\n${machine.complaints()}`);
      await pause(place.isEnding ?? 100);
      place.isEnding = undefined;
    }
  }

  /** Ends one of the handlers, but not the first. */
  async function endOne(signal, lasts) {
    const place = places[1 + dice.below(places.length - 1)];
    if (!place.machine || place.machine.child.exitCode !== null || place.isEnding !== undefined) return;
    place.isEnding = lasts;
    const { machine } = place;
    const timer = setTimeout(() => {
      deaths.push(`a handler did not end within ${LIMITS.restart / 1000} seconds of ${signal}`);
      machine.child.kill('SIGKILL');
    }, LIMITS.restart);
    await end(machine, signal);
    clearTimeout(timer);
  }

  /** Stops one of the handlers until the deadlines of its calls are over, and continues it. */
  async function suspend() {
    const place = places[1 + dice.below(places.length - 1)];
    const { machine } = place;
    if (!machine || machine.child.exitCode !== null || place.isEnding !== undefined) return;
    machine.child.kill('SIGSTOP');
    await pause(LIMITS.suspended);
    machine.child.kill('SIGCONT');
  }

  const running = places.map(run);
  while (!places.every(({ port }) => port)) await pause(20);
  return {
    deaths,
    kill: (lasts) => endOne('SIGKILL', lasts),
    restart: () => endOne('SIGTERM', 0),
    suspend,
    memory: () => places[0].machine.ask('memory'),
    async close() {
      for (const place of places) place.isWanted = false;
      for (const { machine } of places) await end(machine);
      await Promise.all(running);
    },
  };
}

/** Starts a world. `closing` gets everything that is started. */
export async function startWorld(engine, seed, { dice, closing }) {
  const close = (one) => one.close();
  const database = await closing.add(startDatabase(engine), close);
  const lender = await closing.add(startChild('lender.mjs', { SEED: String(seed) }), (child) => end(child));
  const faults = { SEED: String(seed + 1), CUT_ONE_IN: String(CUT_ONE_IN) };
  const balancer = await closing.add(startChild('balancer.mjs', faults), (child) => end(child));
  const env = {
    ...lender.first,
    LENDING_SESSION_SECRET: randomBytes(32).toString('base64url'),
    LENDING_DATABASE: database.url,
  };
  const machines = await closing.add(startMachines(HANDLERS[engine], env, balancer, dice), close);
  if (engine === 'sqlite') await lender.ask({ file: database.url });
  // Its clock is ahead of all others: the partner's office need not wait for as long as the handler demands.
  const office = { ...env, IS_OFFICE: 'yes', CLOCK: String(Math.max(...CLOCKS) + 180_000) };
  const { first } = await closing.add(startChild('machine.mjs', office, ['--expose-gc']), (child) => end(child));
  return { engine, database, lender, balancer, machines, env, office: `http://127.0.0.1:${first.port}` };
}

/** Reads the lines of consent, the applications by subject, and the calls for offers, each with its place among the lines. */
export async function readRecords({ engine, env }, { offers }) {
  const lines = await (engine === 'sqlite' ? linesInSqlite : linesInPostgres)(env.LENDING_DATABASE);
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, 'applications', 'list'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`applications list failed: ${stderr}`);
  const applications = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  const sessions = new Map(applications.flatMap((one) => (one.state === 'open' ? [[one.subject, one]] : [])));
  const placed = offers.map((call) =>
    engine === 'sqlite' ? call : { ...call, begun: call.from + ROUNDING, looked: call.from - LAST_LOOK },
  );
  return { lines, sessions, offers: placed };
}

async function linesInPostgres(url) {
  const pool = new Pool({ connectionString: url });
  const { rows } = await pool.query(
    `SELECT subject, event, at::float8 AS at, entry, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS stored
     FROM lending.consents ORDER BY stored, place`,
  );
  await pool.end();
  return rows.map(lineOf);
}

const lineOf = ({ entry, at, ...line }) => ({ ...JSON.parse(entry), ...line, at: new Date(Number(at)).toISOString() });

/** SQLite has one writer at a time, so the numbers of the lines are the order in which they were stored. */
async function linesInSqlite(file) {
  const database = new SQLite(file, { readonly: true });
  const rows = database.prepare('SELECT subject, event, at, entry, rowid AS stored FROM consents ORDER BY rowid').all();
  database.close();
  return rows.map(lineOf);
}
