// Locks that one process holds at the same time: each is a name of the same link.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createFileLock, type LockGroup } from '../../../../src/server/node/files/file-lock.js';
import { linux, setup } from '../../consent/consent-files.js';

const LIFE = 60_000;

function locks() {
  const { place } = setup();
  const group: LockGroup = {};
  const make = (name: string, patience = 5000, others = group) =>
    createFileLock(path.join(place, name), patience, LIFE, others);
  const inode = (name: string) => fs.lstatSync(path.join(place, name)).ino;
  return { place, make, inode, names: () => fs.readdirSync(place).sort() };
}

const ELSEWHERE = `elsewhere|pid:[1]|1||${crypto.randomUUID()}`;

describe('locks of one process', () => {
  it('share a link, and each is released alone', linux, async () => {
    const { make, inode, names } = locks();
    const [jane, joan] = [make('jane'), make('joan')];
    await jane.acquire();
    await joan.acquire();
    assert.equal(inode('jane'), inode('joan'));
    jane.release();
    assert.deepEqual(names(), ['joan']);
    assert.deepEqual([jane.isHeldByUs(), joan.isHeldByUs()], [false, true]);
    joan.release();
    assert.deepEqual(names(), []);
  });

  it('exclude each other, and the locks of another store in the same process', async () => {
    const { make } = locks();
    const [jane, other] = [make('jane'), make('joan')];
    await jane.acquire();
    await other.acquire();
    for (const second of [make('jane', 30), make('jane', 30, {})])
      await assert.rejects(second.acquire(), { code: 'handler-consent-not-stored' });
    jane.release();
    await make('jane', 30, {}).acquire();
  });

  it('share no link that another process could have removed, after the process was suspended', async (test) => {
    const { place, make, inode } = locks();
    const [jane, joan] = [make('jane'), make('joan')];
    await jane.acquire();
    const now = Date.now();
    test.mock.method(Date, 'now', () => now + LIFE / 4);
    fs.unlinkSync(path.join(place, 'jane'));
    fs.symlinkSync(ELSEWHERE, path.join(place, 'jane'));
    await joan.acquire();
    assert.notEqual(inode('jane'), inode('joan'));
    assert.ok(joan.isHeldByUs());
    jane.release();
    assert.equal(fs.readlinkSync(path.join(place, 'jane')), ELSEWHERE);
  });

  it('that was found to be lost is not taken from its new holder, however new it was', async () => {
    const { place, make } = locks();
    const jane = make('jane');
    await jane.acquire();
    fs.unlinkSync(path.join(place, 'jane'));
    fs.symlinkSync(ELSEWHERE, path.join(place, 'jane'));
    assert.equal(jane.isHeldByUs(), false);
    jane.release();
    assert.equal(fs.readlinkSync(path.join(place, 'jane')), ELSEWHERE);
  });

  it('are made anew where no second name is possible', async () => {
    const { place, make } = locks();
    const [jane, joan] = [make('jane'), make('joan')];
    await jane.acquire();
    fs.unlinkSync(path.join(place, 'jane'));
    await joan.acquire();
    assert.ok(joan.isHeldByUs());
  });

  it('are over one by one when the process has ended', linux, async () => {
    const { place, make, names } = locks();
    const dead = make('jane');
    await dead.acquire();
    const [host, space] = fs.readlinkSync(path.join(place, 'jane')).split('|');
    dead.release();
    fs.symlinkSync([host, space, 2 ** 22 + 1, '1', crypto.randomUUID()].join('|'), path.join(place, 'jane'));
    fs.linkSync(path.join(place, 'jane'), path.join(place, 'joan'));
    const [jane, joan] = [make('jane'), make('joan')];
    await Promise.all([jane.acquire(), joan.acquire()]);
    assert.deepEqual(names(), ['jane', 'joan']);
    assert.ok(jane.isHeldByUs() && joan.isHeldByUs());
  });
});
