// The threats of docs/threats.md, each with its protection and tests, for SECURITY.md and for the test of both.
import path from 'node:path';

/** Returns the sections of the page. */
export function threatsOf(markdown) {
  const [, ...sections] = markdown.split(/^## /m);
  return sections.map((section) => {
    const [threat, protection, list = ''] = section.trim().split('\n\n');
    const tests = [...list.matchAll(/^- `(test\/[^`]+)`: “([^”]+)”$/gm)].map(([, file, title]) => ({ file, title }));
    return { threat, protection, items: list.split('\n').length, tests };
  });
}

/** More links would make a row too long to read. The page has all tests. */
const MOST_LINKS = 3;

/** The table of SECURITY.md: each threat, and links to files of its tests. */
export function threatTable(markdown) {
  const link = (file) => `[${path.basename(file).split('.')[0]}](${file})`;
  const linksOf = (tests) => [...new Set(tests.map(({ file }) => link(file)))].slice(0, MOST_LINKS).join(', ');
  const rows = threatsOf(markdown).map(({ threat, tests }) => `| ${threat} | ${linksOf(tests)} |`);
  return ['| threat | tests |', '| --- | --- |', ...rows].join('\n');
}
