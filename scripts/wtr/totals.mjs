import process from 'node:process';

/** Prints `N passed, N failed` for all files and engines at the end of a run. */
export function totalsReporter() {
  return {
    stop({ sessions }) {
      let passed = 0;
      let failed = 0;
      for (const session of sessions) {
        const tests = session.testResults ? flatten(session.testResults) : [];
        const wrong = tests.filter((test) => !test.passed && !test.skipped).length;
        passed += tests.filter((test) => test.passed).length;
        // A file that did not load has no tests, and counts as one failure.
        failed += wrong || (session.passed ? 0 : 1);
      }
      // The test runner still overwrites its progress lines now, so this line is printed at the exit.
      process.once('exit', () => console.log(`${passed} passed, ${failed} failed`));
    },
  };
}

function flatten({ tests, suites }) {
  return [...tests, ...suites.flatMap(flatten)];
}
