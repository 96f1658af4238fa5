import fs from 'node:fs';

/** Writes the file and the browser of each failed session to `list`, one on each line, with a tab between them. */
export function failedSessionsReporter(list) {
  return {
    stop({ sessions }) {
      const failed = sessions.filter(({ passed }) => !passed);
      fs.writeFileSync(list, failed.map(({ testFile, browser }) => `${testFile}\t${browser.name}\n`).join(''));
    },
  };
}
