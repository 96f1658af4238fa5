// Records in SQLite alone: the file, its commits, and altered rows.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { ask } from '../../../src/server/records/engine.js';
import { sqliteEngine, sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { newFile, openOther, openStore } from './files.js';
import {
  adding,
  application,
  call,
  entry,
  newOwner,
  nothing,
  notice,
  raising,
  STORE_KEY,
} from '../../../src/server/testing/samples.js';

/** Counts the commits in the WAL file: each ends with a frame that has the size of the database. Source: SQLite, "WAL-mode File Format". */
function commitsIn(file: string): number {
  const log = fs.readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) count++;
  return count;
}

describe('records in a SQLite file', () => {
  it('make one commit for a change, and none if nothing is written', async () => {
    const [file, owner] = [newFile(), newOwner()];
    const { change, read } = openStore(file);
    await change(owner, raising);
    const works: [commits: number, work: () => Promise<unknown>][] = [
      [
        1,
        () =>
          change(
            owner,
            adding((now) => ({ calls: [call()], consents: [entry('given', now), entry('requesting', now)] })),
          ),
      ],
      [0, () => change(owner, nothing)],
      [0, () => change(owner, (records) => [{ ...records, calls: [...records.calls] }, 0])],
      [0, () => change(newOwner(), nothing)],
      [0, () => read(owner)],
      [0, () => change(owner, () => assert.fail('refused')).catch(() => 0)],
      [1, () => Promise.all([change(owner, raising), change(newOwner(), raising), change(owner, nothing)])],
    ];
    for (const [commits, work] of works) {
      const before = commitsIn(file);
      await work();
      assert.equal(commitsIn(file) - before, commits, String(work));
    }
  });

  it('are written by a connection that waits for the disk, and overwrites deleted bytes', async () => {
    const { write, close } = sqliteEngine(newFile());
    const valueOf = (name: string) =>
      write(undefined, function* () {
        const [row] = yield* ask(`PRAGMA ${name}`, []);
        return [Object.values(row!)[0], []];
      });
    const FULL = 2;
    const found = await Promise.all(['synchronous', 'journal_mode', 'secure_delete'].map(valueOf));
    assert.deepEqual(found, [FULL, 'wal', 1]);
    await close();
  });

  it('undo the whole change that a constraint rejects, and make the others of its transaction', async () => {
    const [owner, neighbour] = [newOwner(), newOwner()];
    const { change, read } = openStore();
    const row = call({ key: 'the same' });
    await change(owner, adding({ calls: [row] }));
    const wrong = [
      adding({ calls: [call(), call({ key: 'the same' })] }),
      adding({ calls: [call()], applications: [application(2)] }),
    ];
    for (const one of wrong) {
      const done = await Promise.allSettled([change(owner, one), change(neighbour, raising)]);
      assert.deepEqual(
        done.map(({ status }) => status),
        ['rejected', 'fulfilled'],
      );
      assert.deepEqual((await read(owner)).calls, [row]);
    }
    assert.equal((await read(neighbour)).applications[0]!.version, 2);
  });

  it('separate the rows of two namespaces', async () => {
    const [file, owner] = [newFile(), newOwner()];
    const [one, other] = ['one', 'other'].map((namespace) => openStore(file, { namespace }));
    await one!.change(owner, raising);
    assert.deepEqual((await other!.read(owner)).applications, []);
    await other!.erase(owner, () => 0, 'A test.');
    assert.equal((await one!.read(owner)).applications.length, 1);
  });

  it('contain no byte of an erased entry', async () => {
    const [file, owner] = [newFile(), newOwner()];
    const { change, erase } = openStore(file);
    await change(
      owner,
      adding((now) => ({ consents: [entry('given', now, { entry: '"a canary"' })] })),
    );
    const has = () => ['', '-wal'].some((end) => fs.readFileSync(file + end).includes('a canary'));
    assert.equal(has(), true);
    await erase(owner, () => 0, 'A test.');
    assert.equal(has(), false);
    const other = await openOther(file);
    const looking = newOwner();
    await change(looking, (records) => [{ ...records, owner: { ...records.owner, lookups: 1 } }, 0]);
    await erase(looking, () => 0, 'A test.');
    const erasures = other('SELECT * FROM erasures');
    assert.deepEqual([erasures.length, other('SELECT * FROM owners').length], [1, 0]);
    assert.equal(JSON.stringify(erasures).includes(owner.subject), false);
  });
});

