// Assigns test files to their runners, and to the short or the long form.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** The globs for web-test-runner, relative to the root. */
export const componentGlobs = ['test/{components,base,loader,adapter}/**/*.test.ts'];

const COMPONENT = /^test\/(components|base|loader|adapter)\/.*\.test\.ts$/;
const NODE = /^test\/((schema|server|sandbox|openapi|cli|guides|languages)\/.*\.test\.(ts|mjs)|[^/]*\.test\.mjs)$/;
const E2E = /^test\/e2e\/.*\.test\.mjs$/;

/** Returns the runner of a test file. The path is relative to the root, with forward slashes. */
function runnerOf(file) {
  if (COMPONENT.test(file)) return 'components';
  if (NODE.test(file)) return 'node';
  if (E2E.test(file)) return 'e2e';
  return undefined;
}

export function testFiles(locations = ['test']) {
  const found = { components: [], node: [], e2e: [] };
  for (const location of locations) {
    const files = filesUnder(path.resolve(root, location)).filter((file) => /\.test\.\w+$/.test(file));
    const unassigned = files.filter((file) => !runnerOf(file));
    if (unassigned.length)
      throw new Error(
        `No runner is configured for ${unassigned.join(', ')}. Move the file, or add its folder to scripts/test-files.mjs.`,
      );
    if (!files.length) {
      throw new Error(
        `${location} is not a test file or a folder with tests. Use a path such as test/server/handler.test.ts.`,
      );
    }
    for (const file of files) found[runnerOf(file)].push(file);
  }
  return found;
}

/** The end-to-end tests that `npm test` runs. */
const SHORT_E2E = ['journey', 'trouble', 'people/people'];

/**
 * The end-to-end tests that run one at a time, because they measure times, use all processors, or install the package into an example
 * that they share.
 */
export const ALONE = [
  'embed-codes/',
  'first-hour',
  'frameworks/',
  'init-next',
  'leaks',
  'loading',
  'mistakes/',
  'platforms',
  'playwright',
  'script-failures',
  'script-mounts',
];

/**
 * Tests whose rules shorter tests hold as well, and others of a kind of which one is enough before a merge. Only the full form of
 * `npm run verify` runs them.
 */
const FULL = [
  'browsers',
  'cli/doctor-faults',
  'cli/doctor-page-faults',
  'e2e/alone',
  'e2e/frame-heights',
  'e2e/frameworks/next',
  'e2e/frameworks/others',
  'e2e/frameworks/react-not-loaded',
  'e2e/frameworks/vue',
  'e2e/history',
  'e2e/init-next',
  'e2e/leaks',
  'e2e/lookups-late',
  'e2e/playwright',
  'e2e/routers',
  'e2e/sandbox-dashboard',
  'e2e/sandbox-widget',
  'e2e/script-failures',
  'e2e/snippet',
  'e2e/survival',
  'sandbox/behaviours',
  'sandbox/widget-states',
  'server/consent/consent-processes',
].map((name) => `test/${name}.test.`);

/** Returns true if an end-to-end test must run alone. */
export const runsAlone = (file) => ALONE.some((name) => file.startsWith(`test/e2e/${name}`));

/** Returns true if a Node test needs its own process, for example because a warning is printed once in a process. */
export const needsProcess = (file) => /\.process\.test\.\w+$/.test(file);

/** Other tests that `npm test` leaves to `npm run verify`: long tables, and features of which a shorter test holds the rule. */
const LONG = [
  'browsers.test.mjs',
  'built-secrets.test.mjs',
  'cdn.test.mjs',
  'package.test.mjs',
  'release.test.mjs',
  'types.test.mjs',
  'cli/cli.test.mjs',
  'cli/consents.test.mjs',
  'cli/database.test.mjs',
  'cli/doctor.test.mjs',
  'cli/doctor-faults.test.mjs',
  'cli/doctor-page-faults.test.mjs',
  'cli/init.test.mjs',
  'guides/several-machines.test.mjs',
  'sandbox/behaviours.test.ts',
  'openapi/lender-traffic.test.ts',
  'sandbox/widget-states.test.ts',
  'server/consent/consent-model.test.ts',
  'server/consent/consent-processes.test.ts',
  'server/consent/consent-stores.test.ts',
  'server/documents/upload-crowd.test.ts',
  'server/database/locks.test.ts',
  'server/database/processes.test.ts',
  'server/database/proof.test.ts',
  'server/database/stores.test.ts',
  'server/drafts/restart.test.ts',
  'server/fuzz/',
  'server/idempotency/idempotency-stores.test.ts',
  'server/idempotency/restart.test.ts',
  'server/node/console-log.test.mjs',
  'server/node/from-env-missing.test.mjs',
  'server/postgres/',
  'base/colours/derived.test.ts',
  'base/fields/fields-heard.test.ts',
  'components/applicant/lending-applicant-lookup.test.ts',
  'components/company/lending-company-lookup.test.ts',
  'components/consent/partner-names.test.ts',
  'components/onboarding/drafts/held-draft.test.ts',
  'components/onboarding/drafts/history-draft',
  'components/onboarding/drafts/kept-files.test.ts',
  'components/onboarding/drafts/saved-draft-',
  'components/onboarding/lending-onboarding-figures-first.test.ts',
  'components/onboarding/lending-onboarding-history.test.ts',
  'components/onboarding/lending-onboarding-lookup.test.ts',
  'components/onboarding/lending-onboarding-page-history.test.ts',
  'components/onboarding/lending-onboarding-screens.test.ts',
  'components/onboarding/lending-onboarding-taps.test.ts',
  'components/review/lending-review-questions.test.ts',
  'components/review/lending-review-refused.test.ts',
  'components/widget/lending-widget-own.test.ts',
  'loader/embed-code/embed-code.test.ts',
  'loader/embed-code/embed-code-refused.test.ts',
  'loader/hand-off/hand-off-styles.test.ts',
].map((name) => `test/${name}`);

/** A test that compares times. Only the full form of `npm run verify` runs it, because a busy machine is not a reason to refuse a change. */
const comparesTimes = (file) => /\.time\.test\.\w+$/.test(file);

/** Returns true if `npm test` runs the test file. */
export function isShort(file) {
  if (runnerOf(file) === 'e2e') return SHORT_E2E.some((name) => file === `test/e2e/${name}.test.mjs`);
  return !comparesTimes(file) && !LONG.some((name) => file.startsWith(name));
}

/** Returns true if a test file can read the built package. Tests in TypeScript read only src/: `test/layers.test.mjs` checks that. */
export const readsPackage = (file) => file.endsWith('.mjs');

export const shortTests = () => filterTests(isShort);

/** Returns true if the short form of `npm run verify` runs the test file. */
export const isLong = (file) => !isShort(file) && !comparesTimes(file) && !FULL.some((name) => file.startsWith(name));

export const longTests = () => filterTests(isLong);

function filterTests(condition) {
  const all = testFiles();
  const missing = [...LONG, ...FULL].filter(
    (name) =>
      !Object.values(all)
        .flat()
        .some((file) => file.startsWith(name)),
  );
  if (missing.length)
    throw new Error(`scripts/test-files.mjs lists ${missing.join(', ')}, which does not exist. Correct the list.`);
  return Object.fromEntries(Object.entries(all).map(([runner, files]) => [runner, files.filter(condition)]));
}

function filesUnder(location) {
  const stats = fs.statSync(location, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isDirectory())
    return fs
      .readdirSync(location)
      .sort()
      .flatMap((name) => filesUnder(path.join(location, name)));
  return [path.relative(root, location).split(path.sep).join('/')];
}
