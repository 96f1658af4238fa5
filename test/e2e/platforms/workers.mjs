// The example for Cloudflare Workers, in workerd itself.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { ROOT, run } from '../../server/node/platform-process.mjs';
import { moduleOf } from './packages.mjs';

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
    (name = "IDEMPOTENCY", durableObjectNamespace = "Idempotency"),
    ${names.map((name) => `(name = "${name}", fromEnvironment = "${name}")`).join(', ')}
  ],
  durableObjectNamespaces = [
    (className = "Consents", uniqueKey = "consents"),
    (className = "Idempotency", uniqueKey = "idempotency"),
  ],
  durableObjectStorage = (inMemory = void),
);`;

export async function startWorker(env) {
  // The package answers with the path of its program.
  const { default: workerd } = createRequire(import.meta.url)(moduleOf('workers', 'workerd'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-worker-'));
  await bundleWorker(folder);
  fs.writeFileSync(path.join(folder, 'config.capnp'), config(Object.keys(env)));
  const running = await run(workerd, ['serve', '--control-fd=1', path.join(folder, 'config.capnp')], env);
  return {
    ...running,
    async close() {
      await running.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One file, as Workers are deployed. What it cannot bring along it imports, and workerd has only its own modules. */
async function bundleWorker(outDir) {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    // The project itself, as if it were installed where the example is.
    resolve: { dedupe: ['lending-elements'] },
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
