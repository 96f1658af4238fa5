// The commands about the database, as they are built, with SQLite files and a PostgreSQL.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { TABLES } from '../../src/cli/database/copy.ts';
import { openStore } from '../../src/server/keys.ts';
import { databaseAt } from '../../src/server/node/database.ts';
import { openSqlite } from '../../src/server/records/sqlite/driver.ts';
import { openPostgres, postgresPool } from '../server/postgres/open-postgres.ts';
import {
  adding,
  call,
  draft,
  entry,
  event,
  notice,
  raising,
  served,
  STORE_KEY,
} from '../../src/server/testing/samples.ts';
import { newFolder } from '../server/folder.ts';
import { ensureBuilt } from '../support/dist.mjs';
import { cli as run } from '../support/doctor.mjs';

const { skip, url, pool } = await openPostgres();
const folder = newFolder();
before(ensureBuilt);
const newFile = () => path.join(folder, `${crypto.randomUUID()}.db`);

const SECRET = 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa';
const cli = (command, ...args) => run([...command.split(' '), ...args], {}, folder);

const owner = (subject) => ({ subject, business: 'bakery' });
const [JANE, TOM] = ['jane 1', 'tom'].map(owner);
const shown = notice('Everywhere.');
const given = adding((now) => ({ consents: [entry('given', now, { notice: shown.sha256 })] }));
const addTo = ({ store }, who, change = given) => store.change(who, change);

/** A database at a location, with consents of 700 subjects, other rows, and rows in two namespaces. */
async function fill(location) {
  const database = databaseAt(location);
  const store = database.open(STORE_KEY);
  await database.keys.replace(undefined, 'sealed');
  await store.record(shown);
  await Promise.all(Array.from({ length: 700 }, (_, at) => store.change(owner(`jane ${at}`), given)));
  const calls = [call({ state: 'done', ended_at: 5 }), call({ state: 'unknown' })];
  await store.change(
    JANE,
    adding((now) => ({ calls, consents: [entry('withdrawn', now)], drafts: [draft('sealed', 1e15)] })),
  );
  await store.change(owner('joan'), given);
  await store.eraseEntries([{ ...owner('joan'), number: 1 }], 'A test.', 1);
  const other = databaseAt(location, { namespace: 'another brand' });
  await other.open(STORE_KEY).change(JANE, raising);
  await other.close();
  return { ...database, store };
}

/** All rows of a database, as `all` gets them. `added` keeps the order of the rows. */
async function rowsOf(all, added) {
  const keys = { owners: 'namespace, subject, business', notices: 'namespace, id', erasures: 'id', keys: 'namespace' };
  const found = TABLES.map(async (table) => {
    const rows = await all(`SELECT * FROM ${table} ORDER BY ${keys[table] ?? added}`);
    const plain = (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value);
    const plainRow = (row) =>
      Object.entries(row).flatMap(([name, value]) => (name === 'added' ? [] : [[name, plain(value)]]));
    return [table, rows.map((row) => Object.fromEntries(plainRow(row)))];
  });
  return Object.fromEntries(await Promise.all(found));
}
async function rowsOfFile(file) {
  const all = await openSqlite(file);
  const rows = await rowsOf(async (statement) => all[0].prepare(statement).all(), 'rowid');
  for (const database of all) database.close();
  return rows;
}
async function rowsOfPostgres(location) {
  const own = postgresPool(location);
  const rows = await rowsOf(async (text) => (await own.query(text.replace('FROM ', 'FROM lending.'))).rows, 'added');
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
    const { status, stdout, stderr } = await cli('database check', '--database', file);
    const unverified = 'No mark (HMAC) was verified, because LENDING_CONSENTS_KEY is not set.\n';
    assert.deepEqual([status, stderr], [0, unverified]);
    const [, digest] = /^SQLite: the file is whole\.\nConsents: 701 entries, none was changed\. Digest: (\S+)\n$/.exec(
      stdout,
    );
    assert.equal((await consents.check(digest)).isExpected, true);
    await close();
  });

  it('reports a damaged file, and a consent that was changed', async () => {
    const file = newFile();
    await (await fill(file)).close();
    const all = await openSqlite(file);
    all[0].prepare(`UPDATE consents SET event = 'declined' WHERE subject = 'jane 2'`).all();
    for (const database of all) database.close();
    const changed = await cli('database check', '--database', file);
    assert.deepEqual([changed.status, changed.stderr], [1, 'applicant:["jane 2","bakery",1]: entry 1 was changed.\n']);
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
      const database = databaseAt(location, { namespace: 'events' });
      const { store } = await openStore(database, [SECRET]);
      const rows = { parked: [75, null], waiting: [74, 1e15], behind: [0, null], trying: [75, 1e15] };
      for (const [subject, [tries, due_at]] of Object.entries(rows))
        await store.change(owner(subject), adding({ events: [{ ...event(1, due_at), tries }] }));
      const environment = { LENDING_SESSION_SECRET: SECRET, LENDING_NAMESPACE: 'events', LENDING_DATABASE: location };
      const { stdout, status, stderr } = await run(['database', 'events', 'retry'], environment, folder);
      assert.deepEqual([status, stdout, stderr], [0, '1 parked events are tried again.\n', '']);
      for (const [subject, [tries, due_at]] of Object.entries(rows)) {
        const { events, now } = await store.read(owner(subject), { all: ['events'] });
        const [found] = events;
        if (subject !== 'parked') assert.deepEqual([found.tries, found.due_at], [tries, due_at]);
        else assert.ok(found.tries === 0 && found.due_at <= now && found.due_at > now - 60_000);
      }
      assert.deepEqual(await store.due(10), [owner('parked')]);
      await database.close();
    });
});

