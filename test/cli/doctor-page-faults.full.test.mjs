// The reports of `lending-elements doctor` if a handler, a proxy before it, or a page and its policy are wrong.
import { describe } from 'node:test';
import express from 'express';
import { embedded, finds, handler, policy, useWorld, world } from '../support/doctor-world.mjs';

/** A page with this HTML, and the script of an older version on the same server. */
function html(text, args = []) {
  world.partnerFault.current = ({ url }, response) => {
    if (url.startsWith('/api/')) return false;
    const [type, body] = url.startsWith('/old/')
      ? ['text/javascript', '/*! lending-elements 0.0.9 | MIT */']
      : ['text/html', `<!doctype html>${text}`];
    return response.writeHead(200, { 'content-type': type }).end(body);
  };
  return { args: ['--page', world.partner.origin, ...args] };
}

/** A policy with this directive in place of the one with its name. */
const directive = (text) => () => policy((all) => all.replace(new RegExp(`${text.split(' ')[0]}[^;]*`), text));

/** A handler behind a proxy, which may answer for it. */
const behind = (proxy) => () => {
  world.partnerFault.current = proxy;
  return handler();
};

const FAULTS = [
  [
    'a handler that is not mounted',
    () => ({ args: ['--handler', `${world.partner.origin}/api/lending-elsewhere`] }),
    /✗ the handler: .* responds with 200, but the response is not from this library/,
  ],
  [
    'a handler that does not know its path',
    () => handler({ path: '/elsewhere' }),
    /✗ the handler: it answers, but its option `path` is not the path where it is mounted/,
  ],
  [
    'a sign-in page in front of the handler',
    behind((_, response) => response.writeHead(302, { location: '/sign-in?canary' }).end()),
    /✗ the handler: a server in front of it responds with a redirect to http/,
  ],
  [
    'a handler that lets everybody in',
    () => handler({ authorize: () => ({ subject: 'anybody' }) }),
    /✗ the handler: it accepts users who are not signed in/,
  ],
  [
    'a sign-in that fails',
    () =>
      handler({
        authorize: () => {
          throw new Error('canary');
        },
      }),
    /✗ the handler: it responds with 500 \(handler-failed\)\. The backend threw an unexpected error\.\n.*authorize\(\) .* fails/,
  ],
  [
    'a body parser before the handler',
    () => {
      world.set({ handler: express().use(express.json(), world.handler) });
      return handler();
    },
    /✗ the handler: it responds with 500 \(handler-failed\)\. The request body was read before the handler got it\.\n.*Forms cannot be sent\.\n.*What to do: Mount the handler before any body parser\./,
  ],
  [
    'lists that are still the samples',
    () => handler({ settings: {} }),
    /! the handler: settings\.companyTypes, .* are not set\.\n.*sample values of the specification.*\n.*Set each list/,
  ],
  [
    'a store in memory',
    () => handler({ store: undefined }),
    /! the handler: the store is in memory\.\n.*\n.*Set LENDING_DATABASE/,
  ],
  [
    'a sign-in page in front of the files',
    behind(
      ({ url }, response) =>
        url.includes('/elements/') && response.writeHead(302, { location: '/sign-in?canary' }).end(),
    ),
    /! the handler: it responds with 302 .* to a request for elements\/journey\.js\.\n.*\n.*through without a sign-in/,
  ],
  [
    'a proxy that changes the host',
    behind((request) => void (request.headers.host = 'inside:8080')),
    /✗ the handler: it takes its own page for another site, and rejects its requests/,
  ],
  [
    'a proxy that takes headers away',
    behind((_, response) => {
      const write = response.writeHead.bind(response);
      response.writeHead = (status, ...rest) => {
        const headers = Object.assign({}, ...rest.filter((one) => typeof one === 'object'));
        delete headers['cache-control'];
        response.removeHeader('cache-control');
        return write(status, headers);
      };
      return false;
    }),
    /✗ the handler: its responses lack cache-control/,
  ],
  [
    'a proxy that lets every site read',
    behind((_, response) => void response.setHeader('access-control-allow-origin', '*')),
    /✗ the handler: it lets other sites read its responses/,
  ],
  [
    'a proxy that makes every origin the handler’s own',
    behind((request) => void (request.headers.origin = world.partner.origin)),
    /✗ the handler: it answers requests from other sites with 401 instead of 403/,
  ],
  ...[
    'x-lending-elements',
    'x-lending-business',
    'x-lending-applicant',
    'idempotency-key',
    'cookie',
    'x-lending-doctor',
  ].map((name) => [
    `a proxy that removes ${name}`,
    behind((request) => void delete request.headers[name]),
    new RegExp(`✗ the handler: a server in front of it removes ${name} from requests\\.`),
  ]),
  [
    'a proxy that limits bodies to 1 MB',
    behind(({ headers }, response) => headers['content-length'] > 2 ** 20 && response.writeHead(413).end()),
    /✗ the handler: a server in front of it responds with 413 if a document has 2 MB\.\n.*\n.*client_max_body_size/,
  ],
  [
    'a proxy that closes the connection for bodies of 1 MB',
    behind(({ headers, socket }) => headers['content-length'] > 2 ** 20 && socket.destroy()),
    /✗ the handler: a server in front of it closed the connection .* if a document has 2 MB/,
  ],
  [
    'a page without our script',
    () => html('<lending-onboarding endpoint="/api/lending">'),
    /! the page: its HTML has no script of this library\./,
  ],
  [
    'a page whose script is not there',
    () => html('<script type="module" src="/api/lending/elements/0.0.9/journey.js"></script>'),
    /✗ the page: its script \/api\/lending\/elements\/0\.0\.9\/journey\.js is not there: http.* responds with 404/,
  ],
  [
    'a page with the script of another version',
    () => html('<script src="/old/journey.js"></script>'),
    /! the page: its script is version 0\.0\.9, and this is \d+\.\d+\.\d+\./,
  ],
  [
    'a page with another endpoint',
    () =>
      html('<lending-onboarding class="a" endpoint="/funding">', ['--handler', `${world.partner.origin}/api/lending`]),
    /✗ the page: the endpoint of its element is http:\S+\/funding, and --handler is http:\S+\/api\/lending\./,
  ],
  [
    'a page over plain http',
    // This URL leads to this machine, and its name does not say so.
    () => ({ args: ['--page', world.partner.origin.replace('127.0.0.1', '0.0.0.0')] }),
    /✗ the page: it is served over http\.\n.*\n.*Serve it over https\./,
  ],
  [
    'a page without a policy',
    () => ({ args: ['--page', world.partner.origin] }),
    /! the page: it does not have a Content-Security-Policy/,
  ],
  [
    'a page that asks for a sign-in',
    () => {
      world.partnerFault.current = (_, response) => response.writeHead(302, { location: '/sign-in?canary' }).end();
      return { args: ['--page', `${world.partner.origin}/?canary`] };
    },
    /! the page: it responds with a redirect to http/,
  ],
  ['a policy that blocks the handler', directive("connect-src 'none'"), /✗ the page: connect-src blocks the handler/],
  [
    'a policy that blocks the widget’s requests',
    directive("connect-src 'self'"),
    /! the page: connect-src blocks http:\/\/127\.0\.0\.1:\d+\./,
  ],
  [
    'a policy that blocks the widget’s script',
    directive("script-src 'self'"),
    /✗ the page: script-src blocks http:\/\/127/,
  ],
  ['a policy without scripts', directive("script-src 'none'"), /✗ the page: script-src blocks every script/],
  [
    'a policy that does not know the names of our Trusted Types',
    () => policy((text) => text.replace(' lending-elements', '')),
    /✗ the page: trusted-types lacks lending-elements/,
  ],
  [
    'a policy that forbids every Trusted Types policy',
    () => policy((text) => text.replace('lit-html lending-elements', "'none'")),
    /✗ the page: trusted-types 'none' forbids .*\n.*cannot start.*\n.*instead of 'none'/,
  ],
  [
    'a policy that lets any script run',
    directive("script-src * 'unsafe-inline'"),
    /! the page: its policy allows any script/,
  ],
  [
    'a nonce that stays',
    () => policy((text) => text.replace(/'nonce-[^']*'/, "'nonce-always'")),
    /✗ the page: two requests got the same nonce/,
  ],
  [
    'a policy without frames for a widget in one',
    () => ({
      ...policy((text) => text.replace(/frame-src[^;]*/, "frame-src 'none'")),
      env: { LENDING_WIDGET: JSON.stringify({ ...world.sandbox.widget, isolation: 'frame' }) },
    }),
    /✗ the page: frame-src blocks http/,
  ],
  [
    'a policy without the host of the frame, which the handler tells',
    () => ({
      args: [...policy().args, ...handler({ frame: { origin: 'https://frames.example' } }).args],
      env: { LENDING_WIDGET: JSON.stringify({ ...world.sandbox.widget, isolation: 'frame' }) },
    }),
    /✗ the page: frame-src blocks https:\/\/frames\.example/,
  ],
  [
    'a policy with the host of the frame',
    () => ({
      args: [
        ...policy((text) => text.replace(/frame-src[^;]*/, 'frame-src https://frames.example')).args,
        '--frame',
        'https://frames.example',
      ],
      env: { LENDING_WIDGET: JSON.stringify({ ...world.sandbox.widget, isolation: 'frame' }) },
    }),
    /✓ the page: its Content-Security-Policy allows everything/,
  ],
  [
    'a directive that stands there twice, of which the first one counts',
    () => policy((text) => `connect-src 'none'; ${text}`),
    /✗ the page: connect-src blocks the handler/,
  ],
  [
    'a policy in the page itself',
    () => {
      const tag = `<!doctype html><meta http-equiv="Content-Security-Policy" content="connect-src 'none'">`;
      world.partnerFault.current = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(tag);
      return { args: ['--page', world.partner.origin] };
    },
    /✗ the page: connect-src blocks the handler/,
  ],
  [
    'a policy without a nonce for embed code',
    () => ({
      ...policy((text) => text.replace(/script-src[^;]*/, `script-src 'self' ${world.lender.origin}`)),
      env: embedded('/widget.js'),
    }),
    /✗ the page: script-src blocks inline scripts, but the embed code contains them/,
  ],
  [
    'a second policy that is stricter',
    () => policy((text) => `${text}, connect-src 'none'`),
    /✗ the page: connect-src blocks the handler/,
  ],
];

describe('lending-elements doctor reports', () => {
  useWorld();
  finds(FAULTS);
});
