// The stores that `npm run bench:capacity` compares. Each returns options of `createHandler`.
import { postgresStores } from 'lending-elements/server/postgres';
import { sqliteStores } from 'lending-elements/server/sqlite';
import { Pool } from 'pg';

export const SECRET = 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa';
/** Each kind of data has a schema of its own, so that its size can be measured. */
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

export function inSqlite(folder, kinds = KINDS) {
  const of = (kind) => sqliteStores(`${folder}/${kind}.db`, { secret: SECRET })[kind];
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)]));
}

const options = ({ sessions: store, drafts, ...others }) => ({
  ...others,
  sessions: sessions(store),
  ...(drafts && { drafts: { store: drafts } }),
});

export const STORES = {
  'sealed cookies, the rest in memory': () => options({ consents: consentsInMemory() }),
  'sessions in memory too': () => options({ consents: consentsInMemory(), sessions: new Map() }),
  'sealed cookies, the rest in SQLite': ({ folder }) =>
    options(inSqlite(folder, ['consents', 'idempotency', 'drafts'])),
  'everything in SQLite': ({ folder }) => options(inSqlite(folder)),
  'sealed cookies, the rest in PostgreSQL': (places) =>
    options(inPostgres(places, ['consents', 'idempotency', 'drafts'])),
  'everything in PostgreSQL': (places) => options(inPostgres(places)),
};
