// Some examples have packages of their own, such as Next. They are not among the packages that `npm test` installs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { BOUNDED, ROOT, run } from '../../server/node/platform-process.mjs';
import { assertNoSandbox } from '../../support/dist.mjs';

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

const FOLDER = path.join(ROOT, 'examples/frameworks/next');
/** The digest of the files that the build in `.next` is from. */
const DIGEST = path.join(FOLDER, '.next/lending-digest');
const OUTPUTS = ['node_modules', '.next', 'dist'];

/** Starts the example for Next, as for production. `env` is the environment of its backend, if the test calls it. */
export async function startNext(env = {}) {
  const next = moduleOf('frameworks/next', 'next/dist/bin/next');
  await ensureNextBuilt(next);
  return run(process.execPath, [next, 'start', FOLDER, '--hostname', '127.0.0.1'], env);
}

/** Builds the example, unless an earlier test has built it from the same files: a build takes longer than most tests. */
async function ensureNextBuilt(next) {
  installWithDependencies('frameworks/next');
  const digest = digestOf('dist', 'examples/frameworks/next');
  if (fs.existsSync(DIGEST) && fs.readFileSync(DIGEST, 'utf8') === digest) return;
  const { PATH, HOME } = process.env;
  const options = { ...BOUNDED, cwd: ROOT, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] };
  const building = spawn(process.execPath, [next, 'build', FOLDER], options);
  let output = '';
  for (const stream of [building.stdout, building.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(building, 'close');
  if (code !== 0 || /warn/i.test(output)) throw new Error(`next build failed, or it warned.\n${output}`);
  assertNoSandbox(path.join(ROOT, 'examples/frameworks/next/.next/static'));
  fs.writeFileSync(DIGEST, digest);
}

/** The digest of files and folders, without the outputs of their tools. */
function digestOf(...places) {
  const hash = createHash('sha256');
  const add = (place) => {
    const file = path.join(ROOT, place);
    if (!fs.statSync(file).isDirectory()) return void hash.update(`${place}\n`).update(fs.readFileSync(file));
    for (const name of fs.readdirSync(file).sort()) if (!OUTPUTS.includes(name)) add(path.join(place, name));
  };
  for (const place of places) add(place);
  return hash.digest('hex');
}
