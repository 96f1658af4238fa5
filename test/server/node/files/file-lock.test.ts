import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import { describe, it } from 'node:test';
import { fileConsents } from '../../../../src/server/node/index.js';
import { linux, numbers, REFUSED, setup, startWriter } from '../../consent/consent-files.js';
import { sampleConsent } from '../../consent/consent-samples.js';

describe('fileConsents, with two processes', () => {
  it('loses nothing of either, and keeps one chain', async (test) => {
    const { file, check, others } = setup();
    const writers = ['jane', 'joan'].map((name) => startWriter(test, file, name, 150));
    const store = fileConsents(file);
    for (const servedId of ['0', '1', '2']) {
      await Promise.all(writers.map(({ reach }) => reach(30)));
      await store.append(sampleConsent('june', { servedId }));
    }
    const codes = await Promise.all(writers.map(async ({ closed }) => (await closed)[0]));
    assert.deepEqual(codes, [0, 0]);
    const all = Array.from({ length: 150 }, (_, number) => number);
    for (const name of ['jane', 'joan']) assert.deepEqual(await numbers(file, name), all);
    assert.deepEqual((await store.about('subject:jane')).length, 150);
    assert.deepEqual([(await check()).lines, (await check()).broken], [303, undefined]);
    assert.deepEqual(others(), []);
  });

  it(
    'waits for one that has stopped in the middle of writing, then refuses, and goes on after it',
    linux,
    async (test) => {
      const { file, check } = setup();
      const writer = startWriter(test, file, 'jane', 5000);
      await writer.reach(1);
      const isHeld = () => fs.lstatSync(`${file}.lock`, { throwIfNoEntry: false }) !== undefined;
      do {
        writer.child.kill('SIGCONT');
        while (!isHeld()) await new Promise(setImmediate);
        writer.child.kill('SIGSTOP');
        while (stateOf(writer.child) !== 'T') await new Promise(setImmediate);
      } while (!isHeld());
      const refusal = {
        ...REFUSED,
        recoverable: true,
        message: 'The lock consents.jsonl.lock is held by another process.',
        remedy: /delete this lock/,
      };
      await assert.rejects(fileConsents(file, { patience: 50 }).append(sampleConsent('joan')), refusal);
      writer.child.kill('SIGCONT');
      await fileConsents(file).append(sampleConsent('joan', { servedId: '7' }));
      await writer.kill();
      assert.deepEqual(await numbers(file, 'joan'), [7]);
      await fileConsents(file).append(sampleConsent('joan', { servedId: '8' }));
      assert.equal((await check()).broken, undefined);
    },
  );

  const stateOf = (child: ChildProcess) => fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]![0];
  const space = () => fs.readlinkSync('/proc/self/ns/pid');
  const held = (pid: number, facts: { host?: string; space?: string; started?: string } = {}) => {
    const { host = os.hostname(), started = '1' } = facts;
    return [host, facts.space ?? space(), pid, started, crypto.randomUUID()].join('|');
  };

  it('takes the lock of a process that is gone, or whose id was given again', linux, async () => {
    const { file, others } = setup();
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    for (const pid of [child.pid!, process.pid]) {
      fs.symlinkSync(held(pid), `${file}.lock`);
      await Promise.all([1, 2, 3].map(() => fileConsents(file, { patience: 2000 }).append(sampleConsent('jane'))));
      assert.deepEqual(others(), []);
    }
  });

  it('leaves the lock to a process that it cannot see, and to what is no lock of its own', linux, async () => {
    const { file, others } = setup();
    const dead = 2 ** 22 + 1;
    const targets = [
      held(dead, { host: 'elsewhere' }),
      held(dead, { space: 'pid:[1]' }),
      'nobody',
      held(process.pid, { started: '' }),
    ];
    for (const target of targets) {
      fs.symlinkSync(target, `${file}.lock`);
      await assert.rejects(fileConsents(file, { patience: 30 }).append(sampleConsent('jane')), REFUSED);
      assert.equal(fs.readlinkSync(`${file}.lock`), target);
      assert.deepEqual(others(), ['consents.jsonl.lock']);
      fs.unlinkSync(`${file}.lock`);
    }
    assert.ok(!fs.existsSync(file));
  });

  it('lets only one take away a dead process’s lock: who comes second leaves the new one', linux, async () => {
    const { file } = setup();
    const dead = held(2 ** 22 + 1);
    fs.symlinkSync(dead, `${file}.lock`);
    fs.symlinkSync('somebody', `${file}.lock.${dead.split('|').at(-1)}`);
    await assert.rejects(fileConsents(file, { patience: 30 }).append(sampleConsent('jane')), REFUSED);
    assert.equal(fs.readlinkSync(`${file}.lock`), dead);
  });
});
