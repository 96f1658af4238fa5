// The rules of the server are pure functions of rows: no clock, no chance and no promise is in their files.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../support/dist.mjs';

const SERVER = path.join(ROOT, 'src/server');
const files = [
  ...fs.readdirSync(path.join(SERVER, 'journal')).map((name) => `journal/${name}`),
  'consent/decisions.ts',
  'records/current.ts',
  'records/entry.ts',
];

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/;
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/;
const AROUND = new RegExp(`${STRING.source}|${COMMENT.source}`, 'g');
const IMPURE =
  /\b(?:async|await|Promise|Date\.now|Date\(\)|new Date\b(?!\()|randomUUID|getRandomValues|Math\.random|performance|set(?:Timeout|Interval|Immediate)|queueMicrotask)/g;

/** The impure words of a source, outside its comments and strings. */
const impureIn = (text) => text.replace(AROUND, '').match(IMPURE) ?? [];

describe('the rules of the server', () => {
  for (const file of files)
    it(`are pure in ${file}`, () => {
      assert.deepEqual(impureIn(fs.readFileSync(path.join(SERVER, file), 'utf8')), []);
    });

  const SAMPLES = [
    ['async () => 1', 'async'],
    ['const one = await other;', 'await'],
    ['const at = Date.now();', 'Date.now'],
    ['const at = { now: Date.now };', 'Date.now'],
    ['new Date()', 'Date()'],
    ['new Date;', 'new Date'],
    ['new Date(records.now)', ''],
    ['crypto.randomUUID()', 'randomUUID'],
    ['Math.random()', 'Math.random'],
    ['Math.max(1, 2)', ''],
    ['performance.now()', 'performance'],
    ['Promise.resolve(1)', 'Promise'],
    ['// async and await in a comment', ''],
    ['/* performance\n in a comment */ 1', ''],
    ["'async performance'", ''],
    ["it('is async', async () => 1)", 'async'],
  ];
  for (const [sample, words] of SAMPLES)
    it(`${words ? 'may not have' : 'may have'} ${sample}`, () => assert.equal(impureIn(sample).join(), words));
});
