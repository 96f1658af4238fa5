// The code of the guides in docs/. A block after `<!-- file: name -->` is a file that a test runs. A block between `<!-- name -->`
// and `<!-- /name -->` comes from a file of the project.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './dist.mjs';

const read = (guide) => fs.readFileSync(path.join(ROOT, 'docs', guide), 'utf8');

/** The code of a guide, by the names of its files. */
export const filesOfGuide = (guide) =>
  new Map(
    [...read(guide).matchAll(/<!-- file: (\S+) -->\s+```\w+\n([^]*?)```/g)].map(([, name, code]) => [name, code]),
  );

/**
 * Writes the code of a guide into a folder of its own, in which `lending-elements` and the packages of the project are installed.
 * `others` are the files that the guide leaves to the reader.
 */
export function openGuide(guide, others = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-guide-'));
  const packages = path.join(folder, 'node_modules');
  fs.mkdirSync(packages);
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')))
    if (!name.startsWith('.'))
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name), 'junction');
  fs.symlinkSync(ROOT, path.join(packages, 'lending-elements'), 'junction');
  for (const [name, code] of [...filesOfGuide(guide), ...Object.entries(others)])
    fs.writeFileSync(path.join(folder, name), code);
  return {
    folder,
    read: (name) => fs.readFileSync(path.join(folder, name), 'utf8'),
    import: (name) => import(pathToFileURL(path.join(folder, name)).href),
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
