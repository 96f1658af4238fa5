// Starts a Redis for tests, on loopback and a free port, without persistence. Installs Redis if it is missing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
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

/** Starts a Redis. Returns its URL and a function that stops it. */
export async function startRedis() {
  const file = findRedis();
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: os.tmpdir() };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(file, args, { argv0: 'redis-server', stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (/ready to accept connections/i.test(line)) break;
  }
  if (!/ready/i.test(lines.at(-1) ?? '')) throw new Error(`Redis did not start: ${lines.join('\n')}`);
  child.stdout.resume();
  return { url: `redis://127.0.0.1:${port}`, close: () => (child.kill(), ended) };
}
