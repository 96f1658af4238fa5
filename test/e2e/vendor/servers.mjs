// A vendor whose script fails in every way, a partner's page that hosts it, and an attacker: on loopback.
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { DIST } from '../../support/dist.mjs';

const SCRIPT = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' };

export async function serve(listener, port = 0) {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

/** The vendor's script: it shows the token that it was given, in the page's own style sheets only. */
export const script = (name = 'VendorFunding', shown = 'Offers for') =>
  `globalThis.${name} = {
    init({ token, container }) {
      const offers = Object.assign(document.createElement('p'), { className: 'offers', textContent: '${shown} ' + token });
      container.append(offers);
      return { destroy: () => offers.remove() };
    },
  };`;

export const handOff = (name = 'VendorFunding') => ({
  global: name,
  calls: [{ method: 'init', arguments: [{ token: '{access_token}', container: '{container}' }] }],
  destroy: 'destroy',
});

export const send = (response, body, { status = 200, ...headers } = {}) =>
  response.writeHead(status, { ...SCRIPT, ...headers }).end(body);

export const works = (response) => send(response, script());
export const says = (body, more) => (response) => send(response, body, more);
export const slowly = (response) => setTimeout(works, 600, response);
export const HTML = '<!doctype html><title>Sign in to the network</title><h1>Welcome</h1>';
export const AS_HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A server whose paths answer as they are told to, and count how often they were asked for. */
export async function startVendor(port) {
  const answers = new Map();
  const asked = [];
  const server = await serve((request, response) => {
    const { pathname } = new URL(request.url, 'http://vendor');
    asked.push(request.url);
    const answer = answers.get(pathname) ?? ((to) => send(to, '', { status: 404 }));
    answer(response, asked.filter((url) => url === request.url).length);
  }, port);
  return {
    ...server,
    /** `answer` gets the response, and which request for the path this is. */
    on: (pathname, answer) => answers.set(pathname, answer),
    asked: (start) => asked.filter((url) => url.startsWith(start)).length,
  };
}

const TYPES = { '.js': 'text/javascript', '.html': 'text/html' };

/** What a handler needs, whose only answer here is the frame document. */
const HANDLER = {
  environment: 'sandbox',
  baseUrl: 'http://lender.localhost',
  secretKey: 'a-planted-key',
  secret: 'a-secret-of-more-than-32-characters',
  authorize: () => null,
};

/** The partner: any number of pages, each with a policy of its own, and the library as it is built. */
export async function startPartner() {
  const { createHandler } = await import('lending-elements/server');
  // A build that is made meanwhile must not change the files under a page.
  const files = new Map();
  for (const name of fs.readdirSync(path.join(DIST, 'cdn'), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.js')) files.set(`/lending-elements/${name}`, fs.readFileSync(path.join(DIST, 'cdn', name)));
  }
  files.set('/page.js', fs.readFileSync(new URL('page.js', import.meta.url)));
  files.set('/page.css', '.offers { padding: 1rem; }');
  const pages = new Map();
  const put = (pathname, html, headers) => pages.set(pathname, { html, headers });
  const frames = new Map();
  const server = await serve((request, response) => {
    const { pathname } = new URL(request.url, 'http://partner');
    if (frames.has(pathname)) return frames.get(pathname)(response, request.headers.host);
    const page = pages.get(pathname);
    if (page) return response.writeHead(200, page.headers).end(page.html);
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    if (!files.has(pathname)) return response.writeHead(404).end();
    const type = pathname.endsWith('.css') ? 'text/css' : TYPES[path.extname(pathname)];
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(files.get(pathname));
  });
  return {
    ...server,
    put,
    /**
     * Puts a frame document up as the handler makes it, and answers with its address. The faults answer instead of the
     * document and of its script until they are deleted; the one of the document is given what the handler answers.
     */
    frame(widget, faults = {}, more = {}) {
      const path = `/frames/${frames.size}`;
      const frame = { scriptUrl: `${path}/frame.js`, ...more };
      const handler = createHandler({ ...HANDLER, path, widget, frame, origins: [server.origin] });
      frames.set(`${path}/frame`, async (response, host) => {
        const answer = await handler(new Request(`http://${host}${path}/frame`));
        const [headers, html] = [Object.fromEntries(answer.headers), await answer.text()];
        if (faults.document) faults.document(response, { headers, html });
        else response.writeHead(answer.status, headers).end(html);
      });
      frames.set(`${path}/frame.js`, (response) =>
        faults.script ? faults.script(response) : send(response, files.get('/lending-elements/frame.js')),
      );
      return `${more.origin ?? ''}${path}/frame`;
    },
    /** Puts a page up and answers with its address. `widgets` become properties of the page's elements, in their order. */
    show({
      body = '<lending-widget></lending-widget>',
      widgets = [],
      csp,
      reportOnly,
      nonce = '',
      headers: more,
    } = {}) {
      const pathname = `/${pages.size}.html`;
      const attributes = nonce && ` nonce="${nonce}"`;
      // The settings stand in an attribute: a strict policy lets no inline script pass, not even one that is only data.
      const settings = JSON.stringify(widgets).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      const script = /<lending-(?!widget)/.test(body) ? 'lending-elements.js' : 'widget.js';
      const html = `<!doctype html><html lang="en"><head><title>Partner</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
        <script type="module" src="/page.js"${attributes}></script>
        <script type="module" src="/lending-elements/${script}"${attributes}></script></head>
        <body data-widgets="${settings}"><h1>Accounts</h1><button id="counter">0</button><input id="note">
        <main>${body}</main></body></html>`;
      const headers = { 'content-type': 'text/html; charset=utf-8', ...more };
      if (csp) headers['content-security-policy'] = csp;
      if (reportOnly) headers['content-security-policy-report-only'] = reportOnly;
      put(pathname, html, headers);
      return server.origin + pathname;
    },
  };
}
