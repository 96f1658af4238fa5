import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { canonical } from '../../../../src/server/consent/chain.js';
import { fileConsents } from '../../../../src/server/node/index.js';
import { chainedLine, fileHandle, REFUSED, setup } from '../../consent/consent-files.js';
import { sampleConsent } from '../../consent/consent-samples.js';

const LOST = { ...REFUSED, message: /^consents\.jsonl has lost lines/, remedy: /^Put the file back/ };
const ELSEWHERE = `elsewhere|pid:[1]|1||${crypto.randomUUID()}`;

function chainEnd(text: string) {
  const { line, hash } = JSON.parse(text.split('\n').at(-2)!) as { line: number; hash: string };
  return { lines: line, hash };
}

/** A file with three entries about Jane, and a store that has read them and written none. */
async function reader(patience?: number) {
  const place = setup();
  const entries = ['a', 'b', 'c'].map((servedId) => sampleConsent('jane', { servedId }));
  const writer = fileConsents(place.file);
  for (const entry of entries) await writer.append(entry);
  const store = fileConsents(place.file, { patience });
  assert.deepEqual(await store.about('subject:jane'), entries);
  return { ...place, entries, store };
}

/** The same file, and the store that has written it. */
async function writer() {
  const { store: _, entries, ...place } = await reader();
  fs.rmSync(place.file);
  const store = fileConsents(place.file);
  for (const entry of entries) await store.append(entry);
  return { ...place, entries, store };
}

const lines = (text: string, count: number) => text.split('\n').slice(0, count).join('\n').concat('\n');
const changes: [string, (file: string, text: string) => void | Promise<void>][] = [
  ['was moved away', (file) => fs.renameSync(file, `${file}.1`)],
  ['was deleted', (file) => fs.rmSync(file)],
  ['was emptied', (file) => fs.truncateSync(file)],
  ['was cut off', (file) => fs.truncateSync(file, fs.statSync(file).size / 2 + 1)],
  ['has lost two lines', (file, text) => fs.writeFileSync(file, lines(text, 1))],
  [
    'was written anew',
    async (file) => {
      fs.rmSync(file);
      const other = fileConsents(file);
      for (const name of ['joan', 'joan', 'joan', 'joan']) await other.append(sampleConsent(name));
    },
  ],
];
for (const [who, setUp] of Object.entries({ 'has written it': writer, 'has only read it': reader })) {
  describe(`fileConsents, in a process that ${who}`, () => {
    for (const [what, change] of changes) {
      it(`refuses to go on where the file ${what}, until it is put back`, async () => {
        const { file, text, entries, store, check } = await setUp();
        const before = text();
        await change(file, before);
        for (const _ of [1, 2]) {
          await assert.rejects(store.about('subject:jane'), LOST);
          await assert.rejects(store.append(sampleConsent('jane')), LOST);
        }
        fs.writeFileSync(file, before);
        assert.deepEqual(await store.about('subject:jane'), entries);
        await store.append(sampleConsent('jane'));
        assert.deepEqual([(await check()).lines, (await check()).broken], [4, undefined]);
      });
    }
  });
}

