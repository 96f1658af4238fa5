import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { LendingError } from '../../errors.js';
import { isPostgres } from '../../server/node/location.js';
import type { Environment } from '../../server/node/environment.js';
import { openStore } from '../../server/keys.js';
import { withConnection, withStore } from '../database/connection.js';
import { listApplications } from '../database/list.js';
import { findingsAbout, type Finding, type Found } from './findings.js';

const MEANING = 'The handler answers every call of a signed-in user with an error.';
const { fine, wrong } = findingsAbout('the database');

/** Checks that the database can be used. It does not create a missing SQLite file: the first call of the handler creates it. */
export async function checkDatabase(
  location: string,
  { namespace, secrets }: Pick<Environment, 'namespace' | 'secrets'>,
): Promise<Found> {
  const isFile = !isPostgres(location);
  if (isFile && !(await isAllowed(location, constants.F_OK)))
    return (await isAllowed(path.dirname(path.resolve(location)), constants.W_OK))
      ? fine('the file does not exist yet. The first call of the handler makes it.')
      : wrong(
          'LENDING_DATABASE is in a folder that this process cannot write to.',
          MEANING,
          'Create the folder for the user that runs the backend, with mode 0700.',
        );
  try {
    return await withStore({ location, consentsKey: [], namespace }, async (database) => {
      await database.ready();
      const found = isFile
        ? 'the file can be used.'
        : 'PostgreSQL has the tables, and keeps each change that it confirms.';
      // Without a namespace and a secret nothing can be read.
      if (!namespace || secrets.length === 0) return fine(found);
      // A database without rows has no key yet, and opening the store would make one.
      if ((await database.keys.read()) !== undefined) await openStore(database, secrets);
      return [fine(found), aboutOutcomes(await countUnknown(location, namespace))];
    });
  } catch (error) {
    const { code = 'no code' } = error as { code?: string };
    const isOurs = error instanceof LendingError;
    const remedy = isOurs && error.remedy ? error.remedy : 'Run `lending-elements database check`.';
    return wrong(isOurs ? error.message : `it cannot be used (${code}).`, MEANING, remedy);
  }
}

/** The number of creations with an unknown outcome. */
const countUnknown = (location: string, namespace: string): Promise<number> =>
  withConnection(location, async (connection) => {
    let count = 0;
    for await (const _ of listApplications(connection, namespace, { isUnknown: true })) count += 1;
    return count;
  });

const isAllowed = (file: string, mode: number) =>
  fs.access(file, mode).then(
    () => true,
    () => false,
  );

function aboutOutcomes(count: number): Finding {
  const about = findingsAbout('the applications');
  if (count === 0) return about.fine('no creation has an unknown outcome.');
  return about.unsure(
    `${count} creations have an unknown outcome.`,
    'Nothing is created for these applicants until somebody has looked for their applications at the service.',
    'Run `lending-elements applications list --unknown`, and settle each line with `applications settle`.',
  );
}
