// The commands about consents, as they are built, with a SQLite file.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { databaseAt } from '../../src/server/node/database.ts';
import { openStore } from '../../src/server/keys.ts';
import { openSqlite } from '../../src/server/records/sqlite/driver.ts';
import { openPostgres } from '../server/postgres/open-postgres.ts';
import { sampleConsent } from '../server/consent/consent-samples.ts';
import { newFolder } from '../server/folder.ts';
import { adding, application, call, entry } from '../../src/server/testing/samples.ts';
import { ensureBuilt } from '../support/dist.mjs';
import { cli as run } from '../support/doctor.mjs';

const folder = newFolder();
const file = path.join(folder, 'lending.db');
const [KEY, OTHER] = ['a-key-of-chance-for-the-marks-of-lines', 'another-key-for-the-marks-of-all-lines'];
const JANE = 'jane.doe@partner.example';
const REASON = ['--reason', 'The period is over.'];
const SECRET = 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa';
const DIGEST = /^Digest: (\d+\.[0-9a-f]{64})$/m;

const cliWith = (variables, ...args) => run(['consents', ...args], variables, folder);
const cli = (...args) => cliWith({ LENDING_DATABASE: file, LENDING_CONSENTS_KEY: KEY }, ...args);

/** The notice, with its wording. */
function noticeOf(text) {
  const { id, version, locale, ...shown } = sampleConsent('').notice;
  const json = JSON.stringify({ id, version, locale, ...shown, text });
  return { id, version, locale, sha256: createHash('sha256').update(json).digest('hex'), notice: json, at: 5 };
}
const SHOWN = noticeOf('What\u2028was shown.');
const ownerOf = (subject, business = subject) => ({ subject, business });

/** Adds an entry about the current application. Returns its id. */
async function add(store, owner, event, { at, ...facts } = {}) {
  const id = crypto.randomUUID();
  const isDecision = event === 'given' || event === 'declined';
  const { company_id, servedId, servedAt, method, origin } = sampleConsent('');
  const text = JSON.stringify({ company_id, servedId, servedAt, method, origin, ...facts });
  const row = (now) => entry(event, at ?? now, { id, notice: isDecision ? SHOWN.sha256 : null, entry: text });
  await store.change(
    owner,
    adding((now) => ({ consents: [row(now)] })),
  );
  return id;
}

before(async () => {
  await ensureBuilt();
  const database = databaseAt(file, { consentsKey: KEY });
  const { store } = await openStore(database, [SECRET]);
  await store.record(SHOWN);
  const given = await add(store, ownerOf(JANE), 'given');
  await add(store, ownerOf('joan'), 'declined');
  await add(store, ownerOf(JANE), 'withdrawn', { withdraws: given });
  await database.close();
});

