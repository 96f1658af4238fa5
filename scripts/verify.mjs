// `npm run verify` runs all checks before a release. `npm run verify -- --short`, after `npm test`, runs the checks before a merge.
// It skips the tests of `npm test`, the longest tables, most of the people, the run of `npm run test:chaos`, most views of each
// story, and the long component tests in Firefox and WebKit. Of the short ones it runs one half in Firefox and one in WebKit. It repeats
// a test file that fails. The full form does none of this. `npm run verify -- --frameworks` tests the elements, the examples and the
// types in every framework; the other forms test React, Next and Vue.
import process from 'node:process';
import { ensurePackages, fail } from './setup.mjs';
import { runStages } from './stages.mjs';

/** The examples that the end-to-end tests run. Next and Wrangler are large, and `npm test` does not need them. */
const EXAMPLES = ['frameworks/next', 'frameworks/react', 'frameworks/vue', 'playwright', 'workers'];

const stage = (name, command, env) => ({ name, command, env });

const checks = [
  [
    stage('Format', 'npx prettier --check .'),
    stage('Lint', 'npm run lint'),
    stage('APIs and CSS of the oldest browsers', 'npm run lint:browsers'),
  ],
  stage('Build', 'npm run build -- --if-changed'),
  [
    stage('Types', 'npm run typecheck'),
    stage('Packages of the examples', `node scripts/setup.mjs ${EXAMPLES.map((name) => `examples/${name}`).join(' ')}`),
  ],
];

const people = (which, engines, options = '') =>
  stage(`People in ${engines}: ${which}`, `npm run test:e2e --${options} test/e2e/people`, {
    PEOPLE: which,
    ENGINES: engines,
  });

/** A merge is not rejected because a machine was busy for a moment, so these have `--again`. */
const shortTests = [
  [
    stage('Component tests in firefox', 'npm run test:components -- --short --half=0 --again', { ENGINES: 'firefox' }),
    stage('Component tests in webkit', 'npm run test:components -- --short --half=1 --again', { ENGINES: 'webkit' }),
    // One at a time, and mostly waiting for other processes, they take less time than the browsers.
    stage('The long Node tests', 'npm run test:node -- --long --again'),
  ],
  stage('The long component tests in chromium', 'npm run test:components -- --long --again', { ENGINES: 'chromium' }),
  stage('The long end-to-end tests', 'npm run test:e2e -- --long --again', { APIS: 'together' }),
  // `npm test` runs two of them.
  [people('kinds', 'chromium', ' --again'), people('three-moves', 'firefox,webkit', ' --again')],
];

const allTests = [
  stage('Component tests', 'npm run test:components', { ENGINES: 'chromium,firefox,webkit' }),
  stage('Node tests', 'npm run test:node'),
  stage('End-to-end tests', 'npm run test:e2e'),
  // `npm test` runs a few of them.
  stage('Every embed code', 'npm run test:e2e -- test/e2e/embed-codes', { EMBED_CODES: 'all' }),
  stage('Every embed code in firefox,webkit', 'npm run test:e2e -- test/e2e/embed-codes/embed-codes.alone.test.mjs', {
    EMBED_CODES: 'all',
    ENGINES: 'firefox,webkit',
  }),
  [people('others', 'chromium'), people('three', 'firefox,webkit')],
  // It uses both processors, so nothing runs next to it. The tests of the stores hold its rules in the short form.
  stage('Handlers and databases that are killed', 'npm run test:chaos -- --short'),
  stage('The stores on each version of Node', 'node scripts/versions.mjs'),
];

const product = (storyOptions) => [
  [stage('Package (publint, attw)', 'npm run check:package'), stage('Storybook', 'npm run storybook:build')],
  [stage('Sizes', 'npm run sizes'), stage('Documentation in sync', 'npm run docs -- --check')],
  // The part that does not depend on the speed of the machine.
  stage('The first step’s bytes and shifts', 'npm run bench:page -- --quick --only bytes'),
  stage('The server’s benchmark, without limits', 'npm run bench:server -- --short'),
  stage('Pictures of the stories', 'npm run test:visual'),
  stage('Stories', `npm run test:stories --${storyOptions}`),
];

/** It reads the words of a real screen reader, so nothing runs next to it. */
const heard = [stage('Screen reader in Firefox and Chromium', 'npm run test:screen-reader')];

const frameworks = [
  stage('Build', 'npm run build'),
  stage('Packages of the frameworks', 'node scripts/setup.mjs examples/frameworks'),
  stage('Every framework', 'npm run test:e2e -- test/e2e/frameworks', { FRAMEWORKS: 'all' }),
];

try {
  const form = process.argv[2] ?? '--full';
  const stages = {
    '--full': [...checks, ...allTests, ...product(''), ...heard],
    '--short': [...checks, ...shortTests, ...product(' --short')],
    '--frameworks': frameworks,
  }[form];
  if (!stages) throw new Error(`“${form}” is not an option of npm run verify. Use --short, --frameworks or none.`);
  ensurePackages();
  await runStages(stages);
} catch (error) {
  fail(error);
}
