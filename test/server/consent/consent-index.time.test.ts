// A long consent file: the start, the index, and the cost of other subjects' records.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { BLOCK } from '../../../src/server/node/files/line-index.js';
import { fileConsents } from '../../../src/server/node/index.js';
import { someTry } from '../../support/time.js';
import { fileHandle, REFUSED, setup } from './consent-files.js';
import { sampleConsent } from './consent-samples.js';

const at = '2026-11-21T14:05:09.123Z';

/** Writes lines as the store would. `about(number)` returns the subject of a line. */
function writeLines(file: string, count: number, about: (number: number) => string): void {
  const lines: string[] = [];
  let previous = '0'.repeat(64);
  for (let line = 1; line <= count; line++) {
    const facts = {
      about: `subject:${about(line)}`,
      at,
      call: 'prequalify',
      entryId: `entry-${line}`,
      event: 'changed',
    };
    const entry = JSON.stringify(facts);
    const digest = hash('sha256', `{"entry":${entry},"line":${line},"previous":"${previous}"}`);
    lines.push(`{"entry":${entry},"hash":"${digest}","line":${line},"previous":"${previous}"}\n`);
    previous = digest;
  }
  fs.writeFileSync(file, lines.join(''));
}

const users = (number: number) => `user-${number % 100}`;
const quiet = { log: () => {} };

async function indexed(count: number, about = users) {
  const place = setup();
  writeLines(place.file, count, about);
  const log: string[] = [];
  const store = fileConsents(place.file, { log: (line) => void log.push(line) });
  await store.ready();
  const index = `${place.file}.index`;
  return { ...place, store, log, index, whole: fs.readFileSync(index) };
}

async function bytesRead(
  test: { mock: typeof import('node:test').mock },
  work: () => Promise<unknown>,
): Promise<number> {
  const read = test.mock.method(await fileHandle(), 'read');
  await work();
  const lengths = read.mock.calls.map(({ arguments: given }) => Number((given as unknown[])[2]));
  read.mock.restore();
  return lengths.reduce((sum, one) => sum + one, 0);
}

const ids = async (file: string, user: string) =>
  (await fileConsents(file, quiet).about(`subject:${user}`)).map(({ entryId }) => entryId);
const expected = (count: number, user: number) =>
  Array.from({ length: count }, (_, at) => at + 1)
    .filter((line) => line % 100 === user)
    .map((line) => `entry-${line}`);

