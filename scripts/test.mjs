// `npm test`: installs missing packages, builds, and runs the short tests, which need only Node and Chromium. `npm run verify` runs
// the long ones.
// `npm test -- test/server/handler.test.ts` runs only these files or folders. `npm test -- --again` runs a file that fails once more.
import process from 'node:process';
import { resolveChromium } from './browser.mjs';
import { ensurePackages, fail } from './setup.mjs';
import { failure, rowOf, runStages } from './stages.mjs';
import { readsPackage, shortTests, testFiles } from './test-files.mjs';

try {
  const again = process.argv.includes('--again') ? ['--again'] : [];
  const places = process.argv.slice(2).filter((argument) => argument !== '--again');
  const only = places.length ? testFiles(places) : undefined;
  await ensurePackages();
  if (!only || only.components.length || only.e2e.length) await shareChromium();

  const files = only ?? shortTests();
  const components = {
    name: 'Component tests in Chromium',
    script: 'test:components',
    args: only?.components ?? ['--short'],
    env: { ENGINES: 'chromium' },
  };
  const node = { name: 'Node tests', script: 'test:node', args: only?.node ?? ['--short'] };
  const e2e = { name: 'End-to-end tests in Chromium', script: 'test:e2e', args: only?.e2e ?? ['--short'] };
  const build = Object.values(files).flat().some(readsPackage)
    ? [{ name: 'Build', script: 'build', args: ['--if-changed'] }]
    : [];
  const hasFiles = ({ args }) => args.length > 0;
  for (const { args } of [components, node, e2e].filter(hasFiles)) args.push(...again);
  const results = await runStages([build, [components, node].filter(hasFiles), [e2e].filter(hasFiles)]);

  console.log();
  for (const result of results) console.log(rowOf(result, 30));
  const error = failure(results);
  if (error) throw error;
} catch (error) {
  fail(error);
}

/** Finds the browser once, for all stages. */
async function shareChromium() {
  const { executablePath, source } = await resolveChromium();
  process.env.CHROME_PATH ??= source === 'from npm' ? 'npm' : executablePath;
}
