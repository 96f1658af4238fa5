// One contender of `npm run bench:server` and `bench/capacity.mjs`, in its own process: `node contenders.mjs <name> <places as JSON>`.
// It sends its port to the parent process, and then its memory and processor time on request.
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import express from 'express';
import { createHandler } from 'lending-elements/server';
import { nodeFetch, toNodeListener } from 'lending-elements/server/node';
import { z } from 'zod';
import { runServe } from '../dist/cli/serve.js';
import { readHandlerOptions } from '../dist/cli/serve/options.js';
import { createUserTokens } from '../dist/cli/serve/user-token.js';
import { STORES } from './capacity/stores.mjs';
import { MOUNT, USER_KEY } from './service.mjs';

const KEY = 'a-key-of-nobody';
const SECRET = 'a-sample-secret-of-thirty-two-chars-or-more';
const [, , name, json] = process.argv;
const { service, ...places } = JSON.parse(json);

/** A new folder, which is deleted at the end. */
function newFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-bench-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true }));
  return folder;
}

const often = { requests: 1e9, seconds: 60 };
/** The library as a partner mounts it, with limits that nobody reaches. */
const library = (store) =>
  toNodeListener(
    createHandler({
      environment: 'sandbox',
      baseUrl: service,
      secretKey: KEY,
      path: MOUNT,
      secret: SECRET,
      store,
      fetch: nodeFetch,
      limits: { requests: often, consents: often },
      authorize: (request) => ({ subject: /user=([^;]+)/.exec(request.headers.get('cookie'))[1] }),
    }),
  );

const LISTENERS = {
  'a store in memory': () => library(STORES.memory()),
  'a store in SQLite': () => library(STORES.SQLite({ folder: newFolder(), ...places })),
  'a store in PostgreSQL': () => library(STORES.PostgreSQL(places)),

  'mounted in node:http': () => mounted(),
  'lending-elements serve': () => served(),

  'Express by hand': () => byHand(),
  /** It writes a line for each call, and waits until the line is on the disk. */
  'Express by hand, fsync': async () => {
    const file = await fs.promises.open(path.join(newFolder(), 'lines.jsonl'), 'a');
    return byHand(async (entry) => {
      await file.appendFile(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
      await file.sync();
    });
  },
};

/** The environment of both handlers that read a token, and write a line for each request. */
function tokenEnvironment() {
  const folder = newFolder();
  fs.writeFileSync(
    path.join(folder, 'settings.json'),
    JSON.stringify({ limits: { requests: often, consents: often } }),
  );
  return Object.assign(process.env, {
    LENDING_ENVIRONMENT: 'sandbox',
    LENDING_BASE_URL: service,
    LENDING_SECRET_KEY: KEY,
    LENDING_SESSION_SECRET: SECRET,
    LENDING_DATABASE: path.join(folder, 'lending.db'),
    LENDING_SETTINGS: path.join(folder, 'settings.json'),
    LENDING_USER_KEY: USER_KEY,
  });
}

/** The handler in a server of the partner's, with the token check and the log of `serve`. */
async function mounted() {
  const env = tokenEnvironment();
  const lines = fs.createWriteStream('/dev/null');
  const server = http.createServer((request, response) => void ready.then((listener) => listener(request, response)));
  // A request may come before the options are read.
  const ready = once(server, 'listening').then(async () => {
    const users = await createUserTokens(env, `http://127.0.0.1:${server.address().port}`, () => {});
    const log = (entry) => lines.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
    const options = await readHandlerOptions(env);
    return toNodeListener(createHandler({ ...options, authorize: users.authorize, log }));
  });
  return server;
}

/** The command in this process. Its lines go nowhere, except the one with its port. */
function served() {
  tokenEnvironment();
  const lines = fs.createWriteStream('/dev/null');
  process.stdout.write = (line) => {
    const [, port] = /listens at http:\S+:(\d+)/.exec(line) ?? [];
    if (port) process.send({ port: Number(port) });
    return lines.write(line);
  };
  void runServe(['--port', '0']);
}

/** The bodies that a partner could check. */
const BODIES = {
  applications: z.object({
    region: z.string(),
    company: z.looseObject({}),
    applicant: z.looseObject({ email: z.email() }),
  }),
  prequalification: z.object({
    funding_amount: z.number().positive(),
    monthly_revenue: z.number().nonnegative(),
    any_ccj: z.boolean(),
  }),
  'request-offers': z.object({ credit_score_check_consent: z.literal(true) }),
  'widget-token': z.object({}),
};

/**
 * A route as a partner could write it: it knows the user and the user's company, rejects other sites, checks the body, and calls the
 * service with a time limit over connections that stay open.
 */
function byHand(record = async () => {}) {
  const applications = new Map();
  const app = express();
  app.use(express.json());
  app.use(express.raw({ type: 'multipart/form-data', limit: 2 ** 25 }));
  app.post(`${MOUNT}/:call`, async (request, response) => {
    const { call } = request.params;
    const [, user] = /user=([^;]+)/.exec(request.get('cookie')) ?? [];
    if (!user) return response.status(401).json({ error: 'Sign in first.' });
    if (request.get('sec-fetch-site') !== 'same-origin') return response.status(403).json({ error: 'Another site.' });
    const isFile = call === 'documents' && !!request.is('multipart/form-data');
    const checked = isFile ? { success: true } : BODIES[call]?.safeParse(request.body);
    if (!checked?.success) return response.status(422).json({ error: 'Check your answers.' });
    const { company, email } = applications.get(user) ?? {};
    if (call !== 'applications' && !company) return response.status(409).json({ error: 'Apply first.' });
    await record({ user, company, call });
    const to = {
      applications: 'applications',
      'request-offers': `applications/${company}/request-offers`,
      'widget-token': 'applications/auth',
    };
    const content = call === 'widget-token' ? { company_id: company, email } : checked.data;
    const answer = await fetch(`${service}/partner-api/v1/${to[call] ?? `companies/${company}/${call}`}`, {
      method: 'POST',
      headers: { 'content-type': request.get('content-type'), accept: 'application/json', 'x-bs-sk': KEY },
      body: isFile ? request.body : JSON.stringify(content),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    const body = await answer.json();
    if (call === 'applications' && answer.ok)
      applications.set(user, { company: body.data.company.id, email: checked.data.applicant.email });
    return response.status(answer.status).json(body);
  });
  return app;
}

const listener = await LISTENERS[name]();
if (listener) {
  const server = listener instanceof http.Server ? listener : http.createServer(listener);
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  // A contender keeps its connections while others are measured.
  server.keepAliveTimeout = 0;
}
process.on('message', (question) => {
  const { user, system } = process.cpuUsage();
  // Only for memory: a garbage collection also discards optimized code, so the next calls are slower.
  if (question === 'memory') globalThis.gc();
  process.send({ cpu: user + system, rss: process.memoryUsage().rss, peak: process.resourceUsage().maxRSS * 1024 });
});
process.on('disconnect', () => process.exit());
