import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileConsents } from '../../../../src/server/node/index.js';
import { fileHandle, linux, numbers, REFUSED, setup, startWriter } from '../../consent/consent-files.js';
import { sampleConsent } from '../../consent/consent-samples.js';
import { script } from '../../setup.js';

describe('fileConsents, after a crash', () => {
  const cuts: [string, (length: number) => number][] = [
    ['one character', () => 1],
    ['half', (length) => Math.floor(length / 2)],
    ['all but its last character', (length) => length - 2],
  ];
  for (const [what, cut] of cuts) {
    it(`sets aside a line of which ${what} was written, and goes on`, async () => {
      const { place, file, text, check, others } = setup();
      const entries = ['a', 'b', 'c'].map((servedId) => sampleConsent('jane', { servedId }));
      await fileConsents(file).append(entries[0]!);
      const { size } = fs.statSync(file);
      await fileConsents(file).append(entries[1]!);
      fs.truncateSync(file, size + cut(fs.statSync(file).size - size));
      const torn = text().slice(text().indexOf('\n') + 1);
      const store = fileConsents(file);
      assert.deepEqual(await store.about('subject:jane'), [entries[0]]);
      assert.deepEqual(others(), []);
      await store.append(entries[2]!);
      assert.deepEqual(await store.about('subject:jane'), [entries[0], entries[2]]);
      const [name] = others();
      assert.match(name!, /^consents\.jsonl\.torn-\d{4}-\d\d-\d\dT[\d-]+Z$/);
      assert.equal(fs.readFileSync(path.join(place, name!), 'utf8'), torn);
      assert.equal(fs.statSync(path.join(place, name!)).mode & 0o777, 0o600);
      assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
    });
  }

  it('has every consent that was acknowledged, however often the process is killed, at whatever moment', async (test) => {
    const { file, text, check } = setup();
    let acknowledged = 0;
    const rounds = Array.from({ length: 15 }, (_, round) => round + 1);
    for (const round of rounds) {
      const writer = startWriter(test, file, `round ${round}`, 50_000);
      await writer.reach(1);
      await pause(Math.random() * 150);
      await writer.kill();
      const found = await numbers(file, `round ${round}`);
      acknowledged += writer.acknowledged().length;
      // Eight entries were written in parallel, so they may be acknowledged in any order.
      for (const number of writer.acknowledged()) assert.equal(found[number], number);
      // The killed process may still hold the lock, and may have left a part of a line.
      await fileConsents(file).append(sampleConsent('after', { servedId: `${round}` }));
      assert.equal((await check()).broken, undefined);
    }
    assert.deepEqual(await numbers(file, 'after'), rounds);
    assert.ok(text().split('\n').length > acknowledged);
  });
});

describe('fileConsents, when the disk misbehaves', () => {
  it('rejects while its folder is gone, and goes on when that is back', async () => {
    const { place, file, check } = setup();
    const store = fileConsents(file);
    await store.append(sampleConsent('jane'));
    fs.renameSync(place, `${place}.away`);
    await assert.rejects(store.append(sampleConsent('jane')), REFUSED);
    await assert.rejects(fileConsents(file).append(sampleConsent('jane')), { code: 'ENOENT' });
    fs.renameSync(`${place}.away`, place);
    await store.append(sampleConsent('jane'));
    assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
  });

  it('rejects what could not be brought to the disk, counts nothing of it, and goes on', async (test) => {
    const { file, text, check } = setup();
    const store = fileConsents(file);
    await store.append(sampleConsent('jane', { servedId: '1' }));
    const before = text();
    const sync = test.mock.method(await fileHandle(), 'sync');
    sync.mock.mockImplementationOnce(async () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    await assert.rejects(store.append(sampleConsent('jane', { servedId: '2' })), { code: 'EIO' });
    assert.equal(text(), before);
    assert.deepEqual(await numbers(file, 'jane'), [1]);
    await store.append(sampleConsent('jane', { servedId: '3' }));
    assert.deepEqual(await numbers(file, 'jane'), [1, 3]);
    assert.equal((await check()).broken, undefined);
  });

  it('sets aside what it could not even take away', async (test) => {
    const { file, check, others } = setup();
    const store = fileConsents(file);
    await store.append(sampleConsent('jane', { servedId: '1' }));
    const handle = await fileHandle();
    const failing = async () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    const append = test.mock.method(handle, 'appendFile');
    append.mock.mockImplementationOnce(async () => {
      fs.appendFileSync(file, '{"entry":');
      return failing();
    });
    test.mock.method(handle, 'truncate').mock.mockImplementationOnce(failing);
    await assert.rejects(store.append(sampleConsent('jane', { servedId: '2' })), { code: 'EIO' });
    await store.append(sampleConsent('jane', { servedId: '3' }));
    assert.deepEqual(await numbers(file, 'jane'), [1, 3]);
    assert.equal(others().length, 1);
    assert.equal((await check()).broken, undefined);
  });

  it('takes a line away that the disk had room for in part only', linux, async (test) => {
    const { file, check, others } = setup();
    const [program, ...args] = [
      '-c',
      'ulimit -f 8 && exec "$0" "$@"',
      process.execPath,
      ...script('consent/consent-full-disk.ts'),
      file,
    ];
    const child = spawn('sh', [program!, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    });
    test.after(() => child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    assert.deepEqual(JSON.parse(output), ['EFBIG', 0, ['first', 'second']]);
    assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
    assert.deepEqual(others(), []);
  });
});
