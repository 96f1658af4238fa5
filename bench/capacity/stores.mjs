// The stores that `npm run bench:capacity` compares. Each returns options of `createHandler`.
import { createClient } from '@redis/client';
import { fileConsents, fileIdempotency } from 'lending-elements/server/node';
import { postgresStores } from 'lending-elements/server/postgres';
import { redisStores } from 'lending-elements/server/redis';
import { Pool } from 'pg';

export const SECRET = 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa';
/** Each kind of data has a schema or a prefix of its own, so that its size can be measured. */
export const KINDS = ['consents', 'sessions', 'idempotency', 'drafts'];
const sessions = (store) => ({ secret: SECRET, loopback: true, ...(store && { store }) });

/** A consent store with an index: the library's own store in memory searches all entries. */
function consentsInMemory() {
  const entries = new Map();
  const about = async (name) => entries.get(name) ?? [];
  return { about, append: async (entry) => void entries.set(entry.about, [...(await about(entry.about)), entry]) };
}

export function inPostgres({ postgres }, kinds = KINDS) {
  const pool = new Pool({ connectionString: postgres, max: 8 });
  pool.on('error', () => {});
  const of = (kind) => postgresStores(pool, { secret: SECRET, schema: kind })[kind];
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)]));
}

export async function inRedis({ redis }) {
  const client = createClient({ url: redis });
  // The benchmark stops Redis while this process still has its connection.
  client.on('error', () => {});
  await client.connect();
  const of = (kind) => redisStores(client, { secret: SECRET, prefix: `${kind}:` })[kind];
  return Object.fromEntries(['sessions', 'idempotency', 'drafts'].map((kind) => [kind, of(kind)]));
}

const options = ({ sessions: store, drafts, ...others }) => ({
  ...others,
  sessions: sessions(store),
  ...(drafts && { drafts: { store: drafts } }),
});

export const STORES = {
  'sealed cookies, the rest in memory': async () => options({ consents: consentsInMemory() }),
  'sessions in memory too': async () => options({ consents: consentsInMemory(), sessions: new Map() }),
  'sealed cookies, the rest in files': async ({ folder }) =>
    options({
      consents: fileConsents(`${folder}/consents.jsonl`),
      idempotency: fileIdempotency(`${folder}/idempotency.jsonl`, { secret: SECRET }),
    }),
  'sealed cookies, the rest in PostgreSQL': async (places) =>
    options(inPostgres(places, ['consents', 'idempotency', 'drafts'])),
  'everything in PostgreSQL': async (places) => options(inPostgres(places)),
  'consents in PostgreSQL, the rest in Redis': async (places) =>
    options({ ...inPostgres(places, ['consents']), ...(await inRedis(places)) }),
};
