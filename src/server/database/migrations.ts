import { databaseError, type Engine, type Row } from './engine.js';

/** The differences between the engines. */
export interface Dialect {
  /** The type of a column that counts up. */
  number: string;
  /** The type of a column of strings that sort by their bytes, whatever the language of the database is. */
  key: string;
  /** The keyword for a table whose rows may be lost in a crash. */
  unlogged: string;
}

/**
 * The oldest version of the tables whose processes can use the tables of this version. A migration that only adds leaves this number, so that processes of both
 * versions run side by side during a deployment. A migration that changes anything else sets it to its own number.
 */
const OLDEST = 1;

/** For each version of the tables, the statements that upgrade to it from the version before. */
export const tables = (prefix: string, { number, key, unlogged }: Dialect): readonly string[][] => [
  [
    `CREATE TABLE ${prefix}notices (sha256 text PRIMARY KEY, notice text NOT NULL)`,
    `CREATE TABLE ${prefix}consents (
  number ${number},
  namespace ${key} NOT NULL,
  about_sha256 ${key} NOT NULL,
  place integer NOT NULL,
  entry text NOT NULL,
  notice_sha256 text REFERENCES ${prefix}notices,
  hash text NOT NULL,
  UNIQUE (namespace, about_sha256, place)
)`,
    `CREATE TABLE ${prefix}erasures (
  number ${number},
  namespace ${key} NOT NULL,
  erased_at text NOT NULL,
  reason text NOT NULL,
  applications integer NOT NULL,
  entries integer NOT NULL
)`,
    ...[`TABLE ${prefix}records`, `${unlogged} TABLE ${prefix}leases`].map(
      (table) => `CREATE ${table} (
  namespace ${key} NOT NULL,
  name ${key} NOT NULL,
  content text NOT NULL,
  expires_at double precision NOT NULL,
  PRIMARY KEY (namespace, name)
)`,
    ),
    `CREATE INDEX records_expires_at ON ${prefix}records (expires_at)`,
  ],
];

/** Brings the tables to the version of this package. Runs in a transaction that no other process is in. */
export async function migrate(
  query: (statement: string) => Promise<Record<string, unknown>[]>,
  prefix: string,
  versions: readonly string[][],
): Promise<void> {
  await query(`CREATE TABLE IF NOT EXISTS ${prefix}migrations (version integer PRIMARY KEY, oldest integer NOT NULL)`);
  const [row] = await query(
    `SELECT coalesce(max(version), 0) AS version, max(oldest) AS oldest FROM ${prefix}migrations`,
  );
  rejectNewer(row!, versions.length);
  for (const [at, statements] of versions.entries()) {
    if (at < Number(row!['version'])) continue;
    for (const statement of statements) await query(statement);
    await query(`INSERT INTO ${prefix}migrations (version, oldest) VALUES (${at + 1}, ${OLDEST}) RETURNING version`);
  }
}

/** Throws `config-invalid` if the tables of PostgreSQL are older than this package, or too new. */
export async function checkVersion({ query, prefix }: Engine, remedy: string): Promise<void> {
  const found = await query(`SELECT max(version) AS version, max(oldest) AS oldest FROM ${prefix}migrations`);
  const version = Number(found[0]!['version']);
  const needed = tables('', { number: '', key: '', unlogged: '' }).length;
  if (version < needed)
    throw databaseError(
      `postgresStore(): the tables have version ${version}, and this package needs ${needed}.`,
      remedy,
    );
  rejectNewer(found[0]!, needed);
}

/** Throws `config-invalid` if a newer version of this package has changed the tables so that this one cannot use them. */
function rejectNewer({ oldest }: Row, newest: number): void {
  if (Number(oldest ?? 0) <= newest) return;
  throw databaseError(
    'The tables were changed by a newer version of lending-elements.',
    'Install that version again, or restore the backup from before its migration.',
  );
}

/** The message of the triggers that `lending-elements database copy` leaves in the database that it has copied. */
export const COPIED = 'this database was copied, and is read-only since';

/** Explains an error of those triggers. Returns every other error unchanged. */
export const explainCopied = (error: unknown): unknown =>
  (error as Error).message.includes(COPIED)
    ? databaseError(`LENDING_DATABASE: ${COPIED}.`, 'Set LENDING_DATABASE to the copy.', error)
    : error;
