// The partner's pages for a router, from the same origin as the handler and the library.
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { signIn } from '../../../examples/partner.mjs';
import { startNext } from '../platforms/packages.mjs';
import { putBefore } from '../stage.mjs';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.resolve(FOLDER, '../../..');
const LINKS = { '/': 'First', '/journey': 'Journey', '/next': 'Next' };
const isPage = (url) => Object.hasOwn(LINKS, url.split('?')[0]);

/** Serves the pages of a router instead of the partner's page. Returns a function that stops the servers it started. */
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

/** The pages of these are rendered by a server. They replace the page, or its main part, with the next one. */
const PACKAGES = { turbo: '@hotwired/turbo/dist/turbo.es2017-esm.js', htmx: 'htmx.org/dist/htmx.esm.js' };

async function bundle(name) {
  const { output } = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', __VUE_PROD_DEVTOOLS__: 'false' },
    build: { write: false, lib: { entry: path.join(FOLDER, `${name}.js`), formats: ['es'] } },
  }).then((built) => (Array.isArray(built) ? built[0] : built));
  return output[0].code;
}

/** One script for all pages, and a page for each path: a complete page, or a container that the script fills. */
async function bundled(name) {
  const script = PACKAGES[name]
    ? await fs.readFile(path.join(ROOT, 'node_modules', PACKAGES[name]))
    : await bundle(name);
  const pageOf = { turbo: wholePage, htmx: swappedPage }[name] ?? emptyPage;
  const answer = ({ url }, response) => {
    if (url === '/router.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (isPage(url)) response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(url.split('?')[0]));
    else response.writeHead(404).end();
  };
  return { answer, close: () => undefined };
}

// With the settings, htmx does not use inline styles or eval, which a strict policy forbids.
const page = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Partner</title>
<meta name="htmx-config" content='{ "includeIndicatorStyles": false, "allowEval": false }' />
<link rel="icon" href="data:," /><script type="module" src="/router.js"></script>
<script type="module" src="/lending-elements/journey.js"></script></head>${body}</html>`;
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

async function next() {
  const { origin, close } = await startNext();
  return { answer: (request, response) => pass(request, response, new URL(origin).port), close };
}

function pass({ method, url, headers }, response, port) {
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  onward.end();
}
