// Installs missing packages. `node scripts/setup.mjs` installs those of the project. Folders as arguments install those of each
// folder, for example of an example, or of a part of an npm workspace. This runs before node_modules exists, so it imports only Node's built-in modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_NODE = [20, 19];

/** The lockfile of a folder, npm's list of installed packages, our stamp, and the PID file of a running installation. */
function filesOf(folder) {
  const modules = path.join(folder, 'node_modules');
  return {
    lockfile: path.join(folder, 'package-lock.json'),
    installed: path.join(modules, '.package-lock.json'),
    stamp: path.join(modules, '.lending-setup'),
    // Not in node_modules: npm empties that folder first.
    pidFile: path.join(os.tmpdir(), `lending-setup-${process.getuid?.() ?? 0}-${sha256(folder).slice(0, 12)}.pid`),
  };
}

/** Installs the packages of a folder, or of some parts of its workspace, if its node_modules differs from its package-lock.json. */
export async function ensurePackages(folder = root, parts = []) {
  checkNode();
  const { lockfile, installed, stamp, pidFile } = filesOf(folder);
  const lock = fs.readFileSync(lockfile);
  const hash = sha256([lock, ...parts].join('\n'));
  if (read(stamp) === hash) return;
  await waitForOtherInstall(pidFile);
  if (!isInstalled(JSON.parse(lock), read(installed))) {
    const where = path.relative(root, folder);
    console.log(
      where ? `Installing the packages of ${where}…` : 'Installing packages (about a minute the first time)…',
    );
    const only = parts.map((part) => `--workspace=${part}`);
    const args = ['ci', ...only, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await runNpm(args, folder, pidFile);
    if (code !== 0) throw new Error(`${output.trim()}\n\nnpm ci failed. ${remedy(output)}`);
  }
  try {
    fs.writeFileSync(stamp, hash);
  } catch {
    // node_modules belongs to another user or is read-only. The next run compares the packages again.
  }
}

/** Returns the command, arguments and spawn options for npm: the npm that runs this script, or the one on the PATH. */
export function npmCommand(args) {
  const running = process.env.npm_execpath;
  // Under yarn or pnpm the variable contains their path. They do not support our lockfile and these options.
  if (running && /^npm-cli\.c?js$/.test(path.basename(running))) return [process.execPath, [running, ...args], {}];
  return process.platform === 'win32' ? ['npm.cmd', args, { shell: true }] : ['npm', args, {}];
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

function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
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
  const required = Object.entries(lock.packages).filter(([name]) => name.startsWith('node_modules/'));
  return (
    // npm does not install optional packages on unsupported platforms.
    required.every(
      ([name, { version, optional }]) => (optional && !installed[name]) || installed[name]?.version === version,
    ) && Object.keys(installed).every((name) => name in lock.packages)
  );
}

/** Waits for an installation into the same folder by another command. Two at the same time would corrupt the folder. */
async function waitForOtherInstall(pidFile) {
  if (!isRunning(Number(read(pidFile)))) return;
  console.log('Waiting for another command that is installing packages…');
  // The wait has a limit: after a crash the system can reuse the PID for a long-running program.
  for (const end = Date.now() + 600_000; isRunning(Number(read(pidFile))) && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function runNpm(args, cwd, pidFile) {
  const [command, argv, options] = npmCommand(args);
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, argv, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    // The PID of npm, not of this process: npm continues if this process is killed.
    fs.rmSync(pidFile, { force: true });
    if (child.pid) fs.writeFileSync(pidFile, String(child.pid), { flag: 'wx' });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => {
      fs.rmSync(pidFile, { force: true });
      resolve({ code, output });
    });
  });
}

function remedy(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/.test(output)) {
    return 'npm could not reach the package registry. Check the network connection and the proxy and registry in your npm settings, and run the command again.';
  }
  if (/EUSAGE|in sync/.test(output)) {
    return 'package.json and package-lock.json do not match. Run `npm install` to update the lockfile, and run the command again.';
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return "node_modules or npm's cache belongs to another user or is read-only. Run the command as its owner, or delete node_modules and run the command again.";
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. Free about 1.5 GB and run the command again.';
  if (/spawn npm/.test(output))
    return 'npm is not on the PATH. It is part of Node: install Node from https://nodejs.org and run the command again.';
  return 'Its output is above. Fix the cause and run the command again.';
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fs.realpathSync(fileURLToPath(import.meta.url))) {
  const folders = process.argv.slice(2).map((folder) => path.resolve(root, folder));
  installAll(folders.length ? folders : [root]).catch(fail);
}

/** A folder without a lockfile is a part of the workspace that its parent is. */
async function installAll(folders) {
  const partsOf = new Map();
  for (const folder of folders) {
    const isPart = !fs.existsSync(filesOf(folder).lockfile);
    const place = isPart ? path.dirname(folder) : folder;
    partsOf.set(place, [...(partsOf.get(place) ?? []), ...(isPart ? [path.basename(folder)] : [])]);
  }
  for (const [place, parts] of partsOf) await ensurePackages(place, parts);
}
