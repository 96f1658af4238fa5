// `npm test`: installs what is missing, then builds and runs the tests that need nothing but Node and a Chromium, but for the
// longer ones end to end, which `npm run verify` runs.
// `npm test -- test/server/handler.test.ts` runs only the files or folders that are named.
import process from 'node:process';
import { resolveChromium } from './browser.mjs';
import { ensurePackages, fail } from './setup.mjs';
import { failure, runStages } from './stages.mjs';
import { testFiles } from './test-files.mjs';

try {
  const places = process.argv.slice(2);
  const only = places.length ? testFiles(places) : undefined;
  await ensurePackages();
  if (!only || only.components.length || only.e2e.length) await shareChromium();

  const stages = [
    { name: 'Build', script: 'build' },
    {
      name: 'Component tests in Chromium',
      script: 'test:components',
      args: only?.components,
      env: { ENGINES: 'chromium' },
    },
    { name: 'Node tests', script: 'test:node', args: only?.node },
    { name: 'End-to-end tests in Chromium', script: 'test:e2e', args: only?.e2e ?? ['--first'] },
  ];
  // Component tests read src/; the others may look at the built package.
  const isNeeded = ({ script, args }) => (script === 'build' ? only.node.length || only.e2e.length : args.length);
  const results = await runStages(only ? stages.filter(isNeeded) : stages);

  console.log();
  for (const { name, state, seconds } of results)
    console.log(`${name}: ${state}${seconds ? `, ${seconds.toFixed(1)} s` : ''}`);
  const error = failure(results);
  if (error) throw error;
} catch (error) {
  fail(error);
}

/** Finds the browser once, and lets every stage take that very one. */
async function shareChromium() {
  const { executablePath, source } = await resolveChromium();
  process.env.CHROME_PATH ??= source === 'from npm' ? 'npm' : executablePath;
}
