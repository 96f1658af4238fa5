// The commands about the database, as they are built, with SQLite files and a PostgreSQL.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { TABLES } from '../../src/cli/database/copy.ts';
import { createApplications } from '../../src/server/applications/applications.ts';
import { databaseAt } from '../../src/server/node/database.ts';
import { openSqlite } from '../../src/server/sqlite/driver.ts';
import { openKept } from '../../src/server/store/kept.ts';
import { sampleConsent } from '../server/consent/consent-samples.ts';
import { openPostgres, postgresPool } from '../server/postgres/open-postgres.ts';
import { newFolder } from '../server/setup.ts';
import { ensureBuilt } from '../support/dist.mjs';
import { cli as run } from '../support/doctor.mjs';

const { skip, url, pool } = await openPostgres();
const folder = newFolder();
before(ensureBuilt);
const newFile = () => path.join(folder, `${crypto.randomUUID()}.db`);

const SECRET = 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa';
const cli = (command, ...args) => run([...command.split(' '), ...args], {}, folder);

/** A store at a location, with consents of 700 subjects, and values in two namespaces. */
async function fill(location) {
  const store = databaseAt(location);
  const subjects = Array.from({ length: 700 }, (_, at) => `jane ${at}`);
  await Promise.all(subjects.map((subject) => store.append(sampleConsent(subject))));
  await store.append(sampleConsent('jane 1', { notice: undefined, event: 'withdrawn' }));
  await store.append(sampleConsent('joan'));
  await store.erase(['subject:joan'], 'A test.');
  await store.replace('attempt/jane', undefined, 'done', 600);
  const other = databaseAt(location, { namespace: 'another brand' });
  await other.set('attempt/jane', 'begun');
  await other.close();
  return store;
}

/** All rows of a database, as `all` gets them. */
const rowsOf = async (all) => ({
  consents: await all(
    'SELECT number, namespace, about_sha256, place, entry, notice_sha256, hash FROM consents ORDER BY number',
  ),
  notices: await all('SELECT sha256, notice FROM notices ORDER BY sha256'),
  erasures: await all('SELECT * FROM erasures ORDER BY number'),
  records: await all('SELECT namespace, name, content, expires_at FROM records ORDER BY namespace, name'),
});
const plain = (rows) => rows.map((row) => ({ ...row, ...('number' in row && { number: Number(row.number) }) }));
async function rowsOfFile(file) {
  const all = await openSqlite(file);
  const rows = await rowsOf(async (statement) => plain(all[0].prepare(statement).all()));
  for (const database of all) database.close();
  return rows;
}
async function rowsOfPostgres(location) {
  const own = postgresPool(location);
  const rows = await rowsOf(async (text) => plain((await own.query(text.replace('FROM ', 'FROM lending.'))).rows));
  await own.end();
  return rows;
}

/** Makes a database without tables. Other files use the first one of the server. Returns its URL. */
async function newDatabase(name) {
  await pool.query(`CREATE DATABASE ${name}`);
  return url.replace(/\/postgres$/, `/${name}`);
}

describe('lending-elements database check', () => {
  it('reports that a file is not damaged, and prints the digest of its consents', async () => {
    const file = newFile();
    const { consents, close } = await fill(file);
    const { digest } = await consents.check();
    await close();
    assert.deepEqual(await cli('database check', '--database', file), {
      status: 0,
      stdout: `SQLite: the file is whole.\nConsents: 701 entries, none was changed. Digest: ${digest}\n`,
      stderr: '',
    });
  });

  it('reports a damaged file, and a consent that was changed', async () => {
    const file = newFile();
    await (await fill(file)).close();
    const all = await openSqlite(file);
    all[0].prepare(`UPDATE consents SET entry = replace(entry, 'given', 'taken') WHERE number = 3`).all();
    for (const database of all) database.close();
    const changed = await cli('database check', '--database', file);
    assert.deepEqual([changed.status, changed.stderr], [1, 'subject:jane 2: entry 1 was changed.\n']);
    const bytes = fs.readFileSync(file);
    // The pages after the first ones, with the tables' rows.
    bytes.fill(0, 20 * 4096, 24 * 4096);
    fs.writeFileSync(file, bytes);
    const damaged = await cli('database check', '--database', file);
    assert.equal(damaged.status, 1, damaged.stderr);
    assert.match(damaged.stderr, /^SQLite: /);
  });

  it('does not create a file, and needs the name of one', async () => {
    const none = newFile();
    for (const command of ['database check', 'database backup copy.db', 'database restored'])
      assert.equal((await cli(command, '--database', none)).status, 2);
    assert.ok(!fs.existsSync(none));
    const { status, stderr } = await cli('database check');
    assert.equal(status, 2);
    assert.match(stderr, /^LENDING_DATABASE is not set\./);
  });

  it('names the version of PostgreSQL, and rejects a server that may lose confirmed writes', { skip }, async () => {
    const { status, stdout } = await cli('database check', '--database', url);
    assert.equal(status, 0);
    assert.match(stdout, /^PostgreSQL \d+.*\.\nConsents: \d+ entries, none was changed\. Digest: /);
    const lazy = `${url}?options=-c%20synchronous_commit%3Doff`;
    const rejected = await cli('database check', '--database', lazy);
    assert.equal(rejected.status, 2);
    assert.match(rejected.stderr, /synchronous_commit is off/);
  });
});

