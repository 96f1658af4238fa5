// An auditor can recognise a record that was written by hand: by its time, or because it has no mark.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkConsents } from '../../../src/server/audit.js';
import { fileConsents } from '../../../src/server/node/index.js';
import { chainedLine, REFUSED, setup } from './consent-files.js';
import { sampleConsent } from './consent-samples.js';

const KEY = 'a key of chance for the marks of consents';
const LATER = KEY.toUpperCase();
const at = (time: string) => ({ at: `2026-11-21T${time}.000Z` });

/** A file with entries at these times, and a function that forges lines with correct hashes. */
async function written(times: string[], key?: string) {
  const place = setup();
  const store = fileConsents(place.file, { key });
  for (const time of times) await store.append(sampleConsent('jane', at(time)));
  const lines = () => place.text().split('\n').slice(0, -1);
  const closing = async () => (await place.check()).hash;
  const addByHand = async (facts: object) => {
    const { lines: count, hash } = await place.check();
    fs.appendFileSync(place.file, `${await chainedLine(sampleConsent('jane', facts), { lines: count, hash })}\n`);
  };
  return { ...place, lines, closing, addByHand };
}

describe('a record that is dated back', () => {
  it('is seen by its time, though the chain is whole and goes on from the hash that was kept', async () => {
    const { lines, closing, addByHand } = await written(['10:00:00', '11:00:00']);
    const hash = await closing();
    await addByHand({ at: '2024-11-21T09:00:00.000Z' });
    await addByHand(at('12:00:00'));
    const { broken, backwards, last } = await checkConsents(lines(), { hash });
    assert.equal(broken, undefined);
    const after = '2026-11-21T11:00:00.000Z';
    assert.deepEqual(backwards, [{ line: 3, at: '2024-11-21T09:00:00.000Z', after }]);
    assert.equal(last, '2026-11-21T12:00:00.000Z');
  });

  it('is not told again once the closing hash after it is expected', async () => {
    const { lines, closing, addByHand } = await written(['10:00:00']);
    await addByHand({ at: '2024-11-21T09:00:00.000Z' });
    const hash = await closing();
    await addByHand(at('09:58:00'));
    const found = async (expected?: { hash: string }) =>
      (await checkConsents(lines(), expected)).backwards.map(({ line }) => line);
    assert.deepEqual(await found(), [2, 3]);
    assert.deepEqual(await found({ hash }), [3]);
  });

  it('is not what lines are that have waited for one another, or that say no time', async () => {
    const { lines, addByHand } = await written(['10:00:00', '10:00:30', '09:59:40', '10:00:31']);
    await addByHand({ at: undefined });
    await addByHand({ at: 'yesterday' });
    assert.deepEqual((await checkConsents(lines())).backwards, []);
  });
});

describe('a key for the marks of lines', () => {
  it('marks each line, and is in none', async () => {
    const { lines, text } = await written(['10:00:00', '11:00:00'], KEY);
    const { broken, marked, lines: count } = await checkConsents(lines(), undefined, { key: KEY });
    assert.deepEqual([broken, marked, count], [undefined, 2, 2]);
    assert.ok(!text().includes(KEY));
    assert.equal((await checkConsents(lines())).broken, undefined);
  });

  const forgeries: [string, number, (lines: string[]) => Promise<string[]> | string[]][] = [
    ['a line that is added without a mark', 3, async (lines) => [...lines, await unmarked(lines)]],
    [
      'a line with a mark that is made up',
      3,
      async (lines) => [...lines, marked(await unmarked(lines), 'f'.repeat(64))],
    ],
    [
      'a line with the mark of another',
      3,
      async (lines) => [...lines, marked(await unmarked(lines), markOf(lines[0]!))],
    ],
    ['a line whose mark was taken away', 2, (lines) => lines.with(1, lines[1]!.replace(/,"mac":"\w+"/, ''))],
    ['all lines without their marks', 1, (lines) => lines.map((line) => line.replace(/,"mac":"\w+"/, ''))],
  ];
  const markOf = (line: string) => (JSON.parse(line) as { mac: string }).mac;
  const marked = (line: string, mac: string) => line.replace(',"previous"', `,"mac":"${mac}","previous"`);
  const unmarked = (lines: string[]) => {
    const { line, hash } = JSON.parse(lines.at(-1)!) as { line: number; hash: string };
    return chainedLine(sampleConsent('jane', at('12:00:00')), { lines: line, hash });
  };
  for (const [what, line, forge] of forgeries) {
    it(`shows ${what}, which the chain alone does not`, async () => {
      const { lines, file } = await written(['10:00:00', '11:00:00'], KEY);
      const forged = await forge(lines());
      assert.equal((await checkConsents(forged)).broken, undefined);
      assert.deepEqual((await checkConsents(forged, undefined, { key: KEY })).broken, { line, why: 'unmarked' });
      fs.writeFileSync(file, `${forged.join('\n')}\n`);
      // The store does not rely on a line without a mark.
      if (line > 1) await assert.rejects(fileConsents(file, { key: KEY }).about('subject:jane'), REFUSED);
    });
  }

  it('can be begun with later, and changed: earlier lines count by those that follow', async () => {
    const { file, lines } = await written(['10:00:00']);
    for (const key of [KEY, [LATER, KEY]]) {
      const store = fileConsents(file, { key });
      await store.append(sampleConsent('jane', at('11:00:00')));
      assert.ok((await store.about('subject:jane')).length > 1);
    }
    const { broken, marked } = await checkConsents(lines(), undefined, { key: [LATER, KEY] });
    assert.deepEqual([broken, marked], [undefined, 2]);
    assert.equal((await checkConsents(lines(), undefined, { key: KEY })).broken?.line, 3);
  });

  it('is refused where it is short', () => {
    assert.throws(() => fileConsents('consents.jsonl', { key: 'short' }), { code: 'config-invalid' });
  });
});
