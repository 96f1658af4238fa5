// Mistakes that partners make, and what the browser's console says to their developers. `says` are parts of the one error that is
// explained; a row without it must be silent. `warns` is for what may be meant. The component tests of the widget have the mistakes of code.
import { hosted, OK } from '../embed-codes/open.mjs';
import { MOUNT, sdk } from '../embed-codes/snippets/show.mjs';
import { handOff } from '../vendor/servers.mjs';

const SOURCE = sdk('Vendor', MOUNT);
/** The limit for widgets that show nothing. The others have the usual limit, which no busy machine reaches. */
const LIMIT = 2000;
/** It writes into a place that it finds by an id. */
const TWICE = `<p id="place"></p><script>document.getElementById('place').textContent = 'Offers for {access_token}';</script>`;
const HTML = '<!doctype html><title>Sign in</title><h1>Welcome</h1>';
const answer =
  (body, headers = {}, status = 200) =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*', ...headers })
      .end(body);
const code = (...codes) => ({ codes, files: { 'vendor.js': SOURCE } });
const vendor = (body, headers, status) => ({ codes: [hosted], answer: answer(body, headers, status) });
const backend = (answers, body = '<lending-widget></lending-widget>') => ({ body, widgets: [null], answers });
const HANDLER = { 'x-lending-elements': '1', 'content-type': 'application/json' };
const failing = (body, status = 500) => ({ status, headers: HANDLER, body: JSON.stringify(body) });

