// What `lending-elements doctor` finds where a lender, a handler or a page misbehaves.
import assert from 'node:assert/strict';
import { createServer as createSocketServer } from 'node:net';
import { describe, it } from 'node:test';
import { serve } from './support/doctor.mjs';
import {
  ANY,
  doctor,
  embedded,
  endpoint5,
  handler,
  JS,
  json,
  lender,
  own,
  policy,
  widget,
  withCertificate,
  world,
  useWorld,
} from './support/doctor-world.mjs';

useWorld();

/** What misbehaves: a name, how it comes to be, what is found, and the exit code. */
const FAULTS = [
  [
    'a lender that is not there',
    async () => {
      const gone = await serve();
      gone.close();
      return { env: { LENDING_BASE_URL: gone.origin, LENDING_WIDGET: '' } };
    },
    /✗ the service: .* refuses connections \(ECONNREFUSED\)/,
  ],
  [
    'a name that is not known',
    () => ({ env: { LENDING_BASE_URL: 'https://lender.invalid', LENDING_WIDGET: '' } }),
    /✗ the service: https:\/\/lender\.invalid has a name that is not known \(DNS\)/,
  ],
  [
    'a lender without TLS at an https address',
    () => ({ env: { LENDING_BASE_URL: world.lender.origin.replace('http', 'https') } }),
    /✗ the service: .* speaks no TLS/,
  ],
  [
    'a certificate that nobody has signed',
    () => withCertificate('good', 'other'),
    /✗ the service: .* has a certificate that this machine does not trust/,
  ],
  [
    'a certificate that has expired',
    () => withCertificate('expired'),
    /✗ the service: .* has a certificate that has expired/,
  ],
  [
    'a certificate of another name',
    () => withCertificate('other'),
    /✗ the service: .* has a certificate of another name/,
  ],
  [
    'a lender that never answers',
    () => lender(() => true, ['--timeout', '1']),
    /✗ the service: .* did not answer in time, which is 1 seconds/,
  ],
  [
    'a lender that speaks no HTTP',
    async () => {
      const socket = await own((one) => one.on('error', () => {}).end('220 mail\r\n'), createSocketServer);
      return { env: { LENDING_BASE_URL: socket.origin, LENDING_WIDGET: '' } };
    },
    /✗ the service: .* speaks no HTTP/,
  ],
  [
    'a clock that is an hour behind',
    () =>
      lender((request, response) => {
        response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
        return false;
      }),
    /✗ the clock: it differs from the service’s by 3\d\d\d seconds/,
  ],
  [
    'a key of somebody else',
    () => ({ env: { LENDING_SECRET_KEY: 'another-key' } }),
    /✗ the key: .*\n.*refuses the key/,
  ],
  [
    'an API that answers with pages',
    () => endpoint5((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')),
    /✗ the key: .*\n.*A web page answers/,
  ],
  [
    'an API that answers any key alike',
    () => endpoint5((_, response) => json(response, 404)),
    /! the key: endpoint 5 answered 404 to it, and 404 to a made-up one\.\n.*It cannot be told/,
    0,
  ],
  [
    'an API that is down',
    () => endpoint5((_, response) => json(response, 500)),
    /! the key: .*\n.*could not say anything/,
    0,
  ],
  [
    'an API that has a token for anybody',
    () => endpoint5((_, response) => json(response, 200, { access_token: 'a' })),
    /! the key: .*\n.*this is no real service/,
    0,
  ],
  ['a widget script that is not there', () => widget(404, JS, ''), /✗ the widget script: .* answers with 404/],
  [
    'a page in place of the widget script',
    () => widget(200, JS, '<!doctype html><p>Sign in'),
    /✗ the widget script: .* answers with a page, and no script/,
  ],
  ['an empty widget script', () => widget(200, JS, '\n'), /✗ the widget script: .* answers with nothing/],
  [
    'a widget script that browsers must take for a text',
    () => widget(200, { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' }, 'a()'),
    /✗ the widget script: .* says that it is text\/plain/,
  ],
  [
    'a widget script with another hash',
    () => widget(200, { ...JS, ...ANY }, 'a()', { integrity: `sha384-${'A'.repeat(64)}` }),
    /✗ its integrity: the script has another hash: sha384-/,
  ],
  [
    'a widget script whose hash no browser could check',
    () => widget(200, JS, 'a()', { integrity: `sha384-${'A'.repeat(64)}` }),
    /✗ its integrity: it is set, but the script comes without/,
  ],
  [
    'a widget script that has moved',
    async () => {
      const elsewhere = await own((_, response) => response.writeHead(200, { ...JS, ...ANY }).end('a()'));
      return widget(302, { location: `${elsewhere.origin}/w.js?canary` }, '');
    },
    /! the widget script: it came by a redirect/,
    0,
  ],
  [
    'a handler that is not mounted',
    () => ({ args: ['--handler', `${world.partner.origin}/api/lending-elsewhere`] }),
    /✗ the handler: .* answers with 200, and it is not this library/,
  ],
  [
    'a handler that does not know its path',
    () => handler({ path: '/elsewhere' }),
    /✗ the handler: it is there, but under another path/,
  ],
  [
    'a sign-in page in front of the handler',
    () => {
      world.partnerFault.current = (_, response) => response.writeHead(302, { location: '/sign-in?canary' }).end();
      return handler();
    },
    /✗ the handler: something in front of it answers with a redirect to http/,
  ],
  [
    'a handler that lets everybody in',
    () => handler({ authorize: () => ({ subject: 'anybody' }) }),
    /✗ the handler: it lets in who is not signed in/,
  ],
  [
    'a sign-in that fails',
    () =>
      handler({
        authorize: () => {
          throw new Error('canary');
        },
      }),
    /✗ the handler: it answers with 500 to who is not signed in/,
  ],
  [
    'a proxy that changes the host',
    () => {
      world.partnerFault.current = (request) => void (request.headers.host = 'inside:8080');
      return handler();
    },
    /✗ the handler: it takes its own page for another site’s/,
  ],
  [
    'a proxy that takes headers away',
    () => {
      world.partnerFault.current = (_, response) => {
        const write = response.writeHead.bind(response);
        response.writeHead = (status, ...rest) => {
          const headers = Object.assign({}, ...rest.filter((one) => typeof one === 'object'));
          delete headers['cache-control'];
          response.removeHeader('cache-control');
          return write(status, headers);
        };
        return false;
      };
      return handler();
    },
    /✗ the handler: its answers come without cache-control/,
  ],
  [
    'a proxy that lets every site read',
    () => {
      world.partnerFault.current = (_, response) => void response.setHeader('access-control-allow-origin', '*');
      return handler();
    },
    /✗ the handler: it lets other sites read its answers/,
  ],
  [
    'a proxy that makes every origin the handler’s own',
    () => {
      world.partnerFault.current = (request) => void (request.headers.origin = world.partner.origin);
      return handler();
    },
    /✗ the handler: another site’s page is answered with 401, not 403/,
  ],
  [
    'a page without a policy',
    () => ({ args: ['--page', world.partner.origin] }),
    /! the page: it has no Content-Security/,
    0,
  ],
  [
    'a page that asks for a sign-in',
    () => {
      world.partnerFault.current = (_, response) => response.writeHead(302, { location: '/sign-in?canary' }).end();
      return { args: ['--page', `${world.partner.origin}/?canary`] };
    },
    /! the page: it answers with a redirect to http/,
    0,
  ],
  [
    'a policy that blocks the handler',
    () => policy((text) => text.replace(/connect-src[^;]*/, "connect-src 'none'")),
    /✗ the page: connect-src blocks the handler/,
  ],
  [
    'a policy that blocks the widget’s requests',
    () => policy((text) => text.replace(/connect-src[^;]*/, "connect-src 'self'")),
    /! the page: connect-src blocks http:\/\/127\.0\.0\.1:\d+\./,
    0,
  ],
  [
    'a policy that blocks the widget’s script',
    () => policy((text) => text.replace(/script-src[^;]*/, "script-src 'self'")),
    /✗ the page: script-src blocks http:\/\/127/,
  ],
  [
    'a policy without scripts',
    () => policy((text) => text.replace(/script-src[^;]*/, "script-src 'none'")),
    /✗ the page: script-src blocks every script/,
  ],
  [
    'a policy that does not know the names of our Trusted Types',
    () => policy((text) => text.replace(' lending-elements', '')),
    /✗ the page: trusted-types lacks lending-elements/,
  ],
  [
    'a policy that lets any script run',
    () => policy((text) => text.replace(/script-src[^;]*/, "script-src * 'unsafe-inline'")),
    /! the page: its policy lets any script run/,
    0,
  ],
  [
    'a nonce that stays',
    () => policy((text) => text.replace(/'nonce-[^']*'/, "'nonce-always'")),
    /✗ the page: its nonce was the same twice/,
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
    /✗ the page: script-src blocks what the embed code writes/,
  ],
  [
    'embed code with a script that is not there',
    () => ({ env: embedded('/gone.js') }),
    /✗ the widget script: .* answers with 404/,
  ],
  [
    'a second policy that is stricter',
    () => policy((text) => `${text}, connect-src 'none'`),
    /✗ the page: connect-src blocks the handler/,
  ],
];

describe('lending-elements doctor finds', () => {
  it('nothing wrong with a certificate that is good', async () => {
    const { stdout } = await doctor([], (await withCertificate('good')).env);
    assert.match(stdout, /✓ the service: https:/);
  });

  for (const [name, arrange, expected, code = 1] of FAULTS) {
    it(name, async () => {
      const { args, env } = await arrange();
      const { status, stdout } = await doctor(args, env);
      assert.match(stdout, expected);
      assert.equal(status, code, stdout);
    });
  }

  for (const status of [301, 302, 307, 308]) {
    it(`an API that has moved (${status}), and sends the key nowhere`, async () => {
      const heard = [];
      const elsewhere = await own((request, response) => {
        heard.push(request.headers);
        json(response, 404);
      });
      endpoint5((_, response) => response.writeHead(status, { location: elsewhere.origin }).end());
      const { status: code, stdout } = await doctor();
      assert.equal(code, 1);
      assert.match(stdout, /✗ the key: .*\n.*A redirect is not followed/);
      assert.deepEqual(heard, []);
    });
  }
});
