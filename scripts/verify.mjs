// `npm run verify`: everything that must hold before a release. `-- --short`, after `npm test`, is everything that must hold before
// a change is merged: it leaves out what `npm test` has shown, and the longest table.
import process from 'node:process';
import { ensurePackages, fail } from './setup.mjs';
import { failure, runStages } from './stages.mjs';

const isShort = process.argv.includes('--short');
const engines = isShort ? 'firefox,webkit' : 'chromium,firefox,webkit';

const STAGES = [
  { name: 'Format', script: 'format:check' },
  { name: 'Lint', script: 'lint' },
  { name: 'Build', script: 'build' },
  { name: 'Types', script: 'types' },
  { name: `Component tests in ${engines}`, script: 'test:components', env: { ENGINES: engines } },
  ...(isShort
    ? [{ name: 'The other end-to-end tests', script: 'test:e2e', args: ['--rest'] }]
    : [
        { name: 'Node tests', script: 'test:node' },
        { name: 'End-to-end tests', script: 'test:e2e' },
        // `npm test` runs a few of them, once.
        { name: 'Every embed code', script: 'test:embed-codes', env: { EMBED_CODES: 'all' } },
        {
          name: 'Every embed code in firefox,webkit',
          script: 'test:e2e',
          args: ['test/e2e/embed-codes/embed-codes.test.mjs'],
          env: { EMBED_CODES: 'all', ENGINES: 'firefox,webkit' },
        },
      ]),
  // `npm test` has walked two of them.
  { name: 'The other people in chromium', script: 'test:people', env: { PEOPLE: 'others', ENGINES: 'chromium' } },
  {
    name: 'Three people in firefox,webkit',
    script: 'test:people',
    env: { PEOPLE: 'three', ENGINES: 'firefox,webkit' },
  },
  { name: 'Package (publint, attw)', script: 'check:package' },
  { name: 'Sizes', script: 'sizes' },
  { name: 'Storybook', script: 'storybook:build' },
  { name: 'Stories, in every view', script: 'storybook:check' },
  { name: 'Documentation in sync', script: 'docs:check' },
];

try {
  await ensurePackages();
  const results = await runStages(STAGES);
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log();
  for (const { name, state, seconds } of results) {
    console.log(
      `${name.padEnd(width)}  ${state.padEnd(7)}  ${seconds ? `${seconds.toFixed(1).padStart(6)} s` : ''}`.trimEnd(),
    );
  }
  const error = failure(results);
  if (error) throw error;
} catch (error) {
  fail(error);
}
