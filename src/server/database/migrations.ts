import { LendingError } from '../../errors.js';
import type { Engine } from './engine.js';

/**
 * The statements that make each version of the tables from the one before, the first version first. They add, and change nothing that an
 * older version of this package uses. `number` is the type of a column that counts up.
 */
export const tables = (prefix: string, number: string): readonly string[][] => [
  [
    `CREATE TABLE ${prefix}notices (sha256 text PRIMARY KEY, notice text NOT NULL)`,
    `CREATE TABLE ${prefix}consents (
  number ${number},
  about_sha256 text NOT NULL,
  place integer NOT NULL,
  entry text NOT NULL,
  notice_sha256 text REFERENCES ${prefix}notices,
  hash text NOT NULL,
  UNIQUE (about_sha256, place)
)`,
    `CREATE TABLE ${prefix}texts (name text PRIMARY KEY, content text NOT NULL, expires_at double precision NOT NULL)`,
    `CREATE INDEX texts_expires_at ON ${prefix}texts (expires_at)`,
  ],
];

/** Brings the tables to the version of this package. Runs in a transaction that no other process is in. */
export async function migrate(
  query: (statement: string) => Promise<Record<string, unknown>[]>,
  prefix: string,
  versions: readonly string[][],
): Promise<void> {
  await query(`CREATE TABLE IF NOT EXISTS ${prefix}migrations (version integer PRIMARY KEY)`);
  const [row] = await query(`SELECT coalesce(max(version), 0) AS version FROM ${prefix}migrations`);
  for (const [at, statements] of versions.entries()) {
    if (at < Number(row!['version'])) continue;
    for (const statement of statements) await query(statement);
    await query(`INSERT INTO ${prefix}migrations (version) VALUES (${at + 1}) RETURNING version`);
  }
}

/** Throws `config-invalid` if the tables are older than this package. */
export async function checkVersion({ query, prefix, name }: Engine, remedy: string): Promise<void> {
  const found = await query(`SELECT max(version) AS version FROM ${prefix}migrations`);
  const version = Number(found[0]!['version']);
  const needed = tables('', '').length;
  if (version < needed)
    throw new LendingError(
      'config-invalid',
      `${name}(): the tables have version ${version}, and this package needs ${needed}.`,
      { remedy },
    );
}
