// Compiles code with the types of the oldest browsers.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../setup.mjs';
import { baselineTypes } from './types.mjs';

/** The entries that a page loads, and code that they load by its URL. */
export const ENTRIES = [
  'index',
  'define',
  'journey',
  'widget',
  'adapter/index',
  'loader/index',
  'loader/frame/frame-host',
].map((entry) => path.join(root, `src/${entry}.ts`));

/** Returns the compiler's messages about these files, and about all files that they import. */
export function newerApis(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-browsers-'));
  try {
    const libraries = baselineTypes().map((text, index) => {
      fs.writeFileSync(path.join(folder, `lib${index}.d.ts`), text);
      return `lib${index}.d.ts`;
    });
    const config = {
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: { noLib: true, lib: null, types: [] },
      include: [],
      files: [...libraries, ...files],
    };
    fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const options = { encoding: 'utf8', cwd: root };
    const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder, '--pretty', 'false'], options);
    return stdout.split('\n').filter(Boolean);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
