import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileConsents } from '../../../../src/server/node/index.js';
import { fileHandle, REFUSED, setup } from '../../consent/consent-files.js';
import { sampleConsent } from '../../consent/consent-samples.js';

const ELSEWHERE = `elsewhere|pid:[1]|1||${crypto.randomUUID()}`;

/** A file whose last line lacks only its line feed, as an editor may leave it. */
async function unended() {
  const place = setup();
  const entries = ['a', 'b'].map((servedId) => sampleConsent('jane', { servedId }));
  const writer = fileConsents(place.file);
  for (const entry of entries) await writer.append(entry);
  fs.truncateSync(place.file, fs.statSync(place.file).size - 1);
  return { ...place, entries, writer };
}

describe('fileConsents, where the last line lacks only its line feed', () => {
  it('ends the line before it relies on it', async () => {
    const { file, text, entries, check, others } = await unended();
    const before = text();
    assert.deepEqual(await fileConsents(file).about('subject:jane'), entries);
    assert.equal(text(), `${before}\n`);
    assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
    assert.deepEqual(others(), []);
  });

  it('ends the line before it writes the next one', async () => {
    const { file, entries, check, others } = await unended();
    const [store, third] = [fileConsents(file), sampleConsent('jane', { servedId: 'c' })];
    await store.append(third);
    assert.deepEqual(await store.about('subject:jane'), [...entries, third]);
    assert.deepEqual([(await check()).lines, (await check()).broken], [3, undefined]);
    assert.deepEqual(others(), []);
  });

  it('ends it also in the process that has written it', async () => {
    const { entries, check, writer } = await unended();
    assert.deepEqual(await writer.about('subject:jane'), entries);
    await writer.append(sampleConsent('jane'));
    assert.deepEqual([(await check()).lines, (await check()).broken], [3, undefined]);
  });

  it('relies on it only when that is on the disk', async (test) => {
    const { file, entries } = await unended();
    const sync = test.mock.method(await fileHandle(), 'sync');
    for (const call of [0, 1]) {
      sync.mock.mockImplementationOnce(() => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })), call);
    }
    const store = fileConsents(file);
    await assert.rejects(store.ready(), { code: 'EIO' });
    await assert.rejects(store.about('subject:jane'), { code: 'EIO' });
    assert.deepEqual(await store.about('subject:jane'), entries);
  });

  it('leaves it to the process that may be writing it, and waits for that', async () => {
    const { file, text, entries } = await unended();
    const before = text();
    fs.symlinkSync(ELSEWHERE, `${file}.lock`);
    await assert.rejects(fileConsents(file, { patience: 30 }).about('subject:jane'), REFUSED);
    assert.equal(text(), before);
    const answer = fileConsents(file).about('subject:jane');
    await pause(100);
    fs.appendFileSync(file, '\n');
    fs.unlinkSync(`${file}.lock`);
    assert.deepEqual(await answer, entries);
    assert.equal(text(), `${before}\n`);
  });

  const unfit: [string, (line: string) => string][] = [
    ['says something else than its hash', (line) => line.replace('"given"', '"taken"')],
    ['follows another line', (line) => line.replace(/"previous":"\w{8}/, '"previous":"00000000')],
    ['has one character more', (line) => `${line} `],
  ];
  for (const [what, change] of unfit) {
    it(`does not take for whole what ${what}`, async () => {
      const { file, text, entries, check, others } = await unended();
      const [first, second] = text().split('\n');
      fs.writeFileSync(file, `${first}\n${change(second!)}`);
      const store = fileConsents(file);
      assert.deepEqual(await store.about('subject:jane'), entries.slice(0, 1));
      assert.equal(text(), `${first}\n${change(second!)}`);
      await store.append(sampleConsent('joan'));
      assert.match(others().join(), /^consents\.jsonl\.torn-/);
      assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
    });
  }
});