const EMBED_CODES = {
  'no placeholder': {
    ...code('<b>Offers</b>'),
    says: [/\(config-invalid\)/, /no \{access_token\}/, /What to do: Put \{access_token\} in the place of the token/],
  },
  'a widget that needs no token': { ...code('<b>Offers</b>'), widget: { withoutToken: true } },
  'a script that is not there': {
    ...vendor('no', {}, 404),
    says: [/\(script-failed\)/, 'did not load', /What to do: Check the URL/],
  },
  'a script of another type': {
    ...vendor(SOURCE, { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' }),
    says: [/\(script-failed\)/, /What to do: Check the URL/, 'a content type other than JavaScript'],
  },
  'a page instead of a script': {
    ...vendor(HTML),
    says: [/\(script-failed\)/, 'a content type other than JavaScript'],
  },
  'a policy without the vendor': {
    ...code(hosted),
    csp: "script-src 'self' 'unsafe-inline'",
    says: [/\(script-blocked\)/, /script-src-elem/, /What to do: Add http:\/\/127\.0\.0\.1:\d+ to script-src\.$/m],
  },
  'a policy that has only default-src': {
    ...code(hosted),
    csp: "default-src 'self' 'unsafe-inline'",
    says: [
      /\(script-blocked\)/,
      /What to do: Add script-src to the policy, with http:\/\/127\.0\.0\.1:\d+ and the sources of default-src\.$/m,
    ],
  },
  'a policy that blocks the requests of the widget': {
    timeoutMs: LIMIT,
    ...code(
      ({ v }) => `<script>fetch('${v}/offers.json').then(() => document.body.append('{access_token}'));</script>`,
    ),
    csp: "script-src 'self' 'unsafe-inline'; connect-src 'self'",
    says: [
      /\(widget-not-painted\)/,
      /The page’s Content-Security-Policy blocks http:\/\/127\.0\.0\.1:\d+ \(connect-src\)\./,
      /What to do: .* If the widget needs it, add http:\/\/127\.0\.0\.1:\d+ to connect-src\.$/m,
    ],
  },
  'a policy without inline scripts': {
    ...code(OK),
    csp: "script-src 'self'",
    says: [
      /\(script-blocked\)/,
      'blocks inline embed code',
      /What to do: Add a nonce to script-src and to the page’s own scripts/,
    ],
  },
  'a policy that only reports': {
    ...code(hosted),
    reportOnly: "default-src 'self'; script-src 'self'; style-src 'none'",
  },
  'Trusted Types without the name of the library': {
    ...code(OK),
    csp: "require-trusted-types-for 'script'; trusted-types lit-html",
    says: [
      /\(script-trusted-types\)/,
      /What to do: Add lending-elements to the trusted-types directive.* Or set isolation to "frame"\.$/m,
    ],
  },
  'a hash of another version': {
    ...code(({ v }) =>
      hosted({ v }).replace(
        'src=',
        'integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin src=',
      ),
    ),
    says: [
      /\(script-integrity\)/,
      'does not match its integrity hash',
      /What to do: Check that the hash belongs to this version/,
    ],
  },
  'a script over http': {
    ...code('<script src="http://vendor.example/vendor.js?key=1"></script>{access_token}'),
    says: [/\(script-not-allowed\)/, /What to do: Use an https URL/],
  },
  'another global': {
    ...vendor('window.Another = {};'),
    says: [/\(script-no-global\)/, 'did not define Vendor.', /What to do: Compare the name/],
  },
  'a script that throws': {
    ...vendor(`null.boot(); ${SOURCE}`),
    says: [/\(script-threw\)/, 'hides from this page', /What to do: See the console/],
  },
  'a script that says its token': {
    ...code(`<script>throw new Error('no such token: {access_token}');</script>`),
    says: [/\(script-threw\)/, 'no such token: …'],
  },
  'no container': {
    ...code(`<script>document.querySelector('#offers-here').append('{access_token}');</script>`),
    says: [/\(script-threw\)/, /properties of null/],
  },
  'nothing to see': {
    timeoutMs: LIMIT,
    ...vendor('window.Vendor = { mount() {} };'),
    says: [/\(widget-not-painted\)/, 'showed nothing within 2 seconds', /What to do:/],
  },
  'the same snippet in the page, too': {
    timeoutMs: LIMIT,
    ...code(TWICE),
    body: `${TWICE.replace(/<script.*/, '')}<lending-widget></lending-widget>`,
    says: [/\(widget-not-painted\)/, 'Two elements on the page have the id "place"', /What to do: .*\{container_id\}/],
  },
  'names at the top, twice': code(
    ...Array(2).fill(OK.replace('<script>', '<script>const mine = 1; let theirs; class Ours {} ')),
  ),
  'document.write': code(`<script>document.write('<b class="offers">Offers for {access_token}</b>');</script>`),
  'a <template> with a script of elsewhere': {
    ...code(''),
    widget: { embedCode: undefined, origins: [] },
    body: '<lending-widget><template><script src="https://elsewhere.example/x.js" data-token="{access_token}"></script></template></lending-widget>',
    says: [
      /\(script-not-allowed\)/,
      'https://elsewhere.example',
      /What to do: Add the origin to widget\.origins in createHandler/,
    ],
  },
  'a <template> without a placeholder': {
    ...code(''),
    widget: { embedCode: undefined, origins: [] },
    body: '<lending-widget><template><b>Offers</b></template></lending-widget>',
    warns: /the <template> contains no \{access_token\}/,
  },
  'a <template> with the placeholder of a manual': {
    ...code(''),
    widget: { embedCode: undefined, origins: [] },
    body: '<lending-widget><template><b data-token="YOUR_TOKEN">Offers</b></template></lending-widget>',
    warns:
      /the <template> contains YOUR_TOKEN instead of \{access_token\}, .* Write \{access_token\} instead of YOUR_TOKEN\.$/,
  },
};

const FRAMES = {
  'a frame without the handler': {
    ...code(OK),
    body: '<lending-widget isolation="frame"></lending-widget>',
    says: [
      /\(widget-not-configured\)/,
      'isolation="frame" needs',
      'widget.frameUrl',
      /What to do: Configure the widget in createHandler/,
    ],
  },
  'an origin that the frame does not know': {
    // The address is put together, so that nobody finds it in the code.
    ...code(
      ({ o }) =>
        `<script>{ const made = document.createElement('iframe'); made.src = 'ht' + '${o.slice(2)}/offers.html'; document.getElementById('{container_id}').append(made); }</script><i data-token="{access_token}"></i>`,
    ),
    mode: 'frame',
    widget: { origins: [] },
    says: [
      /\(script-blocked\)/,
      'The frame’s Content-Security-Policy',
      /What to do: Add \S+ to widget\.origins in createHandler\(\), which then allows it in \S+\./,
    ],
  },
  ...Object.fromEntries(
    ['frame-src', 'child-src'].map((name) => [
      `a frame that the policy forbids by ${name}`,
      {
        ...code(OK),
        mode: 'frame',
        csp: `${name} 'none'`,
        says: [/\(script-blocked\)/, new RegExp(`What to do: Add http://127\\.0\\.0\\.1:\\d+ to ${name}`)],
      },
    ]),
  ),
  'a hand-off that fails in the frame': {
    codes: [''],
    files: { 'widget.js': 'globalThis.VendorFunding = { init({ token }) { throw new Error("bad: " + token); } };' },
    widget: ({ v }) => ({ embedCode: undefined, scriptUrl: `${v}/widget.js`, handOff: handOff() }),
    mode: 'frame',
    says: [/\(widget-failed\)/, 'Cause: Error: bad: …'],
  },
};

const BACKENDS = {
  'no handler': {
    ...backend({}),
    says: [
      /\(adapter-unexpected-response\)/,
      'status 404',
      /What to do: Check that createHandler\(\) is mounted/,
      /Endpoint: http:\/\/127\.0\.0\.1:\d+\/api\/lending$/m,
    ],
  },
  'no handler for the journey': {
    ...backend({}, '<lending-onboarding></lending-onboarding>'),
    says: [/^<lending-onboarding> failed/, 'status 404', /Endpoint: http:\/\/127\.0\.0\.1:\d+\/api\/lending$/m],
  },
  'a page for signing in behind a redirect': {
    ...backend({ '/api/lending/': { status: 302, headers: { location: '/login?next=1' } } }),
    says: [
      /\(adapter-redirected\)/,
      'Let requests for the endpoint through without a redirect, to a sign-in page',
      /Endpoint:/,
    ],
  },
  'a page for signing in': {
    ...backend({ '/api/lending/': { status: 200, headers: { 'content-type': 'text/html' }, body: HTML } }),
    says: [/\(adapter-unexpected-response\)/, 'status 200', 'createHandler() is mounted'],
  },
  'a backend that fails': {
    ...backend({
      '/api/lending/': failing({ code: 'handler-failed', message: 'It failed.', requestId: '1a2b3c4d-5e6f' }),
    }),
    says: [
      /\(handler-failed\): It failed\./,
      "The cause is in the backend's log.",
      /id in the backend's log begins with: 1a2b3c4d$/m,
    ],
  },
  'a backend without a widget': {
    ...backend({ '/api/lending/': failing({ settings: {}, progress: { done: [] } }, 200) }),
    says: [/\(widget-not-configured\)/, /What to do: Set createHandler\(\{ widget \}\)/],
  },
  'nobody who is signed in': backend({
    '/api/lending/': failing({ code: 'handler-signed-out', message: 'Nobody is.' }, 401),
  }),
};
BACKENDS['nobody who is signed in'].isOff = true;

export const ROWS = { ...EMBED_CODES, ...FRAMES, ...BACKENDS };
