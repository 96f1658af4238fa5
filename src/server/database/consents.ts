import type { ConsentEntry } from '../../schema/consent/consent.js';
import { sha256 } from '../../schema/consent/notice-text.js';
import { canonical } from '../consent/chain.js';
import type { ConsentStore } from '../consent/store.js';
import { inBatches } from '../util/queue.js';
import { createLocks } from './locks.js';
import type { PostgresPool } from '../postgres/types.js';

/** The number of entries that `entries()` reads at once. */
const PAGE = 1000;
/** The most entries that are written at once. */
const BATCH = 500;

/** A consent store in PostgreSQL. */
export interface PostgresConsents extends Required<ConsentStore> {
  /** Every entry that was stored before the call, oldest first, for `exportConsents()` of `lending-elements/server/audit`. */
  entries(): AsyncIterable<ConsentEntry>;
}

/** Entries in the table `consents`, and the texts of the notices, each once, in `notices`. `ready` is awaited before each operation. */
export function postgresConsents(
  pool: PostgresPool,
  schema: string,
  { patience, ready }: { patience: number; ready: () => Promise<unknown> },
): PostgresConsents {
  const locks = createLocks(pool, patience);
  const from = `FROM ${schema}.consents LEFT JOIN ${schema}.notices ON sha256 = notice_sha256`;
  const lockOf = async (about: string) =>
    BigInt.asIntN(64, BigInt(`0x${(await sha256(`${schema}/${about}`)).slice(0, 16)}`)).toString();

  const write = inBatches(BATCH, async (rows: readonly Row[]) => {
    await ready();
    await pool.query(insert(schema), [
      await Promise.all(rows.map(({ about }) => sha256(about))),
      rows.map(({ entry }) => entry),
      await Promise.all(rows.map(async ({ notice }) => notice && sha256(notice))),
      rows.map(({ notice }) => notice),
    ]);
    return rows;
  });

  return {
    async append({ notice, ...rest }) {
      // The caller may change the entry before it is written.
      await write({ about: rest.about, entry: canonical(rest), notice: notice ? canonical(notice) : null });
    },
    async about(about) {
      await ready();
      const { rows } = await pool.query(`SELECT entry, notice ${from} WHERE about_sha256 = $1 ORDER BY number`, [
        await sha256(about),
      ]);
      return rows.map(entryOf);
    },
    lock: async (about) => {
      await ready();
      await locks.lock(await lockOf(about));
    },
    holds: async (about) => locks.holds(await lockOf(about)),
    unlock: async (about) => locks.unlock(await lockOf(about)),
    async *entries() {
      await ready();
      const last = await lastNumber(pool, schema);
      for (let number = '0'; ;) {
        const { rows } = await pool.query(
          `SELECT number, entry, notice ${from} WHERE number > $1 AND number <= $2 ORDER BY number LIMIT ${PAGE}`,
          [number, last],
        );
        if (rows.length === 0) return;
        yield* rows.map(entryOf);
        number = String(rows.at(-1)!.number);
      }
    },
  };
}

interface Row {
  about: string;
  entry: string;
  notice: string | null;
}

/** Adds rows in their order, and the notices that are new. A notice that another machine adds now is waited for. */
const insert = (schema: string) => `
  WITH rows AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
    WITH ORDINALITY AS row (about_sha256, entry, notice_sha256, notice, place)
  ), noted AS (
    INSERT INTO ${schema}.notices (sha256, notice)
    SELECT DISTINCT notice_sha256, notice FROM rows WHERE notice_sha256 IS NOT NULL
    ORDER BY notice_sha256 ON CONFLICT DO NOTHING
  )
  INSERT INTO ${schema}.consents (about_sha256, entry, notice_sha256)
  SELECT about_sha256, entry, notice_sha256 FROM rows ORDER BY place`;

function entryOf({ entry, notice }: Record<string, unknown>): ConsentEntry {
  const rest = JSON.parse(entry as string) as ConsentEntry;
  return notice === null ? rest : { ...rest, notice: JSON.parse(notice as string) as ConsentEntry['notice'] };
}

/** Waits for the entries that are being written: a smaller number can be stored later than a greater one. */
async function lastNumber(pool: PostgresPool, schema: string): Promise<string> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    await connection.query(`LOCK TABLE ${schema}.consents IN SHARE MODE`);
    const { rows } = await connection.query(`SELECT coalesce(max(number), 0) AS last FROM ${schema}.consents`);
    await connection.query('COMMIT');
    connection.release();
    return String(rows[0]!.last);
  } catch (error) {
    connection.release(true);
    throw error;
  }
}
