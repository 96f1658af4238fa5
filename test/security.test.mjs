// Checks that the tests named in SECURITY.md exist.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');

function threatsOf(text) {
  const [, table = ''] = text.match(/<!-- threats -->([\s\S]*)<!-- \/threats -->/) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (threat|-+) /.test(line));
  return rows.map((row) => {
    const [, threat, held, tests] = row.split(' | ').length === 3 ? ['', ...row.slice(2, -2).split(' | ')] : [];
    return { threat: threat?.trim(), held: held?.trim(), tests: testsOf(tests ?? '') };
  });
}

/** `test/…`: “a title”; “another” */
function testsOf(cell) {
  let file;
  return [...cell.matchAll(/`(test\/[^`]+)`|“([^”]+)”/g)].flatMap(([, named, title]) => {
    file = named ?? file;
    return title === undefined ? [] : [{ file, title }];
  });
}

/** Returns the titles of the tests in a file. Expressions in templates become “…”. */
function titlesOf(source) {
  return [...source.matchAll(/\b(?:it|test)\(\s*(['"`])/g)].map(({ 0: start, 1: quote, index }) =>
    titleAt(source, index + start.length, quote),
  );
}

function titleAt(source, start, quote) {
  let title = '';
  for (let at = start; source[at] !== quote; at++) {
    if (quote !== '`' || !source.startsWith('${', at)) {
      title += source[at];
      continue;
    }
    let depth = 0;
    do depth += { '{': 1, '}': -1 }[source[++at]] ?? 0;
    while (depth > 0);
    title += '…';
  }
  return title;
}

const threats = threatsOf(read('SECURITY.md'));
const known = new Map();
const titles = (file) => {
  if (!known.has(file)) known.set(file, titlesOf(read(file)));
  return known.get(file);
};

describe('SECURITY.md', () => {
  it('has a table of threats, each with what holds it', () => {
    assert.ok(threats.length >= 25);
    for (const { threat, held } of threats) assert.ok(threat && held, JSON.stringify(threat));
  });

  for (const { threat, tests } of threats) {
    it(`names tests that are there against: ${threat}`, () => {
      assert.ok(tests.length > 0);
      for (const { file, title } of tests) assert.ok(titles(file).includes(title), `${file} has no test “${title}”.`);
    });
  }
});

describe('the test of SECURITY.md', () => {
  it('reads titles as they are written, and what is filled in as “…”', () => {
    const source = "it('a b', () => {}); it(\n  `c ${d.map(({ e }) => `${e}`)} f`, async () => {}); submit('g')";
    assert.deepEqual(titlesOf(source), ['a b', 'c … f']);
  });

  it('knows a file by the name before its titles', () => {
    assert.deepEqual(testsOf('`test/a.mjs`: “b”; “c …”. `test/d.ts`: “e”'), [
      { file: 'test/a.mjs', title: 'b' },
      { file: 'test/a.mjs', title: 'c …' },
      { file: 'test/d.ts', title: 'e' },
    ]);
  });
});