describe('lending-elements database backup', () => {
  it('contains everything that was stored before, and only its owner can read it', async () => {
    const [file, copy] = [newFile(), newFile()];
    // It is open, so the file alone does not have its last changes.
    const { close } = await fill(file);
    const { status, stdout, stderr } = await cli('database backup', copy, '--database', file);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^Wrote the backup, \d+\.\d MB\.\n$/);
    assert.equal(fs.statSync(copy).mode & 0o777, 0o600);
    assert.deepEqual(await rowsOfFile(copy), await rowsOfFile(file));
    await close();
  });

  it('never overwrites a file, and leaves no file when it fails', async () => {
    const [file, copy] = [newFile(), newFile()];
    await (await fill(file)).close();
    fs.writeFileSync(copy, 'an earlier backup');
    assert.equal((await cli('database backup', copy, '--database', file)).status, 2);
    assert.equal(fs.readFileSync(copy, 'utf8'), 'an earlier backup');
    const none = newFile();
    assert.equal((await cli('database backup', none, '--database', copy)).status, 2);
    assert.ok(!fs.existsSync(none));
  });
});

describe('lending-elements database events retry', () => {
  for (const [name, location] of [['SQLite', newFile()], ...(skip ? [] : [['PostgreSQL', url]])])
    it(`lets parked events be tried again, and no others, in ${name}`, async () => {
      const store = databaseAt(location, { namespace: 'events' });
      const applications = createApplications(openKept(store, [SECRET]), true);
      const owners = ['parked', 'waiting'].map((subject) => ({ subject, business: subject }));
      for (const owner of owners) {
        await applications.addDecision({ ...owner, number: 1 }, 'declined', 'entry');
        const tries = owner.subject === 'parked' ? 75 : 74;
        await applications.update(owner, (found) => ({
          ...found,
          events: [{ ...found.events[0], tries, dueAt: 1e15 }],
        }));
      }
      const environment = { LENDING_SESSION_SECRET: SECRET, LENDING_NAMESPACE: 'events', LENDING_DATABASE: location };
      const { stdout, status } = await run(['database', 'events', 'retry'], environment, folder);
      assert.deepEqual([status, stdout], [0, '1 parked events are tried again.\n']);
      const states = await Promise.all(owners.map((owner) => applications.find(owner)));
      assert.deepEqual(
        states.map(({ events: [{ tries, dueAt }] }) => [tries, dueAt]),
        [
          [0, 0],
          [74, 1e15],
        ],
      );
      await store.close();
    });
});

describe('lending-elements database restored', () => {
  it('ends the notices and locks of all namespaces, and nothing else', async () => {
    const file = newFile();
    const keys = ['served/jane', 'served/tom', 'lease/jane', 'draft/served/jane'];
    const stores = ['one brand', 'another'].map((namespace) => databaseAt(file, { namespace }));
    for (const { set, append } of stores) {
      for (const key of keys) await set(key, 'kept', 600);
      await append(sampleConsent('jane'));
    }
    assert.deepEqual(await cli('database restored', '--database', file), {
      status: 0,
      stdout: 'Ended the notices of 4 applicants: each reads the notice again before they agree.\n',
      stderr: '',
    });
    for (const { get, entries, close } of stores) {
      assert.deepEqual(await Promise.all(keys.map((key) => get(key))), [undefined, undefined, undefined, 'kept']);
      assert.equal((await entries('subject:jane')).length, 1);
      await close();
    }
  });
});

