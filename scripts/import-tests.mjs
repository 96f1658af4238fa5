// Runs test files in one process: `node --import tsx scripts/import-tests.mjs <file>…`. A process for each would load src/ again.
import fs from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const files = process.argv.slice(2);
// Some code has only timers that let the process end, and the test runner ends with the process.
const stayAlive = setInterval(() => {}, 60_000);

// The first test ends when all files are loaded: otherwise a file could import timers that a running test has replaced.
let allLoaded;
const loading = new Promise((resolve) => (allLoaded = resolve));
void test(`${files.length} files are loaded`, () => loading);
for (const file of files) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    // A file that does not load is a failure of that file, and the others still run.
    void test(file, () => Promise.reject(error));
  }
}
allLoaded();

void test(`${files.length} files have ended`, () => {
  clearInterval(stayAlive);
  // A server that a test left open would keep the process waiting for ever.
  setTimeout(fail, 60_000).unref();
});

function fail() {
  fs.writeSync(2, `After the last test, these are still open: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit(1);
}