describe('altered rows of a SQLite file', () => {
  const alterations: Record<string, string> = {
    'a company': `UPDATE applications SET company_id = 'theirs'`,
    'an email address': `UPDATE applications SET email = 'sealed for tom'`,
    'a version': `UPDATE applications SET version = version - 1`,
    'the owner of an application': `UPDATE applications SET business = CASE business WHEN 'bakery' THEN 'cafe' ELSE 'bakery' END`,
    'the text of an entry': `UPDATE consents SET entry = '{}' WHERE place = 5`,
    'the event of an entry': `UPDATE consents SET event = 'declined' WHERE place = 5`,
    'the notice of an entry': `UPDATE consents SET notice = 'another' WHERE place = 5`,
    'the hash of an entry': `UPDATE consents SET hash = '${'a'.repeat(64)}' WHERE place = 5`,
    'the mark of an entry': `UPDATE consents SET mark = '' WHERE place = 5`,
    'the owner of an entry': `UPDATE consents SET business = CASE business WHEN 'bakery' THEN 'cafe' ELSE 'bakery' END`,
    'an entry in the middle, which is deleted': 'DELETE FROM consents WHERE place = 2',
    'the last entry, which is deleted': 'DELETE FROM consents WHERE place = 5',
  };
  for (const [name, statement] of Object.entries(alterations))
    it(`are detected by their proof: ${name}`, async () => {
      const [file, owner] = [newFile(), newOwner()];
      const { change, read } = openStore(file);
      for (const business of ['bakery', 'cafe'])
        await change(
          { ...owner, business },
          adding((now) => ({
            consents: (['authorised', 'changed', 'changed', 'changed', 'given'] as const).map((event) =>
              entry(event, now),
            ),
          })),
        );
      const other = await openOther(file);
      // Rows of two businesses cannot be exchanged by one statement while their keys are unique.
      for (const index of ['applications_current', 'applications_number', 'consents_place'])
        other(`DROP INDEX ${index}`);
      other(statement);
      const code = statement.includes('consents') ? 'handler-consent-not-stored' : 'handler-failed';
      await assert.rejects(read(owner), { code });
      await assert.rejects(change(owner, nothing), { code });
    });

  it('are detected in a notice', async () => {
    const file = newFile();
    const { record, notice: read } = openStore(file);
    const row = notice('one');
    await record(row);
    (await openOther(file))(`UPDATE notices SET notice = '{"text":"another"}'`);
    await assert.rejects(record(row), { code: 'handler-consent-not-stored' });
    await assert.rejects(read(row.sha256), { code: 'handler-consent-not-stored' });
  });

  it('are accepted with an earlier key, and rejected with an unknown one', async () => {
    const [file, owner] = [newFile(), newOwner()];
    const [before, after] = ['an earlier key with 32 characters!', 'the next key with 32 characters!!!'];
    const openWith = (consentsKey: string[]) => sqliteStore(file, { consentsKey }).open(STORE_KEY);
    const add = (keys: string[]) =>
      openWith(keys).change(
        owner,
        adding((now) => ({ consents: [entry('changed', now)] })),
      );
    await add([before]);
    await add([after, before]);
    await assert.rejects(openWith([before]).read(owner), { code: 'handler-consent-not-stored' });
    assert.equal((await openWith([after, before]).read(owner)).counts.entries, 2);
    assert.equal((await openWith([]).read(owner)).counts.entries, 2);
  });
});

describe('tables of other versions', () => {
  it('of the store before are rejected in words', async () => {
    const file = newFile();
    const other = await openOther(file);
    other('CREATE TABLE migrations (version integer PRIMARY KEY, oldest integer NOT NULL)');
    other('INSERT INTO migrations VALUES (1, 1)');
    await assert.rejects(openStore(file).read(newOwner()), {
      code: 'config-invalid',
      message: /before 0\.1\.0/,
      remedy: /new database/,
    });
  });

  it('of a newer version are rejected, and those to which it has only added are used', async () => {
    const file = newFile();
    await openStore(file).read(newOwner());
    const other = await openOther(file);
    other('INSERT INTO migrations VALUES (9, 2)');
    await openStore(file).read(newOwner());
    other('UPDATE migrations SET oldest = 9 WHERE version = 9');
    await assert.rejects(openStore(file).read(newOwner()), { code: 'config-invalid', message: /newer version/ });
  });
});
