// Processes that share a SQLite file of records.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { script } from '../folder.js';
import { newFile, openOther, openStore } from './files.js';
import { newOwner, raising } from '../../../src/server/testing/samples.js';

describe('processes that share a file of records', { timeout: 120_000 }, () => {
  const startWriter = (file: string, count: number) => {
    const child = spawn(process.execPath, [...script('records/writer.ts'), file, `${count}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { child, closed: once(child, 'close'), lines: () => output.split('\n').slice(0, -1).map(Number) };
  };
  const jane = { subject: 'jane', business: 'bakery' };

  it('lose no change of the same owner', async () => {
    const file = newFile();
    const writers = [1, 2].map(() => startWriter(file, 100));
    for (const { closed } of writers) assert.deepEqual(await closed, [0, null]);
    const versions = writers.flatMap(({ lines }) => lines()).sort((one, other) => one - other);
    assert.deepEqual(
      versions,
      Array.from({ length: 200 }, (_, at) => at + 1),
    );
    const { consents } = await openStore(file).read(jane, { all: ['consents'] });
    assert.equal(consents.length, 200);
  });

  it('keep every confirmed change when one of them is killed, and no half of a change', async () => {
    const file = newFile();
    let least = 0;
    for (const _ of [1, 2, 3]) {
      const { child, closed, lines } = startWriter(file, 1_000_000);
      while (lines().length < 50) await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await closed;
      least = Math.max(least, ...lines());
      const { applications, counts } = await openStore(file).read(jane, { all: ['consents'] });
      assert.ok(applications[0]!.version >= least, `${applications[0]!.version} ${least}`);
      assert.equal(counts.entries, applications[0]!.version);
    }
  });

  it('wait while another one writes, without blocking the event loop', async () => {
    const [file, owner] = [newFile(), newOwner()];
    const [patient, impatient] = [openStore(file), openStore(file, { patience: 50 })];
    await Promise.all([patient, impatient].map(({ read }) => read(owner)));
    const other = await openOther(file);
    other('BEGIN IMMEDIATE');
    let isStored = false;
    const storing = patient.change(owner, raising).then(() => (isStored = true));
    await assert.rejects(impatient.change(owner, raising), /locked|busy/);
    await pause(100);
    assert.deepEqual([isStored, (await patient.read(owner)).applications], [false, []]);
    other('COMMIT');
    await storing;
    assert.equal((await impatient.read(owner)).applications.length, 1);
  });
});
