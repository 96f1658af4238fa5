// Starts `lending-elements serve` with a sandbox and a webhook on loopback, and an application that signs tokens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import readline from 'node:readline';
import { SignJWT } from 'jose';
import { DIST, ensureBuilt } from '../../support/dist.mjs';
import { serve as listen } from '../../support/doctor.mjs';

export const ORIGIN = 'https://partner.example';
export const USER_KEY = 'c6Yd0Wq2mT8rXv4KpZ9sLb1NfJ7uGhEa5Q3oViBx';
export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const LONGEST_MS = 120_000;

/** Signs a token as the application would. */
export const signToken = (claims = {}, { key = USER_KEY, alg = 'HS256', header = {} } = {}) =>
  new SignJWT({ sub: 'jane', aud: ORIGIN, exp: Math.floor(Date.now() / 1000) + 600, ...claims })
    .setProtectedHeader({ alg, ...header })
    .sign(typeof key === 'string' ? new TextEncoder().encode(key) : key);

/** Starts the sandbox and the webhook. `take({ headers, body })` returns the webhook's status, or 0 for a response that is lost. */
export async function startWorld(take = () => 204) {
  await ensureBuilt();
  const { createSandbox } = await import('lending-elements/sandbox');
  const { toNodeListener } = await import('lending-elements/server/node');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-serve-'));
  let listener;
  const world = { calls: 0, folder };
  const service = await listen((request, response) => {
    // At the start the process looks whether the service can be reached.
    if (request.method === 'POST') world.calls++;
    listener(request, response);
  });
  const sandbox = createSandbox({ origin: service.origin });
  listener = toNodeListener(sandbox.fetch);
  const deliveries = [];
  const webhook = await listen(async (request, response) => {
    const body = (await request.toArray()).join('');
    const status = await take({ headers: request.headers, body });
    deliveries.push({ headers: request.headers, body, status });
    if (status) response.writeHead(status).end();
    else response.destroy();
  });
  const env = {
    LENDING_ENVIRONMENT: 'sandbox',
    LENDING_BASE_URL: sandbox.baseUrl,
    LENDING_SECRET_KEY: sandbox.secretKey,
    LENDING_SESSION_SECRET: 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa',
    LENDING_DATABASE: path.join(folder, 'lending.db'),
    LENDING_PUBLIC_ORIGIN: ORIGIN,
    LENDING_USER_KEY: USER_KEY,
    LENDING_WEBHOOK_URL: webhook.origin,
    LENDING_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
  const close = async () => {
    service.close();
    webhook.close();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return Object.assign(world, { sandbox, deliveries, env, close });
}

/** Starts the process, and resolves when it listens or has ended. `inside` is a command that runs another one. */
export async function serve({ folder, inside = [], dist = DIST }, env, ...args) {
  const [program, ...rest] = [...inside, process.execPath, path.join(dist, 'cli.js'), 'serve', '--port', '0'];
  const child = spawn(program, [...rest, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    timeout: LONGEST_MS,
  });
  const lines = [];
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  const ended = once(child, 'close').then(([code]) => code);
  const started = new Promise((resolve) => {
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(JSON.parse(line));
      const [, url] = /listens at (http:\S+\d)/.exec(lines.at(-1).message ?? '') ?? [];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([started, ended.then(() => undefined)]);
  const stop = (signal = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return { url, lines, ended, stop, errors: () => errors };
}

/** Sends a request as a page of the partner would, through a proxy that passes on its own Host header. */
export async function send(
  url,
  route,
  { token, body = route.endsWith('session') ? {} : undefined, headers = {} } = {},
) {
  const init = {
    headers: {
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
      'x-lending-elements': '1',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  };
  const response = await fetch(`${url}/api/lending/${route}`, init);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type'));
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
