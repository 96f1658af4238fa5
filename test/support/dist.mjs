import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const DIST = path.join(ROOT, 'dist');
export const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** The files of an entry of `exports`. */
export const filesOf = (target) => (typeof target === 'string' ? [target] : Object.values(target));

const isBuilt = () =>
  [...Object.values(manifest.exports), ...Object.values(manifest.bin)].every((target) =>
    filesOf(target).every((file) => fs.existsSync(path.join(ROOT, file))),
  );

/** Builds the package if files are missing. Test files run in parallel: one builds, the others wait. */
export async function ensureBuilt() {
  const lock = path.join(ROOT, 'node_modules/.lending-build');
  while (!isBuilt()) {
    try {
      fs.mkdirSync(lock);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, encoding: 'utf8' });
      if (status !== 0 || !isBuilt())
        throw new Error(`npm run build did not build what package.json exports.\n${stderr}`);
    } finally {
      fs.rmdirSync(lock);
    }
  }
}
