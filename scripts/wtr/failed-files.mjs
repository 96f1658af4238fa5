import fs from 'node:fs';

/** Writes the file of each failed session to `list`, one on each line. */
export function failedFilesReporter(list) {
  return {
    stop({ sessions }) {
      const failed = sessions.filter(({ passed }) => !passed);
      fs.writeFileSync(list, failed.map(({ testFile }) => `${testFile}\n`).join(''));
    },
  };
}
