// The files of SQLite: their modes, their places, full disks, and other processes that hold them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'libsql';
import { closeAll, openSqlite, sqliteOfNode } from '../../../src/server/records/sqlite/driver.js';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { newFolder, script } from '../folder.js';
import { openOther } from './files.js';
import { adding, call, draft, entry, newOwner, raising, STORE_KEY } from '../../../src/server/testing/samples.js';

const newFile = () => path.join(newFolder(), 'lending.db');
const given = adding((now) => ({ consents: [entry('given', now)] }));

describe('sqliteStore()', () => {
  it('creates three files that only their owner can read', async () => {
    const file = newFile();
    const before = process.umask(0);
    try {
      await sqliteStore(file).open(STORE_KEY).change(newOwner(), given);
    } finally {
      process.umask(before);
    }
    const names = fs.readdirSync(path.dirname(file)).sort();
    assert.deepEqual(names, ['lending.db', 'lending.db-shm', 'lending.db-wal']);
    for (const name of names) assert.equal(fs.statSync(path.join(path.dirname(file), name)).mode & 0o777, 0o600, name);
  });

  it('has everything in the file once it is closed', async () => {
    const [file, owner] = [newFile(), newOwner()];
    const database = sqliteStore(file);
    await database.open(STORE_KEY).change(owner, given);
    await database.close();
    fs.copyFileSync(file, `${file}-copy`);
    const copy = sqliteStore(`${file}-copy`);
    assert.equal((await copy.open(STORE_KEY).read(owner)).counts.entries, 1);
    assert.deepEqual((await copy.consents.check()).broken, []);
  });

  it(
    'leaves no open file once it is closed, or could not be opened',
    { skip: process.platform !== 'linux' },
    async () => {
      const file = newFile();
      const opened = () =>
        fs.readdirSync('/proc/self/fd').filter((one) => {
          const link = `/proc/self/fd/${one}`;
          return fs.existsSync(link) && fs.readlinkSync(link).startsWith(path.dirname(file));
        }).length;
      const database = sqliteStore(file);
      await database.open(STORE_KEY).change(newOwner(), given);
      assert.ok(opened() >= 4);
      await database.close();
      assert.equal(opened(), 0);
      const others = await openSqlite(file);
      others[0].prepare('UPDATE migrations SET oldest = 9').all();
      await closeAll(others);
      for (let time = 0; time < 3; time++) await assert.rejects(sqliteStore(file).ready(), /newer version/);
      assert.equal(opened(), 0);
    },
  );

  it('keeps its file when the process changes its folder', async () => {
    const [file, before] = [newFile(), process.cwd()];
    process.chdir(path.dirname(file));
    const database = sqliteStore('lending.db');
    process.chdir(before);
    await database.ready();
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
    const [file, jane, tom] = [newFile(), newOwner(), newOwner()];
    const { change, read, erase } = sqliteStore(file, { patience: 50 }).open(STORE_KEY);
    const canary = adding((now) => ({ consents: [entry('given', now, { entry: '"a canary"' })] }));
    await change(jane, canary);
    await change(tom, given);
    const has = () => ['', '-wal'].filter((end) => fs.readFileSync(file + end).includes('a canary'));
    assert.deepEqual(has(), ['-wal']);
    const other = await openOther(file);
    other('BEGIN');
    other('SELECT count(*) FROM consents');
    const erased = erase(jane, () => 0, 'A test.');
    await assert.rejects(erased, { code: 'handler-failed', remedy: 'Erase them again.' });
    assert.equal((await read(jane)).counts.entries, 0);
    other('COMMIT');
    assert.deepEqual(await erase(jane, () => 0, 'A test.'), [0, 0]);
    assert.deepEqual(has(), []);
    assert.equal((await read(tom)).counts.entries, 1);
  });

  it('reads the changes of a process that it has waited for', async () => {
    const [file, owner] = [newFile(), newOwner()];
    const database = sqliteStore(file);
    const { change, read } = database.open(STORE_KEY);
    await change(owner, raising);
    const other = await openOther(file);
    other('BEGIN IMMEDIATE');
    const waiting = change(newOwner(), raising);
    await pause(20);
    other(`INSERT INTO keys VALUES ('default', 'theirs')`);
    assert.equal(await database.keys.read(), undefined);
    other('COMMIT');
    assert.equal(await database.keys.read(), 'theirs');
    await waiting;
    assert.equal((await read(owner)).applications.length, 1);
  });

  it('loses nothing of a process that has opened the file twice when another one closes it', async () => {
    const [file, owner] = [newFile(), { subject: 'jane', business: 'bakery' }];
    const [one, other] = [sqliteStore(file).open(STORE_KEY), sqliteStore(file)];
    await one.change(owner, given);
    await other.ready();
    const { ino } = fs.statSync(`${file}-wal`);
    const { status } = spawnSync(process.execPath, [...script('records/node-version.ts'), file]);
    assert.deepEqual([status, fs.statSync(`${file}-wal`).ino], [0, ino]);
    await one.change(owner, given);
    const { consents } = await one.read(owner, { all: ['consents'] });
    assert.deepEqual(
      consents.map(({ event }) => event),
      ['given', 'changed', 'given'],
    );
  });

  it('keeps its write-ahead log small during constant reads and writes', async () => {
    const file = newFile();
    const [one, other] = [sqliteStore(file).open(STORE_KEY), sqliteStore(file).open(STORE_KEY)];
    const owners = Array.from({ length: 100 }, newOwner);
    let most = 0;
    for (let round = 0; round < 60; round++) {
      const save = adding({ drafts: [{ ...draft('x'.repeat(3000), 1e15), id: 'one', application: 1 }] });
      const work = owners.map((owner) => one.change(owner, (records) => save({ ...records, drafts: [] })));
      await Promise.all([...work, other.change(newOwner(), given), other.read(owners[0]!)]);
      most = Math.max(most, fs.statSync(`${file}-wal`).size);
    }
    assert.ok(most > 1e6 && most < 16e6, `${most} bytes`);
  });

  /** Ways in which a store is full from 400 kB on, until the returned function gives it space. */
  const fullDisks: Record<string, (folder: string) => Promise<(() => unknown) | undefined>> = {
    async 'the disk is full'(folder) {
      const mount = (...options: string[]) => spawnSync('mount', [...options, folder]).status === 0;
      if (process.platform !== 'linux' || !mount('-t', 'tmpfs', '-o', 'size=400k', 'tmpfs')) return undefined;
      return () => assert.ok(mount('-o', 'remount,size=10m'));
    },
    async 'the files may not grow'(folder) {
      const limit = (size: string) => spawnSync('prlimit', ['--pid', `${process.pid}`, `--fsize=${size}`]).status === 0;
      const ignored = () => {};
      process.on('SIGXFSZ', ignored);
      fs.mkdirSync(folder, { recursive: true });
      if (!limit('400000:unlimited')) return undefined;
      return () => (process.off('SIGXFSZ', ignored), assert.ok(limit('unlimited')));
    },
  };
  for (const [what, fill] of Object.entries(fullDisks))
    it(`stores nothing that it rejects while ${what}, and continues the same chain when there is space again`, async (test) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-disk-'));
      test.after(() => {
        spawnSync('umount', ['-l', folder]);
        fs.rmSync(folder, { recursive: true });
      });
      const free = await fill(folder);
      if (!free) return test.skip('only root can limit a disk');
      const database = sqliteStore(path.join(folder, 'lending.db'));
      const { change, read } = database.open(STORE_KEY);
      await database.ready();
      const owner = newOwner();
      const long = JSON.stringify({ origin: 'x'.repeat(3000) });
      const add = () =>
        change(
          owner,
          adding((now) => ({ consents: [entry('changed', now, { entry: long })], calls: [call()] })),
        );
      let stored = 0;
      const isFull = async () => {
        const done = await Promise.allSettled([add(), add(), add()]);
        const rejected = done.filter((one) => one.status === 'rejected');
        stored += done.length - rejected.length;
        // The log prints it.
        for (const { reason } of rejected) assert.match((reason as { code?: string }).code!, /SQLITE_(FULL|IOERR)/);
        return rejected.length > 0;
      };
      for (let round = 0; !(await isFull()); round++) assert.ok(round < 1000);
      assert.equal(await isFull(), true);
      assert.equal((await read(owner)).counts.entries, stored);
      await free();
      await add();
      assert.equal((await read(owner)).counts.entries, stored + 1);
      assert.deepEqual((await database.consents.check()).broken, []);
      await database.close();
    });
});
