import type { Engine } from './engine.js';

/** Milliseconds between two deletions of expired texts, and the most that one deletes. If there are more, the next one follows. */
const SWEEP = 60_000;
const MOST = 1000;
/** The end of a text that never expires, in seconds since 1970. */
const NEVER = 1e15;

/** Texts under names, for a time. A count is a text too: it expires, and then begins again. */
export interface Texts {
  get(name: string): Promise<string | undefined>;
  /** Sets a text unless the name has one, in one step. Returns true if it did. Without `seconds` it never expires. */
  add(name: string, text: string, seconds?: number, mayBeLost?: boolean): Promise<boolean>;
  set(name: string, text: string, seconds: number): Promise<void>;
  delete(name: string): Promise<void>;
  /** Deletes a text if it is `text`. A crash may lose this. */
  release(name: string, text: string): Promise<void>;
  /**
   * Sets a text if the name still has the text `before`, or none if `before` is `undefined`, in one step. Returns true if it did.
   * Without `seconds` it never expires.
   */
  replace(name: string, before: string | undefined, text: string, seconds?: number): Promise<boolean>;
  /** Adds one to a count, in one step. A count that begins now expires after `seconds`. Returns the count and the seconds that are left. */
  count(name: string, seconds: number): Promise<{ count: number; left: number }>;
}

/** Texts in the table `texts`. The database's clock decides when they expire. */
export function createTexts({ query, prefix, now, skipLocked }: Engine): Texts {
  const table = `${prefix}texts`;
  const insert = `INSERT INTO ${table} AS found (name, content, expires_at) VALUES ($1, $2, ${now} + $3)
    ON CONFLICT (name) DO UPDATE SET content = excluded.content, expires_at = excluded.expires_at`;
  let swept = performance.now();

  /** Deletes expired texts from time to time. */
  async function sweep(): Promise<void> {
    if (performance.now() - swept < SWEEP) return;
    swept = performance.now();
    const deleted = await query(
      `DELETE FROM ${table} WHERE name IN (SELECT name FROM ${table} WHERE expires_at <= ${now} LIMIT ${MOST} ${skipLocked})
       RETURNING name`,
    );
    if (deleted.length === MOST) swept -= SWEEP;
  }

  return {
    async get(name) {
      const [row] = await query(`SELECT content FROM ${table} WHERE name = $1 AND expires_at > ${now}`, [name]);
      return row?.['content'] as string | undefined;
    },
    async add(name, text, seconds = NEVER, mayBeLost = false) {
      await sweep();
      const values = [name, text, seconds];
      const added = await query(`${insert} WHERE found.expires_at <= ${now} RETURNING name`, values, mayBeLost);
      return added.length === 1;
    },
    async set(name, text, seconds) {
      await sweep();
      await query(`${insert} RETURNING name`, [name, text, seconds]);
    },
    async delete(name) {
      await query(`DELETE FROM ${table} WHERE name = $1 RETURNING name`, [name]);
    },
    async release(name, text) {
      await query(`DELETE FROM ${table} WHERE name = $1 AND content = $2 RETURNING name`, [name, text], true);
    },
    async replace(name, before, text, seconds = NEVER) {
      if (before === undefined) return this.add(name, text, seconds);
      const replaced = await query(
        `UPDATE ${table} SET content = $2, expires_at = ${now} + $3
         WHERE name = $1 AND content = $4 AND expires_at > ${now} RETURNING name`,
        [name, text, seconds, before],
      );
      return replaced.length === 1;
    },
    async count(name, seconds) {
      await sweep();
      const [row] = await query(
        `INSERT INTO ${table} AS found (name, content, expires_at) VALUES ($1, '1', ${now} + $2)
         ON CONFLICT (name) DO UPDATE SET
           content = CASE WHEN found.expires_at > ${now} THEN CAST(CAST(found.content AS integer) + 1 AS text) ELSE '1' END,
           expires_at = CASE WHEN found.expires_at > ${now} THEN found.expires_at ELSE excluded.expires_at END
         RETURNING CAST(content AS integer) AS count, expires_at - ${now} AS seconds`,
        [name, seconds],
        true,
      );
      return { count: row!['count'] as number, left: row!['seconds'] as number };
    },
  };
}
