import { LendingError } from '../../errors.js';
import { COPIED } from '../../server/database/migrations.js';
import { withTransaction, type Connection } from './connection.js';

/** The tables in the order in which their rows can be added, and the columns of their primary keys. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  notices: ['sha256'],
  consents: ['number'],
  erasures: ['number'],
  records: ['namespace', 'name'],
};
/** The number of rows that are read at a time. */
const PAGE = 500;

/** Copies all rows into an empty database, in one transaction. Returns the number of rows of each table. */
export const copyRows = (from: Connection, to: Connection): Promise<Map<string, number>> =>
  withTransaction(to, async () => {
    const counts = new Map<string, number>();
    for (const table of Object.keys(TABLES)) {
      if ((await to.query(`SELECT 1 FROM ${to.prefix}${table} LIMIT 1`)).length > 0) throw notEmpty();
      counts.set(table, 0);
      for await (const rows of pages(from, table)) {
        await insert(to, table, rows);
        counts.set(table, counts.get(table)! + rows.length);
      }
    }
    for (const table of to.isServer ? ['consents', 'erasures'] : []) {
      const name = `${to.prefix}${table}`;
      await to.query(`SELECT setval(pg_get_serial_sequence('${name}', 'number'), max(number)) FROM ${name}`);
    }
    return counts;
  });

async function* pages({ prefix, query }: Connection, table: string) {
  const keys = TABLES[table]!;
  const [order, values] = [keys.join(), keys.map((_, at) => `$${at + 1}`).join()];
  for (let last: unknown[] = []; ;) {
    const after = last.length > 0 ? `WHERE (${order}) > (${values})` : '';
    const rows = await query(`SELECT * FROM ${prefix}${table} ${after} ORDER BY ${order} LIMIT ${PAGE}`, last);
    if (rows.length === 0) return;
    yield rows;
    // The package libsql frees memory only between two turns of the event loop.
    await new Promise(setImmediate);
    last = keys.map((key) => rows.at(-1)![key]);
  }
}

async function insert({ isServer, prefix, query }: Connection, table: string, rows: Record<string, unknown>[]) {
  if (isServer) {
    const name = `${prefix}${table}`;
    const select = `SELECT * FROM json_populate_recordset(NULL::${name}, $1)`;
    await query(`INSERT INTO ${name} OVERRIDING SYSTEM VALUE ${select}`, [JSON.stringify(rows)]);
    return;
  }
  const columns = Object.keys(rows[0]!);
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
  for (const table of Object.keys(TABLES))
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
