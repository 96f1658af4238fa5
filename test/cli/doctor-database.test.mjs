// The doctor with databases that have a fault, or creations with an unknown outcome.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { openStore } from '../../src/server/keys.ts';
import { databaseAt } from '../../src/server/node/database.ts';
import { openPostgres } from '../server/postgres/open-postgres.ts';
import { adding, call } from '../../src/server/testing/samples.ts';
import { newFolder, OTHER, SECRET } from '../server/setup.ts';
import { ensureBuilt } from '../support/dist.mjs';
import { cli } from '../support/doctor.mjs';

const { skip, url, pool } = await openPostgres();
const folder = newFolder();
const newFile = () => path.join(folder, `${crypto.randomUUID()}.db`);
before(ensureBuilt);

const NAMESPACE = 'a brand';
const LONG_AGO = Date.now() - 3600_000;
const creation = (state, deadline = Date.now() + 600_000) => call({ call: 'createApplication', state, deadline });

/** A database with calls, each of another applicant. */
async function databaseWith(calls, location = newFile()) {
  const database = databaseAt(location, { namespace: NAMESPACE });
  const { store } = await openStore(database, [SECRET]);
  for (const [at, one] of calls.entries())
    await store.change({ subject: `jane ${at}`, business: 'bakery' }, adding({ calls: [one] }));
  await database.close();
  return location;
}

function notADatabase() {
  const file = newFile();
  fs.writeFileSync(file, 'This is a text. '.repeat(100));
  return file;
}

const withDone = () => databaseWith([creation('done', LONG_AGO)]);
const withOthers = () => databaseWith([creation('begun'), call({ state: 'unknown', deadline: LONG_AGO })]);
const withUnknown = (...location) =>
  databaseWith([creation('unknown'), creation('begun', LONG_AGO), creation('done', LONG_AGO)], ...location);
async function inPostgres() {
  // Other tests leave rows in theirs, or make it read-only.
  await pool.query('CREATE DATABASE doctor');
  const location = url.replace(/\/postgres$/, '/doctor');
  await cli(['database', 'migrate', '--database', location]);
  return withUnknown(location);
}
const KNOWN = /✓ the database: the file can be used\.\n✓ the applications: no creation has an unknown outcome\./;
const UNKNOWN = /\n! the applications: 2 creations have an unknown outcome\.\n.*\n.*applications list --unknown/;
const CASES = {
  'a folder that does not exist': [
    () => path.join(newFile(), 'a.db'),
    /✗ the database: LENDING_DATABASE is in a folder/,
  ],
  'a file that does not exist': [newFile, /✓ the database: the file does not exist yet\./],
  'another kind of file': [notADatabase, /✗ the database: .*not a database/],
  'a creation that is done': [withDone, KNOWN],
  'a creation under way, and an upload with an unknown outcome': [withOthers, KNOWN],
  'creations with an unknown outcome': [withUnknown, UNKNOWN],
  'values of another secret': [
    withDone,
    /✗ the database: None of the secrets opens this store\.\n.*\n.*Also pass the secret/,
    { LENDING_SESSION_SECRET: OTHER },
  ],
  'values without a secret': [
    withDone,
    /✓ the database: the file can be used\.\n(?!.*the appl)/,
    { LENDING_SESSION_SECRET: '' },
  ],
  'a PostgreSQL': [inPostgres, /✓ the database: PostgreSQL has the tables.*\n! the applications: 2 /, {}, skip],
  'a PostgreSQL that cannot be reached': [
    () => 'postgres://lender:canary@127.0.0.1:9/lending',
    /✗ the database: PostgreSQL could not be used \(ECONNREFUSED\)\./,
  ],
};

describe('lending-elements doctor', () => {
  for (const [what, [create, expected, env = {}, skipped = false]] of Object.entries(CASES))
    it(`checks ${what}`, { skip: skipped }, async () => {
      const LENDING_DATABASE = await create();
      const isThere = fs.existsSync(LENDING_DATABASE);
      const given = { LENDING_NAMESPACE: NAMESPACE, LENDING_SESSION_SECRET: SECRET, LENDING_DATABASE, ...env };
      const { stdout } = await cli(['doctor', '--no-calls'], given, folder);
      assert.match(stdout, expected);
      assert.doesNotMatch(stdout, /canary|jane/);
      assert.equal(fs.existsSync(LENDING_DATABASE), isThere);
    });
});
