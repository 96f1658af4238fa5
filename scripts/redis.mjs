// Starts a Redis for tests, on loopback and a free port. Installs Redis if it is missing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { apt, whyAptCannotInstall, runs } from './apt.mjs';
import { freePort } from './free-port.mjs';

/** Debian's package `redis-tools` contains the server under this name. Its package `redis-server` would also start a service. */
const DEBIAN = '/usr/bin/redis-check-rdb';

/** Returns the command of the server, after installing it if necessary. Throws an error with the reason if it cannot. */
export function findRedis() {
  if (runs('redis-server', '--version')) return 'redis-server';
  if (!fs.existsSync(DEBIAN)) {
    const reason = whyAptCannotInstall();
    if (reason) throw new Error(`redis-server is not installed, and it cannot be installed: ${reason}.`);
    console.log('Installing Redis…');
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'redis-tools');
  }
  return DEBIAN;
}

/** The settings of a Redis that keeps each write that it confirms. */
export const DURABLE = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };

/**
 * Starts a Redis in a temporary folder. Returns its URL, and functions that kill it as a crash would, start it again and stop it.
 * `settings` are settings of redis.conf. Default: nothing is kept on disk.
 */
export async function startRedis(settings = {}) {
  const file = findRedis();
  const port = await freePort();
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-redis-'));
  const all = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir, ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let child;

  async function start() {
    child = spawn(file, args, { argv0: 'redis-server', stdio: ['ignore', 'pipe', 'inherit'] });
    child.ended = once(child, 'close');
    const lines = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (/ready to accept connections/i.test(line)) break;
    }
    if (!/ready/i.test(lines.at(-1) ?? '')) throw new Error(`Redis did not start: ${lines.join('\n')}`);
    child.stdout.resume();
  }

  async function stop(signal) {
    child.kill(signal);
    await child.ended;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    crash: () => stop('SIGKILL'),
    async close() {
      // Redis does not end by itself while it writes its first file.
      if (child.exitCode === null && !child.signalCode) await stop('SIGKILL');
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}
