// `npm run verify`: everything that must hold before a change is merged. `-- --tested` leaves out what `npm test` has shown.
import process from 'node:process';
import { ensurePackages, fail } from './setup.mjs';
import { failure, runStages } from './stages.mjs';

const isTested = process.argv.includes('--tested');
const engines = isTested ? 'firefox,webkit' : 'chromium,firefox,webkit';

const STAGES = [
  { name: 'Format', script: 'format:check' },
  { name: 'Lint', script: 'lint' },
  { name: 'Build', script: 'build' },
  { name: 'Types', script: 'types' },
  { name: `Component tests in ${engines}`, script: 'test:components', env: { ENGINES: engines } },
  ...(isTested
    ? []
    : [
        { name: 'Node tests', script: 'test:node' },
        { name: 'End-to-end tests', script: 'test:e2e' },
      ]),
  // `npm test` has walked two of them.
  { name: 'The other people in chromium', script: 'test:people', env: { PEOPLE: 'others', ENGINES: 'chromium' } },
  {
    name: 'Three people in firefox,webkit',
    script: 'test:people',
    env: { PEOPLE: 'three', ENGINES: 'firefox,webkit' },
  },
  // `npm test` runs a few of them, once.
  { name: 'Every embed code', script: 'test:embed-codes', env: { EMBED_CODES: 'all' } },
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
