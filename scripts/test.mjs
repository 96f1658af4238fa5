// `npm test`: installs missing packages, builds, and runs the short tests, which need only Node and Chromium. `npm run verify` runs
// the long ones.
// `npm test -- test/server/handler.test.ts` runs only these files or folders. `npm test -- --again` runs a file that fails once more.
import process from 'node:process';
import { resolveChromium } from './browser.mjs';
import { ensurePackages, fail } from './setup.mjs';
import { runStages } from './stages.mjs';
import { isShort, readsPackage, testFiles } from './test-files.mjs';

try {
  const options = process.argv.slice(2);
  const places = options.filter((option) => option !== '--again');
  const files = testFiles(places.length ? places : undefined);
  const wanted = (runner) => files[runner].filter((file) => places.length || isShort(file));
  const selection = places.length ? options : ['--short', ...options];
  const stage = (name, runner) =>
    wanted(runner).length ? [{ name, command: `npm run test:${runner} -- ${selection.join(' ')}` }] : [];

  ensurePackages();
  process.env.ENGINES ??= 'chromium';
  if (wanted('components').length || wanted('e2e').length) await shareChromium();
  const needsBuild = ['node', 'e2e'].flatMap(wanted).some(readsPackage);
  await runStages([
    needsBuild ? [{ name: 'Build', command: 'npm run build -- --if-changed' }] : [],
    [...stage(`Component tests in ${process.env.ENGINES}`, 'components'), ...stage('Node tests', 'node')],
    stage('End-to-end tests in Chromium', 'e2e'),
  ]);
} catch (error) {
  fail(error);
}

/** Finds the browser once, for all stages. */
async function shareChromium() {
  const { executablePath, source } = await resolveChromium();
  process.env.CHROME_PATH ??= source === 'from npm' ? 'npm' : executablePath;
}