describe('lending-elements database restored', () => {
  it('ends the notices and the deadlines of all namespaces, and nothing else', async () => {
    const file = newFile();
    const databases = ['one brand', 'another'].map((namespace) => databaseAt(file, { namespace }));
    for (const database of databases)
      for (const who of [JANE, TOM]) {
        const rows = (now) => ({
          served: [served(1, now + 1e9), served(2, now + 1e9)],
          drafts: [draft('sealed', now + 1e9)],
          calls: [call({ begun_at: 7, deadline: now + 1e9 }), call({ state: 'done', deadline: 9, ended_at: 8 })],
          consents: [entry('given', now)],
        });
        await database.open(STORE_KEY).change(who, adding(rows));
      }
    assert.deepEqual(await cli('database restored', '--database', file), {
      status: 0,
      stdout: 'Ended the notices of 4 applicants: each reads the notice again before they agree.\n',
      stderr: '',
    });
    for (const { open, close } of databases) {
      const { served: notices, drafts, calls, counts } = await open(STORE_KEY).read(TOM, { all: ['calls'] });
      assert.deepEqual(
        [notices, drafts.length, calls.map(({ deadline }) => deadline), counts.entries],
        [[], 1, [7, 9], 1],
      );
      await close();
    }
  });
});

describe('lending-elements database copy', () => {
  it('copies each row of a file, and makes the first file read-only for a running handler', async () => {
    const [from, to] = [newFile(), newFile()];
    const running = await fill(from);
    const rows = await rowsOfFile(from);
    const { status, stdout, stderr } = await cli('database copy', from, to);
    assert.deepEqual([status, stderr], [0, '']);
    const counts =
      '1 keys, 702 owners, 1 notices, 1 erasures, 702 applications, 2 calls, 0 served, 701 consents, 1 drafts, 0 events, 0 failures, 0 prefills';
    const [first, second, ...others] = stdout.split('\n');
    assert.equal(first, `Copied rows: ${counts}.`);
    const [, digest] = /^Consents: 701 entries, with the same digest in both: (\S+)$/.exec(second);
    assert.deepEqual(others, [
      'The first database is read-only now. Set LENDING_DATABASE to the second one, and start the handlers.',
      '',
    ]);
    assert.deepEqual(await rowsOfFile(to), rows);
    const none = (records) => [{ ...records, drafts: [], calls: [] }, 0];
    for (const change of [given, raising, none]) await assert.rejects(addTo(running, JANE, change), copied);
    await assert.rejects(running.keys.replace('sealed', 'other'), copied);
    assert.equal((await running.store.read(JANE)).counts.entries, 2);
    await running.close();
    const copy = databaseAt(to);
    const store = copy.open(STORE_KEY);
    await store.change(JANE, given);
    const { counts: more, drafts, calls } = await store.read(JANE, { all: ['drafts'] });
    assert.deepEqual([more.entries, more.done.prequalify.count, calls.length, drafts[0].sealed], [3, 1, 1, 'sealed']);
    assert.deepEqual(
      [(await copy.consents.check()).broken, (await copy.consents.check(digest)).isExpected],
      [[], true],
    );
    await copy.close();
  });

  it('loses no consent of a running handler, and detects a consent that was added during the copy', async () => {
    const [from, to] = [newFile(), newFile()];
    const running = await fill(from);
    const ended = new AbortController();
    let confirmed = 0;
    const writing = (async () => {
      for (; !ended.signal.aborted; confirmed++) await addTo(running, TOM);
    })().catch((error) => error);
    const { status, stdout, stderr } = await cli('database copy', from, to);
    ended.abort();
    const error = await writing;
    const end = databaseAt(status === 0 ? to : from);
    const { broken } = await end.consents.check();
    assert.deepEqual([broken, (await end.open(STORE_KEY).read(TOM)).counts.entries], [[], confirmed]);
    if (status === 0) {
      assert.equal(error?.message, copied.message);
      assert.match(stdout, /with the same digest in both/);
    } else {
      assert.match(stderr, /The consents of both databases are not the same\. Stop every handler/);
      await addTo(running, TOM);
    }
    await end.close();
    await running.close();
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
    await first.open(STORE_KEY).change(JANE, given);
    await first.close();
  });

  it('copies a file to PostgreSQL and back, with the order and the marks of all rows', { skip }, async () => {
    const [from, to, back] = [newFile(), await newDatabase('copied'), newFile()];
    await (await fill(from)).close();
    const rows = await rowsOfFile(from);
    assert.deepEqual((await cli('database copy', from, to)).stderr, '');
    assert.deepEqual(await rowsOfPostgres(to), rows);
    const database = databaseAt(to);
    const running = { store: database.open(STORE_KEY) };
    await addTo(running, JANE);
    const all = await rowsOfPostgres(to);
    const { stdout } = await cli('consents check', '--env', envOf(to));
    assert.equal((await cli('database copy', to, back)).status, 0);
    assert.deepEqual(await rowsOfFile(back), all);
    const [, digest] = /^Digest: (\S+)$/m.exec(stdout);
    assert.equal((await cli('consents check', '--expect', digest, '--env', envOf(back))).status, 0);
    await assert.rejects(addTo(running, JANE), copied);
    await database.close();
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
    assert.deepEqual(Object.values(await rowsOfFile(file)).flat(), []);
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

  it('copies every table', async () => {
    const file = newFile();
    await cli('database migrate', '--database', file);
    const [one] = await openSqlite(file);
    const names = one.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    assert.deepEqual(
      names
        .map(({ name }) => name)
        .filter((name) => !/^sqlite_|^migrations$|^clock$/.test(name))
        .sort(),
      [...TABLES].sort(),
    );
  });
});
