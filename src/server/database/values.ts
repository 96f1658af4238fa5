import type { Store } from '../store/types.js';
import type { Engine } from './engine.js';

/** Milliseconds between two deletions of expired values, and the most values that one deletion removes. */
const SWEEP_INTERVAL_MS = 60_000;
const SWEEP_MAX_ROWS = 1000;
/** The end of a value that never expires, in seconds since 1970. */
const NEVER_EXPIRES = 1e15;

type Values = Required<Pick<Store, 'get' | 'set' | 'replace' | 'count' | 'list'>>;

/** Values in the table `records`, and leases and counts in `leases`. The database's clock decides when they expire. */
export function createValues({ query, prefix, now, skipLocked }: Engine, namespace: string): Values {
  const isLease = (key: string) => key.startsWith('lease/');
  const tableOf = (key: string) => prefix + (isLease(key) ? 'leases' : 'records');
  const upsert = (key: string) => `INSERT INTO ${tableOf(key)} AS found (namespace, name, content, expires_at)
    VALUES ($1, $2, $3, ${now} + $4) ON CONFLICT (namespace, name) DO UPDATE SET`;
  const insert = (key: string) => `${upsert(key)} content = excluded.content, expires_at = excluded.expires_at`;
  const swept = new Map<string, number>();

  /** Makes a change. From time to time it deletes expired values first. */
  async function change(key: string, statement: string, values: readonly unknown[]) {
    const table = tableOf(key);
    const at = performance.now();
    if (at - (swept.get(table) ?? 0) > SWEEP_INTERVAL_MS) {
      swept.set(table, at);
      const deleted = await query(
        `DELETE FROM ${table} WHERE (namespace, name) IN
           (SELECT namespace, name FROM ${table} WHERE expires_at <= ${now} LIMIT ${SWEEP_MAX_ROWS} ${skipLocked}) RETURNING name`,
        [],
        isLease(key),
      );
      if (deleted.length === SWEEP_MAX_ROWS) swept.delete(table);
    }
    return query(statement, values, isLease(key));
  }

  async function get(key: string): Promise<string | undefined> {
    const [row] = await query(
      `SELECT content FROM ${tableOf(key)} WHERE namespace = $1 AND name = $2 AND expires_at > ${now}`,
      [namespace, key],
    );
    return row?.['content'] as string | undefined;
  }

  return {
    get,
    async set(key, value, seconds = NEVER_EXPIRES) {
      const where = `DELETE FROM ${tableOf(key)} WHERE namespace = $1 AND name = $2 RETURNING name`;
      if (value === undefined) await change(key, where, [namespace, key]);
      else await change(key, `${insert(key)} RETURNING name`, [namespace, key, value, seconds]);
    },
    async replace(key, before, value, seconds = NEVER_EXPIRES) {
      const where = `WHERE namespace = $1 AND name = $2 AND content = $3 AND expires_at > ${now} RETURNING name`;
      if (before === undefined && value === undefined) return (await get(key)) === undefined;
      const [statement, ...values] =
        before === undefined
          ? [`${insert(key)} WHERE found.expires_at <= ${now} RETURNING name`, value, seconds]
          : value === undefined
            ? [`DELETE FROM ${tableOf(key)} ${where}`, before]
            : [`UPDATE ${tableOf(key)} SET content = $4, expires_at = ${now} + $5 ${where}`, before, value, seconds];
      return (await change(key, statement, [namespace, key, ...values])).length === 1;
    },
    async count(key, seconds) {
      const [row] = await change(
        key,
        `${upsert(key)}
           content = CASE WHEN found.expires_at > ${now} THEN CAST(CAST(found.content AS integer) + 1 AS text) ELSE '1' END,
           expires_at = CASE WHEN found.expires_at > ${now} THEN found.expires_at ELSE excluded.expires_at END
         RETURNING CAST(content AS integer) AS count, expires_at - ${now} AS seconds`,
        [namespace, key, '1', seconds],
      );
      return { count: row!['count'] as number, left: row!['seconds'] as number };
    },
    async *list(start) {
      for (let last = start; ;) {
        const rows = await query(
          `SELECT name, content FROM ${prefix}records
           WHERE namespace = $1 AND name > $2 AND name < $3 AND expires_at > ${now} ORDER BY name LIMIT ${SWEEP_MAX_ROWS}`,
          [namespace, last, `${start}~`],
        );
        if (rows.length === 0) return;
        for (const { name, content } of rows) yield [name as string, content as string] as const;
        last = rows.at(-1)!['name'] as string;
      }
    },
  };
}
