// SQLite alone: its files, its transactions and other processes that hold it. A short test of the stores as well.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqlite } from '../../../src/server/sqlite/driver.js';
import { sqliteEngine } from '../../../src/server/sqlite/engine.js';
import { sqliteStores } from '../../../src/server/sqlite/index.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { agreed, newFolder, samplePrequalification, SECRET, setup } from '../setup.js';

const newFile = () => path.join(newFolder(), 'lending.db');
const open = (file: string, patience?: number) => sqliteStores(file, { secret: SECRET, patience });

describe('sqliteStores', () => {
  it('serve an applicant up to the offers, and have it all in the file when they are closed', async () => {
    const file = newFile();
    const { consents, idempotency, sessions, drafts, limiter, close } = open(file);
    const stores = { consents, idempotency, limiter, drafts: { store: drafts } };
    const page = setup({ ...stores, sessions: { secret: SECRET, store: sessions } }).browser();
    await page.create();
    await page.post('prequalification', samplePrequalification());
    assert.equal((await page.post('request-offers', await agreed(await page.get('consent')))).status, 200);
    await close();
    const copy = `${file}-copy`;
    fs.copyFileSync(file, copy);
    const again = open(copy);
    const events = (await again.consents.about('subject:jane')).map(({ event }) => event);
    assert.deepEqual(events, ['changed', 'served', 'given', 'requesting', 'requested']);
    assert.ok((await again.sessions.get('jane'))!.company_id);
    assert.deepEqual((await again.consents.check()).broken, []);
  });

  it('make three files for their owner alone', async () => {
    const file = newFile();
    const before = process.umask(0);
    try {
      await open(file).consents.append(sampleConsent('jane'));
    } finally {
      process.umask(before);
    }
    const names = fs.readdirSync(path.dirname(file)).sort();
    assert.deepEqual(names, ['lending.db', 'lending.db-shm', 'lending.db-wal']);
    for (const name of names) assert.equal(fs.statSync(path.join(path.dirname(file), name)).mode & 0o777, 0o600, name);
  });

  it('stay with their file when the process changes its folder', async () => {
    const [file, before] = [newFile(), process.cwd()];
    process.chdir(path.dirname(file));
    const { consents } = open('lending.db');
    process.chdir(before);
    await consents.append(sampleConsent('jane'));
    assert.ok(fs.existsSync(file));
  });

  const unusable: [string, (file: string) => string][] = [
    ['in a folder that does not exist', (file) => path.join(file, 'lending.db')],
    ['that is a folder', (file) => path.dirname(file)],
    ['that is no database', (file) => (fs.writeFileSync(file, 'a file of a partner'.repeat(100)), file)],
    [
      'that cannot be written to',
      (file) => (fs.writeFileSync(file, '', { mode: 0o444 }), fs.chmodSync(path.dirname(file), 0o755), file),
    ],
  ];
  for (const [what, make] of unusable) {
    it(`say what to do about a file ${what}`, async () => {
      const file = make(newFile());
      // The superuser can write to each file.
      const user = process.geteuid!();
      if (user === 0 && what === 'that cannot be written to') process.seteuid!(65534);
      try {
        await assert.rejects(open(file).ready(), { code: 'config-invalid', remedy: /LENDING_DATABASE/ });
      } finally {
        process.seteuid!(user);
      }
    });
  }

  it('make the changes of one turn together, and one that fails leaves its neighbours as they are', async () => {
    const { engine, start, close } = sqliteEngine(newFile());
    await start();
    const add = (...names: (string | null)[]) =>
      engine.query(
        `INSERT INTO notices (sha256, notice) VALUES ${names.map((_, at) => `($${at + 1}, $${at + 1})`).join()} RETURNING sha256`,
        names,
      );
    const done = await Promise.allSettled([add('one'), add(null), add('two', 'one'), add('three')]);
    assert.deepEqual(
      done.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    const rows = await engine.query('SELECT sha256 FROM notices ORDER BY sha256');
    assert.deepEqual(
      rows.map(({ sha256 }) => sha256),
      ['one', 'three'],
    );
    await close();
  });

  it('keep nothing that they reject when the disk is full, and go on when it has room again', async () => {
    const { engine, start, close } = sqliteEngine(newFile());
    await start();
    const add = (name: string) =>
      engine.query('INSERT INTO notices (sha256, notice) VALUES ($1, $2) RETURNING sha256', [name, 'x'.repeat(3000)]);
    await engine.query('PRAGMA max_page_count = 60');
    const names = Array.from({ length: 200 }, (_, at) => `${at}`);
    const done = await Promise.allSettled(names.map(add));
    const rejected = done.filter(({ status }) => status === 'rejected');
    assert.match(String((rejected[0] as PromiseRejectedResult).reason), /full/);
    const stored = (await engine.query('SELECT sha256 FROM notices')).length;
    assert.equal(stored, done.length - rejected.length);
    await engine.query('PRAGMA max_page_count = 10000');
    assert.equal((await add('later')).length, 1);
    await close();
  });

  it('wait while another process writes, and let the event loop go on', async () => {
    const file = newFile();
    const { consents, ready } = open(file);
    const impatient = open(file, 50);
    await Promise.all([ready(), impatient.ready()]);
    const [other] = await openSqlite(file);
    other.exec('BEGIN IMMEDIATE');
    let isStored = false;
    const appended = consents.append(sampleConsent('jane')).then(() => (isStored = true));
    await assert.rejects(impatient.consents.append(sampleConsent('tom')), /locked|busy/);
    await pause(250);
    assert.equal(isStored, false);
    assert.deepEqual(await consents.about('subject:jane'), []);
    other.exec('COMMIT');
    await appended;
    assert.equal((await consents.about('subject:jane')).length, 1);
  });
});
