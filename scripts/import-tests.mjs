// Runs test files in one process: `node --import tsx scripts/import-tests.mjs <file>…`. A process for each would load src/ again.
import process from 'node:process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const files = process.argv.slice(2);
// Some code has only timers that let the process end, and the test runner ends with the process. Ten minutes is longer than any folder.
const stayAlive = setTimeout(() => {}, 600_000);

for (const file of files) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    // A file that does not load is a failure of that file, and the others still run.
    void test(file, () => Promise.reject(error));
  }
}

void test(`${files.length} files have ended`, () => {
  clearTimeout(stayAlive);
  // A server that a test left open would keep the process waiting for ever.
  setTimeout(fail, 20_000).unref();
});

function fail() {
  console.error(`After the last test, these are still open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}
