import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { LendingError, messageWithRemedy } from '../../errors.js';
import { databaseAt, isPostgres } from '../../server/node/database.js';
import { findingsAbout, type Finding } from './findings.js';

const MEANING = 'The handler answers every call of a signed-in user with an error.';

/** Checks that the database can be used. A SQLite file that does not exist is not made: the first call of the handler makes it. */
export async function checkDatabase(location: string): Promise<Finding[]> {
  const { fine, wrong } = findingsAbout('the database');
  if (!isPostgres(location)) {
    const folder = path.dirname(path.resolve(location));
    const isWritable = async (file: string) =>
      fs.access(file, constants.W_OK).then(
        () => true,
        () => false,
      );
    if (!(await isWritable(folder)))
      return [
        wrong(
          'LENDING_DATABASE is in a folder that this process cannot write to.',
          MEANING,
          'Create the folder for the user that runs the backend, with mode 0700.',
        ),
      ];
    const exists = await fs.access(location).then(
      () => true,
      () => false,
    );
    if (!exists) return [fine('the file does not exist yet. The first call of the handler makes it.')];
    if (await isWritable(location)) return [fine('the file can be written to.')];
    return [wrong('the file is read-only.', MEANING, 'Give it to the user that runs the backend, with mode 0600.')];
  }
  const store = databaseAt(location);
  try {
    await store.ready();
    return [fine('PostgreSQL has the tables, and keeps each change that it confirms.')];
  } catch (error) {
    const { code = 'no code' } = error as { code?: string };
    // A message of PostgreSQL may contain the name of the user.
    const why = error instanceof LendingError ? messageWithRemedy(error) : `PostgreSQL could not be used (${code}).`;
    return [wrong(why, MEANING, 'Check LENDING_DATABASE, and that PostgreSQL accepts connections of this machine.')];
  } finally {
    await store.close();
  }
}
