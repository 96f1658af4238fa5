import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { version } from '../../src/version.js';
import { attack, paths } from './attack.js';
import { goodBodies, ORIGIN, read, sampleApplication, setup } from './setup.js';

const FAR = 'https://apply.partner.example';

describe('the guard', () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    it(`rejects ${method} on every call, and names the allowed ones`, async () => {
      for (const path of paths) {
        const body = method === 'GET' || method === 'HEAD' ? null : '{}';
        const { browser, sandbox } = setup();
        const { headers, status } = await browser().send(path, { method, ...(body && { body }) });
        assert.equal(status, 405);
        assert.equal(headers.get('allow'), 'POST');
        assert.equal(headers.get('access-control-allow-methods'), null);
        assert.equal(sandbox.calls.length, 0);
      }
    });
  }

  it('rejects GET on the session, the notice and the draft, which a cache could store, and names the version of the page', async () => {
    for (const path of ['session', 'consent', 'consent?locale=en', 'draft']) {
      const { code, status, headers, remedy } = await attack(path, { method: 'GET' });
      assert.deepEqual([status, code, headers.get('allow')], [405, 'handler-method', 'POST']);
      assert.ok(remedy!.includes(`Update them to version ${version}.`), remedy);
    }
  });

  it('rejects a read with anything else in its body', async () => {
    for (const [path, ...bodies] of [
      ['session', null, [], 'x', { locale: 'en' }, { owner: 'x' }],
      [
        'consent',
        null,
        [],
        'x',
        { locale: 5 },
        { locale: 'x'.repeat(101) },
        { locale: 'en', load: true },
        { evidence: {} },
      ],
      ['draft', null, [], 'x', {}, { load: false }, { load: true, owner: 'x' }],
    ] as const)
      for (const body of bodies) {
        const { browser } = setup();
        const { status, code } = await read(await browser().post(path, body));
        assert.deepEqual([status, code], [422, 'handler-invalid'], `${path} ${JSON.stringify(body)}`);
      }
  });

  for (const path of [
    '',
    'nowhere',
    'constructor',
    '__proto__',
    'toString',
    'applications//',
    '/applications',
    'applications/auth',
    'elements',
    'Applications',
    'applications%2F',
    '%61pplications',
    '../session',
    'session/../../lending',
  ]) {
    it(`responds with 404 at "${path}"`, async () => {
      const { status, code } = await attack(path, { body: {} });
      assert.ok(status === 404 || path === '../session', String(status));
      assert.ok(code === 'handler-not-found' || code === 'handler-method');
    });
  }

  for (const type of [
    null,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/json',
    'application/json-patch+json',
    'text/plain; application/json',
    'multipart/form-data; boundary=x',
  ]) {
    it(`rejects JSON calls as ${type || 'no content type'}`, async () => {
      for (const path of paths.filter((path) => path !== 'documents')) {
        const body = Buffer.from(JSON.stringify(goodBodies()[path]));
        const { status, code } = await attack(path, { body, headers: { 'content-type': type } });
        assert.deepEqual([status, code], [415, 'handler-unsupported-type']);
      }
    });
  }

  it('accepts one slash at the end of each path', async () => {
    const { browser } = setup();
    assert.equal((await browser().get('session/')).status, 200);
    assert.equal((await browser().send('applications/', { body: sampleApplication() })).status, 200);
  });

  it('accepts JSON with a charset, in any case', async () => {
    const { browser } = setup();
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    const { status } = await browser().send('applications', { body: sampleApplication(), headers });
    assert.equal(status, 200);
  });

  const forged: [string, Record<string, string | null>][] = [
    ['without the library’s header', { 'x-lending-elements': null }],
    ['with neither origin nor sec-fetch-site', { origin: null, 'sec-fetch-site': null }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another site that says no origin', { 'sec-fetch-site': 'cross-site', origin: null }],
    ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['with a made-up site', { 'sec-fetch-site': 'SAME-ORIGIN' }],
    ['with an empty site', { 'sec-fetch-site': '' }],
    ['from a foreign origin', { origin: 'https://evil.example' }],
    ['from a foreign origin of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from a foreign origin alone', { origin: 'https://evil.example', 'sec-fetch-site': null }],
    ['from a known origin of another site', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
    ['from a sandboxed frame', { origin: 'null', 'sec-fetch-site': null }],
    ['from a sandboxed frame of this site', { origin: 'null' }],
  ];
  for (const [name, headers] of forged) {
    it(`rejects a request ${name}, on every call`, async () => {
      for (const path of paths) {
        const { status, code } = await attack(path, { headers });
        assert.deepEqual([status, code], [403, 'handler-forbidden']);
      }
    });
  }

  it('reports a changed Host header at the first call of a page', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' };
    const { status, message, remedy } = await read(await setup().browser().get('session', { headers }));
    assert.equal(status, 403);
    assert.match(message!, /a proxy has changed the Host header/);
    assert.match(remedy!, /changeOrigin: false/);
  });

  for (const [host, origin] of [
    ['shop.example', 'https://shop.example'],
    ['shop.example:443', 'https://shop.example'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ] as const)
    it(`names the framework that has not passed on the host ${host}`, async () => {
      const { status, message, remedy } = await attack('applications', { headers: { host, origin } });
      assert.equal(status, 403);
      assert.match(message!, /a framework has given the handler another URL/);
      assert.match(remedy!, /security\.allowedDomains.*ORIGIN/);
    });

  const lookAlikes = [
    'null',
    '',
    'https://partner.example.evil.example',
    'https://evilpartner.example',
    'https://partner.exampleevil',
    'https://partner.example:8443',
    'https://partner.example:443',
    'https://partner.example.',
    'https://PARTNER.example',
    'HTTPS://partner.example',
    'http://partner.example',
    'ftp://partner.example',
    'foo://partner.example',
    'chrome-extension://partner.example',
    'https://partner.example/',
    'https://partner.example/api',
    'https://me@partner.example',
    'https://evil.example@partner.example',
    'https://partner.example#',
    'https://partner.example?',
    'https://partner.example, https://evil.example',
    'https://partner.example https://evil.example',
    'https://xn--partner-9ya.example',
    'https://pаrtner.example'.normalize().replace('а', '%D0%B0'),
    '//partner.example',
    'partner.example',
    'https://www.partner.example',
    'https://apply.partner.example.evil.example',
    'https://apply.partner.example:444',
    'http://apply.partner.example',
    'https://*.partner.example',
    'file://',
  ];
  for (const origin of lookAlikes) {
    it(`does not accept the origin "${origin}" in place of a known one`, async () => {
      for (const site of ['same-origin', 'same-site', null]) {
        const headers = { origin, 'sec-fetch-site': site };
        const { status, code } = await attack('prequalification', { headers }, { origins: [FAR] });
        assert.deepEqual([status, code], [403, 'handler-forbidden']);
      }
    });
  }

  it('accepts the pages of an app, and lets only them read its responses', async () => {
    const APP = 'capacitor://localhost';
    const { browser } = setup({ origins: [APP] });
    for (const origin of [APP, 'capacitor://evil', 'ionic://localhost', 'null']) {
      const headers = { origin, 'sec-fetch-site': 'cross-site' };
      const answer = await browser().send('applications', { body: sampleApplication(), headers });
      const allowed = answer.headers.get('access-control-allow-origin');
      assert.deepEqual([answer.status, allowed], origin === APP ? [200, APP] : [403, null], origin);
    }
  });

  it('accepts a known origin, also if the browser sends no sec-fetch-site', async () => {
    const { browser } = setup({ origins: [FAR] });
    for (const headers of [
      { 'sec-fetch-site': null },
      { origin: null },
      { origin: FAR, 'sec-fetch-site': 'same-site' },
      { origin: FAR, 'sec-fetch-site': 'cross-site' },
    ]) {
      assert.equal((await browser().send('applications', { body: sampleApplication(), headers })).status, 200);
    }
  });

  it('accepts an https page behind a proxy that terminates TLS, but not one on another port', async () => {
    const { browser } = setup();
    const page = browser('jane', 'http://partner.example');
    const send = (origin: string) => page.send('applications', { body: sampleApplication(), headers: { origin } });
    assert.equal((await send('https://partner.example')).status, 200);
    assert.equal((await send('https://partner.example:8443')).status, 403);
  });

  // nginx with `proxy_set_header Host $host:$server_port`, and load balancers.
  it('accepts an https page behind a proxy that adds the port of https to the Host header', async () => {
    const statusOf = async (host: string, origin: string) => {
      const page = setup().browser('jane', `http://${host}`);
      return (await page.send('applications', { body: sampleApplication(), headers: { origin } })).status;
    };
    assert.equal(await statusOf('partner.example:443', 'https://partner.example'), 200);
    for (const origin of ['https://partner.example:8443', 'http://partner.example', 'https://evil.example'])
      assert.equal(await statusOf('partner.example:443', origin), 403, origin);
    assert.equal(await statusOf('partner.example:8443', 'https://partner.example'), 403);
  });

  it('does not return the session to another site', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const { browser } = setup();
      assert.equal((await read(await browser().get('session', { headers }))).code, 'handler-forbidden');
    }
  });

  const preflightFrom = (browser: ReturnType<typeof setup>['browser'], origin: string, path = 'applications') => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-lending-elements',
    };
    return browser().send(path, { method: 'OPTIONS', headers });
  };
  const isSilent = ({ headers }: Response) => [...headers.keys()].every((name) => !name.startsWith('access-control-'));

  it('responds to the preflight of an origin that the partner has named, and of no other', async () => {
    const { browser, sandbox } = setup({ origins: [FAR] });
    const answer = await preflightFrom(browser, FAR);
    assert.equal(answer.status, 204);
    assert.deepEqual(
      [...answer.headers].filter(([name]) => name !== 'vary'),
      [
        ['access-control-allow-credentials', 'true'],
        [
          'access-control-allow-headers',
          'content-type, x-lending-elements, x-lending-business, x-lending-applicant, idempotency-key',
        ],
        ['access-control-allow-methods', 'POST'],
        ['access-control-allow-origin', FAR],
        ['access-control-expose-headers', 'x-lending-elements, x-lending-applicant'],
        ['access-control-max-age', '600'],
      ],
    );
    assert.equal((await preflightFrom(browser, FAR, 'consent')).headers.get('access-control-allow-methods'), 'POST');
    for (const origin of [ORIGIN, ...lookAlikes, 'https://evil.example']) {
      const rejected = await preflightFrom(browser, origin);
      assert.ok(rejected.status === 405 && isSilent(rejected), origin);
    }
    assert.equal(sandbox.calls.length, 0);
  });

  it('rejects a preflight if the partner has named no origin', async () => {
    const { browser } = setup();
    for (const origin of [FAR, ORIGIN]) {
      const rejected = await preflightFrom(browser, origin);
      assert.ok(rejected.status === 405 && isSilent(rejected));
    }
  });

  it('lets only the configured page read its responses, including errors', async () => {
    const { browser } = setup({ origins: [FAR] });
    const far = { origin: FAR, 'sec-fetch-site': 'cross-site' };
    for (const path of ['session', 'consent', 'applications']) {
      const { headers } = await browser().get(path, { headers: far });
      assert.equal(headers.get('access-control-allow-origin'), FAR);
      assert.equal(headers.get('access-control-allow-credentials'), 'true');
      assert.equal(headers.get('vary'), 'origin');
    }
    assert.ok(isSilent(await browser().get('session')));
    assert.ok(isSilent(await browser().get('session', { headers: { origin: 'https://evil.example' } })));
  });
});
