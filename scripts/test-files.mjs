// Which test file belongs to which runner.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** The globs for web-test-runner, which resolves them against the root. */
export const componentGlobs = ['test/{components,base,loader}/**/*.test.ts', 'test/*.test.ts'];

const COMPONENT = /^test\/((components|base|loader)\/.*|[^/]*)\.test\.ts$/;
const NODE = /^test\/((schema|server|sandbox|cli)\/.*\.test\.(ts|mjs)|[^/]*\.test\.mjs)$/;
const E2E = /^test\/e2e\/.*\.test\.mjs$/;

/** The runner of a test file, named relative to the root with forward slashes. */
function runnerOf(file) {
  if (COMPONENT.test(file)) return 'components';
  if (NODE.test(file)) return 'node';
  if (E2E.test(file)) return 'e2e';
  return undefined;
}

/** All test files under the given files and folders, by runner. */
export function testFiles(places = ['test']) {
  const found = { components: [], node: [], e2e: [] };
  for (const place of places) {
    const all = filesUnder(path.resolve(root, place)).filter((file) => /\.test\.\w+$/.test(file));
    const lost = all.filter((file) => !runnerOf(file));
    if (lost.length) throw new Error(`Nobody runs ${lost.join(', ')}. Move it, or name it in scripts/test-files.mjs.`);
    if (!all.length) {
      throw new Error(
        `${place} is no test file and no folder with tests. Name one such as test/server/handler.test.ts.`,
      );
    }
    for (const file of all) found[runnerOf(file)].push(file);
  }
  return found;
}

/** The end-to-end tests that `npm test` runs. The others take longer: `npm run verify` runs them. */
const FIRST = ['journey', 'trouble', 'consent', 'people/people', 'frame-attack', 'widget-alone'];

export const isFirst = (file) => FIRST.some((name) => file === `test/e2e/${name}.test.mjs`);

function filesUnder(place) {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isDirectory())
    return fs
      .readdirSync(place)
      .sort()
      .flatMap((name) => filesUnder(path.join(place, name)));
  return [path.relative(root, place).split(path.sep).join('/')];
}
