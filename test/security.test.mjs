// Checks that the tests named in docs/threats.md exist, and that SECURITY.md links to them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { threatsOf, threatTable } from '../scripts/threats.mjs';
import { titlesOf } from './support/titles.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');

const page = read('docs/threats.md');
const threats = threatsOf(page);
const known = new Map();
const titles = (file) => {
  if (!known.has(file)) known.set(file, titlesOf(read(file)));
  return known.get(file);
};

describe('docs/threats.md', () => {
  it('has a protection against each threat, and reads every line of its tests', () => {
    assert.ok(threats.length >= 50);
    for (const { threat, protection, items, tests } of threats) {
      assert.ok(threat && protection, threat);
      assert.equal(tests.length, items, threat);
    }
  });

  for (const { threat, tests } of threats) {
    it(`names existing tests against: ${threat}`, () => {
      assert.ok(tests.length > 0);
      for (const { file, title } of tests) assert.ok(titles(file).includes(title), `${file} has no test “${title}”.`);
    });
  }
});

describe('SECURITY.md', () => {
  it('links to the tests of every threat: `npm run docs` writes the table', () =>
    assert.ok(read('SECURITY.md').includes(threatTable(page))));

  it('has no line that is too long to read', () => {
    for (const file of ['SECURITY.md', 'CONTRIBUTING.md', 'docs/threats.md'])
      for (const line of read(file).split('\n')) assert.ok(line.length <= 300, `${file}: ${line}`);
  });
});

describe('the test of SECURITY.md', () => {
  it('reads titles as they are written, and expressions as “…”', () => {
    const source = "it('a b', () => {}); it(\n  `c ${d.map(({ e }) => `${e}`)} f`, async () => {}); submit('g')";
    assert.deepEqual(titlesOf(source), ['a b', 'c … f']);
  });

  it('reads the tests of a threat, and counts a line that it cannot read', () => {
    const text = '# A\n\n## B\n\nC\nd.\n\n- `test/a.x.mjs`: “b c”\n- `test/d.ts`: “e …”\n- “f”\n';
    const tests = [
      { file: 'test/a.x.mjs', title: 'b c' },
      { file: 'test/d.ts', title: 'e …' },
    ];
    assert.deepEqual(threatsOf(text), [{ threat: 'B', protection: 'C\nd.', items: 3, tests }]);
    assert.match(threatTable(text), /\| B \| \[a\]\(test\/a\.x\.mjs\), \[d\]\(test\/d\.ts\) \|/);
  });
});
