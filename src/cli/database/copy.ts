import { LendingError } from '../../errors.js';
import type { Row } from '../../server/records/change.js';
import { TABLES as OF_OWNERS } from '../../server/records/records.js';
import { COPIED } from '../../server/records/schema.js';
import { withTransaction, type Connection } from './connection.js';

/** The tables, and the columns of the primary keys of those whose rows have no order. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  keys: ['namespace'],
  owners: ['namespace', 'subject', 'business'],
  notices: ['namespace', 'id', 'version', 'locale'],
  erasures: ['id'],
};
export const TABLES: readonly string[] = [...Object.keys(KEYS), ...OF_OWNERS];
/** The number of rows that are read at a time. */
const PAGE = 500;

/** Copies all rows into an empty database, in one transaction. Returns the number of rows of each table. */
export const copyRows = (from: Connection, to: Connection): Promise<Map<string, number>> =>
  withTransaction(to, async () => {
    const counts = new Map<string, number>();
    for (const table of TABLES) {
      if ((await to.query(`SELECT 1 FROM ${to.prefix}${table} LIMIT 1`)).length > 0) throw notEmpty();
      counts.set(table, 0);
      for await (const rows of pages(from, table)) {
        await insert(to, table, rows);
        counts.set(table, counts.get(table)! + rows.length);
      }
    }
    if (!from.isServer && !to.isServer) {
      const [clock] = await from.query('SELECT last_at FROM clock');
      await to.query('UPDATE clock SET last_at = $1', [clock!['last_at']]);
    }
    return counts;
  });

async function* pages({ isServer, prefix, query }: Connection, table: string) {
  const keys = KEYS[table] ?? ['added'];
  const names = isServer ? '*' : '*, rowid AS added';
  const [order, values] = [
    keys.join().replace(/^added$/, isServer ? 'added' : 'rowid'),
    keys.map((_, at) => `$${at + 1}`).join(),
  ];
  for (let last: unknown[] = []; ;) {
    const after = last.length > 0 ? `WHERE (${order}) > (${values})` : '';
    const rows = await query(`SELECT ${names} FROM ${prefix}${table} ${after} ORDER BY ${order} LIMIT ${PAGE}`, last);
    if (rows.length === 0) return;
    yield rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'added')));
    // The package libsql frees memory only between two turns of the event loop.
    await new Promise(setImmediate);
    last = keys.map((key) => rows.at(-1)![key]);
  }
}

async function insert({ isServer, prefix, query }: Connection, table: string, rows: readonly Row[]) {
  const columns = Object.keys(rows[0]!);
  if (isServer) {
    const name = `${prefix}${table}`;
    const select = `SELECT ${columns.join()} FROM json_populate_recordset(NULL::${name}, $1)`;
    await query(`INSERT INTO ${name} (${columns.join()}) ${select}`, [JSON.stringify(rows)]);
    return;
  }
  const values = columns.map((_, at) => `$${at + 1}`);
  const statement = `INSERT INTO ${table} (${columns.join()}) VALUES (${values.join()})`;
  for (const row of rows) await query(statement, Object.values(row));
}

/** Makes every change of the tables fail, in each process that has the database open. */
export async function makeReadOnly({ isServer, prefix, query }: Connection): Promise<void> {
  if (isServer)
    await query(`CREATE OR REPLACE FUNCTION ${prefix}copied() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION '${COPIED}'; END $$`);
  const action = isServer ? `EXECUTE FUNCTION ${prefix}copied()` : `BEGIN SELECT RAISE(ABORT, '${COPIED}'); END`;
  for (const table of TABLES)
    for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
      const [trigger, on] = [`copied_${table}_${change.toLowerCase()}`, `ON ${prefix}${table}`];
      await query(`DROP TRIGGER IF EXISTS ${trigger} ${isServer ? on : ''}`);
      await query(`CREATE TRIGGER ${trigger} BEFORE ${change} ${on} ${action}`);
    }
}

const notEmpty = () =>
  new LendingError('config-invalid', 'The database to copy to is not empty.', {
    remedy: 'Name a file that does not exist yet, or a PostgreSQL without rows in the schema lending.',
  });
