// The partner's pages of a framework, from the same origin as the handler.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, createServer, loadConfigFromFile } from 'vite';
import { signIn } from '../../../examples/partner.mjs';
import { BOUNDED, ROOT, run } from '../../server/node/platform-process.mjs';
import { assertNoSandbox } from '../../support/dist.mjs';
import { installPackage, moduleOf } from '../platforms/packages.mjs';
import { putBefore } from '../stage.mjs';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

const VITE = { packageOf: 'vite', file: 'bin/vite.js', args: ['--logLevel', 'warn', '--outDir'], output: '' };
const ANGULAR = { packageOf: '@angular/cli', file: 'bin/ng.js', args: ['--output-path'], output: 'browser' };
const ANGULAR_SERVER = { ...ANGULAR, args: ['--configuration', 'server', '--output-path'], output: '' };

const toolOf = (example, { packageOf, file }) =>
  path.join(path.dirname(moduleOf(`frameworks/${example}`, `${packageOf}/package.json`)), file);

/** Builds an example with its own tool, as its developer does. Returns the folder with the files. */
export async function buildExample(name, how = name === 'angular' ? ANGULAR : VITE) {
  const { args, output } = how;
  const tool = toolOf(name, how);
  const outDir = path.join(installPackage(`frameworks/${name}`), '../.dist');
  fs.rmSync(outDir, { recursive: true, force: true });
  const cwd = path.join(ROOT, 'examples/frameworks', name);
  const env = { ...process.env, NG_CLI_ANALYTICS: 'false' };
  await promisify(execFile)(process.execPath, [tool, 'build', ...args, outDir], { ...BOUNDED, cwd, env });
  assertNoSandbox(outDir);
  return path.join(outDir, output);
}

/** Serves the files of a folder instead of the partner's page. */
export function serveFolder(partner, folder, start = 'index.html') {
  putBefore(partner, (request, response) => {
    const { pathname } = new URL(request.url, 'http://partner');
    const file = path.join(folder, pathname === '/' ? start : pathname);
    if (!file.startsWith(folder) || !fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
    const headers = { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' };
    if (pathname === '/' && !request.headers.cookie?.includes('partner_user=')) headers['set-cookie'] = signIn();
    response.writeHead(200, headers).end(fs.readFileSync(file));
    return true;
  });
}

/** Starts an example with `vite`, as its developer does. Its proxy leads to the backend of the test, and is otherwise as it is. */
export async function startInDevelopment(name, backend) {
  installPackage(`frameworks/${name}`);
  const root = path.join(ROOT, 'examples/frameworks', name);
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'development' }, undefined, root);
  const [[mount, proxy]] = Object.entries(config.server.proxy);
  const target = typeof proxy === 'string' ? backend : { ...proxy, target: backend };
  const server = { host: '127.0.0.1', port: 0, proxy: { [mount]: target } };
  const { NODE_ENV } = process.env;
  // The built package may have changed since it was optimised last.
  const optimizeDeps = { ...config.optimizeDeps, force: true };
  const vite = await createServer({ ...config, configFile: false, root, logLevel: 'error', server, optimizeDeps });
  await vite.listen();
  const stop = async () => {
    await vite.close();
    // Vite sets it for the whole process.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  };
  return { url: vite.resolvedUrls.local[0], stop };
}

/** Starts the example for Angular with `ng serve`. The proxy's file is the example's, but leads to the backend of the test. */
export async function serveAngularInDevelopment(_, backend) {
  const folder = path.dirname(installPackage('frameworks/angular'));
  const file = path.join(folder, 'proxy.json');
  const proxy = JSON.parse(fs.readFileSync(path.join(folder, '../proxy.json'), 'utf8'));
  fs.writeFileSync(file, JSON.stringify({ '/api/lending': { ...proxy['/api/lending'], target: backend } }));
  const options = ['--host', '127.0.0.1', '--port', '0', '--proxy-config', file];
  const env = { NG_CLI_ANALYTICS: 'false' };
  const served = await run(
    process.execPath,
    [toolOf('angular', ANGULAR), 'serve', ...options],
    env,
    1,
    path.join(folder, '..'),
  );
  return { url: served.origin, stop: served.close };
}

/** Builds the example for Angular with its server, which renders the page. */
export async function serveAngular(partner) {
  const folder = await buildExample('angular', ANGULAR_SERVER);
  const { reqHandler } = await import(pathToFileURL(path.join(folder, 'server/server.mjs')));
  putBefore(partner, (request, response) => {
    if (request.url !== '/') return false;
    if (!request.headers.cookie?.includes('partner_user=')) response.setHeader('set-cookie', signIn());
    void reqHandler(request, response, () => response.destroy());
    return true;
  });
  serveFolder(partner, path.join(folder, 'browser'));
}

/** Takes these packages from an example: pages for different versions of a framework have the same imports. */
export function packagesOf(example, ...names) {
  const folder = path.dirname(installPackage(`frameworks/${example}`));
  // Vite resolves from the folder of a file that exists.
  const importer = path.join(folder, '../package.json');
  return {
    name: 'packages-of-an-example',
    enforce: 'pre',
    resolveId(source, from, options) {
      const isWanted = names.some((name) => `${source}/`.startsWith(`${name}/`)) && !from?.startsWith(folder);
      return isWanted ? this.resolve(source, importer, { ...options, skipSelf: true }) : undefined;
    },
  };
}

const PAGES = path.join(ROOT, 'test/e2e/frameworks/pages');

/** Bundles a page in its development version, which has all warnings. Returns the code. */
export async function bundle(entry, { plugins = [], isServer = false } = {}) {
  const { output } = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    plugins,
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_PROD_DEVTOOLS__: 'false',
      ngServerMode: String(isServer),
    },
    ssr: { noExternal: true },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      ...(isServer ? { ssr: path.join(PAGES, entry) } : { lib: { entry: path.join(PAGES, entry), formats: ['es'] } }),
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }).then((built) => (Array.isArray(built) ? built[0] : built));
  return output[0].code;
}

/** Renders a page in Node, from its bundle. */
export async function renderOnServer(entry, options) {
  const file = path.join(ROOT, 'node_modules', `.lending-${entry}-${process.pid}.mjs`);
  fs.writeFileSync(file, await bundle(entry, { ...options, isServer: true }));
  try {
    const { html } = await import(file);
    return await html();
  } finally {
    fs.rmSync(file);
  }
}

/** Serves a page with one script instead of the partner's page. */
export function servePage(partner, script, body) {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Partner</title>
<link rel="icon" href="data:," /><script type="module" src="/page.js"></script></head>
<body>${body}</body></html>`;
  const answers = {
    '/': ['text/html; charset=utf-8', page],
    '/page.js': ['text/javascript; charset=utf-8', script],
  };
  putBefore(partner, (request, response) => {
    const [type, body] = answers[request.url] ?? [];
    if (!type) return false;
    response.writeHead(200, { 'content-type': type, 'set-cookie': signIn() }).end(body);
    return true;
  });
}