describe('lending-elements database copy', () => {
  it('copies each row of a file, and makes the first file read-only for a running handler', async () => {
    const [from, to] = [newFile(), newFile()];
    const running = await fill(from);
    const rows = await rowsOfFile(from);
    const { digest } = await running.consents.check();
    const { status, stdout, stderr } = await cli('database copy', from, to);
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(
      stdout,
      `Copied rows: 1 notices, 701 consents, 1 erasures, 2 records.\nConsents: 701 entries, with the same digest in both: ${digest}\n` +
        'The first database is read-only now. Set LENDING_DATABASE to the second one, and start the handlers.\n',
    );
    assert.deepEqual(await rowsOfFile(to), rows);
    await assert.rejects(running.append(sampleConsent('jane 1')), copied);
    for (const value of ['other', undefined]) {
      await assert.rejects(running.set('attempt/jane', value, 600), copied);
      await assert.rejects(running.replace('attempt/jane', 'done', value), copied);
    }
    assert.equal((await running.entries('subject:jane 1')).length, 2);
    await running.close();
    const copy = databaseAt(to);
    await copy.append(sampleConsent('jane 1'));
    assert.equal(await copy.get('attempt/jane'), 'done');
    assert.deepEqual(
      [(await copy.consents.check()).broken, (await copy.consents.check(digest)).isExpected],
      [[], true],
    );
    await copy.close();
  });

  it('loses no consent of a running handler, and detects a consent that was added during the copy', async () => {
    const [from, to] = [newFile(), newFile()];
    const { append, close } = await fill(from);
    const ended = new AbortController();
    let confirmed = 0;
    const writing = (async () => {
      for (; !ended.signal.aborted; confirmed++) await append(sampleConsent('tom', { servedId: `${confirmed}` }));
    })().catch((error) => error);
    const { status, stdout, stderr } = await cli('database copy', from, to);
    ended.abort();
    const error = await writing;
    const end = databaseAt(status === 0 ? to : from);
    const { digest, broken } = await end.consents.check();
    assert.deepEqual([broken, (await end.entries('subject:tom')).length], [[], confirmed]);
    if (status === 0) {
      assert.equal(error?.message, copied.message);
      assert.ok(stdout.includes(digest), stdout);
    } else {
      assert.match(stderr, /The consents of both databases are not the same\. Stop every handler/);
      await append(sampleConsent('tom'));
    }
    await end.close();
    await close();
  });

  it('changes neither database if the second one is not empty', async () => {
    const [from, to] = [newFile(), newFile()];
    for (const file of [from, to]) await (await fill(file)).close();
    const before = await rowsOfFile(to);
    const { status, stderr } = await cli('database copy', from, to);
    assert.equal(status, 2);
    assert.match(stderr, /is not empty/);
    assert.deepEqual(await rowsOfFile(to), before);
    const first = databaseAt(from);
    await first.append(sampleConsent('jane 1'));
    await first.close();
  });

  it('copies a file to PostgreSQL and back, with the numbers and hashes of all consents', { skip }, async () => {
    const [from, to, back] = [newFile(), await newDatabase('copied'), newFile()];
    await (await fill(from)).close();
    const rows = await rowsOfFile(from);
    assert.deepEqual((await cli('database copy', from, to)).stderr, '');
    assert.deepEqual(await rowsOfPostgres(to), rows);
    const store = databaseAt(to);
    await store.append(sampleConsent('jane 1'));
    assert.equal(await store.get('attempt/jane'), 'done');
    const all = await rowsOfPostgres(to);
    const checked = await cli('consents check', '--env', envOf(to));
    assert.equal((await cli('database copy', to, back)).status, 0);
    assert.deepEqual(await rowsOfFile(back), all);
    assert.deepEqual(await cli('consents check', '--env', envOf(back)), checked);
    await assert.rejects(store.append(sampleConsent('jane 1')), copied);
    await store.close();
  });
});

/** The error of a handler that still has the database that was copied. */
const copied = {
  code: 'config-invalid',
  message: 'LENDING_DATABASE: this database was copied, and is read-only since.',
  remedy: 'Set LENDING_DATABASE to the copy.',
};

/** A file with the variable. */
function envOf(location) {
  const file = `${newFile()}.env`;
  fs.writeFileSync(file, `LENDING_DATABASE=${location}\n`);
  return file;
}

describe('lending-elements database', () => {
  it('creates the tables of a file, and changes nothing the second time', async () => {
    const file = newFile();
    for (const _ of [1, 2]) assert.equal((await cli('database migrate', '--database', file)).status, 0);
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(await rowsOfFile(file), { consents: [], notices: [], erasures: [], records: [] });
  });

  it('creates the tables in PostgreSQL with the role of --database', { skip }, async () => {
    const fresh = await newDatabase('fresh');
    assert.match((await cli('database check', '--database', fresh)).stderr, /has no tables/);
    assert.equal((await cli('database migrate', '--database', fresh, '--env', envOf('/nowhere'))).status, 0);
    assert.equal((await cli('database check', '--database', fresh)).status, 0);
  });

  it('never prints the password of PostgreSQL', async () => {
    const wrong = skip ? [] : [url.replace(/:[^:@]+@/, ':canary@')];
    const urls = [
      ...wrong,
      'postgres://lender:canary@127.0.0.1:9/lending',
      'postgres://lender:canary#@127.0.0.1/lending',
    ];
    for (const one of urls)
      for (const args of [
        ['check', '--database', one],
        ['migrate', '--database', one],
        ['backup', newFile(), '--database', one],
        ['copy', one, newFile()],
        ['copy', newFile(), one],
      ]) {
        const { status, stdout, stderr } = await cli('database', ...args);
        assert.equal(status, 2);
        assert.doesNotMatch(stdout + stderr, /canary|postgres:\/\/l/, args[0]);
      }
  });

  it('copies every table except locks and limits', async () => {
    const file = newFile();
    await cli('database migrate', '--database', file);
    const [one] = await openSqlite(file);
    const names = one.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    assert.deepEqual(
      names
        .map(({ name }) => name)
        .filter((name) => !/^sqlite_|^migrations$|^leases$/.test(name))
        .sort(),
      Object.keys(TABLES).sort(),
    );
  });
});