const CHANGE = `UPDATE consents SET event = 'given' WHERE subject = 'joan'`;
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
  it('counts the entries, and prints a digest that a later check accepts', async () => {
    const { status, stdout, stderr } = await cli('check');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(
      stdout,
      /^3 entries about 3 applications and notices, none was changed\.\nDigest: \S+\nLast time: 20\S+Z\n$/,
    );
    const [, digest] = DIGEST.exec(stdout);
    const again = await cli('check', '--expect', digest);
    assert.deepEqual([again.status, again.stderr], [0, '']);
  });

  it('names the subject of a changed entry without the contents, and exports and erases nothing', async () => {
    const env = { ...(await altered(CHANGE)), LENDING_NAMESPACE: 'default', LENDING_SESSION_SECRET: SECRET };
    for (const command of [['check'], ['export'], ['erase', '--subject', JANE, ...REASON, '--confirm', '2']])
      assert.deepEqual(await cliWith(env, ...command), {
        status: 1,
        stdout: '',
        stderr: 'applicant:["joan","joan",1]: entry 1 was changed.\n',
      });
  });

  it('verifies the marks (HMACs) of the entries with the keys of the environment, and prints no key', async () => {
    for (const [status, keys] of [
      [0, {}],
      [0, { LENDING_CONSENTS_KEY: OTHER, LENDING_CONSENTS_KEY_PREVIOUS: KEY }],
      [1, { LENDING_CONSENTS_KEY: OTHER }],
    ]) {
      const found = await cliWith({ LENDING_DATABASE: file, ...keys }, 'check');
      assert.equal(found.status, status, found.stderr);
      if (status) assert.match(found.stderr, /^applicant:\["joan","joan",1\]: entry 1 has no valid mark\.$/m);
      for (const secret of [KEY, OTHER]) assert.ok(!`${found.stdout}${found.stderr}`.includes(secret));
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

  it('prints a record of each decision, with the events that followed it', async () => {
    const records = recordsOf(await cli('export'));
    const states = records.map((record) => [record.pii_principal_id, ...record.events.map((one) => one.event_state)]);
    assert.deepEqual(states, [
      [JANE, 'given', 'withdrawn'],
      ['joan', 'refused'],
    ]);
    assert.equal(records[0].pii_processing.privacy_notice.text, 'What\u2028was shown.');
  });

  it('prints only the decisions of one subject', async () => {
    const subjects = async (name) =>
      recordsOf(await cli('export', '--subject', name)).map((record) => record.pii_principal_id);
    assert.deepEqual([await subjects('joan'), await subjects('nobody')], [['joan'], []]);
  });

  it('prints the rows of the chains with the hash before each, for all or one subject', async () => {
    const rows = recordsOf(await cli('export', '--chains'));
    const entries = rows.filter(({ table }) => table === 'consents');
    assert.deepEqual(new Set(entries.map(({ subject }) => subject)), new Set([JANE, 'joan']));
    for (const { place, previous } of entries)
      assert.ok(place === 1 ? previous === '0'.repeat(64) : entries.some(({ hash }) => hash === previous));
    const ofJoan = recordsOf(await cli('export', '--chains', '--subject', 'joan'));
    assert.deepEqual(
      ofJoan,
      rows.filter(({ table, subject }) => table !== 'consents' || subject === 'joan'),
    );
  });
});

const { skip, url } = await openPostgres();
const newFile = () => path.join(folder, `${crypto.randomUUID()}.db`);
const cliAt = (location, ...args) =>
  cliWith({ LENDING_DATABASE: location, LENDING_NAMESPACE: 'default', LENDING_SESSION_SECRET: SECRET }, ...args);
/** Opens a new file, and records the notice. */
async function openNew(location) {
  const database = databaseAt(location);
  const { store } = await openStore(database, [SECRET]);
  await store.record(SHOWN);
  return { database, store };
}

/** Works on 500 items at the same time. */
async function forEach(items, work) {
  for (let from = 0; from < items.length; from += 500)
    await Promise.all(items.slice(from, from + 500).map((one, at) => work(one, from + at)));
}
const digestOf = ({ stdout }) => DIGEST.exec(stdout)?.[1];

for (const [name, location, reason] of [
  ['SQLite', newFile(), false],
  ['PostgreSQL', url, skip],
])
  describe(`lending-elements consents erase, with 2,000 applicants in ${name}`, { skip: reason }, () => {
    const YEARS = [2019, 2020, 2021, 2022, 2023, 2024, 2025];
    const subjects = Array.from({ length: 2000 }, (_, at) => `jane ${at}`);
    const yearOf = (at) => YEARS[at % YEARS.length];
    const left = () => subjects.filter((subject, at) => subject !== 'jane 7' && yearOf(at) > 2019);
    let [database, store] = [];
    before(async () => {
      ({ database, store } = await openNew(location));
      await forEach(subjects, (one, at) =>
        add(store, ownerOf(one), 'given', { at: Date.parse(`${yearOf(at)}-06-01`) }),
      );
    });
    after(() => database.close());

    it('erases one applicant, after a dry run, and prints a digest with which the next check agrees', async () => {
      const before = digestOf(await cliAt(location, 'check'));
      const dry = await cliAt(location, 'erase', '--subject', 'jane 7', ...REASON);
      assert.match(
        dry.stdout,
        /^1 entries about 1 applications, from 2019-06-01T00:00:00\.000Z to 2019-.*\.\nNothing was erased\. .* --confirm 1\n$/,
      );
      assert.equal((await cliAt(location, 'check', '--expect', before)).status, 0);
      const done = await cliAt(location, 'erase', '--subject', 'jane 7', ...REASON, '--confirm', '1');
      assert.deepEqual([done.status, done.stderr], [0, '']);
      const after = digestOf(done);
      const { status, stdout } = await cliAt(location, 'check', '--expect', after);
      assert.equal(status, 0);
      assert.match(
        stdout,
        /^1999 entries about 2000 .*\nErased at 20\S+Z: 1 entries\. Reason: The period is over\.\n$/s,
      );
      const old = await cliAt(location, 'check', '--expect', before);
      assert.equal(old.status, 1);
      assert.match(
        old.stderr,
        /^The entries of the expected digest are not all there: some were erased, .*\nErased at \S+: 1 entries\. Reason: The period is over\.\n$/,
      );
    });

    it('erases the consents of a year, and leaves the notices and one row', async () => {
      const prune = (...more) => cliAt(location, 'erase', '--before', '2020-01-01', ...REASON, ...more);
      const count = subjects.length - 1 - left().length;
      assert.match(
        (await prune()).stdout,
        new RegExp(`^${count} entries about ${count} applications, from 2019\\S+ to 2019.* --confirm ${count}\n$`, 's'),
      );
      // Jane 14 comes back between the two commands.
      await add(store, ownerOf('jane 14'), 'withdrawn');
      const { status, stderr } = await prune('--confirm', `${count}`);
      assert.deepEqual([status, stderr], [1, `Nothing was erased: the number of entries is not ${count} any more.\n`]);
      const done = await prune('--confirm', `${count - 1}`);
      assert.deepEqual([done.status, done.stderr], [0, '']);
      assert.match(done.stdout, new RegExp(`Erased at \\S+: ${count - 1} entries\\. `));
      assert.match((await prune()).stdout, /^0 entries/);
      const { entries, chains, broken, erased } = await database.consents.check();
      assert.deepEqual([entries, chains, broken, erased.length], [left().length + 2, left().length + 2, [], 2]);
    });

    it('lets other and returning applicants continue, before and after a restart', async () => {
      const all = [...left(), 'jane 0', 'jane 7'];
      for (const one of [database, databaseAt(location)]) {
        const opened = one === database ? store : (await openStore(one, [SECRET])).store;
        const { entries } = await one.consents.check();
        await forEach(all, (subject) => add(opened, ownerOf(subject), 'requesting'));
        const { broken, entries: count } = await one.consents.check();
        assert.deepEqual([broken, count], [[], entries + all.length]);
        if (one !== database) await one.close();
      }
      const { consents } = await store.read(ownerOf('jane 7'), { all: ['consents'] });
      assert.deepEqual(
        consents.map(({ event }) => event),
        ['requesting', 'requesting'],
      );
    });
  });

describe('lending-elements consents erase', () => {
  it('leaves no byte of the consents in the database file, its write-ahead log or a backup', async () => {
    const location = newFile();
    const { database, store } = await openNew(location);
    // The subject stays in the rows of the applications.
    for (const [at, subject] of ['tom', 'jane', 'joan', 'jane', 'jane'].entries())
      await add(store, ownerOf(subject), at % 2 ? 'given' : 'withdrawn', {
        company_id: subject === 'jane' ? 'canary-company' : 'other',
        origin: 'x'.repeat(at * 900),
      });
    const has = (file) => fs.existsSync(file) && fs.readFileSync(file).includes('canary-company');
    assert.ok(has(`${location}-wal`));
    assert.equal((await cliAt(location, 'erase', '--subject', 'jane', ...REASON, '--confirm', '3')).status, 0);
    const copy = newFile();
    assert.equal((await run(['database', 'backup', copy, '--database', location])).status, 0);
    for (const file of [location, `${location}-wal`, `${location}-shm`, copy]) assert.equal(has(file), false, file);
    assert.ok(fs.readFileSync(copy).includes('joan'));
    await database.close();
    assert.equal(has(location), false);
  });

  it('erases all businesses of a subject or one of them, and only if no call is under way', async () => {
    const location = newFile();
    const { database, store } = await openNew(location);
    const bakery = ownerOf('jane', 'bakery');
    for (const business of ['garage', 'bakery', 'janet']) await add(store, ownerOf('jane', business), 'given');
    const running = call({ application: 2, begun_at: Date.now(), deadline: Date.now() + 600_000 });
    await store.change(bakery, (records) => {
      const closed = records.applications.map((row) => ({ ...row, closed_at: records.now }));
      const owner = { ...records.owner, number: 2 };
      return [{ ...records, owner, applications: [...closed, application(2)], calls: [running] }, 0];
    });
    const row = entry('given', Date.now(), { application: 2 });
    await store.change(bakery, (records) => [{ ...records, consents: [...records.consents, row] }, 0]);
    const erase = (count, ...more) =>
      cliAt(location, 'erase', '--subject', 'jane', ...REASON, '--confirm', count, ...more);
    const busy = await erase('2', '--business', 'bakery');
    assert.deepEqual([busy.status, /A call of this applicant is under way/.test(busy.stderr)], [2, true]);
    await store.change(bakery, (records) => [{ ...records, calls: [] }, 0]);
    assert.equal((await erase('3', '--business', 'bakery')).status, 1);
    assert.equal((await erase('2', '--business', 'bakery')).status, 0);
    assert.equal((await store.read(ownerOf('jane', 'garage'))).counts.entries, 1);
    assert.equal((await erase('2')).status, 0);
    assert.equal((await database.consents.check()).entries, 0);
    await database.close();
  });

  const day = (days) => new Date(Date.now() - days * 24 * 3600_000).toJSON().slice(0, 10);
  for (const [message, ...args] of [
    ['--subject is missing', 'erase', ...REASON],
    ['--reason must have', 'erase', '--subject', 'jane'],
    ['--reason must have', 'erase', '--subject', 'jane', '--reason', 'x'.repeat(201)],
    ['Use either --subject or --before', 'erase', ...REASON, '--subject', 'jane', '--before', '2020-01-01'],
    ['--before must be a date', 'erase', ...REASON, '--before', '2020-02-30'],
    ['--before must be a date', 'erase', ...REASON, '--before', '2020'],
    ['--before must be a date', 'erase', ...REASON, '--before', day(29)],
  ])
    it(`says "${message}" without it: ${args.slice(0, 5).join(' ').slice(0, 60)}`, async () => {
      const { status, stderr } = await cliAt(file, ...args);
      assert.deepEqual([status, stderr.startsWith(message)], [2, true], stderr);
    });
});
