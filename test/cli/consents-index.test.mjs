import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { BLOCK, RECORD } from '../../src/server/node/files/line-index.ts';
import { ensureBuilt, manifest, ROOT } from '../support/dist.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-index-'));
const original = path.join(folder, 'consents.jsonl');
const lines = [];
const [GIVEN, WITHDRAWN] = [5, 9];
const at = '2026-11-21T14:05:09.123Z';
const notice = {
  id: 'default',
  version: '1',
  locale: 'en',
  providers: [],
  links: [],
  text: 'A',
  sha256: 'a'.repeat(64),
};
const decisions = {
  [GIVEN]: { about: 'subject:jane', at, entryId: 'given', event: 'given', notice },
  [WITHDRAWN]: { about: 'subject:jane', at, entryId: 'withdrawn', event: 'withdrawn', withdraws: 'given' },
};

let exportConsents;
let fileConsents;
before(async () => {
  await ensureBuilt();
  ({ exportConsents } = await import('lending-elements/server/audit'));
  ({ fileConsents } = await import('lending-elements/server/node'));
  const other = (line) => ({ about: `subject:user-${line % 50}`, at, entryId: `${line}`, event: 'changed' });
  const entries = Array.from({ length: BLOCK + 10 }, (_, line) => decisions[line] ?? other(line));
  for await (const line of exportConsents(entries)) lines.push(`${line}\n`);
  fs.writeFileSync(original, lines.join(''));
  await fileConsents(original, { log: () => {} }).ready();
});
after(() => fs.rmSync(folder, { recursive: true }));

const cli = (...args) => {
  const program = path.join(ROOT, manifest.bin['lending-elements']);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'consents', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

/** A file of its own in which jane has agreed and withdrawn, with the index that a server has made of it. */
function setup() {
  const file = path.join(folder, crypto.randomUUID());
  fs.copyFileSync(original, file);
  fs.copyFileSync(`${original}.index`, `${file}.index`);
  const decided = async () =>
    (await fileConsents(file, { log: () => {} }).about('subject:jane')).map(({ event }) => event);
  return { file, index: `${file}.index`, decided };
}

/** The index without a subject's line, with a digest that fits: the server accepts it. */
function withoutLine(whole, line) {
  const records = Buffer.from(whole.subarray(0, BLOCK * RECORD));
  records.fill(0xff, line * RECORD, line * RECORD + 8);
  const ends = whole.subarray(BLOCK * RECORD, BLOCK * RECORD + 6);
  const digest = hash('sha256', Buffer.concat([Buffer.from('lending-elements index 1'), records, ends]), 'buffer');
  return Buffer.concat([records, ends, digest]);
}

const REMEDY =
  /^The index file .* does not match the file, so .*\. Delete the index file and restart the server, which makes a new one\.\n$/;

describe('lending-elements consents check, on a file with an index', () => {
  it('accepts an index that matches, one that is behind, and one whose last block is torn', () => {
    const { file, index } = setup();
    const whole = fs.readFileSync(index);
    assert.ok(whole.length > BLOCK * RECORD);
    for (const saved of [whole, Buffer.alloc(0), whole.subarray(0, whole.length - 1)]) {
      fs.writeFileSync(index, saved);
      const { status, stdout, stderr } = cli('check', file);
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, new RegExp(`^${lines.length} lines, none was changed\\.`));
    }
  });

  it('says that an index hides a withdrawal from the server, and exports nothing until the index is deleted', async () => {
    const { file, index, decided } = setup();
    fs.writeFileSync(index, withoutLine(fs.readFileSync(index), WITHDRAWN));
    assert.deepEqual(await decided(), ['given'], 'the server believes this index');
    for (const command of ['check', 'export']) {
      const { status, stdout, stderr } = cli(command, file);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, REMEDY);
      assert.doesNotMatch(stderr, /jane/);
    }
    fs.rmSync(index);
    assert.equal(cli('check', file).status, 0);
    const [record] = cli('export', file).stdout.split('\n');
    assert.deepEqual(
      JSON.parse(record).entry.events.map(({ event_state }) => event_state),
      ['given', 'withdrawn'],
    );
    assert.deepEqual(await decided(), ['given', 'withdrawn']);
  });

  const wrong = {
    'is of a longer file, as after a backup was put back': ({ file }) =>
      fs.writeFileSync(file, lines.slice(0, BLOCK - 1).join('')),
    'has one bit that is another': ({ index }) => {
      const bytes = fs.readFileSync(index);
      bytes[5000] ^= 1;
      fs.writeFileSync(index, bytes);
    },
    'says that its block ends elsewhere': ({ index }) => {
      const bytes = fs.readFileSync(index);
      bytes[BLOCK * RECORD] ^= 1;
      fs.writeFileSync(index, bytes);
    },
  };
  for (const [name, change] of Object.entries(wrong)) {
    it(`says that an index ${name}`, () => {
      const place = setup();
      change(place);
      const { status, stdout, stderr } = cli('check', place.file);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, REMEDY);
    });
  }
});
