import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { filesToRepeat, readsPackage, testFiles } from '../scripts/test-files.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](?<target>\.[^'"]+)['"]/g;
/** The folder of the package, its own name in an import, and the module that builds it. `ajv` has a folder of that name, too. */
const PACKAGE = /(?<!ajv\/)\bdist\/|(?:from|import\()\s*['"]lending-elements\b|\bensureBuilt\b/;

/** Returns a test file and everything outside of src/ that it imports, directly or indirectly. */
function withImports(file, found = new Set()) {
  if (found.has(file) || file.startsWith('src/') || !fs.existsSync(path.join(ROOT, file))) return found;
  found.add(file);
  for (const { groups } of read(file).matchAll(IMPORT)) {
    const target = path.posix.join(path.posix.dirname(file), groups.target);
    withImports(target.replace(/\.js$/, '.ts'), found);
  }
  return found;
}

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');

describe('the name of a test file', () => {
  it('has only known suffixes, each for a runner that reads it', () => {
    const KNOWN = {
      components: ['long', 'full'],
      node: ['long', 'full', 'time', 'process'],
      e2e: ['short', 'full', 'alone'],
    };
    for (const [runner, files] of Object.entries(testFiles()))
      for (const file of files)
        for (const mark of path.basename(file).split('.').slice(1, -2)) assert.ok(KNOWN[runner].includes(mark), file);
  });
});

describe('a test of a component', () => {
  it('waits with the limit of test/support/wait.ts alone', () => {
    const files = fs
      .readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'));
    const own = files.filter((file) =>
      /\bwaitUntil\b[^;]*'@open-wc\/testing'|waitUntil\([^;]*\btimeout:/.test(read(`test/${file}`)),
    );
    assert.deepEqual(own, ['support/wait.ts']);
  });
});

describe('a test file that npm test runs alone', () => {
  const { node, e2e } = testFiles();

  it('needs a build if it is end to end', () =>
    assert.deepEqual(
      e2e.filter((file) => !readsPackage(file)),
      [],
    ));

  it('can be selected by its name without the suffixes', () => {
    const marked = e2e.find((file) => /\.\w+\.test\./.test(file));
    assert.deepEqual(testFiles([marked.replace(/(\.\w+)+\.test/, '.test')]).e2e, [marked]);
  });

  it('does not read the built package if it is in TypeScript, because nothing is built for it', () => {
    const tests = node.filter((file) => !readsPackage(file));
    const readers = tests.flatMap((file) => {
      const reader = [...withImports(file)].find((one) => PACKAGE.test(read(one)));
      return reader ? [`${file} reads it in ${reader}`] : [];
    });
    assert.ok(tests.length > 50);
    assert.deepEqual(readers, []);
  });

  it('is detected if it reads the built package through another file', () => {
    const files = [...withImports('test/cli/doctor.long.test.mjs')];
    assert.ok(files.length > 1 && files.some((file) => PACKAGE.test(read(file))));
  });
});

describe('a test file that failed', () => {
  const files = ['a', 'b', 'c'].map((name) => `test/e2e/${name}.test.mjs`);
  const rows = [
    ['runs once more', [files[1]], [files[1]]],
    ['does not run once more if many failed', files, []],
    [
      'does not run once more if a failed test is in a file that only other files run',
      [files[0], 'test/e2e/all.mjs'],
      [],
    ],
  ];
  for (const [title, failed, repeated] of rows)
    it(title, () => assert.deepEqual(filesToRepeat(failed, files), repeated));
});

it('every `npm run` in documents, scripts and workflows names a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const places = ['.github', 'bench', 'docs', 'scripts', 'src', 'stories', 'test', '.'].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: folder !== '.', withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(md|mdx|mjs|ts|yml)$/.test(entry.name))
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath ?? entry.path, entry.name))),
  );
  // Those of examples and of partners.
  const OTHERS = ['dev', 'build:server'];
  const unknown = places
    .filter((file) => file !== 'CHANGELOG.md' && !file.includes('node_modules'))
    .flatMap((file) => [...read(file).matchAll(/npm run ([a-z][\w:-]*\w)/g)].map(([, name]) => [file, name]))
    .filter(([, name]) => !(name in scripts) && !OTHERS.includes(name));
  assert.ok(places.length > 500);
  assert.deepEqual(unknown, []);
});

describe('a wait for something in a shadow tree', () => {
  it('asks for its box, because Puppeteer otherwise looks again only when the document changes', () => {
    const files = ['test', 'scripts', 'demo'].flatMap((folder) =>
      fs.readdirSync(path.join(ROOT, folder), { recursive: true }).map((file) => path.join(folder, file)),
    );
    const calls = files
      .filter((file) => /\.(mjs|ts)$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/waitForSelector\((?<call>[^;]*?>>>[^;]*)/g)].map(({ groups }) => [file, groups.call]),
      );
    assert.ok(calls.length > 50);
    assert.deepEqual(
      calls.filter(([, call]) => !/visible: true|hidden: true/.test(call)),
      [],
    );
  });
});
