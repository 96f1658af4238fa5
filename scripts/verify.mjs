// `npm run verify` runs all checks before a release. `npm run verify -- --short`, after `npm test`, runs the checks before a merge.
// It skips the tests of `npm test`, the longest tables, most of the people, the run of `npm run chaos`, most views of each
// story, and the long component tests in Firefox and WebKit. Of the short ones it runs one half in Firefox and one in WebKit. It repeats
// a test file that fails. The full form does none of this.
import process from 'node:process';
import { ensurePackages, fail } from './setup.mjs';
import { failure, rowOf, runStages } from './stages.mjs';
import { cleanCommit, rememberVerified } from './verified.mjs';

const isShort = process.argv.includes('--short');
/** A merge is not refused for a machine that was busy for a moment. A release is. */
const again = isShort ? ['--again'] : [];
const componentsIn = (engines, ...args) => ({
  name: `Component tests in ${engines}`,
  script: 'test:components',
  args,
  env: { ENGINES: engines },
});

const STAGES = [
  [
    { name: 'Format', script: 'format:check' },
    { name: 'Lint', script: 'lint' },
    { name: 'APIs and CSS of the oldest browsers', script: 'lint:browsers' },
  ],
  { name: 'Build', script: 'build', args: ['--if-changed'] },
  [
    { name: 'Types', script: 'types' },
    // Next and Wrangler. `npm test` does not need them.
    { name: 'Packages of the examples', script: 'examples:install' },
  ],
  ...(isShort
    ? [
        [
          componentsIn('firefox', '--short', '--half=0', ...again),
          componentsIn('webkit', '--short', '--half=1', ...again),
          // One at a time, and mostly waiting for other processes, they take less time than the browsers.
          { name: 'The long Node tests', script: 'test:node', args: ['--long', ...again] },
        ],
        {
          name: 'The long component tests in chromium',
          script: 'test:components',
          args: ['--long', ...again],
          env: { ENGINES: 'chromium' },
        },
        {
          name: 'The long end-to-end tests',
          script: 'test:e2e',
          args: ['--long', ...again],
          env: { APIS: 'together' },
        },
      ]
    : [
        componentsIn('chromium,firefox,webkit'),
        { name: 'Node tests', script: 'test:node' },
        { name: 'End-to-end tests', script: 'test:e2e' },
        // `npm test` runs a few of them.
        { name: 'Every embed code', script: 'test:embed-codes', env: { EMBED_CODES: 'all' } },
        {
          name: 'Every embed code in firefox,webkit',
          script: 'test:e2e',
          args: ['test/e2e/embed-codes/embed-codes.test.mjs'],
          env: { EMBED_CODES: 'all', ENGINES: 'firefox,webkit' },
        },
      ]),
  // `npm test` runs two of them.
  [
    {
      name: isShort ? 'Seven more people in chromium' : 'The other people in chromium',
      script: 'test:people',
      args: again,
      env: { PEOPLE: isShort ? 'kinds' : 'others', ENGINES: 'chromium' },
    },
    {
      name: isShort ? 'One of the people in firefox,webkit' : 'Three people in firefox,webkit',
      script: 'test:people',
      args: again,
      env: { PEOPLE: isShort ? 'three-moves' : 'three', ENGINES: 'firefox,webkit' },
    },
  ],
  // It uses both processors, so nothing runs next to it. The tests of the stores hold its rules in the short form.
  ...(isShort
    ? []
    : [
        { name: 'Handlers and databases that are killed', script: 'chaos', args: ['--short'] },
        { name: 'The stores on each version of Node', script: 'test:versions' },
      ]),
  [
    { name: 'Package (publint, attw)', script: 'check:package' },
    { name: 'Storybook', script: 'storybook:build' },
  ],
  [
    { name: 'Sizes', script: 'sizes' },
    { name: 'Documentation in sync', script: 'docs:check' },
  ],
  // The part that does not depend on the speed of the machine.
  { name: 'The first step’s bytes and shifts', script: 'bench:page', args: ['--quick', '--only', 'bytes'] },
  { name: 'Pictures of the stories', script: 'visual' },
  isShort
    ? { name: 'Stories, each in a sixth of the views', script: 'storybook:check', args: ['--short'] }
    : { name: 'Stories, in every view', script: 'storybook:check' },
];

try {
  await ensurePackages();
  const commit = cleanCommit();
  const results = await runStages(STAGES);
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log();
  for (const result of results) console.log(rowOf(result, width));
  const error = failure(results);
  if (error) throw error;
  if (!isShort) rememberVerified(commit);
} catch (error) {
  fail(error);
}
