// Finds test files, and reads from their names when and how they run. CONTRIBUTING.md explains the names.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** The globs for web-test-runner, relative to the root. */
export const componentGlobs = ['test/{components,base,loader,adapter}/**/*.test.ts'];

const RUNNERS = {
  components: /^test\/(components|base|loader|adapter)\/.*\.ts$/,
  node: /^test\/((schema|server|sandbox|openapi|cli|guides|languages)\/.*\.(ts|mjs)|[^/]*\.mjs)$/,
  e2e: /^test\/e2e\/.*\.mjs$/,
};

/** The words between the name of a test file and `.test`: `leaks.alone.full.test.mjs` has `alone` and `full`. */
const marks = (file) => path.basename(file).split('.').slice(1, -2);

/** Returns true if only the full form of `npm run verify` runs the file. A busy machine breaks a test that compares times. */
const isFull = (file) => marks(file).some((mark) => mark === 'full' || mark === 'time');

/** Returns true if `npm test` runs the file. An end-to-end test is long unless its name says that it is short. */
export const isShort = (file) =>
  RUNNERS.e2e.test(file) ? marks(file).includes('short') : !isFull(file) && !marks(file).includes('long');

/** Returns true if the short form of `npm run verify`, which follows `npm test`, runs the file. */
export const isLong = (file) => !isShort(file) && !isFull(file);

/** Returns true if an end-to-end test runs while no other runs. */
export const runsAlone = (file) => marks(file).includes('alone');

/** Returns true if a Node test needs its own process, for example because a warning is printed once in a process. */
export const needsProcess = (file) => marks(file).includes('process');

/** Returns true if a test file can read the built package. Tests in TypeScript read only src/: `test/layers.test.mjs` checks that. */
export const readsPackage = (file) => file.endsWith('.mjs');

/** The most failures that are repeated. If more fail, the reason is not that the machine was busy for a moment. */
const MOST_AGAIN = 2;

/** Returns the failed files that run once more: none if a failed test is in another file, which would pass because it has no test. */
export const filesToRepeat = (failed, files) =>
  failed.length <= MOST_AGAIN && failed.every((file) => files.includes(file)) ? failed : [];

/** Returns the test files of each runner, relative to the root and with forward slashes. */
export function testFiles(locations = ['test']) {
  const found = { components: [], node: [], e2e: [] };
  for (const location of locations) {
    const files = filesAt(path.resolve(root, location));
    if (!files.length)
      throw new Error(
        `${location} is not a test file or a folder with tests. Use a path such as test/server/handler.test.ts.`,
      );
    for (const file of files) {
      const [runner] = Object.entries(RUNNERS).find(([, pattern]) => pattern.test(file)) ?? [];
      if (!runner) throw new Error(`${file} has no runner. Move it, or add its folder to scripts/test-files.mjs.`);
      found[runner].push(file);
    }
  }
  return found;
}

/** Returns the test files of a folder, or one file. The path of a file may leave out its marks. */
function filesAt(location) {
  const stats = fs.statSync(location, { throwIfNoEntry: false });
  const folder = stats?.isDirectory() ? location : path.dirname(location);
  if (!fs.existsSync(folder)) return [];
  const unmarked = (file) => file.replace(/(\.\w+)+(?=\.test\.)/, '');
  const isWanted = (file) => folder === location || (stats ? file : unmarked(file)) === location;
  return fs
    .readdirSync(folder, { recursive: folder === location })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.test\.\w+$/.test(file) && isWanted(file))
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .sort();
}

/** A reporter of Node's test runner: lists the test files that have failed, one on each line. */
export default async function* failedFiles(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file) continue;
    // A test that is named after a file is that file, which did not load.
    const isFile = /^test\/\S+\.test\.\w+$/.test(data.name);
    yield `${isFile ? path.join(root, data.name) : data.file}\n`;
  }
}
