// Measures the data that grows with the applicants: the bytes of each kind of record, in files and PostgreSQL.
import fs from 'node:fs';
import { Pool } from 'pg';
import { KINDS } from './stores.mjs';

const sizeOf = (file) => fs.statSync(file).size;

/** The bytes of the files, and the lines of consent. */
export function inFiles(folder) {
  const consents = `${folder}/consents.jsonl`;
  const lines = fs.readFileSync(consents, 'utf8').split('\n').length - 1;
  return { consents: sizeOf(consents), lines, idempotency: sizeOf(`${folder}/idempotency.jsonl`) };
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
