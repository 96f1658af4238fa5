import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import workerd from 'workerd';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The platforms of examples/, and how each is started: with its environment, in a process of its own. */
export const PLATFORMS = {
  'node:http': (env) => run(process.execPath, ['examples/node/server.mjs'], env),
  Express: (env) => run(process.execPath, ['examples/express/server.mjs'], env),
  Fastify: (env) => run(process.execPath, ['examples/fastify/server.mjs'], env),
  Hono: (env) => run(process.execPath, ['examples/hono/server.mjs'], env),
  Next: startNext,
  'Cloudflare Workers': startWorker,
};

/** Nothing outlives its tests by much. */
const BOUNDED = { timeout: 180_000, killSignal: 'SIGKILL' };

/**
 * Starts a program, and waits until it says which port of loopback it listens on. `complaints()` is what it has written
 * to its error output, and says whether it has ended by itself.
 */
async function run(command, args, env) {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { ...BOUNDED, cwd: ROOT, env: { PATH, HOME, PORT: '0', ...env } });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += chunk.toString()));
  const ended = once(child, 'close');
  const port = await Promise.race([
    portOf(child.stdout),
    ended.then(() => Promise.reject(new Error(`${args.join(' ')} ended before it listened.\n${complaints}`))),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    complaints: () => (isRunning(child) ? complaints : `It has ended. ${complaints}`),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const isRunning = ({ exitCode, signalCode }) => exitCode === null && signalCode === null;

function portOf(output) {
  let text = '';
  return new Promise((resolve) => {
    output.on('data', (chunk) => {
      text += chunk.toString();
      const [, port] = /(?:127\.0\.0\.1|localhost|"port"):(\d+)\D/.exec(text) ?? [];
      if (port) resolve(port);
    });
  });
}

/** Takes away at the end what was made for it. */
const clearing = (running, folder) => ({
  ...running,
  async close() {
    await running.close();
    fs.rmSync(folder, { recursive: true, force: true });
  },
});

const NEXT = path.join(ROOT, 'node_modules/next/dist/bin/next');

/** Next, built and started as for production. */
async function startNext(env) {
  const quiet = { NEXT_TELEMETRY_DISABLED: '1' };
  const { PATH, HOME } = process.env;
  const options = { ...BOUNDED, cwd: ROOT, env: { PATH, HOME, ...quiet }, stdio: ['ignore', 'pipe', 'pipe'] };
  const building = spawn(process.execPath, [NEXT, 'build', 'examples/next'], options);
  let output = '';
  for (const stream of [building.stdout, building.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(building, 'close');
  if (code !== 0) throw new Error(`next build failed.\n${output}`);
  const command = [NEXT, 'start', 'examples/next', '--hostname', '127.0.0.1'];
  return clearing(await run(process.execPath, command, { ...env, ...quiet }), path.join(ROOT, 'examples/next/.next'));
}

/** What a Worker gets: its modules, its environment, a namespace of objects, and no network but this machine's. */
const config = (names) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"], deny = [])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-10-01",
  compatibilityFlags = [],
  bindings = [
    (name = "CONSENTS", durableObjectNamespace = "Consents"),
    (name = "ONCE", durableObjectNamespace = "Once"),
    ${names.map((name) => `(name = "${name}", fromEnvironment = "${name}")`).join(', ')}
  ],
  durableObjectNamespaces = [
    (className = "Consents", uniqueKey = "consents"),
    (className = "Once", uniqueKey = "once"),
  ],
  durableObjectStorage = (inMemory = void),
);`;

async function startWorker(env) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-worker-'));
  await bundleWorker(folder);
  fs.writeFileSync(path.join(folder, 'config.capnp'), config(Object.keys(env)));
  return clearing(
    await run(workerd.default, ['serve', '--control-fd=1', path.join(folder, 'config.capnp')], env),
    folder,
  );
}

/** One file, as Workers are deployed. What it cannot bring along it imports, and workerd has only its own modules. */
async function bundleWorker(outDir) {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: 'examples/workers/worker.mjs',
      outDir,
      target: 'es2022',
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/],
        output: { codeSplitting: false, entryFileNames: 'worker.mjs' },
      },
    },
  });
}
