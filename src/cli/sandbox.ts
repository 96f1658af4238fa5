import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { LendingError } from '../errors.js';
import { rejection } from '../sandbox/api/responses.js';
import { DEFAULT_BEHAVIOUR } from '../sandbox/options.js';
import type { Sandbox, SandboxOptions } from '../sandbox/index.js';
import { environmentLines } from '../sandbox/environment.js';
import { resumeSandbox, type SandboxState } from '../sandbox/api/service.js';
import { isLoopback } from '../schema/widget/loopback.js';
import { toNodeListener } from '../server/node/index.js';
import { listen, originOf, stopSignal } from './listen.js';
import { likeRehearsal, type Rehearsal } from './rehearse/shapes.js';
import { readEnv, UsageError, type Options } from './usage.js';

/** The port of the command, if neither the command line nor the environment names another one. */
const PORT = 4010;
const EXPOSE = 'expose-to-network';
const HOURS = 8;

/** Runs a sandbox until the process is told to stop, or until its time is over. `timeLimit` gets milliseconds. */
export async function runSandbox(
  { values, flags }: Options,
  timeLimit = (ms: number) => AbortSignal.timeout(ms),
): Promise<boolean> {
  const host = hostOf(values['host'] ?? '127.0.0.1', flags.has(EXPOSE));
  const { file } = values;
  const saved = file === undefined ? undefined : readState(file);
  const named = await sandboxPort();
  const server = await listen('The sandbox', values['port'] ?? String(named ?? PORT), host);
  const isExposed = !isPrivate(host);
  try {
    const origin = originOf(server, nameOf(server, host));
    const options: SandboxOptions = { ...sandboxOptions({ values, flags }), origin };
    const like = values['like'] === undefined ? undefined : readRehearsal(values['like']);
    const { filePart } = like?.settings ?? {};
    if (filePart) options.behaviour = { ...options.behaviour, filePart };
    // Other machines of the network could guess the default key.
    if (isExposed) options.secretKey = `sandbox_${randomBytes(24).toString('base64url')}`;
    const sandbox = resumeSandbox(options, saved, (state) => file !== undefined && writeState(file, state));
    const fetch = like ? likeRehearsal(like, sandbox.fetch) : sandbox.fetch;
    server.on('request', sandboxListener({ baseUrl: sandbox.baseUrl, fetch }, isExposed));
    print(sandbox, file !== undefined, isExposed, values['file-part']);
    if (named !== undefined && !sandbox.baseUrl.endsWith(`:${named}`))
      console.error(`Your environment names port ${named}. Replace its lines by these.`);
    await stopSignal(timeLimit(HOURS * 3_600_000));
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return true;
}

function hostOf(host: string, mayExpose: boolean): string {
  if (isPrivate(host) || mayExpose) return host;
  throw new UsageError(
    `--host names an address that other machines can reach. Everybody in that network could then read and change the test data. Add --${EXPOSE} if you want that.`,
  );
}

/** The sandbox's port on this machine, from the environment or from the file that `init` wrote. */
async function sandboxPort(): Promise<number | undefined> {
  const { LENDING_BASE_URL: url = '' } = (await readEnv()).env;
  return URL.canParse(url) && isLoopback(new URL(url).hostname) ? Number(new URL(url).port) || undefined : undefined;
}

/** Chooses the port for a new environment: the default port, unless a program other than a sandbox uses it. */
export async function choosePort(): Promise<number> {
  const named = await sandboxPort();
  if (named !== undefined) return named;
  const probeOptions = { redirect: 'manual' as const, signal: AbortSignal.timeout(2000) };
  const running = await fetch(`http://127.0.0.1:${PORT}/`, probeOptions).catch(() => undefined);
  if (running?.headers.has('x-sandbox')) return PORT;
  const start = (port: number) => listen('The sandbox', String(port), '127.0.0.1');
  const server = await start(PORT).catch(() => start(0));
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The host of the sandbox's URL. `0.0.0.0` (all addresses of this machine) is replaced by the first address. */
function nameOf(server: Server, host: string): string {
  if (!['0.0.0.0', '::'].includes((server.address() as AddressInfo).address)) return host;
  const all = Object.values(os.networkInterfaces()).flatMap((some) => some ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}

/** Returns the variables of a backend that calls a sandbox, as lines of an environment file. */
export const sandboxEnvironment = ({ baseUrl, secretKey, widget }: Sandbox): string[] =>
  environmentLines({ baseUrl, secretKey, widget, sessionSecret: randomBytes(32).toString('base64url') });

function print(sandbox: Sandbox, hasFile: boolean, isExposed: boolean, filePart: string | undefined): void {
  for (const line of sandboxEnvironment(sandbox)) console.log(line);
  const stored = hasFile ? 'It keeps test data in its file for 7 days.' : 'It stores nothing.';
  console.error(
    `\nThis is a made-up lender. ${stored} Press Ctrl+C to stop it. It stops by itself after ${HOURS} hours.`,
  );
  if (!isExposed) console.error(`Its dashboard is at ${sandbox.baseUrl}/dashboard.`);
  if (filePart) console.error('Set the option filePart of createHandler(), too: it has no variable.');
  if (isExposed) console.error('Other machines can reach it. Never enter real data.');
}

const isPrivate = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/**
 * Creates the listener of a sandbox. If only this machine can reach it, it rejects other names in the `Host` header: a page on the internet can make
 * its own name lead here (DNS rebinding), and would then read the responses.
 */
function sandboxListener({ fetch, baseUrl }: Pick<Sandbox, 'fetch' | 'baseUrl'>, isExposed: boolean): RequestListener {
  return toNodeListener(async (request) => {
    const { hostname, origin, pathname, search } = new URL(request.url);
    if (!isExposed && !isLoopback(hostname))
      return rejection(421, `The sandbox answers only for this machine. Use ${baseUrl}.`, { 'x-sandbox': '1' });
    // The dashboard redirects to its own host.
    if (origin === baseUrl || pathname.startsWith('/dashboard')) return fetch(request);
    const { method, headers, body, signal } = request;
    return fetch(
      new Request(baseUrl + pathname + search, { method, headers, body, signal, duplex: 'half' } as RequestInit),
    );
  });
}

const OFFERS_AFTER = [0, 10, 30];

/** Returns the options of `createSandbox()` that the command line names. `createSandbox()` checks the values. */
function sandboxOptions({ values, flags }: Pick<Options, 'values' | 'flags'>): SandboxOptions {
  const behaviour = Object.keys(DEFAULT_BEHAVIOUR).flatMap((name) => {
    const given = values[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
    return given === undefined ? [] : [[name, name === 'successStatus' ? Number(given) : given] as const];
  });
  const lifetime = values['token-lifetime'];
  return {
    strict: !flags.has('lenient'),
    behaviour: Object.fromEntries(behaviour),
    tokens: {
      singleUse: flags.has('single-use-tokens'),
      ...(lifetime !== undefined && { lifetimeSeconds: Number(lifetime) }),
    },
    offersAfterSeconds: values['offers-after']?.split(',').map(Number) ?? OFFERS_AFTER,
  };
}

function readRehearsal(file: string): Rehearsal {
  try {
    const { calls, settings } = JSON.parse(fs.readFileSync(file, 'utf8')) as Rehearsal;
    return { calls: { ...calls }, settings: { ...settings } };
  } catch {
    const remedy = 'Name the file that lending-elements rehearse wrote.';
    throw new LendingError('config-invalid', '--like: the file cannot be read, or it is not a rehearsal.', { remedy });
  }
}

const NOTE = 'Test data of the lending-elements sandbox. Nothing in it is real, and it may be deleted.';
/** The age in milliseconds at which applications and calls are forgotten. */
const MAX_AGE = 7 * 24 * 3600 * 1000;

/** Reads the file in which a sandbox keeps its applications and calls. A file of another kind is rejected, so that it is never overwritten. */
function readState(file: string): SandboxState {
  if (!fs.existsSync(file)) return { companies: [], calls: [] };
  try {
    const { note, version, ...state } = JSON.parse(fs.readFileSync(file, 'utf8')) as SandboxState & {
      note?: unknown;
      version?: unknown;
    };
    if (note === NOTE && version === 1) return withoutOld(state);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error;
  }
  throw new LendingError('config-invalid', 'The file is damaged, or the sandbox did not write it.', {
    remedy: 'Delete it if it has only test data, or choose another one: --file <file>.',
  });
}

/** Replaces the file atomically, so that a reader or a crash never leaves half a file. Only the user who runs the sandbox can read the file. */
function writeState(file: string, state: SandboxState): void {
  const text = `${JSON.stringify({ note: NOTE, version: 1, ...withoutOld(state) }, undefined, 1)}\n`;
  const draft = `${file}.${randomUUID()}`;
  try {
    try {
      fs.writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
      fs.renameSync(draft, file);
    } finally {
      fs.rmSync(draft, { force: true });
    }
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    console.error(`The sandbox could not write its file (${code ?? name}). It goes on in memory.`);
  }
}

const withoutOld = ({ companies, calls }: SandboxState): SandboxState => ({
  companies: companies.filter(({ createdAt }) => Date.now() - createdAt < MAX_AGE),
  calls: calls.filter(({ at }) => Date.now() - at < MAX_AGE),
});
