// `npm run lint:browsers`: rejects APIs and CSS in the page's code that the oldest supported browsers do not have.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ENTRIES, newerApis } from './apis.mjs';
import { BASELINE } from './baseline.mjs';
import { newerCss } from './css.mjs';

/** Reads the styles of the page's code: the style sheet, and the literals in the components. */
function checkStyles() {
  const problems = [];
  for (const file of filesUnder('src', /\.(ts|css)$/)) {
    const text = fs.readFileSync(file, 'utf8');
    const sheets = file.endsWith('.css') ? [text] : [...text.matchAll(/\bcss`([^`]*)`/g)].map(([, sheet]) => sheet);
    for (const sheet of sheets) problems.push(...newerCss(sheet).map((problem) => `${file}: ${problem}`));
  }
  return problems;
}

const filesUnder = (folder, pattern) =>
  fs
    .readdirSync(folder, { recursive: true })
    .map((file) => path.join(folder, file))
    .filter((file) => pattern.test(file));

const problems = [...checkStyles(), ...newerApis(ENTRIES)];
if (problems.length) {
  console.error(problems.join('\n'));
  const oldest = Object.entries(BASELINE).map(([name, version]) => `${name} ${version}`);
  console.error(`\nThese are newer than the oldest browsers that the elements support (${oldest.join(', ')}).`);
  console.error('Use something older, check first whether it exists, or add a fallback.');
  process.exitCode = 1;
} else console.log('Every API and all CSS of the page exists in the oldest browsers, or has a fallback.');
