import { LendingError } from '../../errors.js';
import { COLUMNS, TABLES, type TableName } from './records.js';

/** The error for a database that this process cannot use until somebody changes something. */
export const databaseError = (message: string, remedy?: string, cause?: unknown) =>
  new LendingError('config-invalid', message, { remedy, cause });

/** Throws `config-invalid` if a namespace is empty, too long, or has a control character. */
export function checkNamespace(namespace: unknown): void {
  if (typeof namespace !== 'string' || !/^[^\p{Cc}]{1,200}$/u.test(namespace))
    throw databaseError('The namespace of the store must have 1 to 200 characters.');
}

/** The message of the triggers that `lending-elements database copy` leaves in the database that it has copied. */
export const COPIED = 'this database was copied, and is read-only since';

/** Throws an error again, and explains that of those triggers. */
export function rethrowCopied(error: unknown): never {
  if (!(error as Error).message.includes(COPIED)) throw error;
  throw databaseError(`LENDING_DATABASE: ${COPIED}.`, 'Set LENDING_DATABASE to the copy.', error);
}

const TEXT = 'text NOT NULL';
const NUMBER = 'bigint NOT NULL';

/** The columns that the store fills: marks, and the place and the hash of an entry in the chain of its application. */
export const PROOF_COLUMNS: Partial<Record<TableName, Readonly<Record<string, string>>>> = {
  applications: { mark: TEXT },
  consents: { place: NUMBER, hash: TEXT, mark: TEXT },
};

/** The tables whose rows end at `ends_at`. */
export const ENDING = TABLES.filter((table) => 'ends_at' in COLUMNS[table]);

const OWNER = 'namespace, subject, business';
const INDEXES = [
  `UNIQUE INDEX applications_current ON applications (${OWNER}) WHERE closed_at IS NULL`,
  `UNIQUE INDEX applications_number ON applications (${OWNER}, number)`,
  // Those with (namespace, time) are for the queries of docs/stores.md.
  `INDEX applications_created ON applications (namespace, created_at)`,
  `UNIQUE INDEX calls_key ON calls (${OWNER}, application, call, key)`,
  `INDEX calls_state ON calls (${OWNER}, application, state, call, ended_at)`,
  `INDEX calls_forget ON calls (forget_at)`,
  `UNIQUE INDEX consents_place ON consents (${OWNER}, application, place)`,
  `INDEX consents_event ON consents (${OWNER}, application, event, place)`,
  `INDEX consents_at ON consents (${OWNER}, at)`,
  `INDEX consents_time ON consents (namespace, at)`,
  `INDEX notices_sha256 ON notices (namespace, sha256)`,
  `UNIQUE INDEX drafts_application ON drafts (${OWNER}, application)`,
  `INDEX events_due ON events (namespace, due_at)`,
  ...ENDING.map((table) => `INDEX ${table}_ends ON ${table} (ends_at)`),
];

const columnsOf = (table: TableName) =>
  Object.entries({ ...COLUMNS[table], ...PROOF_COLUMNS[table] }).map(([name, type]) => `${name} ${type}`);

/** The statements that create the tables. `key`: the type of strings that sort by their bytes. `extra`: a column of each table that keeps its order. */
export const createTables = (key: string, extra: readonly string[] = []): readonly string[] => {
  const owner = ['namespace', 'subject', 'business'].map((name) => `${name} ${key} NOT NULL`);
  const tables = TABLES.map((table): [string, string[]] => [table, [...owner, ...columnsOf(table), ...extra]]);
  return [
    `CREATE TABLE keys (namespace ${key} PRIMARY KEY, sealed ${TEXT})`,
    `CREATE TABLE owners (${owner.join(', ')}, number ${NUMBER}, lookups ${NUMBER}, lookups_from ${NUMBER}, PRIMARY KEY (${OWNER}))`,
    ...tables.map(([table, columns]) => `CREATE TABLE ${table} (${columns.join(', ')}, PRIMARY KEY (${OWNER}, id))`),
    `CREATE TABLE notices (namespace ${key} NOT NULL, id ${TEXT}, version ${TEXT}, locale ${TEXT}, sha256 ${TEXT}, notice ${TEXT},
      at ${NUMBER}, mark ${TEXT}, PRIMARY KEY (namespace, id, version, locale))`,
    `CREATE TABLE erasures (namespace ${key} NOT NULL, id ${TEXT} PRIMARY KEY, owner ${TEXT}, number ${NUMBER}, at ${NUMBER}, reason text,
      consents ${NUMBER})`,
    'CREATE INDEX erasures_owner ON erasures (namespace, owner)',
    ...INDEXES.map((index) => `CREATE ${index}`),
  ];
};

/** The version of these tables, and the oldest version of the package's tables whose processes can use them. Version 1 was never released. */
const VERSION = 2;
const OLDEST = 2;

/** The table that names the version, in every version. */
export const MIGRATIONS =
  'CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY, oldest integer NOT NULL)';
export const READ_VERSION = 'SELECT max(version) AS version, max(oldest) AS oldest FROM migrations';
export const ADD_VERSION = `INSERT INTO migrations (version, oldest) VALUES (${VERSION}, ${OLDEST})`;

/** Returns true if the database has no tables yet. Throws `config-invalid` if this package cannot use its tables. */
export function isEmpty({ version, oldest }: Readonly<Record<string, unknown>>): boolean {
  if (version === null) return true;
  if (Number(oldest) > VERSION)
    throw databaseError(
      'The tables were changed by a newer version of lending-elements.',
      'Install that version again, or restore the backup from before its migration.',
    );
  if (Number(version) >= VERSION) return false;
  throw databaseError(
    'The database has tables of a version of lending-elements before 0.1.0, which this version cannot read.',
    'Set LENDING_DATABASE to a new database. Keep the old one, with that version, for as long as you need its consents.',
  );
}
