// A real Redis and a real PostgreSQL for the tests of a file. If a machine has none and cannot install it, `skip` says why.
import { after } from 'node:test';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { migratePostgres, postgresStores } from '../../../src/server/postgres/index.js';
import { redisStores } from '../../../src/server/redis/index.js';
import { SECRET } from '../setup.js';

/** A server that can crash and start again. */
export interface Engine {
  url: string;
  start(): Promise<void>;
  crash(): Promise<void>;
  close(): Promise<void>;
}
type Start = (settings?: Record<string, string>) => Promise<Engine>;
const load = (path: string) => import(new URL(`../../../scripts/${path}`, import.meta.url).href) as Promise<unknown>;
export const { startRedis, DURABLE } = (await load('redis.mjs')) as {
  startRedis: Start;
  DURABLE: Record<string, string>;
};
export const { startPostgres } = (await load('postgres.mjs')) as { startPostgres: Start };

/** A client of `redis`. It fails rather than wait for a Redis that is away. */
export async function redisClient(url: string) {
  const client = createClient({ url, disableOfflineQueue: true, commandOptions: { timeout: 2000 } });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A client of `ioredis`, with the same manners. */
export async function ioRedisClient(url: string) {
  const client = new Redis(url, { enableOfflineQueue: false, commandTimeout: 2000, lazyConnect: true });
  client.on('error', () => {});
  await client.connect();
  return client;
}

export function postgresPool(url: string, max = 5) {
  const pool = new Pool({ connectionString: url, max, query_timeout: 5000, connectionTimeoutMillis: 5000 });
  pool.on('error', () => {});
  return pool;
}

const orWhy = async (engine: Promise<Engine>) => engine.catch((error: Error) => error.message);

/** Each file has one of them. */
const once = <T>(open: () => Promise<T>) => {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
};

/** A Redis that keeps what it confirms, for the tests of a file. */
export const openRedis = once(async () => {
  const redis = await orWhy(startRedis(DURABLE));
  if (typeof redis === 'string') return { skip: redis, url: '', client: undefined, ioClient: undefined };
  const client = await redisClient(redis.url);
  const ioClient = await ioRedisClient(redis.url);
  after(async () => {
    client.destroy();
    ioClient.disconnect();
    await redis.close();
  });
  return { skip: false as const, url: redis.url, client, ioClient };
});

/** A PostgreSQL with the schema, for the tests of a file. */
export const openPostgres = once(async () => {
  const postgres = await orWhy(startPostgres());
  if (typeof postgres === 'string') return { skip: postgres, url: '', pool: undefined };
  const pool = postgresPool(postgres.url);
  await migratePostgres(pool);
  after(async () => {
    await pool.end();
    await postgres.close();
  });
  return { skip: false as const, url: postgres.url, pool };
});

/** A name that no other test uses: a prefix of Redis. */
const fresh = () => `${crypto.randomUUID()}:`;

/** The stores on each engine: a name, a function that makes empty ones, and why they cannot be tested. */
export async function openEngines() {
  const redis = await openRedis();
  const postgres = await openPostgres();
  let schemas = 0;
  return [
    ['Redis with redis', async () => redisStores(redis.client!, { secret: SECRET, prefix: fresh() }), redis.skip],
    ['Redis with ioredis', async () => redisStores(redis.ioClient!, { secret: SECRET, prefix: fresh() }), redis.skip],
    [
      'PostgreSQL',
      async () => {
        const schema = `lending_${(schemas += 1)}`;
        await migratePostgres(postgres.pool!, schema);
        return postgresStores(postgres.pool!, { secret: SECRET, schema });
      },
      postgres.skip,
    ],
  ] as const;
}
