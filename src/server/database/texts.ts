import type { PostgresPool } from '../postgres/types.js';

/** Milliseconds between two deletions of expired texts, and the most that are deleted at once. If there are more, the next ones follow at once. */
const SWEEP = 60_000;
const MOST = 1000;

/** Texts under names, for a time. A count is a text too: it expires, and then begins again. */
export interface PostgresTexts {
  get(name: string): Promise<string | undefined>;
  /** Sets a text unless the name has one, in one step. Returns true if it did. Without `seconds` it never expires. */
  add(name: string, text: string, seconds?: number): Promise<boolean>;
  set(name: string, text: string, seconds: number): Promise<void>;
  delete(name: string): Promise<void>;
  /**
   * Sets a text if the name still has the text `before`, or none if `before` is `undefined`, in one step. Returns true if it did.
   * Without `seconds` it never expires.
   */
  replace(name: string, before: string | undefined, text: string, seconds?: number): Promise<boolean>;
  /** Adds one to a count, in one step. A count that begins now expires after `seconds`. Returns the count and the seconds that are left. */
  count(name: string, seconds: number): Promise<{ count: number; left: number }>;
}

/** Texts in the table `texts`. The database's clock decides when they expire. */
export function postgresTexts(pool: PostgresPool, schema: string): PostgresTexts {
  const table = `${schema}.texts`;
  const until = (at: number) =>
    `CASE WHEN $${at}::float8 IS NULL THEN 'infinity'::timestamptz ELSE now() + make_interval(secs => $${at}::float8) END`;
  let swept = performance.now();

  /** Deletes expired texts from time to time. Rows that another machine deletes now are left to it. */
  async function sweep(): Promise<void> {
    if (performance.now() - swept < SWEEP) return;
    swept = performance.now();
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} WHERE name IN (SELECT name FROM ${table} WHERE expires_at <= now() LIMIT ${MOST} FOR UPDATE SKIP LOCKED)`,
    );
    if (rowCount === MOST) swept -= SWEEP;
  }

  return {
    async get(name) {
      const { rows } = await pool.query(`SELECT content FROM ${table} WHERE name = $1 AND expires_at > now()`, [name]);
      return rows[0]?.content as string | undefined;
    },
    async add(name, text, seconds) {
      await sweep();
      const { rowCount } = await pool.query(
        `INSERT INTO ${table} AS found (name, content, expires_at) VALUES ($1, $2, ${until(3)})
         ON CONFLICT (name) DO UPDATE SET content = excluded.content, expires_at = excluded.expires_at
         WHERE found.expires_at <= now()`,
        [name, text, seconds ?? null],
      );
      return rowCount === 1;
    },
    async set(name, text, seconds) {
      await sweep();
      await pool.query(
        `INSERT INTO ${table} (name, content, expires_at) VALUES ($1, $2, ${until(3)})
         ON CONFLICT (name) DO UPDATE SET content = excluded.content, expires_at = excluded.expires_at`,
        [name, text, seconds],
      );
    },
    async delete(name) {
      await pool.query(`DELETE FROM ${table} WHERE name = $1`, [name]);
    },
    async replace(name, before, text, seconds) {
      if (before === undefined) return this.add(name, text, seconds);
      const { rowCount } = await pool.query(
        `UPDATE ${table} SET content = $2, expires_at = ${until(3)} WHERE name = $1 AND content = $4 AND expires_at > now()`,
        [name, text, seconds ?? null, before],
      );
      return rowCount === 1;
    },
    async count(name, seconds) {
      await sweep();
      // A crash may lose a count, so this transaction alone does not wait for the disk.
      const { rows } = await pool.query(
        `INSERT INTO ${table} AS found (name, content, expires_at) VALUES ($1, '1', ${until(2)})
         ON CONFLICT (name) DO UPDATE SET
           content = CASE WHEN found.expires_at > now() THEN found.content::int + 1 ELSE 1 END,
           expires_at = CASE WHEN found.expires_at > now() THEN found.expires_at ELSE excluded.expires_at END
         RETURNING content::int AS count, extract(epoch FROM expires_at - now())::float8 AS left,
           set_config('synchronous_commit', 'off', true)`,
        [name, seconds],
      );
      return rows[0] as { count: number; left: number };
    },
  };
}
