// SQLite alone: its files, its transactions and other processes that hold it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import SQLite from 'libsql';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../../src/server/database/engine.js';
import { createStore } from '../../../src/server/database/store.js';
import { openSqlite, sqliteOfNode } from '../../../src/server/sqlite/driver.js';
import { sqliteEngine, sqliteStore } from '../../../src/server/sqlite/engine.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { newFolder, progressOf, samplePrequalification, setup } from '../setup.js';

const newFile = () => path.join(newFolder(), 'lending.db');

/** One connection of another process. */
async function openOther(file: string) {
  const [one, ...others] = await openSqlite(file);
  for (const other of others) other.close();
  return [one!] as const;
}

describe('sqliteStore()', () => {
  it('serves an applicant up to the offers, and has everything in the file once it is closed', async () => {
    const file = newFile();
    const { handle, browser } = setup({ store: sqliteStore(file) });
    const page = browser();
    await page.create();
    await page.post('prequalification', samplePrequalification());
    assert.equal((await page.post('request-offers', await page.good('request-offers'))).status, 200);
    await handle.close();
    const copy = `${file}-copy`;
    fs.copyFileSync(file, copy);
    const store = sqliteStore(copy);
    const events = (await store.entries('applicant:["jane","jane",1]')).map(({ event }) => event);
    assert.deepEqual(events, ['changed', 'given', 'requesting', 'requested']);
    assert.deepEqual(await progressOf(setup({ store }).browser()), [
      'createApplication',
      'prequalify',
      'requestOffers',
    ]);
    assert.deepEqual((await store.consents.check()).broken, []);
  });

  it('creates three files that only their owner can read', async () => {
    const file = newFile();
    const before = process.umask(0);
    try {
      await sqliteStore(file).append(sampleConsent('jane'));
    } finally {
      process.umask(before);
    }
    const names = fs.readdirSync(path.dirname(file)).sort();
    assert.deepEqual(names, ['lending.db', 'lending.db-shm', 'lending.db-wal']);
    for (const name of names) assert.equal(fs.statSync(path.join(path.dirname(file), name)).mode & 0o777, 0o600, name);
  });

  it('keeps its file when the process changes its folder', async () => {
    const [file, before] = [newFile(), process.cwd()];
    process.chdir(path.dirname(file));
    const store = sqliteStore('lending.db');
    process.chdir(before);
    await store.append(sampleConsent('jane'));
    assert.ok(fs.existsSync(file));
  });

  const unusable: Record<string, (file: string) => unknown> = {
    'in a folder that does not exist': (file) => path.join(file, 'lending.db'),
    'that is a folder': (file) => path.dirname(file),
    'that is no database': (file) => fs.writeFileSync(file, 'a file of a partner'.repeat(100)),
    'that cannot be written to'(file) {
      fs.writeFileSync(file, '', { mode: 0o444 });
      fs.chmodSync(path.dirname(file), 0o755);
    },
    'that can be written to, in a folder that cannot be written to': async (file) => {
      const { ready, close } = sqliteStore(file);
      await ready();
      await close();
      fs.chmodSync(file, 0o666);
      fs.chmodSync(path.dirname(file), 0o555);
    },
  };
  for (const [what, make] of Object.entries(unusable)) {
    it(`names the remedy for a file ${what}`, async () => {
      const made = newFile();
      const file = (await make(made)) ?? made;
      // The superuser can write to each file.
      const user = process.geteuid!();
      if (user === 0 && what.endsWith('written to')) process.seteuid!(65534);
      try {
        await assert.rejects(sqliteStore(String(file)).ready(), { code: 'config-invalid', remedy: /LENDING_DATABASE/ });
      } finally {
        process.seteuid!(user);
        fs.chmodSync(path.dirname(made), 0o755);
      }
    });
  }

  it(
    'rejects a file on a network file system, and recommends PostgreSQL',
    { skip: process.platform !== 'linux' },
    async (test) => {
      const [NFS, EXT4] = [0x6969, 0xef53];
      const statfs = test.mock.method(fs, 'statfsSync', () => ({ type: NFS }));
      await assert.rejects(sqliteStore(newFile()).ready(), {
        code: 'config-invalid',
        message: /network file system/,
        remedy: /postgres:/,
      });
      statfs.mock.mockImplementation(() => ({ type: EXT4 }));
      await sqliteStore(newFile()).ready();
    },
  );

  it('waits while another process creates the file, without blocking the event loop', async () => {
    const file = newFile();
    // Two libraries in one process would not see the locks of each other.
    const other = new (sqliteOfNode() ?? SQLite)(file);
    other.prepare('BEGIN EXCLUSIVE').all();
    let isReady = false;
    const started = sqliteStore(file)
      .ready()
      .then(() => (isReady = true));
    await pause(250);
    assert.equal(isReady, false);
    other.prepare('COMMIT').all();
    await started;
  });

  it('contains no byte of an erased consent once the last reader of the earlier state ends', async () => {
    const file = newFile();
    const { append, entries, erase } = createStore(sqliteEngine(file, 50));
    for (const subject of ['jane', 'tom', 'jane'])
      await append(sampleConsent(subject, { origin: `canary of ${subject}` }));
    const has = () => ['', '-wal'].filter((end) => fs.readFileSync(file + end).includes('canary of jane'));
    assert.deepEqual(has(), ['-wal']);
    const [other] = await openOther(file);
    other.prepare('BEGIN').all();
    other.prepare('SELECT count(*) FROM consents').all();
    await assert.rejects(erase(['subject:jane'], 'A test.'), { code: 'handler-failed', remedy: 'Erase them again.' });
    assert.deepEqual(await entries('subject:jane'), []);
    other.prepare('COMMIT').all();
    assert.equal(await erase(['subject:jane'], 'A test.'), 0);
    assert.deepEqual(has(), []);
    assert.equal((await entries('subject:tom')).length, 1);
  });

  it('rejects tables that a newer version has changed, and accepts tables to which it has only added', async () => {
    const file = newFile();
    const first = sqliteStore(file);
    await first.ready();
    await first.close();
    const [other] = await openOther(file);
    other.prepare('INSERT INTO migrations VALUES (99, 1)').all();
    const store = sqliteStore(file);
    await store.set('record/a', 'x');
    await store.close();
    other.prepare('UPDATE migrations SET oldest = 99 WHERE version = 99').all();
    await assert.rejects(sqliteStore(file).ready(), {
      code: 'config-invalid',
      message: /newer version/,
      remedy: /^Install that version again/,
    });
  });

  it('reads the changes of a process that it has waited for', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    await store.ready();
    const [other] = await openOther(file);
    other.prepare('BEGIN IMMEDIATE').all();
    const waiting = store.set('record/mine', 'x');
    await pause(20);
    assert.equal(await store.get('record/theirs'), undefined);
    other.prepare(`INSERT INTO records VALUES ('default', 'record/theirs', 'x', 1e15)`).all();
    other.prepare('COMMIT').all();
    assert.equal(await store.get('record/theirs'), 'x');
    await waiting;
  });

  it('keeps its write-ahead log small during constant reads and writes', async () => {
    const file = newFile();
    const [one, other] = [sqliteStore(file), sqliteStore(file)];
    let most = 0;
    for (let round = 0; round < 60; round++) {
      const work = Array.from({ length: 100 }, (_, at) => one.set(`${at}`, 'x'.repeat(3000), 60));
      await Promise.all([...work, other.append(sampleConsent('jane')), other.entries('subject:jane')]);
      most = Math.max(most, fs.statSync(`${file}-wal`).size);
    }
    assert.ok(most > 1e6 && most < 16e6, `${most} bytes`);
  });

  it('commits the changes of one event loop turn together, and a failed change does not affect the others', async () => {
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

  /** Ways in which a store is full from 400 kB on, until the returned function gives it space. */
  const fullDisks: Record<string, (folder: string, query: Engine['query']) => Promise<(() => unknown) | undefined>> = {
    async 'its file may not grow'(_folder, query) {
      await query('PRAGMA max_page_count = 100');
      return () => query('PRAGMA max_page_count = 10000');
    },
    async 'the disk is full'(folder) {
      const mount = (...options: string[]) => spawnSync('mount', [...options, folder]).status === 0;
      if (process.platform !== 'linux' || !mount('-t', 'tmpfs', '-o', 'size=400k', 'tmpfs')) return undefined;
      return () => assert.ok(mount('-o', 'remount,size=10m'));
    },
  };
  for (const [what, fill] of Object.entries(fullDisks))
    it(`stores nothing that it rejects while ${what}, and continues the same chain when there is space again`, async (test) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-disk-'));
      test.after(() => {
        spawnSync('umount', ['-l', folder]);
        fs.rmSync(folder, { recursive: true });
      });
      const at = sqliteEngine(path.join(folder, 'lending.db'));
      const { append, entries, consents, close, ready } = createStore(at);
      const free = await fill(folder, at.engine.query);
      if (!free) return test.skip('only root can mount a small disk');
      await ready();
      const add = () => append(sampleConsent('jane', { company_id: 'x'.repeat(3000) }));
      let stored = 0;
      const isFull = async () => {
        const done = await Promise.allSettled([add(), add(), add()]);
        const rejected = done.filter((one) => one.status === 'rejected');
        stored += done.length - rejected.length;
        // The log prints it.
        for (const { reason } of rejected) assert.equal((reason as { code?: string }).code, 'SQLITE_FULL');
        return rejected.length > 0;
      };
      for (let round = 0; !(await isFull()); round++) assert.ok(round < 1000);
      assert.equal(await isFull(), true);
      assert.equal((await entries('subject:jane')).length, stored);
      await free();
      await add();
      assert.equal((await entries('subject:jane')).length, stored + 1);
      assert.deepEqual((await consents.check()).broken, []);
      await close();
    });

  it('waits while another process writes, without blocking the event loop', async () => {
    const file = newFile();
    const store = sqliteStore(file);
    const impatient = createStore(sqliteEngine(file, 50));
    await Promise.all([store.ready(), impatient.ready()]);
    const [other] = await openOther(file);
    other.prepare('BEGIN IMMEDIATE').all();
    let isStored = false;
    const appended = store.append(sampleConsent('jane')).then(() => (isStored = true));
    await assert.rejects(impatient.append(sampleConsent('tom')), /locked|busy/);
    await pause(250);
    assert.equal(isStored, false);
    assert.deepEqual(await store.entries('subject:jane'), []);
    other.prepare('COMMIT').all();
    await appended;
    assert.equal((await store.entries('subject:jane')).length, 1);
  });
});
