// The example for Cloudflare Workers, in workerd itself.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { ROOT, run } from '../../server/node/platform-process.mjs';
import { moduleOf } from './packages.mjs';

/**
 * Two Workers of the same code, as on two machines: each has its modules, its environment, the namespaces of objects that both share,
 * and no network but this machine's.
 */
const config = (names) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "other", worker = .other),
    (name = "internet", network = (allow = ["private"], deny = [])),
  ],
  sockets = [
    (name = "http", address = "127.0.0.1:0", http = (), service = "main"),
    (name = "another", address = "127.0.0.1:0", http = (), service = "other"),
  ],
);
const main :Workerd.Worker = (
  ${workerWith(names, (className) => `"${className}"`)},
  durableObjectNamespaces = [
    (className = "Consents", uniqueKey = "consents"),
    (className = "Idempotency", uniqueKey = "idempotency"),
  ],
  durableObjectStorage = (inMemory = void),
);
const other :Workerd.Worker = (
  ${workerWith(names, (className) => `(className = "${className}", serviceName = "main")`)},
);`;

const workerWith = (names, namespace) => `
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-10-01",
  compatibilityFlags = [],
  bindings = [
    (name = "CONSENTS", durableObjectNamespace = ${namespace('Consents')}),
    (name = "IDEMPOTENCY", durableObjectNamespace = ${namespace('Idempotency')}),
    ${names.map((name) => `(name = "${name}", fromEnvironment = "${name}")`).join(', ')}
  ]`;

export async function startWorker(env) {
  // The package answers with the path of its program.
  const { default: workerd } = createRequire(import.meta.url)(moduleOf('workers', 'workerd'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-worker-'));
  await bundleWorker(folder);
  fs.writeFileSync(path.join(folder, 'config.capnp'), config(Object.keys(env)));
  const running = await run(workerd, ['serve', '--control-fd=1', path.join(folder, 'config.capnp')], env, 2);
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
