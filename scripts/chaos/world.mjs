// Everything that `npm run chaos` starts: PostgreSQL, the lender, the handlers and the balancer.
import { randomBytes } from 'node:crypto';
import { migratePostgres, postgresStores } from 'lending-elements/server/postgres';
import { Pool } from 'pg';
import { startPostgres } from '../postgres.mjs';
import { end, startChild } from './children.mjs';
import { startMachines } from './machines.mjs';

const HANDLERS = 4;
/** One connection of this many is cut. */
const CUT_ONE_IN = 40;

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

/** Starts a world. `closing` gets everything that is started. */
export async function startWorld(seed, { dice, closing }) {
  const close = (one) => one.close();
  // The time of each commit is compared with the time of the call to the lender.
  const postgres = await closing.add(startPostgres({ track_commit_timestamp: 'on' }), close);
  await migrate(postgres.url);
  const lender = await closing.add(startChild('lender.mjs', { SEED: String(seed) }), (child) => end(child));
  const faults = { SEED: String(seed + 1), CUT_ONE_IN: String(CUT_ONE_IN) };
  const balancer = await closing.add(startChild('balancer.mjs', faults), (child) => end(child));
  const env = {
    ...lender.first,
    LENDING_SESSION_SECRET: randomBytes(32).toString('base64url'),
    DATABASE_URL: postgres.url,
  };
  const machines = await closing.add(startMachines(HANDLERS, env, balancer, dice), close);
  return { postgres, lender, balancer, machines, env };
}

async function migrate(url) {
  const pool = new Pool({ connectionString: url });
  await migratePostgres(pool);
  await pool.end();
}

/** Reads the lines of consent, each with the time of its commit in milliseconds, and the sessions of subjects. */
export async function readRecords({ env }, subjects) {
  const pool = new Pool({ connectionString: env.DATABASE_URL });
  const { sessions } = postgresStores(pool, { secret: env.LENDING_SESSION_SECRET });
  try {
    const { rows } = await pool.query(
      `SELECT entry, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS stored
       FROM lending.consents ORDER BY number`,
    );
    const lines = rows.map(({ entry, stored }) => ({ ...JSON.parse(entry), stored }));
    const found = new Map();
    for (const subject of subjects) found.set(subject, await sessions.get(subject));
    return { lines, sessions: found };
  } finally {
    await pool.end();
  }
}
