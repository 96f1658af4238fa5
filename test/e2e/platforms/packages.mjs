// Some examples have packages of their own, such as Next. They are not among the packages that `npm test` installs.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../../server/node/platform-process.mjs';

/** The file of a module in the packages of an example. Throws an error that says how to install them. */
export function moduleOf(example, module) {
  const folder = path.join(ROOT, 'examples', example);
  try {
    return createRequire(path.join(folder, 'package.json')).resolve(module);
  } catch {
    throw new Error(
      `The packages of examples/${example} are not installed. Run: node scripts/setup.mjs examples/${example} (\`npm run verify\` does)`,
    );
  }
}

/** Copies the built package into the packages of an example, so that it imports the example's version of React. */
export function installPackage(example) {
  const target = path.join(ROOT, 'examples', example, 'node_modules/lending-elements');
  fs.rmSync(target, { recursive: true, force: true });
  fs.cpSync(path.join(ROOT, 'dist'), path.join(target, 'dist'), { recursive: true });
  fs.copyFileSync(path.join(ROOT, 'package.json'), path.join(target, 'package.json'));
  return target;
}

/** Installs the package with its dependencies, as npm does: Next finds no module outside of the workspace. */
export function installWithDependencies(example) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [place, { dev, devOptional, optional, peer }] of Object.entries(packages))
    if (place && !dev && !devOptional && !optional && !peer)
      fs.cpSync(path.join(ROOT, place), path.join(ROOT, 'examples', example, place), { recursive: true });
  installPackage(example);
}
