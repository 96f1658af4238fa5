import type { Row } from '../change.js';
import type { Query } from '../sql.js';

/** The methods of a SQLite database that the module of Node and the package `libsql` share. */
export interface SqliteDatabase {
  prepare(sql: string): {
    all(...values: unknown[]): unknown[];
    get(...values: unknown[]): unknown;
    run(...values: unknown[]): unknown;
  };
  close(): void;
}
/** A prepared statement, and the number of its values. */
type Prepared = readonly [ReturnType<SqliteDatabase['prepare']>, number];
const statements = new WeakMap<SqliteDatabase, Map<string, Prepared>>();

/** Prepares a statement, once. */
function prepare(database: SqliteDatabase, statement: string): Prepared {
  const known = statements.get(database) ?? new Map<string, Prepared>();
  statements.set(database, known);
  const cached = known.get(statement);
  if (cached) return cached;
  const places = [...statement.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
  const made = [database.prepare(statement.replace(/\$(\d+)/g, '?$1')), Math.max(0, ...places)] as const;
  known.set(statement, made);
  return made;
}

/** Forgets the prepared statements of a connection. */
export const forgetStatements = (database: SqliteDatabase) => statements.delete(database);

export function run(database: SqliteDatabase, statement: string, values: readonly unknown[] = []): Row[] {
  const [prepared, count] = prepare(database, statement);
  return prepared.all(...values.slice(0, count)) as Row[];
}

/** Runs a statement without rows. With `libsql` it takes a fraction of the time of `run`. */
export function execute(database: SqliteDatabase, statement: string, values: readonly unknown[] = []): void {
  const [prepared, count] = prepare(database, statement);
  prepared.run(...values.slice(0, count));
}

/** The statement that reads the rows of several statements as JSON. */
const merged = new WeakMap<readonly string[], string>();

/** Runs the statements of a query. Those with known columns are one statement, because each takes its time. */
export function ask(database: SqliteDatabase, { selects, values, columns }: Query): readonly (readonly Row[])[] {
  if (!columns) return selects.map((select) => run(database, select, values));
  const parts = () =>
    selects.map(
      (select, at) => `(SELECT json_group_array(json_array(${columns[at]!.join()})) FROM (${select})) AS at${at}`,
    );
  const statement = merged.get(selects) ?? `SELECT ${parts().join()}`;
  merged.set(selects, statement);
  const [prepared, count] = prepare(database, statement);
  const found = prepared.get(...values.slice(0, count)) as Record<string, string>;
  return columns.map((names, at) => (JSON.parse(found[`at${at}`]!) as unknown[][]).map((row) => toRow(names, row)));
}

function toRow(names: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) row[name] = values[at];
  return row;
}
