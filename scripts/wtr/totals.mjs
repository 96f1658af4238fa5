import process from 'node:process';

/** Ends a run with one plain line, `N passed, N failed`, over all files and engines. */
export function totalsReporter() {
  return {
    stop({ sessions }) {
      let passed = 0;
      let failed = 0;
      for (const session of sessions) {
        const tests = session.testResults ? flatten(session.testResults) : [];
        const wrong = tests.filter((test) => !test.passed && !test.skipped).length;
        passed += tests.filter((test) => test.passed).length;
        // A file that did not load has no test to count, and must not look like success.
        failed += wrong || (session.passed ? 0 : 1);
      }
      // The test runner still rewrites its progress lines at this point: only at the exit is a line left alone.
      process.once('exit', () => console.log(`${passed} passed, ${failed} failed`));
    },
  };
}

function flatten({ tests, suites }) {
  return [...tests, ...suites.flatMap(flatten)];
}
