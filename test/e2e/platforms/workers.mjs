// The example for Cloudflare Workers, bundled by Wrangler and run by workerd, or all of it by Wrangler.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { ROOT, run } from '../../server/node/platform-process.mjs';
import { installPackage, moduleOf } from './packages.mjs';

const FOLDER = path.join(ROOT, 'examples/workers');
/** The bindings of the objects, and their classes. */
const OBJECTS = { OWNERS: 'LendingOwner', INDEX: 'LendingIndex' };

/**
 * Two Workers of the same code, as on two machines: each has its modules, its environment, the namespaces of objects that both share,
 * and no network but this machine's.
 */
const config = (names, modules, folder) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "other", worker = .other),
    (name = "objects", disk = (path = "${folder}", writable = true)),
    (name = "internet", network = (allow = ["private"], deny = [])),
  ],
  sockets = [
    (name = "http", address = "127.0.0.1:0", http = (), service = "main"),
    (name = "another", address = "127.0.0.1:0", http = (), service = "other"),
  ],
);
const main :Workerd.Worker = (
  ${workerWith(names, modules, (className) => `"${className}"`)},
  durableObjectNamespaces = [
    ${Object.values(OBJECTS)
      .map((name) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`)
      .join(', ')}
  ],
  durableObjectStorage = (localDisk = "objects"),
);
const other :Workerd.Worker = (
  ${workerWith(names, modules, (className) => `(className = "${className}", serviceName = "main")`)},
);`;

const workerWith = (names, modules, namespace) => `
  modules = [${modules}],
  compatibilityDate = "2026-04-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [
    ${Object.entries(OBJECTS)
      .map(([name, type]) => `(name = "${name}", durableObjectNamespace = ${namespace(type)})`)
      .join(', ')},
    ${names.map((name) => `(name = "${name}", fromEnvironment = "${name}")`).join(', ')}
  ]`;

/** Starts the example, or another Worker with its objects. The objects are on disk: those in memory have no alarms that work. */
export async function startWorker(env, script = 'worker.mjs') {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-worker-'));
  await deployInto(folder, script);
  const modules = fs.readdirSync(folder).flatMap((file) => {
    if (file.endsWith('.html')) return `(name = "./${file}", text = embed "${file}")`;
    return file.endsWith('.js') ? `(name = "worker.js", esModule = embed "${file}")` : [];
  });
  // The first module is the program.
  const ordered = modules.sort((one, other) => Number(one.includes('./')) - Number(other.includes('./')));
  fs.writeFileSync(path.join(folder, 'config.capnp'), config(Object.keys(env), ordered.join(', '), folder));
  return startIn(folder, env);
}

async function startIn(folder, env) {
  // Its package exports the path of the program.
  const { default: workerd } = createRequire(import.meta.url)(moduleOf('workers', 'workerd'));
  const running = await run(workerd, ['serve', '--control-fd=1', path.join(folder, 'config.capnp')], env, 2);
  const restart = async () => {
    await running.close();
    return startIn(folder, env);
  };
  return { ...closingWith(running, folder), restart };
}

/** Starts Wrangler in a folder with the environment in a file, as the guide says. */
export async function startWrangler(env) {
  installPackage('workers');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-wrangler-'));
  const lines = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  fs.writeFileSync(path.join(folder, 'env'), lines.join('\n'));
  const args = ['--ip=127.0.0.1', '--port=0', '--inspector-port=0', `--persist-to=${folder}`];
  const running = await run(
    process.execPath,
    [...wrangler(), 'dev', ...args, `--env-file=${path.join(folder, 'env')}`],
    QUIET,
    1,
    FOLDER,
    'SIGTERM',
  );
  return closingWith(running, folder);
}

const closingWith = (running, folder) => ({
  ...running,
  async close() {
    await running.close();
    fs.rmSync(folder, { recursive: true, force: true });
  },
});

const QUIET = { WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: os.tmpdir() };
const wrangler = () => [moduleOf('workers', 'wrangler/bin/wrangler.js'), `--cwd=${FOLDER}`];

/** Writes the files that Wrangler would deploy. */
async function deployInto(folder, script) {
  installPackage('workers');
  const args = [...wrangler(), 'deploy', script, '--config=wrangler.jsonc', '--dry-run', `--outdir=${folder}`];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...QUIET } });
}
