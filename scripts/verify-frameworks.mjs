// `npm run verify:frameworks`: tests the elements, the examples and the types in every framework. `npm run verify` tests React, Next
// and Vue.
import { ensurePackages, fail } from './setup.mjs';
import { failure, runStages } from './stages.mjs';

const STAGES = [
  { name: 'Build', script: 'build' },
  { name: 'Packages of the frameworks', script: 'frameworks:install' },
  { name: 'Every framework', script: 'test:e2e', args: ['test/e2e/frameworks'], env: { FRAMEWORKS: 'all' } },
];

try {
  await ensurePackages();
  const error = failure(await runStages(STAGES));
  if (error) throw error;
} catch (error) {
  fail(error);
}
