// Processes that share a SQLite file.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openSqlite, type SqliteDatabase } from '../../../src/server/sqlite/driver.js';
import { sqliteStore } from '../../../src/server/sqlite/engine.js';
import { openKept } from '../../../src/server/store/kept.js';
import { createLocks } from '../../../src/server/store/locks.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { newFolder, script, SECRET } from '../setup.js';

const newFile = () => path.join(newFolder(), 'lending.db');
const numbersOf = async (file: string) =>
  (await sqliteStore(file).entries('subject:jane')).map((entry) => Number(entry.servedId));

function start(test: TestContext, ...args: string[]) {
  const child = spawn(process.execPath, [...script('database/writer.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  test.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const lines = () => output.split('\n').slice(0, -1);
  const reach = async (count: number) => {
    while (lines().length < count) await once(child.stdout, 'data');
    return lines();
  };
  return { child, closed, lines, reach };
}

describe('processes that share a SQLite file', { timeout: 120_000 }, () => {
  it('lose no entry about the same subject, and keep its chain valid', async (test) => {
    const file = newFile();
    const writers = [1, 2, 3].map(() => start(test, file, 'append', 'jane', '100'));
    for (const { closed } of writers) assert.deepEqual((await closed)[0], 0);
    const { entries, broken } = await sqliteStore(file).consents.check();
    assert.deepEqual([entries, broken], [300, []]);
    const thrice = Array.from({ length: 300 }, (_, at) => Math.floor(at / 3));
    assert.deepEqual(
      (await numbersOf(file)).sort((one, other) => one - other),
      thrice,
    );
  });

  it('keep every confirmed entry when one of them is killed, and continue', async (test) => {
    const file = newFile();
    for (const round of [1, 2]) {
      const { child, closed, lines, reach } = start(test, file, 'append', 'jane', '1000000');
      const before = round === 1 ? 0 : (await numbersOf(file)).length;
      await reach(100);
      child.kill('SIGKILL');
      await closed;
      const found = (await numbersOf(file)).slice(before);
      assert.deepEqual(
        lines().filter((number) => !found.includes(Number(number))),
        [],
      );
      const store = sqliteStore(file);
      await store.append(sampleConsent('joan'));
      assert.deepEqual((await store.consents.check()).broken, []);
    }
  });

  it('lose nothing of a process that has opened the file twice when another one closes it', async (test) => {
    const file = newFile();
    const [one, other] = [sqliteStore(file), sqliteStore(file)];
    await one.append(sampleConsent('jane', { servedId: '0' }));
    await other.ready();
    const { ino } = fs.statSync(`${file}-wal`);
    assert.deepEqual((await start(test, file, 'append', 'jane', '1').closed)[0], 0);
    assert.equal(fs.statSync(`${file}-wal`).ino, ino);
    await one.append(sampleConsent('jane', { servedId: '2' }));
    assert.deepEqual(await numbersOf(file), [0, 0, 2]);
  });

  it('detect that a lock is lost after they were suspended for longer than its lease', async (test) => {
    const file = newFile();
    const { child, reach } = start(test, file, 'lock', 'jane');
    assert.deepEqual(await reach(1), ['true']);
    child.kill('SIGSTOP');
    const [database] = (await openSqlite(file)) as [SqliteDatabase];
    assert.equal(database.prepare('UPDATE leases SET expires_at = 1 RETURNING name').all().length, 1);
    await createLocks(openKept(sqliteStore(file), [SECRET]))('jane', async (requireLock) => {
      child.kill('SIGCONT');
      child.stdin.write('\n');
      assert.deepEqual(await reach(2), ['true', 'false']);
      await requireLock();
    });
  });
});