describe('the start of fileConsents', () => {
  it('reads a long file once, says so, and after that no more of it than what came since', async (test) => {
    const count = 3 * BLOCK + 10;
    const { file, log, index } = await indexed(count);
    assert.match(log.join(), /^consents\.jsonl: read 12298 lines in \d+\.\d seconds\. They are in the index now\.$/);
    assert.equal(fs.statSync(index).mode & 0o777, 0o600);
    const again: string[] = [];
    const read = await bytesRead(test, async () => {
      const store = fileConsents(file, { log: (line) => void again.push(line) });
      assert.equal((await store.about('subject:user-7')).length, 123);
    });
    assert.deepEqual(again, []);
    // It reads the index, the lines after it, the lines of one subject, and a piece at the end.
    assert.ok(read < fs.statSync(file).size / 2, `${read} bytes`);
  });

  it('adds to the index as the file grows, from whichever process', async () => {
    const { file, index, whole } = await indexed(2 * BLOCK - 5);
    assert.equal(whole.length, fs.statSync(index).size);
    const [one, other] = [fileConsents(file, quiet), fileConsents(file, quiet)];
    for (let round = 0; round < 5; round++) {
      await one.append(sampleConsent('jane', { servedId: `one ${round}` }));
      await other.append(sampleConsent('jane', { servedId: `other ${round}` }));
    }
    assert.equal(fs.statSync(index).size, whole.length * 2);
    const found = await fileConsents(file, quiet).about('subject:jane');
    assert.equal(found.length, 10);
    assert.deepEqual(await ids(file, 'user-8'), expected(2 * BLOCK - 5, 8));
  });

  const faults: [string, (whole: Buffer, index: string) => void][] = [
    ['is missing', (_, index) => fs.rmSync(index)],
    ['was cut off in a block', (whole, index) => fs.writeFileSync(index, whole.subarray(0, whole.length - 1))],
    [
      'is one of zeros, as after a loss of power',
      (whole, index) => fs.writeFileSync(index, Buffer.alloc(whole.length)),
    ],
    ['has one bit that is another', (whole, index) => fs.writeFileSync(index, flipped(whole))],
    ['has more at its end', (whole, index) => fs.writeFileSync(index, Buffer.concat([whole, whole]))],
    ['cannot be opened', (_, index) => (fs.rmSync(index), fs.mkdirSync(index))],
  ];
  const flipped = (whole: Buffer) => {
    const copy = Buffer.from(whole);
    copy[5000]! ^= 1;
    return copy;
  };
  for (const [what, change] of faults) {
    it(`answers the same where the index ${what}`, async () => {
      const { file, index, whole } = await indexed(2 * BLOCK + 3);
      change(whole, index);
      assert.deepEqual(await ids(file, 'user-3'), expected(2 * BLOCK + 3, 3));
      const store = fileConsents(file, quiet);
      await store.ready();
      if (fs.statSync(index).isFile()) assert.ok(fs.readFileSync(index).subarray(0, whole.length).equals(whole));
      await store.append(sampleConsent('jane'));
      assert.equal((await fileConsents(file, quiet).about('subject:jane')).length, 1);
    });
  }

  it('takes no index of another file, and keeps what of it is right of a file from a backup', async () => {
    const { file, index, whole } = await indexed(2 * BLOCK + 3);
    writeLines(file, 2 * BLOCK + 3, (number) => `user-${(number + 1) % 100}`);
    assert.deepEqual((await ids(file, 'user-4'))[0], 'entry-3');
    fs.writeFileSync(index, whole);
    writeLines(file, BLOCK + 7, users);
    assert.deepEqual(await ids(file, 'user-3'), expected(BLOCK + 7, 3));
  });

  it('refuses a line that was altered when somebody asks for it, and answers others', async () => {
    const { file, text } = await indexed(2 * BLOCK);
    fs.writeFileSync(file, text().replace('"entryId":"entry-303"', '"entryId":"entry-999"'));
    const store = fileConsents(file, quiet);
    await assert.rejects(store.about('subject:user-3'), { ...REFUSED, message: /line 303 is changed/ });
    assert.equal((await store.about('subject:user-4')).length, 82);
  });
});

describe('what one subject has on record', () => {
  it('costs another one nothing: as much is read for it among few lines and among many', async (test) => {
    const cost = async (count: number) => {
      const { file } = await indexed(count, (line) => (line % 1000 === 7 && line < 3000 ? 'jane' : `user-${line % 5}`));
      const store = fileConsents(file, quiet);
      await store.about('subject:nobody');
      return bytesRead(test, async () => assert.equal((await store.about('subject:jane')).length, 3));
    };
    // A longer file has line numbers with more digits.
    const [many, few] = [await cost(10 * BLOCK), await cost(BLOCK)];
    assert.ok(many < few + 100, `${many} bytes after ${few}`);
  });

  it('is read once: who asks again is answered without it, and of what came since it is all', async (test) => {
    const { file } = await indexed(BLOCK);
    const store = fileConsents(file, quiet);
    const first = await bytesRead(test, () => store.about('subject:user-3'));
    const second = await bytesRead(test, () => store.about('subject:user-3'));
    assert.ok(second * 1.2 < first, `${second} bytes after ${first}`);
    await fileConsents(file, quiet).append(sampleConsent('user-3'));
    assert.equal((await store.about('subject:user-3')).length, 42);
  });

  it('holds nobody up: after an hour of changes of one, another is answered about as fast as before', async () => {
    const { file } = await indexed(7300, (line) => (line > 7200 ? `user-${line}` : 'heavy'));
    const store = fileConsents(file, quiet);
    await store.ready();
    const times = async (isBusy: boolean) => {
      const over = new AbortController();
      if (!isBusy) over.abort();
      const busy = (async () => {
        for (; !over.signal.aborted; await new Promise((resolve) => setTimeout(resolve, 20)))
          await Promise.all([store.about('subject:heavy'), store.about('subject:heavy')]);
      })();
      const found: number[] = [];
      for (let user = 7201; user <= 7300; user++) {
        const begun = performance.now();
        assert.equal((await store.about(`subject:user-${user}`)).length, 1);
        found.push(performance.now() - begun);
      }
      over.abort();
      await busy;
      return found.toSorted((a, b) => a - b)[50]!;
    };
    await times(false);
    await someTry(async () => {
      const [alone, beside] = [await times(false), await times(true)];
      assert.ok(beside < alone * 10 + 5, `${beside.toFixed(1)} ms after ${alone.toFixed(1)} ms`);
    });
  });
});

