import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { databaseAt } from '../../../src/server/node/database.js';
import { newFolder } from '../folder.js';
import { newOwner, raising, STORE_KEY } from '../../../src/server/testing/samples.js';

const newFile = () => path.join(newFolder(), 'lending.db');

describe('the database at a location', () => {
  it('is not opened before its first use, not even to be closed', async () => {
    const file = newFile();
    const store = databaseAt(file);
    await store.close();
    assert.ok(!fs.existsSync(file));
  });

  it('stays open until all of its users have closed it', async () => {
    const file = newFile();
    const [one, other, unused] = [databaseAt(file), databaseAt(path.relative('.', file)), databaseAt(file)];
    const owner = newOwner();
    await one.open(STORE_KEY).change(owner, raising);
    assert.equal((await other.open(STORE_KEY).read(owner)).applications.length, 1);
    await unused.close();
    await one.close();
    await one.close();
    assert.equal(await other.open(STORE_KEY).change(owner, raising), 2);
    await other.close();
    // Everything is in the file alone. Some drivers leave the other one behind.
    assert.equal(fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0);
    const again = databaseAt(file);
    assert.equal((await again.open(STORE_KEY).read(owner)).applications[0]!.version, 2);
    await again.close();
  });

  it('is opened once in a process', { skip: process.platform !== 'linux' }, async () => {
    const file = newFile();
    const stores = Array.from({ length: 5 }, () => databaseAt(file));
    const before = fs.readdirSync('/proc/self/fd').length;
    const owner = newOwner();
    await stores[0]!.open(STORE_KEY).change(owner, raising);
    const opened = fs.readdirSync('/proc/self/fd').length;
    for (const store of stores) assert.equal((await store.open(STORE_KEY).read(owner)).applications.length, 1);
    assert.equal(fs.readdirSync('/proc/self/fd').length, opened);
    assert.ok(opened > before);
    for (const store of stores) await store.close();
  });
});
