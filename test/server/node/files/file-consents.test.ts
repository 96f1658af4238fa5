import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { LendingError } from '../../../../src/errors.js';
import { fileConsents } from '../../../../src/server/node/index.js';
import { messageAndRemedy } from '../../../support/message-and-remedy.js';
import { fileHandle, setup } from '../../consent/consent-files.js';
import { sampleConsent } from '../../consent/consent-samples.js';

describe('fileConsents', () => {
  it('makes a file for its owner alone, when the first consent comes, and leaves nothing beside it', async () => {
    const { file, text, check, others } = setup();
    const before = process.umask(0);
    try {
      const store = fileConsents(file);
      assert.deepEqual(await store.about('subject:jane'), []);
      assert.ok(!fs.existsSync(file));
      await store.append(sampleConsent('jane'));
    } finally {
      process.umask(before);
    }
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    assert.ok(text().endsWith('\n'));
    assert.deepEqual(others(), []);
    assert.deepEqual([(await check()).lines, (await check()).broken], [1, undefined]);
  });

  it('resolves when the file is on the disk, and the folder that names it', async (test) => {
    const { file } = setup();
    const sync = test.mock.method(await fileHandle(), 'sync');
    const store = fileConsents(file);
    await store.append(sampleConsent('jane'));
    assert.equal(sync.mock.callCount(), 2);
    await store.append(sampleConsent('jane'));
    assert.equal(sync.mock.callCount(), 3);
  });

  it('stays with its file when the process changes its folder', async () => {
    const { place, file } = setup();
    const before = process.cwd();
    process.chdir(place);
    const store = fileConsents('consents.jsonl');
    process.chdir(before);
    await store.append(sampleConsent('jane'));
    assert.ok(fs.existsSync(file));
  });

  it('takes up what another store has written to the file', async () => {
    const { file, check } = setup();
    const [one, other] = [fileConsents(file), fileConsents(file)];
    const entries = ['a', 'b', 'c', 'd'].map((servedId) => sampleConsent('jane', { servedId }));
    await one.append(entries[0]!);
    await other.append(entries[1]!);
    await one.append(entries[2]!);
    assert.deepEqual(await other.about('subject:jane'), entries.slice(0, 3));
    await other.append(entries[3]!);
    assert.deepEqual(await one.about('subject:jane'), entries);
    assert.equal((await check()).broken, undefined);
  });

  it('answers with what another process has written only when that is on the disk', async (test) => {
    const { file } = setup();
    const store = fileConsents(file);
    await fileConsents(file).append(sampleConsent('jane'));
    const sync = test.mock.method(await fileHandle(), 'sync');
    sync.mock.mockImplementationOnce(async () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    await assert.rejects(store.about('subject:jane'), { code: 'EIO' });
    for (const _ of [1, 2]) assert.equal((await store.about('subject:jane')).length, 1);
    assert.equal(sync.mock.callCount(), 2);
  });

  it('refuses a file that was altered, and names the line, not what it says', async () => {
    const { file, text } = setup();
    const store = fileConsents(file);
    for (const name of ['jane', 'joan', 'jane']) await store.append(sampleConsent(name));
    fs.writeFileSync(file, text().replace('subject:joan', 'subject:jean'));
    const before = text();
    for (const work of [
      () => fileConsents(file).about('subject:jane'),
      () => fileConsents(file).append(sampleConsent('jane')),
    ]) {
      await assert.rejects(work, (error: LendingError) => {
        const said = messageAndRemedy(error);
        assert.match(said, /^consents\.jsonl was altered: line 2 is changed\. → .*consents check/);
        assert.doesNotMatch(said, /jane|jean|joan/);
        return true;
      });
    }
    assert.equal(text(), before);
  });

  it('forgets a line that another process took away again, because it could not be brought to the disk', async () => {
    const { file, check } = setup();
    const store = fileConsents(file);
    const [first, second, third] = ['a', 'b', 'c'].map((servedId) => sampleConsent('jane', { servedId }));
    await store.append(first!);
    const { size } = fs.statSync(file);
    await fileConsents(file).append(second!);
    fs.symlinkSync(`elsewhere|pid:[1]|1||${crypto.randomUUID()}`, `${file}.lock`);
    assert.deepEqual(await store.about('subject:jane'), [first, second]);
    fs.truncateSync(file, size);
    fs.unlinkSync(`${file}.lock`);
    // This line is as long as the one that was removed.
    await fileConsents(file).append(third!);
    assert.deepEqual(await store.about('subject:jane'), [first, third]);
    await store.append(second!);
    assert.deepEqual([(await check()).lines, (await check()).broken], [3, undefined]);
  });
});
