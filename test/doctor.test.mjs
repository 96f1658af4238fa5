// `lending-elements doctor` as a process of its own, against a lender, a handler and a page that misbehave.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { certificates, key } from './fixtures/tls.mjs';
import { ensureBuilt } from './support/dist.mjs';
import { cli, KEY, NONCE, SECRET, serve, startWorld } from './support/doctor.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-doctor-'));
before(ensureBuilt);
after(() => fs.rmSync(folder, { recursive: true }));

let world;
const closing = [];
beforeEach(async () => (world = await startWorld()));
afterEach(() => [world, ...closing.splice(0)].forEach((one) => one.close()));

/** A server of a test's own, which is closed after it. */
async function own(...args) {
  const server = await serve(...args);
  closing.push(server);
  return server;
}

/** Runs the doctor. Whatever it says, it says neither a secret nor a query. */
async function doctor(args = [], env = {}) {
  const said = await cli(['doctor', ...args], { ...world.env, ...env });
  assert.doesNotMatch(said.stdout + said.stderr, /canary|\?\w/);
  return said;
}

const strict = () =>
  [
    "default-src 'none'",
    `script-src '${NONCE()}' 'strict-dynamic'`,
    `connect-src 'self' ${world.lender.origin}`,
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html lending-elements',
  ].join('; ');
const policy = (change = (text) => text) => {
  world.set({ page: () => ({ 'content-security-policy': change(strict()) }) });
  return { args: ['--page', world.partner.origin] };
};
const handler = (options) => {
  if (options) world.set({ handler: world.handlerWith(options) });
  return { args: ['--handler', `${world.partner.origin}/api/lending`] };
};
const lender = (answer, args = []) => ((world.lenderFault.current = answer), { args });
/** The lender's answer to endpoint 5. */
const endpoint5 = (answer) =>
  lender((request, response) => request.url.endsWith('/applications/auth') && (answer(request, response), true));
const widget = (status, headers, body, more = {}) => {
  lender((request, response) => {
    if (request.url !== '/widget.js') return false;
    response.writeHead(status, headers).end(body);
    return true;
  });
  return { env: { LENDING_WIDGET: JSON.stringify({ ...world.sandbox.widget, ...more }) } };
};
const json = (response, status, body = { message: 'No.' }) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const JS = { 'content-type': 'text/javascript' };
const ANY = { 'access-control-allow-origin': '*' };

describe('lending-elements doctor', () => {
  it('finds nothing wrong where nothing is', async () => {
    const { status, stdout, stderr } = await doctor([...handler().args, ...policy().args]);
    assert.deepEqual([status, stderr], [0, ''], stdout);
    assert.doesNotMatch(stdout, /^[✗!]/m);
    for (const found of [
      /✓ the versions: Node /,
      /✓ the configuration: it fits together, for staging/,
      /✓ the service: http:\/\/127\.0\.0\.1:\d+ answers/,
      /✓ the clock: it agrees/,
      /✓ the key: endpoint 5 answered 404 to it, and 401 to a made-up one\.\n.*The service takes the key/,
      /✓ the widget script: .* answers with a script/,
      /✓ its integrity: sha384-[\w+/]{64}\./,
      /✓ the handler: who is not signed in is sent away, with 401/,
      /✓ the handler: another site’s page is refused, with 403/,
      /✓ the page: its Content-Security-Policy lets through/,
    ])
      assert.match(stdout, found);
  });

  it('creates nothing, and sends the key to one endpoint only', async () => {
    await doctor();
    const names = world.sandbox.calls.map(({ name, authorized }) => `${name} ${authorized}`);
    assert.deepEqual(names.sort(), ['authenticate false', 'authenticate true', 'undefined false']);
    assert.deepEqual(
      world.heard.filter(({ key }) => key === KEY).map((one) => one.path),
      ['/partner-api/v1/applications/auth'],
    );
  });

  it('sends the key nowhere with --no-calls', async () => {
    const { status, stdout } = await doctor(['--no-calls']);
    assert.equal(status, 0);
    assert.match(stdout, /! the key: it was not tried/);
    assert.ok(world.heard.every(({ key }) => key === undefined));
  });

  it('reads a file of variables behind those of the process', async () => {
    const file = path.join(folder, 'lender.env');
    fs.writeFileSync(file, `LENDING_SECRET_KEY=${KEY}\nLENDING_ENVIRONMENT=nonsense\n`);
    const { status, stdout } = await doctor(['--env', file], { LENDING_SECRET_KEY: undefined });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /for staging/);
  });

  it('says that it could not read a file, and does not take what it does not know', async () => {
    assert.equal((await doctor(['--env', path.join(folder, 'none')])).status, 2);
    for (const args of [['--page', 'canary'], ['--timeout', '0'], ['--canary'], ['canary'], ['--handler', 'ftp://a']]) {
      const { status, stdout, stderr } = await doctor(args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^This command is not known/);
    }
  });

  it('says no secret, even where another variable has it', async () => {
    const file = path.join(folder, 'mixed-up.json');
    const args = ['--bundle', file, '--page', `https://${SECRET}.invalid`];
    const env = { LENDING_BASE_URL: `https://${KEY}.invalid`, LENDING_WIDGET: '' };
    const { status, stdout } = await doctor(args, env);
    assert.equal(status, 1);
    assert.equal(stdout.split('[removed]').length, 3);
    assert.doesNotMatch(fs.readFileSync(file, 'utf8'), /canary/);
  });

  it('names every variable that is wrong, not only the first', async () => {
    const { status, stdout } = await cli(['doctor', '--no-calls'], { LENDING_SESSION_SECRET: 'canary' });
    assert.equal(status, 1);
    for (const name of ['BASE_URL is missing', 'SECRET_KEY is missing', 'SESSION_SECRET is shorter'])
      assert.match(stdout, new RegExp(`✗ the configuration: LENDING_${name}`));
  });
});