describe('fileConsents, in a process that has only read', () => {
  it('sees that a file is gone of which it knows one line', async () => {
    const { file } = setup();
    await fileConsents(file).append(sampleConsent('jane'));
    const store = fileConsents(file);
    await store.about('subject:jane');
    fs.rmSync(file);
    for (const _ of [1, 2]) await assert.rejects(store.about('subject:jane'), LOST);
    await assert.rejects(store.append(sampleConsent('jane')), LOST);
    assert.ok(!fs.existsSync(file));
  });

  it('begins no new file where the one that it knows is moved away while it waits to write', async () => {
    const { file, store } = await reader();
    fs.symlinkSync(ELSEWHERE, `${file}.lock`);
    const appending = assert.rejects(store.append(sampleConsent('jane')), LOST);
    await pause(100);
    fs.rmSync(file);
    fs.unlinkSync(`${file}.lock`);
    await appending;
    assert.ok(!fs.existsSync(file));
  });

  it('forgets the lines that their writer took away again, and no line that was there when nobody wrote', async () => {
    const { file, text, entries, store } = await reader();
    const before = text();
    fs.symlinkSync(ELSEWHERE, `${file}.lock`);
    let end = chainEnd(before);
    for (const servedId of ['d', 'e']) {
      const line = await chainedLine(sampleConsent('jane', { servedId }), end);
      fs.appendFileSync(file, `${line}\n`);
      end = chainEnd(text());
    }
    assert.equal((await store.about('subject:jane')).length, 5);
    fs.writeFileSync(file, before);
    fs.unlinkSync(`${file}.lock`);
    assert.deepEqual(await store.about('subject:jane'), entries);
    fs.writeFileSync(file, lines(before, 2));
    await assert.rejects(store.about('subject:jane'), LOST);
  });

  it('forgets the only line where its writer took it away again', async () => {
    const { file } = setup();
    await fileConsents(file).append(sampleConsent('jane'));
    fs.symlinkSync(ELSEWHERE, `${file}.lock`);
    const store = fileConsents(file);
    assert.equal((await store.about('subject:jane')).length, 1);
    fs.truncateSync(file);
    fs.unlinkSync(`${file}.lock`);
    assert.deepEqual(await store.about('subject:jane'), []);
  });

  it('forgets no line that it knows from before it wrote, even where that could not be brought to the disk', async (test) => {
    const { file, text, store } = await reader();
    const sync = test.mock.method(await fileHandle(), 'sync');
    sync.mock.mockImplementationOnce(() => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })));
    await assert.rejects(store.append(sampleConsent('jane')), { code: 'EIO' });
    fs.writeFileSync(file, lines(text(), 2));
    await assert.rejects(store.about('subject:jane'), LOST);
  });
});

describe('fileConsents, where a line was changed in its place', () => {
  /** Changes of the second of three lines that keep its length. */
  const changes: [string, (line: string) => Promise<string> | string][] = [
    ['something else', (line) => line.replace('"event":"given"', '"event":"taken"')],
    [
      'the same in another order',
      (line) => canonical(JSON.parse(line)).replace(/^(\{)(.*),("previous":"\w+")\}$/, '$1$3,$2}'),
    ],
    [
      'something else, with a hash that fits',
      (line) => {
        const { entry, line: number, previous } = JSON.parse(line) as { entry: object; line: number; previous: string };
        return chainedLine({ ...entry, event: 'taken' }, { lines: number - 1, hash: previous });
      },
    ],
    ['nothing', (line) => ' '.repeat(Buffer.byteLength(line))],
  ];
  for (const [what, change] of changes) {
    it(`does not believe a line that says ${what}`, async () => {
      const { file, text } = await reader();
      await fileConsents(file).append(sampleConsent('joan'));
      const lines = text().split('\n');
      // The store knows the positions of the lines, and has not read their entries.
      const store = fileConsents(file);
      await store.ready();
      const changed = await change(lines[1]!);
      assert.notEqual(changed, lines[1]);
      assert.equal(Buffer.byteLength(changed), Buffer.byteLength(lines[1]!));
      fs.writeFileSync(file, lines.with(1, changed).join('\n'));
      for (const _ of [1, 2]) {
        await assert.rejects(store.about('subject:jane'), {
          ...REFUSED,
          message: 'consents.jsonl was altered: line 2 is changed.',
          remedy: /consents check/,
        });
      }
      assert.equal((await store.about('subject:joan')).length, 1);
      fs.writeFileSync(file, lines.join('\n'));
      assert.equal((await store.about('subject:jane')).length, 3);
    });
  }

  it('answers with what it has read and checked before, whatever the line says now', async () => {
    const { file, text, entries, store } = await reader();
    fs.writeFileSync(file, text().replace('"event":"given"', '"event":"taken"'));
    assert.deepEqual(await store.about('subject:jane'), entries);
    await assert.rejects(fileConsents(file).about('subject:jane'), { ...REFUSED, message: /line 1 is changed/ });
  });
});
