// The stores that bench/capacity.mjs compares, and the data in them that grows with the applicants: the bytes of each kind of record.
import fs from 'node:fs';
import Database from 'libsql';
import { memoryStore } from 'lending-elements/server';
import { postgresStore } from 'lending-elements/server/postgres';
import { sqliteStore } from 'lending-elements/server/node';
import { Pool } from 'pg';

export const inSqlite = ({ folder }) => sqliteStore(`${folder}/lending.db`);

export function inPostgres({ postgres }) {
  const pool = new Pool({ connectionString: postgres, max: 8 });
  pool.on('error', () => {});
  return postgresStore(pool);
}

export const STORES = { memory: memoryStore, SQLite: inSqlite, PostgreSQL: inPostgres };

/** The tables of each kind of record. */
const KINDS = { consents: ['consents'], records: ['owners', 'applications', 'calls'], drafts: ['drafts'] };
const TABLES = [...Object.values(KINDS).flat(), 'served', 'events', 'failures', 'prefills', 'notices'];

/** The bytes of the rows of each kind, with their indexes, in a file without rows that were replaced. */
export function sizesInSqlite(folder) {
  function sizeWith(tables) {
    const copy = `${folder}/copy.db`;
    const database = new Database(`${folder}/lending.db`);
    database.exec(`VACUUM INTO '${copy}'`);
    database.close();
    const copied = new Database(copy);
    for (const table of TABLES) if (!tables.includes(table)) copied.exec(`DELETE FROM ${table}`);
    copied.exec('VACUUM');
    copied.close();
    const { size } = fs.statSync(copy);
    fs.rmSync(copy);
    return size;
  }
  const empty = sizeWith([]);
  return Object.fromEntries(Object.entries(KINDS).map(([kind, tables]) => [kind, sizeWith(tables) - empty]));
}

/** The bytes and rows of each kind's tables with their indexes. Rows that were replaced are removed first, as PostgreSQL does in time. */
export async function sizesInPostgres(url) {
  const pool = new Pool({ connectionString: url });
  const sizes = {};
  for (const [kind, tables] of Object.entries(KINDS)) {
    sizes[kind] = { bytes: 0, rows: 0 };
    for (const table of tables) {
      const name = `lending.${table}`;
      await pool.query(`VACUUM FULL ${name}`);
      const { rows } = await pool.query(
        `SELECT pg_total_relation_size('${name}')::int AS bytes, (SELECT count(*) FROM ${name})::int AS rows`,
      );
      sizes[kind].bytes += rows[0].bytes;
      sizes[kind].rows += rows[0].rows;
    }
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
