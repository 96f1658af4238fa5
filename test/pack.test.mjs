// Tests that a clone is never packed without its code.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { problemOf } from '../scripts/pack-clone.mjs';
import { filesOf, manifest, ROOT } from './support/dist.mjs';

const promised = [...Object.values(manifest.exports), ...Object.values(manifest.bin)]
  .flatMap(filesOf)
  .map((file) => path.posix.normalize(file));
const complete = [...new Set([...promised, manifest.customElements, manifest['web-types'], 'README.md', 'LICENSE'])];

describe('npm pack', () => {
  it('builds before it packs, and so does npm publish where scripts are switched off', () => {
    assert.match(manifest.scripts.prepack, /scripts\/setup\.mjs.*scripts\/build\.mjs/);
    assert.doesNotMatch(fs.readFileSync(path.join(ROOT, '.npmrc'), 'utf8'), /ignore-scripts/);
    assert.equal(manifest.publishConfig['ignore-scripts'], false);
  });
});

describe('a package', () => {
  it('is accepted if it has every file that package.json names', () => {
    assert.equal(problemOf(complete, manifest), undefined);
    assert.equal(problemOf([...complete, 'examples/express/server.mjs', 'docs/backend.md'], manifest), undefined);
  });

  it('is rejected without its code, and without any one file', () => {
    assert.match(problemOf(['package.json', 'README.md', 'LICENSE'], manifest), /lacks files.*dist\/index\.js/);
    for (const file of ['dist/cli.js', 'dist/cdn/journey.js', 'dist/custom-elements.json']) {
      const problem = problemOf(
        complete.filter((one) => one !== file),
        manifest,
      );
      assert.match(problem, /lacks files/);
      assert.ok(problem.includes(file));
    }
  });

  for (const file of [
    'src/server/handler.ts',
    '.env',
    'examples/frameworks/next/node_modules/next/index.js',
    'examples/frameworks/next/.next/server.js',
    'examples/workers/.dev.vars',
    'examples/workers/.wrangler/tmp/worker.js',
    'test/pack.test.mjs',
  ]) {
    it(`is rejected with ${file}`, () =>
      assert.match(problemOf([...complete, file], manifest), /must not be published/));
  }
});
