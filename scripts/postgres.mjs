// Starts a PostgreSQL for tests: a new cluster in a temporary folder, on loopback and a free port, with fsync. Installs PostgreSQL if it
// is missing.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { apt, freePort, run, runs, whyAptCannotInstall } from './setup.mjs';

/** Debian installs each version into a folder of its own. */
const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of the programs, after installing them if necessary. Throws an error with the reason if it cannot. */
export function findPostgres() {
  const found = programsOf();
  if (found !== undefined) return found;
  const reason = whyAptCannotInstall();
  if (reason) throw new Error(`PostgreSQL is not installed, and it cannot be installed: ${reason}.`);
  console.log('Installing PostgreSQL…');
  apt('update');
  // Without this setting the package would also create and start a cluster.
  fs.mkdirSync('/etc/postgresql-common', { recursive: true });
  fs.writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n', { flag: 'a' });
  apt('install', '-y', '--no-install-recommends', 'postgresql');
  return programsOf() ?? '';
}

/** Returns the folder with `initdb`, or '' if it is on the PATH. */
function programsOf() {
  if (runs('initdb', '--version')) return '';
  const versions = fs.existsSync(DEBIAN) ? fs.readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(DEBIAN, version, 'bin'))
    .find((one) => fs.existsSync(path.join(one, 'initdb')));
}

/**
 * Starts a PostgreSQL. Returns its URL, and functions that restart it, kill it as a crash would, start it again and stop it.
 * `settings` are settings of postgresql.conf.
 */
export async function startPostgres(settings = {}) {
  const bin = findPostgres();
  // PostgreSQL does not run as root.
  const user = process.getuid?.() === 0 ? idsOf('postgres') : undefined;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-postgres-'));
  if (user) fs.chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const password = crypto.randomUUID();
  const passwordFile = path.join(folder, 'password');
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) fs.chownSync(passwordFile, user.uid, user.gid);
  const login = ['-U', 'lending', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const format = ['-E', 'UTF8', '--locale=C', '--no-sync'];
  run(path.join(bin, 'initdb'), ['-D', data, ...login, ...format], { cwd: folder, ...user });

  const port = await freePort();
  const all = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'on', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child;

  async function start() {
    child = spawn(path.join(bin, 'postgres'), ['-D', data, ...options], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    });
    let log = '';
    child.stderr.on('data', (piece) => (log = (log + piece).slice(-4000)));
    const current = child;
    current.ended = new Promise((resolve) => current.once('close', resolve));
    const isReady = () => runs(path.join(bin, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', String(port));
    for (const end = Date.now() + 30_000; Date.now() < end;) {
      if (current.exitCode !== null || current.signalCode) break;
      if (isReady()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`PostgreSQL did not start: ${log}`);
  }

  /** `SIGINT` disconnects all clients and stops; `SIGQUIT` stops immediately, as after a crash. */
  async function stop(signal) {
    child.kill(signal);
    await child.ended;
  }

  await start();
  return {
    url: `postgres://lending:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop: () => stop('SIGINT'),
    crash: () => stop('SIGQUIT'),
    async close() {
      if (child.exitCode === null && !child.signalCode) await stop('SIGINT');
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function idsOf(name) {
  const number = (option) => Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout);
  return { uid: number('-u'), gid: number('-g') };
}
