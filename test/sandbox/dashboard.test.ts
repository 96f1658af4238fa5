import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goodCalls, setup } from './setup.js';

type Setup = ReturnType<typeof setup>;

/** A request as the dashboard's script makes it, except for the given differences. */
function ask({ sandbox }: Setup, path: string, { headers, ...init }: RequestInit = {}) {
  const own = { 'x-sandbox-dashboard': '1', 'sec-fetch-site': 'same-origin' };
  const all = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== '');
  return sandbox.fetch(`${sandbox.baseUrl}/dashboard${path}`, { ...init, headers: Object.fromEntries(all) });
}

const change = (api: Setup, settings: unknown) =>
  ask(api, '/config', { method: 'POST', body: JSON.stringify(settings) });

interface Data {
  key: string;
  config: Record<string, unknown>;
  applications: { company_id: string; status: string; calls: { name: string; status: number; body: unknown }[] }[];
  otherCalls: { path: string; status: number }[];
}

const data = async (api: Setup) => (await (await ask(api, '/data')).json()) as Data;

const FILES = ['', '/app.js', '/app.css'];
const OWN = { '/data': 'GET', '/key': 'POST', '/config': 'POST', '/minute': 'POST', '/reset': 'POST' };

describe('the dashboard', () => {
  it('has no CORS headers, is never cached, and is marked as the sandbox’s, on each path', async () => {
    const api = setup();
    for (const [path, method] of [...FILES.map((one) => [one, 'GET'] as const), ...Object.entries(OWN)]) {
      const response = await ask(api, path, { method, ...(path === '/config' && { body: '{}' }) });
      assert.equal(response.status, 200, path);
      assert.deepEqual(
        ['access-control-allow-origin', 'cache-control', 'x-sandbox', 'cross-origin-resource-policy'].map((name) =>
          response.headers.get(name),
        ),
        [null, 'no-store', '1', 'same-origin'],
      );
      const preflight = await ask(api, path, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } });
      assert.ok(preflight.status >= 400);
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
    }
  });

  it('runs only its own script, and cannot be framed', async () => {
    const response = await ask(setup(), '');
    const policy = response.headers.get('content-security-policy')!;
    for (const part of ["frame-ancestors 'none'", "default-src 'none'", "script-src 'self'", "trusted-types 'none'"])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy, /unsafe|nonce/);
    assert.doesNotMatch(await response.text(), /<script(?![^>]* src=)|\son\w+=|style=/);
  });

  const strangers: [string, Record<string, string>][] = [
    ['without the header', { 'x-sandbox-dashboard': '' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['from an address that was typed', { 'sec-fetch-site': 'none' }],
    ['with the origin of another page', { origin: 'https://evil.example' }],
    ['with an opaque origin', { origin: 'null' }],
  ];
  for (const [who, headers] of strangers) {
    it(`returns nothing and changes nothing for a request ${who}`, async () => {
      const api = setup();
      await api.create();
      for (const [path, method] of Object.entries(OWN)) {
        const body = path === '/config' ? { body: '{"accent":"#ff0000"}' } : {};
        const response = await ask(api, path, { method, headers, ...body });
        assert.equal(response.status, 403, path);
        assert.doesNotMatch(await response.text(), new RegExp(api.sandbox.secretKey));
      }
      const { config, applications } = await data(api);
      assert.equal(config['accent'], '#0b5563');
      assert.equal(applications.length, 1);
    });
  }

  it('shows the key masked, and in full only on request', async () => {
    const api = setup({ secretKey: 'sandbox-key-1234567890' });
    await api.create();
    for (const path of FILES) assert.ok(!(await (await ask(api, path)).text()).includes('sandbox-key'), path);
    assert.ok(!(await (await ask(api, '/data')).text()).includes('sandbox-key'));
    assert.equal((await data(api)).key, '••••••••••••7890');
    assert.deepEqual(await (await ask(api, '/key', { method: 'POST' })).json(), {
      secretKey: 'sandbox-key-1234567890',
    });
    assert.equal((await ask(api, '/key')).status, 405);
  });

  it('shows the calls of each application with statuses and bodies, and the other calls', async () => {
    const api = setup();
    const [first, second] = [await api.create(), await api.create()];
    const { prequalify } = goodCalls(first.company_id);
    await api.post(prequalify.path, prequalify.body);
    await api.post(prequalify.path, { funding_amount: 'x' });
    await api.post('/nowhere', { a: 1 });
    const { applications, otherCalls } = await data(api);
    assert.deepEqual(
      applications.map(({ company_id, calls }) => [company_id, calls.map(({ name, status }) => `${name} ${status}`)]),
      [
        [second.company_id, ['createApplication 201']],
        [first.company_id, ['createApplication 201', 'prequalify 201', 'prequalify 422']],
      ],
    );
    assert.deepEqual(applications[1]!.calls[1]!.body, prequalify.body);
    assert.deepEqual(
      otherCalls.map(({ path, status }) => [path, status]),
      [['/partner-api/v1/nowhere', 404]],
    );
  });

  it('sets the clock forward, and deletes everything', async () => {
    const api = setup({ offersAfterSeconds: [60] });
    const { company_id } = await api.create();
    const good = goodCalls(company_id);
    await api.post(good.prequalify.path, good.prequalify.body);
    await api.post(good.requestOffers.path, good.requestOffers.body);
    assert.equal((await data(api)).applications[0]?.status, 'PENDING');
    await ask(api, '/minute', { method: 'POST' });
    assert.equal((await data(api)).applications[0]?.status, 'RECEIVED_OFFERS');
    await ask(api, '/reset', { method: 'POST' });
    assert.deepEqual((await data(api)).applications, []);
    assert.deepEqual(api.sandbox.calls, []);
  });

  it('changes the widget’s script', async () => {
    const api = setup();
    const script = async () => (await api.sandbox.fetch(api.sandbox.widgetScriptUrl)).text();
    const logo = 'https://partner.example/logo.png';
    assert.equal((await change(api, { accent: '#123456', name: 'Ledgerly', logo })).status, 200);
    assert.match(await script(), /"accent":"#123456","logo":"https:\/\/partner.example\/logo.png","name":"Ledgerly"/);
    assert.equal((await change(api, { fault: 'missing' })).status, 200);
    assert.equal((await api.sandbox.fetch(api.sandbox.widgetScriptUrl)).status, 404);
    await change(api, { fault: '' });
    assert.match(await script(), /"name":"Ledgerly"/);
  });

  const wrong: [string, unknown][] = [
    ['accent', 'red'],
    ['accent', '#12345'],
    ['logo', 'http://partner.example/logo.png'],
    ['logo', 'javascript:alert(1)'],
    ['logo', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['name', 'x'.repeat(61)],
    ['pollSeconds', 1.5],
    ['fault', 'explodes'],
    ['unknown', 1],
  ];
  for (const [name, value] of wrong) {
    it(`rejects ${name}: ${JSON.stringify(value).slice(0, 45)}, and changes nothing else`, async () => {
      const api = setup();
      assert.equal((await change(api, { accent: '#123456', [name]: value })).status, 422);
      assert.equal((await data(api)).config['accent'], '#0b5563');
    });
  }

  it('rejects settings that are not an object', async () => {
    const api = setup();
    for (const body of ['', 'x', '[]', 'null', '1', 'x'.repeat(200_000)])
      assert.equal((await ask(api, '/config', { method: 'POST', body })).status, 422);
  });

  it('redirects other names of this machine to its own, and is on another host only if the option is set', async () => {
    const api = setup({ origin: 'http://127.0.0.1:4010' });
    const alias = await api.sandbox.fetch('http://localhost:4010/dashboard');
    assert.deepEqual([alias.status, alias.headers.get('location')], [307, 'http://127.0.0.1:4010/dashboard']);
    for (const address of [
      'http://localhost:4011/dashboard',
      'http://evil.example:4010/dashboard',
      'http://localhost:4010/dashboard/data',
    ])
      await assert.rejects(api.sandbox.fetch(address), TypeError);
    const origin = 'https://sandbox.partner.example';
    for (const path of [...FILES, ...Object.keys(OWN)])
      assert.equal((await ask(setup({ origin }), path)).status, 403, path);
    assert.equal((await ask(setup({ origin, dashboard: true }), '')).status, 200);
    assert.equal((await ask(setup({ dashboard: false }), '')).status, 403);
  });

  it('does not record its own requests as calls', async () => {
    const api = setup();
    for (const path of [...FILES, '/data', '/nothing']) await ask(api, path);
    assert.deepEqual(api.sandbox.calls, []);
  });
});
