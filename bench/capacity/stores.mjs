// The stores that `npm run bench:capacity` compares.
import { memoryStore } from 'lending-elements/server';
import { postgresStore } from 'lending-elements/server/postgres';
import { sqliteStore } from 'lending-elements/server/node';
import { Pool } from 'pg';

/** A store in memory with an index of its entries: the library's own one searches all of them. */
export function indexedMemory() {
  const found = new Map();
  const entries = async (about) => found.get(about) ?? [];
  const append = async (entry) => void found.set(entry.about, [...(await entries(entry.about)), entry]);
  return { ...memoryStore({ most: 1e9 }), append, entries };
}

export const inSqlite = ({ folder }, name = 'lending') => sqliteStore(`${folder}/${name}.db`);

export function inPostgres({ postgres }, schema = 'lending') {
  const pool = new Pool({ connectionString: postgres, max: 8 });
  pool.on('error', () => {});
  return postgresStore(pool, { schema });
}

export const STORES = { memory: indexedMemory, SQLite: inSqlite, PostgreSQL: inPostgres };
