// A Redis of its own for tests: on loopback, on a free port, keeping nothing. It is installed where it is missing and can be.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { apt, whyNoApt, works } from './apt.mjs';
import { freePort } from './free-port.mjs';

/** Debian has the server in this package under another name. Its package `redis-server` would start a service besides. */
const DEBIAN = '/usr/bin/redis-check-rdb';

/** The server's file, installed now if it has to be. Throws an error that says why there is none. */
export function findRedis() {
  if (works('redis-server', '--version')) return 'redis-server';
  if (!fs.existsSync(DEBIAN)) {
    const why = whyNoApt();
    if (why) throw new Error(`There is no redis-server, and it cannot be installed: ${why}.`);
    console.log('Installing Redis…');
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'redis-tools');
  }
  return DEBIAN;
}

/** Starts a Redis, and answers with its address and how to end it. */
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
