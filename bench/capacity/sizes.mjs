// Measures the data that grows with the applicants: the bytes of each kind of record, in SQLite and PostgreSQL.
import fs from 'node:fs';
import Database from 'libsql';
import { Pool } from 'pg';
import { KINDS } from './stores.mjs';

/** The bytes of each kind's file, once everything is in it and replaced rows are removed. */
export function inSqlite(folder) {
  return Object.fromEntries(
    KINDS.map((kind) => {
      const [file, copy] = [`${folder}/${kind}.db`, `${folder}/${kind}-copy.db`];
      const database = new Database(file);
      database.exec(`VACUUM INTO '${copy}'`);
      database.close();
      return [kind, fs.statSync(copy).size];
    }),
  );
}

/** The bytes and rows of each kind's tables with their indexes. Rows that were replaced are removed first, as PostgreSQL does in time. */
export async function inPostgres(url) {
  const pool = new Pool({ connectionString: url });
  const sizes = {};
  for (const kind of KINDS) {
    const table = kind === 'consents' ? 'consents' : 'texts';
    await pool.query(`VACUUM FULL ${kind}.${table}`);
    const { rows } = await pool.query(
      `SELECT pg_total_relation_size('${kind}.${table}')::int AS bytes, (SELECT count(*) FROM ${kind}.${table})::int AS rows`,
    );
    sizes[kind] = rows[0];
  }
  await pool.end();
  return sizes;
}

/** How often a second this disk confirms a write of 4 KB, one after the other. */
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