/** A lender with a certificate, which this machine trusts. */
async function withCertificate(name, trusted = name) {
  const answer = (_, response) => json(response, 404);
  const { port } = await own(answer, (one) => createTlsServer({ key, cert: certificates[name] }, one));
  const NODE_EXTRA_CA_CERTS = path.join(folder, `${name}.pem`);
  fs.writeFileSync(NODE_EXTRA_CA_CERTS, certificates[trusted]);
  return { env: { LENDING_BASE_URL: `https://127.0.0.1:${port}`, LENDING_WIDGET: '', NODE_EXTRA_CA_CERTS } };
}

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

describe('lending-elements doctor --csp', () => {
  const csp = async (more, ...args) => {
    const LENDING_WIDGET = JSON.stringify({ ...world.sandbox.widget, ...more });
    const { status, stdout, stderr } = await doctor(['--csp', ...args], { LENDING_WIDGET });
    assert.deepEqual([status, stderr], [0, '']);
    return stdout;
  };

  it('prints the strictest policy for a widget in the page', async () => {
    const expected = [
      "default-src 'none'",
      "script-src 'nonce-{nonce}' 'strict-dynamic'",
      "style-src 'self'",
      `connect-src 'self' ${world.lender.origin}`,
      "img-src 'self' data:",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html lending-elements',
    ].join('; ');
    assert.equal(await csp(), `${expected}\n`);
  });

  it('needs nothing but the widget, and says what is wrong with that', async () => {
    const alone = await cli(['doctor', '--csp'], { LENDING_WIDGET: world.env.LENDING_WIDGET });
    assert.deepEqual([alone.status, alone.stderr], [0, '']);
    const wrong = await cli(['doctor', '--csp'], { LENDING_WIDGET: '{canary' });
    assert.deepEqual([wrong.status, wrong.stderr], [1, 'LENDING_WIDGET is not a JSON object.\n']);
  });

  it('lets through nothing of the lender’s for a widget in a frame', async () => {
    const printed = await csp({ isolation: 'frame' });
    assert.match(printed, /connect-src 'self';.*frame-src 'self';/);
    assert.ok(!printed.includes(world.lender.origin));
  });

  it('lets through a handler of another origin', async () => {
    const args = ['--handler', 'https://api.partner.example/x', '--page', 'https://partner.example'];
    assert.match(await csp({ isolation: 'frame' }, ...args), /connect-src 'self' https:\/\/api\.partner\.example;/);
  });

  it('prints what the page is then found to be right with', async () => {
    const printed = (await csp()).trim();
    world.set({
      page: () => ({ 'content-security-policy': printed.replace('{nonce}', crypto.randomUUID()) }),
    });
    const { stdout } = await doctor(['--page', world.partner.origin]);
    assert.match(stdout, /✓ the page/);
  });
});

describe('the support bundle', () => {
  it('has the findings, and neither key nor secrets nor queries', async () => {
    const file = path.join(folder, 'bundle.json');
    const args = ['--bundle', file, ...handler().args, '--page', `${world.partner.origin}/?canary=1`];
    const { status } = await doctor(args, { LENDING_SESSION_SECRET_PREVIOUS: SECRET.toUpperCase() });
    assert.equal(status, 0);
    const text = fs.readFileSync(file, 'utf8');
    assert.doesNotMatch(text, /canary|\?\w/i);
    assert.equal(fs.statSync(file).mode & 0o077, 0);
    const { findings, variables, policy: printed } = JSON.parse(text);
    assert.ok(findings.length > 8 && printed.startsWith("default-src 'none'"));
    assert.ok(variables.some(({ name }) => name === 'LENDING_SECRET_KEY'));
  });

  it('names the hash of the script as browsers compute it', async () => {
    const file = path.join(folder, 'hash.json');
    await doctor(['--bundle', file], widget(200, { ...JS, ...ANY }, 'a()').env);
    const hash = createHash('sha384').update('a()').digest('base64');
    assert.ok(fs.readFileSync(file, 'utf8').includes(`sha384-${hash}`));
  });
});
