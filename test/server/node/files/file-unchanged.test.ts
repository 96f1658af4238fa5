// What a store does without reading its file again, and what it notices nevertheless.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileConsents } from '../../../../src/server/node/index.js';
import { fileHandle, linux, REFUSED, setup } from '../../consent/consent-files.js';
import { sampleConsent } from '../../consent/consent-samples.js';

const change = (servedId: string) => ({ ...sampleConsent('jane', { servedId, event: 'changed' }), notice: undefined });

/** A store that has written three lines. */
async function written() {
  const place = setup();
  const store = fileConsents(place.file);
  for (const servedId of ['a', 'b', 'c']) await store.append(change(servedId));
  const ids = async () => (await store.about('subject:jane')).map(({ servedId }) => servedId);
  return { ...place, store, ids };
}

/** Counts the calls of a file handle. */
async function counted(test: TestContext, name: 'read' | 'sync') {
  const { mock } = test.mock.method(await fileHandle(), name);
  return () => mock.callCount();
}

const altered = (text: string) => text.replace(/"servedId":"c"/, '"servedId":"x"');
const LOST = { ...REFUSED, message: /has lost lines/ };

describe('fileConsents, where the file is as it was', () => {
  it('reads nothing, neither after its own lines nor when it is asked again', async (test) => {
    const { file, store, ids } = await written();
    const reads = await counted(test, 'read');
    assert.deepEqual(await ids(), ['a', 'b', 'c']);
    assert.equal(reads(), 0);
    await store.append(change('d'));
    const after = reads();
    assert.deepEqual(await ids(), ['a', 'b', 'c', 'd']);
    assert.equal(reads(), after);
    const found = await fileConsents(file).about('subject:jane');
    assert.deepEqual(await store.about('subject:jane'), found);
  });

  it('answers while it writes, with the lines before, and waits for no disk', async (test) => {
    const { store, ids } = await written();
    const sync = test.mock.method(await fileHandle(), 'sync');
    const during: unknown[] = [];
    sync.mock.mockImplementationOnce(async () => {
      during.push(await ids(), sync.mock.callCount());
    });
    await store.append(change('d'));
    assert.deepEqual(during, [['a', 'b', 'c'], 1]);
    assert.deepEqual(await ids(), ['a', 'b', 'c', 'd']);
  });

  it('keeps no file open', linux, async () => {
    const { file, store, ids } = await written();
    for (let round = 0; round < 5; round++) await Promise.all([store.append(change(`${round}`)), ids()]);
    const open = fs.readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${fd}`) === file;
      } catch {
        return false;
      }
    });
    assert.deepEqual(open, []);
  });
});

describe('fileConsents, where the file has the same length', () => {
  const changes: [string, (file: string, text: string) => void][] = [
    ['was altered in its last line', (file, text) => fs.writeFileSync(file, altered(text))],
    [
      'was altered in its last line, and has its time back',
      (file, text) => {
        const { atime, mtime } = fs.statSync(file);
        fs.writeFileSync(file, altered(text));
        fs.utimesSync(file, atime, mtime);
      },
    ],
    [
      'was replaced by another with an altered last line',
      (file, text) => {
        fs.writeFileSync(`${file}.new`, altered(text));
        fs.renameSync(`${file}.new`, file);
      },
    ],
    [
      'was shortened, and is as long again',
      (file, text) => {
        fs.truncateSync(file, 100);
        fs.appendFileSync(file, altered(text).slice(100));
      },
    ],
  ];
  for (const [what, change_] of changes) {
    it(`refuses one that ${what}`, async () => {
      const { file, text, store, ids } = await written();
      const before = text();
      // A file system counts the time of a change in steps.
      await pause(20);
      change_(file, before);
      assert.equal(text().length, before.length);
      await assert.rejects(ids, { ...REFUSED, message: /line 3 is changed|has lost lines/ });
      await assert.rejects(store.append(change('d')), { ...REFUSED, message: /line 3 is changed|has lost lines/ });
      fs.writeFileSync(file, before);
      assert.deepEqual(await ids(), ['a', 'b', 'c']);
    });
  }

  it('goes on with another file that has the same lines', async () => {
    const { file, text, store, ids, check } = await written();
    fs.writeFileSync(`${file}.new`, text());
    fs.renameSync(`${file}.new`, file);
    assert.deepEqual(await ids(), ['a', 'b', 'c']);
    await store.append(change('d'));
    assert.deepEqual([(await check()).lines, (await check()).broken], [4, undefined]);
  });
});

describe('fileConsents, where a program that takes no lock', () => {
  /** Does something to the file right before the store writes its next line. */
  async function before(test: TestContext, work: () => void) {
    const append = test.mock.method(await fileHandle(), 'appendFile');
    append.mock.mockImplementationOnce(async function (this: fs.promises.FileHandle, text: string) {
      work();
      fs.writeSync(this.fd, text);
    } as never);
  }

  it('writes between its look at the file and its line, refuses the line', async (test) => {
    const { file, store } = await written();
    await before(test, () => fs.appendFileSync(file, 'not a line\n'));
    await assert.rejects(store.append(change('d')), { ...REFUSED, message: /line 4 is changed/ });
  });

  it('moves the file away while it writes, says so at the next call', async (test) => {
    const { file, store, ids } = await written();
    await before(test, () => fs.renameSync(file, `${file}.1`));
    await store.append(change('d'));
    await assert.rejects(ids, LOST);
    assert.ok(!fs.existsSync(file));
    fs.renameSync(`${file}.1`, file);
    assert.deepEqual(await ids(), ['a', 'b', 'c', 'd']);
  });
});