describe('what is appended at once', () => {
  it('shares writes: thirty-two entries come to the disk in at most five', async (test) => {
    const { file, check } = setup();
    const store = fileConsents(file, quiet);
    await store.append(sampleConsent('jane'));
    const sync = test.mock.method(await fileHandle(), 'sync');
    await Promise.all(Array.from({ length: 32 }, (_, at) => store.append(sampleConsent(`user-${at}`))));
    assert.ok(sync.mock.callCount() <= 5, `${sync.mock.callCount()} times`);
    assert.deepEqual([(await check()).lines, (await check()).broken], [33, undefined]);
  });

  it('is refused together where it cannot be brought to the disk, and nothing of it stays', async (test) => {
    const { file, text, check } = setup();
    const store = fileConsents(file, quiet);
    await store.append(sampleConsent('jane'));
    const before = text();
    test.mock.method(await fileHandle(), 'sync').mock.mockImplementationOnce(async () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    const results = await Promise.allSettled([1, 2, 3].map((at) => store.append(sampleConsent(`user-${at}`))));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(text(), before);
    await store.append(sampleConsent('joan'));
    assert.deepEqual([(await check()).lines, (await check()).broken], [2, undefined]);
  });

  it('fails alone where it is no JSON', async () => {
    const { file } = setup();
    const store = fileConsents(file, quiet);
    const bad = sampleConsent('jane', { note: 1n as never });
    const results = await Promise.allSettled([bad, sampleConsent('joan')].map((one) => store.append(one)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
  });
});

describe('the text of a notice', () => {
  it('is in the file once, and in each entry that is asked for', async () => {
    const { file, text, check } = setup();
    const store = fileConsents(file, quiet);
    const { notice } = sampleConsent('jane');
    await store.append(sampleConsent('', { about: 'notice:["default","1","en"]', event: 'served' }));
    const entries = ['jane', 'joan', 'june'].map((name) => sampleConsent(name));
    for (const entry of entries) await store.append(entry);
    assert.equal(text().split(JSON.stringify(notice!.text)).length, 2);
    for (const [at, name] of ['jane', 'joan', 'june'].entries())
      for (const from of [store, fileConsents(file, quiet)])
        assert.deepEqual(await from.about(`subject:${name}`), [entries[at]]);
    assert.equal((await check()).broken, undefined);
  });

  it('is in the file again where anything of it is another', async () => {
    const { file, text } = setup();
    const store = fileConsents(file, quiet);
    const { notice } = sampleConsent('jane');
    await store.append(sampleConsent('', { about: 'notice:["default","1","en"]', event: 'served' }));
    const other = sampleConsent('jane', { notice: { ...notice!, providers: [{ name: 'Another' }] } });
    await store.append(other);
    assert.deepEqual(await fileConsents(file, quiet).about('subject:jane'), [other]);
    assert.equal(text().split(JSON.stringify(notice!.text)).length, 3);
  });
});
