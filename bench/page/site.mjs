// The pages that `npm run bench:page` compares. They differ only in the form, and each has the files of its own build. One server sends all
// of them, with the same headers, and has the backend and the lender of `npm start`.
import fs from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { partner, signIn } from '../../examples/partner.mjs';
import { minified } from '../../scripts/minify.mjs';
import { startServers } from '../../scripts/servers.mjs';
import { putBefore } from '../../test/e2e/stage.mjs';

const TYPES = { '.css': 'text/css', '.js': 'text/javascript', '.html': 'text/html' };

/** The query of a page that gets its script a second late. */
export const LATE = '?late';

/** The page of a partner. A line follows the form, so that the form moves it if it appears late. */
const pageOf = ({ html }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Funding</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header class="bar">Ledgerly</header>
<main>
${html}
</main>
<footer>Ledgerly is a made-up accounting tool.</footer>
</body>
</html>
`;

/** Starts the servers. Each file is compressed with brotli, as the handler sends the files of the elements. The caller closes the site. */
export async function startSite(contenders) {
  const files = {
    '/page.css': await fs.readFile(new URL('../../examples/node/page.css', import.meta.url), 'utf8'),
    ...Object.assign({}, ...contenders.map((contender) => contender.files)),
    ...Object.fromEntries(contenders.map((contender) => [`/${contender.id}/index.html`, pageOf(contender)])),
  };
  const ready = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, brotliCompressSync(text)]));
  // One user mounts the journey more often than the handler allows.
  const limits = { requests: { requests: 1e6, seconds: 60 } };
  const servers = await startServers({ options: () => ({ limits, settings: { partner } }) });
  putBefore(servers.partner, (request, response) => answer(request, response, ready));
  const sizeOf = (pathname) => ready[pathname]?.length ?? 0;
  // On localhost the elements also load checks for the developer, which no applicant downloads. With the final dot it is another name.
  return { url: servers.url.replace('127.0.0.1', 'localhost.'), sizeOf, close: servers.close };
}

/** Responds to a request for a file. The backend responds to the other requests to its own paths. */
function answer(request, response, ready) {
  const { pathname } = new URL(request.url, 'http://page');
  if (pathname.startsWith('/api/lending/') && !ready[pathname]) return false;
  if (pathname === '/submit') return !!request.resume().on('end', () => response.writeHead(204).end());
  const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  if (!ready[file]) return !!response.writeHead(404).end();
  const isPage = file.endsWith('.html');
  if (file.endsWith('.js') && request.headers.referer?.endsWith(LATE))
    setTimeout(send, 1000, response, ready[file], file, isPage);
  else send(response, ready[file], file, isPage);
  return true;
}

function send(response, body, file, isPage) {
  response.writeHead(200, {
    'content-type': `${TYPES[path.extname(file)]}; charset=utf-8`,
    'content-encoding': 'br',
    'content-length': body.length,
    'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000',
    ...(isPage && { 'set-cookie': signIn() }),
  });
  response.end(body);
}

const ROOT = new URL('../..', import.meta.url);
const FORMS = new URL('forms/', import.meta.url);
/** The path at which the handler serves the files of the elements, which is the README's. */
const LIBRARY = '/api/lending/elements/';

export const BY_HAND = 'written by hand';
export const README = 'lending-elements, README';

/** A contender has a name, an id, which is its path, the HTML of its form, and its files by their paths. */
export async function buildContenders() {
  const css = (await fs.readFile(new URL('form.css', FORMS), 'utf8')).replace(/\/\*[^]*?\*\/|\s+/g, ' ');
  return [
    {
      name: BY_HAND,
      id: 'by-hand',
      html: `<link rel="stylesheet" href="/by-hand/form.css">
<script type="module" src="/by-hand/form.js"></script>\n<div id="form"></div>`,
      files: { '/by-hand/form.js': await bundle('by-hand.js'), '/by-hand/form.css': css },
    },
    { name: README, id: 'readme', html: await readmeBlock(), files: await libraryFiles() },
  ];
}

/** Bundles a form with the options of the CDN files. */
async function bundle(entry) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: new URL(entry, FORMS).pathname, formats: ['es'], fileName: 'form' },
    },
  });
  return minified(output[0].code);
}

async function libraryFiles() {
  const folder = new URL('dist/cdn/', ROOT);
  const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
  if (names.length === 0) throw new Error('dist/cdn has no files. Run `npm run build` first.');
  const files = names.filter((name) => /\.(?:js|css)$/.test(name)).map((name) => name.replaceAll('\\', '/'));
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [LIBRARY + name, await fs.readFile(new URL(name, folder), 'utf8')])),
  );
}

/** Returns the HTML that the README gives a partner. Only the host of a URL is removed. */
async function readmeBlock() {
  const readme = await fs.readFile(new URL('README.md', ROOT), 'utf8');
  const [, block] = /<!-- page -->\s+```html\n([^]*?)```/.exec(readme) ?? [];
  if (!block?.includes('<lending-onboarding'))
    throw new Error('README.md has no block of HTML with <lending-onboarding> after the comment “page”.');
  if (!block.includes(`"${LIBRARY}journey.js"`))
    throw new Error(`README.md loads the elements from another path than ${LIBRARY}.`);
  return block.replace(/\bhttps?:\/\/[^/"' ]+(?=\/)/g, '');
}
