// Installs the packages where they are missing. Runs before node_modules exists: node built-ins only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const lockfile = path.join(root, 'package-lock.json');
const modules = path.join(root, 'node_modules');
const stamp = path.join(modules, '.lending-setup');
/** Not inside node_modules, which npm empties first. */
const busy = path.join(os.tmpdir(), `lending-setup-${process.getuid?.() ?? 0}-${sha256(root).slice(0, 12)}.pid`);
const OLDEST_NODE = [20, 19];

/** Makes node_modules agree with package-lock.json; costs nothing when it already does. */
export async function ensurePackages() {
  checkNode();
  const lock = fs.readFileSync(lockfile);
  const hash = sha256(lock);
  if (read(stamp) === hash) return;
  await othersInstall();
  if (!isInstalled(JSON.parse(lock))) {
    console.log('Installing packages (about a minute the first time)…');
    const { code, output } = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
    if (code !== 0) throw new Error(`${output.trim()}\n\nnpm ci failed. ${remedy(output)}`);
  }
  try {
    fs.writeFileSync(stamp, hash);
  } catch {
    // The packages of another user, or a read-only checkout: the only loss is that the next run compares again.
  }
}

/** How to start npm: the one that runs us, else the one on the PATH. */
export function npmCommand(args) {
  const running = process.env.npm_execpath;
  // Under yarn or pnpm the variable names those, and they know neither our lockfile nor these options.
  if (running && /^npm-cli\.c?js$/.test(path.basename(running))) return [process.execPath, [running, ...args], {}];
  return process.platform === 'win32' ? ['npm.cmd', args, { shell: true }] : ['npm', args, {}];
}

/** Prints what went wrong, without a stack, and ends with an error code. */
export function fail(error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Error(
    `This project needs Node ${OLDEST_NODE.join('.')} or newer, and this is Node ${process.versions.node}. ` +
      'Install a current Node from https://nodejs.org and run the command again.',
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

/** npm writes what it has installed into node_modules/.package-lock.json, as its last step. */
function isInstalled(lock) {
  const hidden = read(path.join(modules, '.package-lock.json'));
  if (!hidden) return false;
  const installed = JSON.parse(hidden).packages;
  const wanted = Object.entries(lock.packages).filter(([name]) => name.startsWith('node_modules/'));
  return (
    // Optional packages are left out on platforms that they do not support.
    wanted.every(
      ([name, { version, optional }]) => (optional && !installed[name]) || installed[name]?.version === version,
    ) && Object.keys(installed).every((name) => name in lock.packages)
  );
}

/** Two installations into one folder spoil each other: waits for the one of a command in another terminal. */
async function othersInstall() {
  if (!isRunning(Number(read(busy)))) return;
  console.log('Waiting for the installation that another command has begun…');
  // Not for ever: after a crash the number may have gone to a program that never ends.
  for (const end = Date.now() + 600_000; isRunning(Number(read(busy))) && Date.now() < end;) {
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

function runNpm(args) {
  const [command, argv, options] = npmCommand(args);
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    // The id of npm, not ours: npm goes on when we are killed.
    fs.rmSync(busy, { force: true });
    if (child.pid) fs.writeFileSync(busy, String(child.pid), { flag: 'wx' });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => {
      fs.rmSync(busy, { force: true });
      resolve({ code, output });
    });
  });
}

function remedy(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/.test(output)) {
    return 'The package registry could not be reached: check the network connection, or the proxy and registry in your npm settings, and run the command again.';
  }
  if (/EUSAGE|in sync/.test(output)) {
    return 'package.json and package-lock.json disagree: run `npm install` to bring the lockfile up to date, and run the command again.';
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return "node_modules or npm's cache belongs to someone else: run the command as its owner, or remove node_modules and try again.";
  }
  if (/ENOSPC/.test(output)) return 'The disk is full: free about 1.5 GB and run the command again.';
  if (/spawn npm/.test(output)) return 'npm is not on the PATH: it comes with Node, see https://nodejs.org.';
  return 'Read the lines above, mend what they name, and run the command again.';
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fs.realpathSync(fileURLToPath(import.meta.url))) {
  ensurePackages().catch(fail);
}
