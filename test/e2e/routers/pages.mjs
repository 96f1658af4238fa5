// The partner's pages behind a router: what a server sends for them, under the same origin as the handler and the library.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { signIn } from '../../../examples/partner.mjs';
import { putBefore } from '../stage.mjs';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.resolve(FOLDER, '../../..');
const LINKS = { '/': 'First', '/journey': 'Journey', '/next': 'Next' };
const isPage = (url) => Object.hasOwn(LINKS, url.split('?')[0]);

/** Sends the pages of a router in place of the partner's. Answers how to stop what was started for it. */
export async function serveRouter(partner, name) {
  const { answer, close } = await (name === 'next' ? next() : bundled(name));
  putBefore(partner, (request, response) => {
    if (/^\/(api\/lending\/|lending-elements\/|favicon\.ico$)/.test(request.url)) return false;
    if (isPage(request.url) && !request.headers.cookie?.includes('partner_user=')) {
      response.setHeader('set-cookie', signIn());
    }
    answer(request, response);
    return true;
  });
  return close;
}

/** One script for all pages, and a page for each path: whole, or a place where the script puts them. */
async function bundled(name) {
  const { output } = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', __VUE_PROD_DEVTOOLS__: 'false' },
    build: { write: false, lib: { entry: path.join(FOLDER, `${name}.js`), formats: ['es'] } },
  }).then((built) => (Array.isArray(built) ? built[0] : built));
  const pageOf = { turbo: wholePage, htmx: swappedPage }[name] ?? emptyPage;
  const answer = ({ url }, response) => {
    if (url === '/router.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(output[0].code);
    else if (isPage(url)) response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(url.split('?')[0]));
    else response.writeHead(404).end();
  };
  return { answer, close: () => undefined };
}

const page = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Partner</title>
<link rel="icon" href="data:," /><script type="module" src="/router.js"></script>
<script type="module" src="/lending-elements/autoload.js"></script></head>${body}</html>`;
const emptyPage = () => page('<body><div id="app"></div></body>');
const content = (url) =>
  `<h1>${LINKS[url]} page</h1>${url === '/journey' ? '<lending-onboarding></lending-onboarding>' : ''}`;
const links = (more = '') =>
  `<nav>${Object.entries(LINKS)
    .map(([url, words]) => `<a href="${url}"${more}>${words}</a>`)
    .join(' ')}</nav>`;
const wholePage = (url) => page(`<body>${links()}<main>${content(url)}</main></body>`);
const swappedPage = (url) =>
  page(`<body>${links(' hx-boost="true" hx-target="main" hx-select="main" hx-swap="outerHTML"')}
    <main hx-history-elt>${content(url)}</main></body>`);

/** Next, built and started as for production, behind the partner's server. */
async function next() {
  const folder = path.join(FOLDER, 'next');
  const { PATH, HOME } = process.env;
  const options = { cwd: ROOT, env: { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1' }, stdio: ['ignore', 'pipe', 'pipe'] };
  const start = (...words) => {
    const child = spawn(process.execPath, [path.join(ROOT, 'node_modules/next/dist/bin/next'), ...words], options);
    const lines = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => lines.push(String(chunk)));
    return { child, said: () => lines.join('') };
  };
  const clear = () => fs.rm(path.join(folder, '.next'), { recursive: true, force: true });
  const building = start('build', folder);
  const [code] = await once(building.child, 'close');
  if (code !== 0) throw new Error(`next build failed.\n${building.said()}`);
  const server = start('start', folder, '--hostname', '127.0.0.1', '--port', '0');
  const port = await said(server, /http:\/\/127\.0\.0\.1:(\d+)/);
  return {
    answer: (request, response) => pass(request, response, port),
    async close() {
      const gone = once(server.child, 'close');
      server.child.kill();
      await gone;
      await clear();
    },
  };
}

/** What a server says of itself, once it does. */
async function said({ child, said }, pattern) {
  for (const end = Date.now() + 30_000; Date.now() < end && child.exitCode === null;) {
    const found = pattern.exec(said());
    if (found) return found[1];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Error(`It did not start.\n${said()}`);
}

function pass({ method, url, headers }, response, port) {
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  onward.end();
}
