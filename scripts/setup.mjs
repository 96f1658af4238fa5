// Installs missing packages of npm, and of Debian for some tests. `node scripts/setup.mjs` installs those of the project. Folders as arguments install those of each
// folder, for example of an example, or of a part of an npm workspace. This runs before node_modules exists, so it imports only Node's built-in modules.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_NODE = [20, 19];

/** Installs the packages of a folder, or of some parts of its workspace, if its node_modules differs from its package-lock.json. */
export function ensurePackages(folder = root, parts = []) {
  checkNode();
  const lock = read(path.join(folder, 'package-lock.json'));
  // npm's list does not say whether the parts are complete.
  const stamp = path.join(folder, 'node_modules/.lending-setup');
  const installed = [lock, ...parts].join('\n');
  if (isInstalled(lock, read(path.join(folder, 'node_modules/.package-lock.json'))) || read(stamp) === installed)
    return;
  const where = path.relative(root, folder);
  console.log(where ? `Installing the packages of ${where}…` : 'Installing packages (about a minute the first time)…');
  const only = parts.map((part) => `--workspace=${part}`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, args, options] = npmCommand(['ci', ...only, ...flags]);
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', ...options });
  if (status !== 0) throw new Error('npm ci failed. Its output is above. Fix the cause and run the command again.');
  if (parts.length > 0) fs.writeFileSync(stamp, installed);
}

/** Returns the command, arguments and spawn options for npm: the npm that runs this script, or the one on the PATH. */
export function npmCommand(args) {
  const running = process.env.npm_execpath;
  // Under yarn or pnpm the variable contains their path. They do not support our lockfile and these options.
  if (running && /^npm-cli\.c?js$/.test(path.basename(running))) return [process.execPath, [running, ...args], {}];
  return process.platform === 'win32' ? ['npm.cmd', args, { shell: true }] : ['npm', args, {}];
}

/** Runs a program in the root, and returns its output. Throws an error with the output if it fails. */
export function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Infinity,
    ...options,
  });
  if (status === 0) return stdout.trim();
  const name = [command, ...args].map((word) => path.basename(word)).slice(0, 2);
  throw new Error(`${stdout ?? ''}${stderr ?? ''}${error ?? ''}\n${name.join(' ')} failed. Its output is above.`);
}

/** Returns true if a program ends without an error. */
export const runs = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Returns true if the command is on the PATH. Some machines have no `which`. */
export const isOnPath = (command) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => folder && fs.existsSync(path.join(folder, command)));

export function whyAptCannotInstall() {
  if (process.platform !== 'linux' || !runs('apt-get', '--version')) return 'apt-get is only on Debian and Ubuntu';
  return process.getuid() === 0 ? undefined : 'apt-get needs root';
}

/** Runs apt-get. Throws an error with its output if it fails. */
export const apt = (...args) => run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

/** Returns a free port on loopback, for a program that cannot choose one itself. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

export function fail(error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Error(
    `This project needs Node ${OLDEST_NODE.join('.')} or newer. This is Node ${process.versions.node}. ` +
      'Install a newer version from https://nodejs.org and run the command again.',
  );
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Compares the lockfile with node_modules/.package-lock.json, which npm writes as its last step. */
function isInstalled(lock, npmList) {
  if (!npmList) return false;
  const installed = JSON.parse(npmList).packages;
  const { packages } = JSON.parse(lock);
  const required = Object.entries(packages).filter(([name]) => name.startsWith('node_modules/'));
  return (
    // npm does not install optional packages on unsupported platforms.
    required.every(
      ([name, { version, optional }]) => (optional && !installed[name]) || installed[name]?.version === version,
    ) && Object.keys(installed).every((name) => name in packages)
  );
}

/** Installs the packages of folders. One without a lockfile is a part of the workspace that its parent is. */
function installAll(folders) {
  const partsOf = new Map();
  for (const folder of folders) {
    const isPart = !fs.existsSync(path.join(folder, 'package-lock.json'));
    const place = isPart ? path.dirname(folder) : folder;
    partsOf.set(place, [...(partsOf.get(place) ?? []), ...(isPart ? [path.basename(folder)] : [])]);
  }
  for (const [place, parts] of partsOf) ensurePackages(place, parts);
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fs.realpathSync(fileURLToPath(import.meta.url))) {
  const folders = process.argv.slice(2).map((folder) => path.resolve(root, folder));
  try {
    installAll(folders.length ? folders : [root]);
  } catch (error) {
    fail(error);
  }
}
