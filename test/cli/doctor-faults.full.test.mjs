// What `lending-elements doctor` finds where a lender or a widget's script misbehaves.
import assert from 'node:assert/strict';
import { createServer as createSocketServer } from 'node:net';
import { describe, it } from 'node:test';
import {
  ANY,
  doctor,
  embedded,
  endpoint5,
  finds,
  JS,
  json,
  lender,
  own,
  useWorld,
  widget,
  withCertificate,
  world,
} from '../support/doctor-world.mjs';
import { serve } from '../support/doctor.mjs';

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
    /✗ the service: https:\/\/lender\.invalid has a host name that DNS does not know/,
  ],
  [
    'a lender without TLS at an https address',
    () => ({ env: { LENDING_BASE_URL: world.lender.origin.replace('http', 'https') } }),
    /✗ the service: .* does not use a TLS version that this machine supports/,
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
    /✗ the service: .* has a certificate for another name/,
  ],
  [
    'a lender that never answers',
    () => lender(() => true, ['--timeout', '1']),
    /✗ the service: .* did not respond in time \(1 seconds\)/,
  ],
  [
    'a lender that speaks no HTTP',
    async () => {
      const socket = await own((one) => one.on('error', () => {}).end('220 mail\r\n'), createSocketServer);
      return { env: { LENDING_BASE_URL: socket.origin, LENDING_WIDGET: '' } };
    },
    /✗ the service: .* does not respond with HTTP/,
  ],
  [
    'a clock that is an hour behind',
    () =>
      lender((request, response) => {
        response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
        return false;
      }),
    /✗ the clock: it differs from the service’s clock by 3\d\d\d seconds/,
  ],
  [
    'a key of somebody else',
    () => ({ env: { LENDING_SECRET_KEY: 'another-key' } }),
    /✗ the key: .*\n.*rejects the key/,
  ],
  [
    'an API that answers with pages',
    () => endpoint5((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')),
    /✗ the key: .*\n.*The response is a web page/,
  ],
  [
    'a dashboard that answers 403 with a page',
    () => endpoint5((_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<p>')),
    /✗ the key: .*\n.*The response is a web page.*\n.*not of the dashboard/,
  ],
  [
    'an API that answers any key alike',
    () => endpoint5((_, response) => json(response, 404)),
    /! the key: endpoint 5 \(authenticate\) answered 404 to the key, and answered 404 to a made-up key\.\n.*The key cannot be checked/,
  ],
  [
    'an API that is down',
    () => endpoint5((_, response) => json(response, 500)),
    /! the key: .*\n.*cannot check the key at the moment/,
  ],
  [
    'an API that has a token for anybody',
    () => endpoint5((_, response) => json(response, 200, { access_token: 'a' })),
    /! the key: .*\n.*it is not the real service/,
  ],
  [
    'a widget whose settings have no place for the token',
    () => ({ env: { LENDING_WIDGET: JSON.stringify({ scriptUrl: `${world.lender.origin}/widget.js` }) } }),
    /✗ the configuration: LENDING_WIDGET contains no \{access_token\}\.\n.*\n.*Put \{access_token\}/,
  ],
  [
    'a widget that is said to need no token',
    () => ({
      env: { LENDING_WIDGET: JSON.stringify({ scriptUrl: `${world.lender.origin}/widget.js`, withoutToken: true }) },
    }),
    /! the widget: its settings have "withoutToken": true, so it gets no token\./,
  ],
  ['a widget script that is not there', () => widget(404, JS, ''), /✗ the widget script: .* responds with 404/],
  [
    'a page in place of the widget script',
    () => widget(200, JS, '<!doctype html><p>Sign in'),
    /✗ the widget script: .* responds with a page instead of a script/,
  ],
  ['an empty widget script', () => widget(200, JS, '\n'), /✗ the widget script: .* responds with an empty script/],
  [
    'a widget script that browsers must take for a text',
    () => widget(200, { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' }, 'a()'),
    /✗ the widget script: .* sends the content type text\/plain with nosniff/,
  ],
  [
    'a widget script with another hash',
    () => widget(200, { ...JS, ...ANY }, 'a()', { integrity: `sha384-${'A'.repeat(64)}` }),
    /✗ the script’s integrity: the script does not match the hash in the settings\. Its hash is sha384-/,
  ],
  [
    'a widget script whose hash no browser could check',
    () => widget(200, JS, 'a()', { integrity: `sha384-${'A'.repeat(64)}` }),
    /✗ the script’s integrity: `integrity` is set, but the script is served without Access-Control-Allow-Origin/,
  ],
  [
    'a widget script that has moved',
    async () => {
      const elsewhere = await own((_, response) => response.writeHead(200, { ...JS, ...ANY }).end('a()'));
      return widget(302, { location: `${elsewhere.origin}/w.js?canary` }, '');
    },
    /! the widget script: http\S+ redirects to http/,
  ],
  [
    'embed code with a script that is not there',
    () => ({ env: embedded('/gone.js') }),
    /✗ the widget script: .* responds with 404/,
  ],
  [
    'embed code whose script declares names at its top',
    () => {
      widget(
        200,
        { ...JS, ...ANY },
        'const VERSION = 1; let offers = [], { a, b } = {}; class Widget {} function start() {}',
      );
      return { env: embedded('/widget.js') };
    },
    /! the embed code: its script declares VERSION, offers, a, b, Widget at the top level.*\n.*It can run only once in a page.*\n.*"isolation": "frame"/,
  ],
  [
    'embed code whose inline scripts may share names',
    () => {
      widget(200, { ...JS, ...ANY }, 'var x = 1;');
      const { LENDING_WIDGET } = embedded('/widget.js');
      const { embedCode } = JSON.parse(LENDING_WIDGET);
      const inline = '<script>const offers = 1;</script><script>show(offers)</script>';
      return { env: { LENDING_WIDGET: JSON.stringify({ embedCode: embedCode + inline }) } };
    },
    /! the embed code: its inline scripts may share names that they declare with const, let or class/,
  ],
];

describe('lending-elements doctor reports', () => {
  useWorld();

  it('no problem with a valid certificate', async () => {
    const { stdout } = await doctor([], (await withCertificate('good')).env);
    assert.match(stdout, /✓ the service: https:/);
  });

  finds(FAULTS);

  for (const status of [301, 302, 307, 308]) {
    it(`an API that redirects (${status}), and sends the key nowhere`, async () => {
      const heard = [];
      const elsewhere = await own((request, response) => {
        heard.push(request.headers);
        json(response, 404);
      });
      endpoint5((_, response) => response.writeHead(status, { location: elsewhere.origin }).end());
      const { status: code, stdout } = await doctor();
      assert.equal(code, 1);
      assert.match(stdout, /✗ the key: .*\n.*The call was redirected/);
      assert.deepEqual(heard, []);
    });
  }
});
