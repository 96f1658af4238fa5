// The commands about consents, as they are built, with a SQLite file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { openSqlite } from '../../src/server/sqlite/driver.ts';
import { ensureBuilt, manifest, ROOT } from '../support/dist.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-consents-'));
const file = path.join(folder, 'lending.db');
const [KEY, OTHER] = ['a-key-of-chance-for-the-marks-of-lines', 'another-key-for-the-marks-of-all-lines'];
const JANE = 'jane.doe@partner.example';
const DIGEST = /^Digest: (\d+\.[0-9a-f]{64})$/m;

const cliWith = (variables, ...args) => {
  const program = path.join(ROOT, manifest.bin['lending-elements']);
  const env = { PATH: process.env.PATH, ...variables };
  const options = { encoding: 'utf8', env, cwd: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'consents', ...args], options);
  return { status, stdout, stderr };
};
const cli = (...args) => cliWith({ LENDING_DATABASE: file, LENDING_CONSENTS_KEY: KEY }, ...args);

const entry = (subject, event, facts = {}) => ({
  entryId: crypto.randomUUID(),
  about: `applicant:${JSON.stringify([subject, subject, 1])}`,
  subject,
  business: subject,
  number: 1,
  at: '2026-11-21T14:05:09.123Z',
  event,
  notice: {
    id: 'default',
    version: '1',
    locale: 'en',
    providers: [{ name: 'A Lender' }],
    links: [],
    text: 'What\u2028was shown.',
    sha256: 'a'.repeat(64),
  },
  ...facts,
});

before(async () => {
  await ensureBuilt();
  const { sqliteStore } = await import('lending-elements/server/sqlite');
  const { append, close } = sqliteStore(file, { consentsKey: KEY });
  const given = entry(JANE, 'given');
  await append(entry('', 'served', { about: 'notice:default' }));
  await append(given);
  await append(entry('joan', 'declined'));
  await append(entry(JANE, 'withdrawn', { notice: undefined, withdraws: given.entryId }));
  await close();
});
after(() => fs.rmSync(folder, { recursive: true }));

/** A copy of the database after a statement. */
async function altered(statement) {
  const copy = path.join(folder, `${crypto.randomUUID()}.db`);
  fs.copyFileSync(file, copy);
  const all = await openSqlite(copy);
  all[0].prepare(statement).all();
  for (const one of all) one.close();
  return { LENDING_DATABASE: copy, LENDING_CONSENTS_KEY: KEY };
}

describe('lending-elements consents check', () => {
  it('counts the entries, and prints a digest that it takes again', async () => {
    const { status, stdout, stderr } = cli('check');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(
      stdout,
      /^4 entries about 3 applications and notices, none was changed\.\nDigest: \S+\nLast time: 2026\S+Z\n$/,
    );
    const [, digest] = DIGEST.exec(stdout);
    assert.deepEqual(cli('check', '--expect', digest), { status, stdout, stderr });
    const shorter = await altered(`DELETE FROM consents WHERE number = 4`);
    assert.equal(cliWith(shorter, 'check').status, 0);
    const { status: other, stdout: nothing, stderr: why } = cliWith(shorter, 'check', '--expect', digest);
    assert.deepEqual([other, nothing], [1, '']);
    assert.match(why, /^The entries of the expected digest are not all there/);
  });

  const CHANGE = `UPDATE consents SET entry = replace(entry, 'declined', 'given') WHERE number = 3`;
  it('names the subject of an entry that was changed, and nothing that it says; nothing is exported', async () => {
    const env = await altered(CHANGE);
    for (const command of ['check', 'export'])
      assert.deepEqual(cliWith(env, command), {
        status: 1,
        stdout: '',
        stderr: 'applicant:["joan","joan",1]: entry 1 was changed.\n',
      });
  });

  it('verifies the marks with the keys of the environment, and prints none', () => {
    for (const [status, keys] of [
      [0, {}],
      [0, { LENDING_CONSENTS_KEY: OTHER, LENDING_CONSENTS_KEY_PREVIOUS: KEY }],
      [1, { LENDING_CONSENTS_KEY: OTHER }],
    ]) {
      const found = cliWith({ LENDING_DATABASE: file, ...keys }, 'check');
      assert.equal(found.status, status, found.stderr);
      if (status) assert.match(found.stderr, /^applicant:\["joan","joan",1\]: entry 1 has no valid mark\.$/m);
      for (const secret of [KEY, OTHER]) assert.ok(!`${found.stdout}${found.stderr}`.includes(secret));
    }
  });

  it('reads the variables of a file', () => {
    const env = path.join(folder, 'some.env');
    fs.writeFileSync(env, `LENDING_DATABASE=${file}\nLENDING_CONSENTS_KEY=${OTHER}\n`);
    assert.equal(cliWith({}, 'check', '--env', env).status, 1);
    fs.writeFileSync(env, `LENDING_DATABASE=${file}\nLENDING_CONSENTS_KEY=${KEY}\n`);
    assert.equal(cliWith({}, 'check', '--env', env).status, 0);
  });

  it('makes no file where there is none', () => {
    const none = path.join(folder, JANE);
    const stderr = 'A file could not be read or written (ENOENT). Check its path and its permissions.\n';
    for (const command of ['check', 'export'])
      assert.deepEqual(cliWith({ LENDING_DATABASE: none }, command), { status: 2, stdout: '', stderr });
    assert.ok(!fs.existsSync(none));
    const { status, stderr: why } = cliWith({}, 'export');
    assert.equal(status, 2);
    assert.match(why, /^LENDING_DATABASE is not set\./);
  });

  it('says that PostgreSQL cannot be reached, and prints neither its password nor its URL', () => {
    for (const [password, code] of [
      ['canary', 'ECONNREFUSED'],
      ['canary#', 'ERR_INVALID_URL'],
    ]) {
      const LENDING_DATABASE = `postgres://lender:${password}@127.0.0.1:9/lending`;
      const { status, stdout, stderr } = cliWith({ LENDING_DATABASE }, 'check');
      assert.deepEqual([status, stdout], [2, '']);
      assert.ok(stderr.startsWith(`PostgreSQL could not be used (${code}). Check LENDING_DATABASE`), stderr);
      assert.doesNotMatch(stderr, /canary|postgres:\/\//);
    }
  });
});

describe('lending-elements consents export', () => {
  const recordsOf = ({ status, stdout, stderr }) => {
    assert.deepEqual([status, stderr], [0, '']);
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };

  it('prints a record of each decision, with the events that followed it', () => {
    const records = recordsOf(cli('export'));
    const states = records.map((record) => [record.pii_principal_id, ...record.events.map((one) => one.event_state)]);
    assert.deepEqual(states, [
      [JANE, 'given', 'withdrawn'],
      ['joan', 'refused'],
    ]);
    assert.equal(records[0].pii_processing.privacy_notice.text, 'What\u2028was shown.');
  });

  it('prints only the decisions of one subject', () => {
    const subjects = (name) => recordsOf(cli('export', '--subject', name)).map((record) => record.pii_principal_id);
    assert.deepEqual([subjects('joan'), subjects('nobody')], [['joan'], []]);
  });
});
