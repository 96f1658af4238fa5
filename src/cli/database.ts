import fs from 'node:fs';
import path from 'node:path';
import { LendingError } from '../errors.js';
import { checkLocation, isPostgres } from '../server/node/location.js';
import { MAX_TRIES, retryEvents } from '../server/journal/events.js';
import type { Owner } from '../server/records/records.js';
import { withApplications } from './applications.js';
import { reportMarks, reportProblems } from './consents.js';
import {
  checkExists,
  findDatabase,
  withConnection,
  withStore,
  withTransaction,
  type Connection,
} from './database/connection.js';
import { copyRows, makeReadOnly } from './database/copy.js';
import { UsageError, type Options } from './usage.js';

export async function runDatabaseCheck({ values }: Options): Promise<boolean> {
  const database = await findDatabase(values);
  const isWhole = await withConnection(database.location, async ({ isServer, query }) => {
    const rows = await query(isServer ? 'SHOW server_version' : 'PRAGMA quick_check').catch(malformed);
    const [word, ...problems] = rows.map((row) => String(Object.values(row)[0]));
    if (isServer) console.log(`PostgreSQL ${word}.`);
    else if (word === 'ok') console.log('SQLite: the file is whole.');
    else for (const problem of [word, ...problems]) console.error(`SQLite: ${problem}`);
    return isServer || word === 'ok';
  });
  if (!isWhole) return false;
  // Rejects if PostgreSQL could lose a change that it has confirmed.
  const found = await withStore(database, ({ consents }) => consents.check());
  if (!reportProblems(found)) return false;
  console.log(`Consents: ${found.entries} entries, none was changed. Digest: ${found.digest}`);
  return reportMarks(database);
}

/** Turns an error of SQLite's check into a row: SQLite throws some problems and returns the others. */
function malformed(error: Error): readonly Record<string, unknown>[] {
  if (/malformed/.test(error.message)) return [{ problem: error.message }];
  throw error;
}

export async function runBackup({ values, positionals }: Options): Promise<boolean> {
  const { location } = await findDatabase(values);
  if (isPostgres(location)) throw new UsageError('Use pg_dump for PostgreSQL, or the backups of its provider.');
  const file = path.resolve(positionals[0]!);
  // From the beginning, only the owner may read the copy, so an empty file with this mode is created. SQLite writes into it.
  const copy = await fs.promises.open(file, 'wx', 0o600);
  try {
    await withConnection(location, ({ query }) => query('VACUUM INTO $1', [file]));
    await copy.sync();
  } catch (error) {
    fs.rmSync(file);
    throw error;
  } finally {
    await copy.close();
  }
  console.log(`Wrote the backup, ${(fs.statSync(file).size / 1e6).toFixed(1)} MB.`);
  return true;
}

export async function runMigrate({ values }: Options): Promise<boolean> {
  const { location } = await findDatabase(values, { mayBeNew: true });
  await withConnection(location, ({ migrate }) => migrate());
  console.log('The tables have the version of this package.');
  return true;
}

export async function runRestored({ values }: Options): Promise<boolean> {
  const { location } = await findDatabase(values);
  const ended = await withConnection(location, async ({ prefix, query }) => {
    // Their processes are gone, or have another database.
    await query(`UPDATE ${prefix}calls SET deadline = begun_at WHERE state = 'begun' RETURNING id`);
    return query(`DELETE FROM ${prefix}served RETURNING namespace, subject, business`);
  });
  const applicants = new Set(ended.map((one) => JSON.stringify(Object.values(one))));
  console.log(`Ended the notices of ${applicants.size} applicants: each reads the notice again before they agree.`);
  return true;
}

export async function runRetryEvents({ values }: Options): Promise<boolean> {
  const { location } = await findDatabase(values);
  return withApplications(values, async ({ store }, { namespace }) => {
    const owners = await withConnection(location, ({ prefix, query }) =>
      query(
        `SELECT DISTINCT subject, business FROM ${prefix}events WHERE namespace = $1 AND due_at IS NULL AND tries >= $2`,
        [namespace, MAX_TRIES],
      ),
    );
    let retried = 0;
    for (const owner of owners as unknown as readonly Owner[])
      retried += await store.change(owner, retryEvents, { all: ['events'] });
    console.log(`${retried} parked events are tried again.`);
    return true;
  });
}

export async function runCopy({ positionals }: Options): Promise<boolean> {
  const [from, to] = positionals as [string, string];
  checkLocation(from, 'The first location');
  checkLocation(to, 'The second location');
  await checkExists(from);
  const checkAt = (location: string, expected?: string) =>
    withStore({ location, consentsKey: [], namespace: undefined }, ({ consents }) => consents.check(expected));
  const before = await withConnection(from, async (source) => {
    await source.migrate();
    const found = await checkAt(from);
    // The source becomes read-only only if the copy is complete, and no handler can write to it while it is copied.
    await withTransaction(source, async () => {
      await makeReadOnly(source);
      await withConnection(to, (target) => copyInto(source, target));
      const copy = await checkAt(to, found.digest);
      if (!copy.isExpected || copy.entries !== found.entries || copy.broken.length !== found.broken.length)
        throw new LendingError('handler-failed', 'The consents of both databases are not the same.', {
          remedy: 'Stop every handler, delete the copy, and copy again.',
        });
    });
    return found;
  });
  console.log(`Consents: ${before.entries} entries, with the same digest in both: ${before.digest}`);
  console.log('The first database is read-only now. Set LENDING_DATABASE to the second one, and start the handlers.');
  return true;
}

async function copyInto(source: Connection, target: Connection): Promise<void> {
  await target.migrate();
  const counts = await copyRows(source, target);
  console.log(`Copied rows: ${[...counts].map(([table, count]) => `${count} ${table}`).join(', ')}.`);
}
