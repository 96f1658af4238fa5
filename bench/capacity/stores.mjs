// The stores that bench/capacity.mjs compares, and the data in them that grows with the applicants: the bytes of each kind of record.
import fs from 'node:fs';
import Database from 'libsql';
import { memoryStore } from 'lending-elements/server';
import { postgresStore } from 'lending-elements/server/postgres';
import { sqliteStore } from 'lending-elements/server/node';
import { Pool } from 'pg';

/** A store in memory with an index of its entries: the library's own one searches all of them. */
function indexedMemory() {
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

/** Each kind of record, with the name of its file or schema, its table, and the tables that are not measured. */
const KINDS = {
  consents: ['lending', 'consents', ['records', 'leases']],
  records: ['lending', 'records', ['consents', 'notices', 'leases']],
  drafts: ['drafts', 'records', []],
};

/** The bytes of a file with one kind of record, without rows that were replaced. */
export function sizesInSqlite(folder) {
  const sizeOf = ([kind, [name, , others]]) => {
    const copy = `${folder}/${kind}-copy.db`;
    const database = new Database(`${folder}/${name}.db`);
    database.exec(`VACUUM INTO '${copy}'`);
    database.close();
    const copied = new Database(copy);
    for (const table of others) copied.exec(`DELETE FROM ${table}`);
    copied.exec('VACUUM');
    copied.close();
    return [kind, fs.statSync(copy).size];
  };
  return Object.fromEntries(Object.entries(KINDS).map(sizeOf));
}

/** The bytes and rows of each kind's tables with their indexes. Rows that were replaced are removed first, as PostgreSQL does in time. */
export async function sizesInPostgres(url) {
  const pool = new Pool({ connectionString: url });
  const sizes = {};
  for (const [kind, [schema, table]] of Object.entries(KINDS)) {
    const name = `${String(schema)}.${String(table)}`;
    await pool.query(`VACUUM FULL ${name}`);
    const { rows } = await pool.query(
      `SELECT pg_total_relation_size('${name}')::int AS bytes, (SELECT count(*) FROM ${name})::int AS rows`,
    );
    sizes[kind] = rows[0];
  }
  await pool.end();
  return sizes;
}

/** How many writes of 4 KB this disk confirms in a second, one after the other. */
export function syncsPerSecond(folder) {
  const file = fs.openSync(`${folder}/syncs`, 'w');
  const piece = 'x'.repeat(4096);
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < 2000; count++) {
    fs.writeSync(file, piece);
    fs.fdatasyncSync(file);
  }
  fs.closeSync(file);
  return count / 2;
}
