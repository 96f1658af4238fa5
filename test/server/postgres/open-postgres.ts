// A real PostgreSQL for the tests of a file. If a machine has none and cannot install it, `skip` says why.
import { after } from 'node:test';
import { Pool } from 'pg';
import { migratePostgres, type PostgresPool } from '../../../src/server/postgres/index.js';

/** A server that can crash and start again. */
export interface Engine {
  url: string;
  start(): Promise<void>;
  crash(): Promise<void>;
  close(): Promise<void>;
}
export const { startPostgres } = (await import(new URL('../../../scripts/postgres.mjs', import.meta.url).href)) as {
  startPostgres(settings?: Record<string, string>): Promise<Engine>;
};

export function postgresPool(url: string, max = 5) {
  const pool = new Pool({ connectionString: url, max, query_timeout: 5000, connectionTimeoutMillis: 5000 });
  pool.on('error', () => {});
  return pool;
}

type Send = (text: string) => ReturnType<PostgresPool['query']>;

/** The same pool, with another way to send statements on a connection. `count` has the connections in use, now and at most. */
export function withSend(pool: PostgresPool, change: (send: Send) => Send) {
  const count = { now: 0, most: 0 };
  const changed: PostgresPool = {
    query: (text, values) => pool.query(text, values),
    async connect() {
      const connection = await pool.connect();
      count.most = Math.max(count.most, (count.now += 1));
      return {
        query: change((text) => connection.query(text)),
        release(error) {
          count.now -= 1;
          connection.release(error);
        },
      };
    },
  };
  return { pool: changed, count };
}

async function open() {
  const postgres = await startPostgres().catch((error: Error) => error.message);
  if (typeof postgres === 'string') return { skip: postgres, url: '', pool: undefined };
  const pool = postgresPool(postgres.url);
  await migratePostgres(pool);
  after(async () => {
    await pool.end();
    await postgres.close();
  });
  return { skip: false as const, url: postgres.url, pool };
}

let opened: ReturnType<typeof open> | undefined;

/** A PostgreSQL with the schema. Files of one process share it. */
export const openPostgres = () => (opened ??= open());
