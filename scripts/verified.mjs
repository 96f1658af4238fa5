// Remembers the last commit for which `npm run verify` has passed, for `node scripts/release-check.mjs`.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

const FILE = path.join(root, 'artifacts/verified.txt');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The commit of the working tree; `undefined` if the tree has changes, or is not a clone. */
export function cleanCommit() {
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers that all checks have passed. `before` is the commit with which they began. */
export function rememberVerified(before) {
  if (!before || cleanCommit() !== before) return;
  fs.mkdirSync(path.dirname(FILE), { recursive: true });
  fs.writeFileSync(FILE, `${before}\n`);
}

export const verifiedCommit = () => (fs.existsSync(FILE) ? fs.readFileSync(FILE, 'utf8').trim() : undefined);
