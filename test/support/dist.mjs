import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after } from 'node:test';
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

/** A folder of a partner's with the package and these files, which is deleted after the tests. */
export function partnerFolder(files = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-partner-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(ROOT, path.join(folder, 'node_modules/lending-elements'), 'junction');
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

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

/** Words that only code of the sandbox contains. */
export const OF_SANDBOX = /SampleFundingWidget|createSandbox|x-sandbox|SANDBOX-REJECTED|lendingSandbox/;

/** Checks that the scripts that a bundler has made contain no code of the sandbox. */
export function assertNoSandbox(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => /\.m?js$/.test(file));
  assert.ok(files.length > 0, `${folder} has scripts`);
  for (const file of files) assert.doesNotMatch(fs.readFileSync(path.join(folder, file), 'utf8'), OF_SANDBOX, file);
}
