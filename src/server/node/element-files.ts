import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { ElementFile, ElementFiles } from '../elements.js';
import { startOnce } from '../util/start-once.js';

/** The file with the hash of each script and style sheet. The scripts have source maps next to them. */
const LIST = 'integrity.json';
/** The first line of each script names this file. */
const LICENSES = 'THIRD-PARTY-LICENSES.md';

const TYPES: Partial<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/plain',
};

/**
 * Finds the files that browsers load in the installed package, for the option `serveFiles` of `createHandler`. `fromEnv()` and
 * `toNodeListener()` use it. The names of the files are read once, at the first request, and no other name is looked up. The package
 * has each script and style sheet compressed, too (`.br` and `.gz`).
 *
 * `folder`: the folder with the files. Default: `dist/cdn` of this package. Without that folder it finds nothing.
 */
export function elementFiles(folder?: string): ElementFiles {
  const list = startOnce(() => readList(folder ?? findFolder()));
  return { find: async (name) => (await list()).get(name)?.().catch(ifMissing) };
}

async function readList(folder: string | undefined): Promise<ReadonlyMap<string, () => Promise<ElementFile>>> {
  const json = folder && (await fs.readFile(path.join(folder, LIST), 'utf8').catch(ifMissing));
  if (!json) return new Map();
  const hashed = Object.keys(JSON.parse(json) as Record<string, string>);
  const maps = hashed.flatMap((name) => (name.endsWith('.js') ? [`${name}.map`] : []));
  const list = new Map(
    [...hashed, ...maps, LIST, LICENSES].map((name) => [name, startOnce(() => readElement(path.join(folder, name)))]),
  );
  // All files are read now: an update of the package while this process runs must not mix two versions. Source maps are left out: only developers load them.
  await Promise.all(hashed.map((name) => list.get(name)!()));
  return list;
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Returns the folder of the installed package. It is looked for from this file, and from the working directory, because a bundler may
 * have moved this code elsewhere.
 */
function findFolder(): string | undefined {
  const bases = [() => import.meta.url, () => path.join(process.cwd(), 'package.json')];
  for (const base of bases) {
    try {
      return path.dirname(createRequire(base()).resolve(`lending-elements/cdn/${LIST}`));
    } catch {
      // The package cannot be found from here.
    }
  }
  return undefined;
}

async function readElement(file: string): Promise<ElementFile> {
  const [content, br, gzip] = await Promise.all([
    fs.readFile(file),
    fs.readFile(`${file}.br`).catch(ifMissing),
    fs.readFile(`${file}.gz`).catch(ifMissing),
  ]);
  const type = `${TYPES[path.extname(file)]}; charset=utf-8`;
  const hash = createHash('sha256').update(content).digest('base64url');
  return { type, hash, content, ...(br && { br }), ...(gzip && { gzip }) };
}
