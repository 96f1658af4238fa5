// Packs a clean clone of the project, as a newcomer does: a file that only this folder has cannot get into the package, and cannot be missed.
import fs from 'node:fs';
import path from 'node:path';
import { npmCommand, root, run } from './setup.mjs';

/** The files that may be published, including the files that npm always adds. */
const PUBLISHED =
  /^(dist\/.*|(api|docs)\/[\w-]+\.md|examples\/(?!.*(node_modules\/|\/\.(next|wrangler)\/|\/\.dev\.vars)).*|package\.json|LICENSE|llms\.txt|openacr\.yaml|(README|CHANGELOG|ACCESSIBILITY|SECURITY)\.md)$/;

/** Returns the paths that package.json promises: its entries, commands and data for editors. */
function promisedFiles({ exports, bin, customElements, 'web-types': webTypes }) {
  const targets = [...Object.values(exports), ...Object.values(bin), customElements, webTypes];
  return targets.flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
}

/** Returns why a package with these files must not be published, or `undefined`. */
export function problemOf(files, manifest) {
  const unexpected = files.filter((file) => !PUBLISHED.test(file));
  if (unexpected.length)
    return `The package contains files that must not be published: ${unexpected.join(', ')}. Correct "files" in package.json, or allow them in scripts/pack-clone.mjs.`;
  const missing = promisedFiles(manifest).filter((file) => !files.includes(path.posix.normalize(file)));
  if (missing.length)
    return `The package lacks files that package.json names: ${missing.join(', ')}. The build before \`npm pack\` must make them.`;
  return undefined;
}

/** Clones the current commit into a folder, and runs `npm pack` there. Returns the clone, its manifest and the package. */
export function packClone(folder) {
  const clone = path.join(folder, 'clone');
  run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
  const changes = run('git', ['status', '--porcelain']);
  if (changes) console.log('The package has the last commit. It does not have your uncommitted changes.');
  // With the same lockfile the installed packages are the same.
  const [own, cloned] = [root, clone].map((at) => fs.readFileSync(path.join(at, 'package-lock.json'), 'utf8'));
  if (own === cloned) fs.symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'), 'junction');
  const [command, args, options] = npmCommand(['pack', '--loglevel=error']);
  const output = run(command, args, { cwd: clone, ...options });
  const manifest = JSON.parse(fs.readFileSync(path.join(clone, 'package.json'), 'utf8'));
  const tarball = path.join(clone, `${manifest.name}-${manifest.version}.tgz`);
  if (!fs.existsSync(tarball)) throw new Error(`${output}\nnpm pack made no package. Its output is above.`);
  const files = run('tar', ['-tzf', path.basename(tarball)], { cwd: clone }).split(/\r?\n/);
  const problem = problemOf(
    files.map((file) => file.replace('package/', '')),
    manifest,
  );
  if (problem) throw new Error(problem);
  const about = `${path.basename(tarball)}: ${files.length} files, ${(fs.statSync(tarball).size / 1000).toFixed(0)} kB`;
  return { clone, manifest, tarball, about };
}
