import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryLimiter } from '../../src/server/index.js';
import { sampleApplication } from '../schema/samples.js';
import { goodBodies, ORIGIN, read, setup, type Sending } from './setup.js';

const FAR = 'https://apply.partner.example';
const paths = Object.keys(goodBodies());

/** Sends a request that is good but for `sending` to a handler where Jane has an application, and expects no call. */
async function attack(path: string, sending: Sending, options: Parameters<typeof setup>[0] = {}) {
  const { browser, sandbox } = setup(options);
  const page = browser();
  await page.create();
  const before = sandbox.calls.length;
  const response = await page.send(path, { body: await page.good(path), ...sending });
  assert.equal(sandbox.calls.length, before, 'the service was called');
  assert.deepEqual(response.headers.getSetCookie(), []);
  return { ...(await read(response)), headers: response.headers };
}

describe('the guard', () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    it(`refuses ${method} on every call, and says what is allowed`, async () => {
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

  it('refuses POST on the session', async () => {
    const { code, status, headers } = await attack('session', { body: {} });
    assert.deepEqual([status, code, headers.get('allow')], [405, 'handler-method', 'GET']);
  });

  for (const path of [
    '',
    'nowhere',
    'constructor',
    '__proto__',
    'toString',
    'applications/',
    'applications/auth',
    'Applications',
    'applications%2F',
    '%61pplications',
    '../session',
    'session/../../lending',
  ]) {
    it(`finds nothing at "${path}"`, async () => {
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
    it(`refuses JSON calls as ${type || 'no content type'}`, async () => {
      for (const path of paths.filter((path) => path !== 'documents')) {
        const body = Buffer.from(JSON.stringify(goodBodies()[path]));
        const { status, code } = await attack(path, { body, headers: { 'content-type': type } });
        assert.deepEqual([status, code], [415, 'handler-unsupported-type']);
      }
    });
  }

  it('takes JSON with a charset, in any case', async () => {
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
    it(`refuses a request ${name}, on every call`, async () => {
      for (const path of paths) {
        const { status, code } = await attack(path, { headers });
        assert.deepEqual([status, code], [403, 'handler-forbidden']);
      }
    });
  }

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
    it(`does not take the origin "${origin}" for one that it knows`, async () => {
      for (const site of ['same-origin', 'same-site', null]) {
        const headers = { origin, 'sec-fetch-site': site };
        const { status, code } = await attack('prequalification', { headers }, { origins: [FAR] });
        assert.deepEqual([status, code], [403, 'handler-forbidden']);
      }
    });
  }

  it('takes a known origin, also where the browser sends no sec-fetch-site', async () => {
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

  it('takes an https page where a proxy has ended the TLS, and no http page where there is none', async () => {
    const { browser } = setup();
    const page = browser('jane', 'http://partner.example');
    const send = (origin: string) => page.send('applications', { body: sampleApplication(), headers: { origin } });
    assert.equal((await send('https://partner.example')).status, 200);
    assert.equal((await send('https://partner.example:8443')).status, 403);
  });

  it('does not show the session to another site', async () => {
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

  it('answers the preflight of a page on an origin that the partner has named, and of no other', async () => {
    const { browser, sandbox } = setup({ origins: [FAR] });
    const answer = await preflightFrom(browser, FAR);
    assert.equal(answer.status, 204);
    assert.deepEqual(
      [...answer.headers].filter(([name]) => name !== 'vary'),
      [
        ['access-control-allow-credentials', 'true'],
        ['access-control-allow-headers', 'content-type, x-lending-elements, idempotency-key'],
        ['access-control-allow-methods', 'POST'],
        ['access-control-allow-origin', FAR],
        ['access-control-expose-headers', 'x-lending-elements'],
        ['access-control-max-age', '600'],
      ],
    );
    assert.equal(
      (await preflightFrom(browser, FAR, 'consent')).headers.get('access-control-allow-methods'),
      'GET, POST',
    );
    for (const origin of [ORIGIN, ...lookAlikes, 'https://evil.example']) {
      const refused = await preflightFrom(browser, origin);
      assert.ok(refused.status === 405 && isSilent(refused), origin);
    }
    assert.equal(sandbox.calls.length, 0);
  });

  it('answers no preflight where the partner has named no origin', async () => {
    const { browser } = setup();
    for (const origin of [FAR, ORIGIN]) {
      const refused = await preflightFrom(browser, origin);
      assert.ok(refused.status === 405 && isSilent(refused));
    }
  });

  it('lets the named page read its answers, errors too, and no other one', async () => {
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

describe('the rate limit', () => {
  it('refuses a subject who asks too often, calls nothing, and leaves the others alone', async () => {
    const { browser, received } = setup({ limiter: memoryLimiter({ requests: 3 }) });
    const [jane, tom] = [browser(), browser('tom')];
    await jane.create();
    for (let time = 0; time < 2; time++) await jane.get('session');
    const { status, code, message } = await read(await jane.post('prequalification', goodBodies().prequalification));
    assert.deepEqual([status, code], [429, 'handler-too-many']);
    assert.match(message!, /Wait \d+ seconds/);
    assert.deepEqual(received('prequalify'), []);
    await tom.create();
  });

  it('has room for a journey by default, and is not endless', async () => {
    const { browser } = setup();
    const page = browser();
    const statuses = new Set<number>();
    for (let time = 0; time < 121; time++) statuses.add((await page.get('session')).status);
    assert.deepEqual([...statuses], [200, 429]);
  });

  it('gives room again when its time is over', async () => {
    const limiter = memoryLimiter({ requests: 1, seconds: 0 });
    assert.deepEqual([limiter.take('jane'), limiter.take('jane')], [0, 0]);
  });

  it('can be the partner’s own', async () => {
    const asked: string[] = [];
    const { browser } = setup({ limiter: { take: async (subject) => (asked.push(subject), 7) } });
    assert.match((await read(await browser().get('session'))).message!, /Wait 7 seconds/);
    assert.deepEqual(asked, ['jane']);
  });

  it('asks nothing about a request that is refused before it', async () => {
    const asked: string[] = [];
    const { browser } = setup({ limiter: { take: (subject) => (asked.push(subject), 0) }, authorize: () => null });
    await browser().get('session');
    await browser().send('applications', { headers: { origin: 'https://evil.example' } });
    assert.deepEqual(asked, []);
  });
});

describe('the rest of a body that is refused', () => {
  /** Posts so many megabytes where nothing is posted, and answers how many were read, and whether the rest was given up. */
  async function post(megabytes: number) {
    const { handle } = setup();
    let read = 0;
    const outcome = new Promise<object>((resolve) => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (read === megabytes) return resolve({ read, end: controller.close() ?? 'reached' });
          read += 1;
          controller.enqueue(new Uint8Array(2 ** 20));
        },
        cancel: () => resolve({ end: 'given up' }),
      });
      const headers = { cookie: 'user=jane', origin: ORIGIN, 'x-lending-elements': '1' };
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      void handle(new Request(`${ORIGIN}/api/lending/session`, init)).then(({ status }) => assert.equal(status, 405));
    });
    return outcome;
  }

  it('is read, so that its connection serves the next request', async () => {
    assert.deepEqual(await post(20), { read: 20, end: 'reached' });
  });

  it('is given up where there is no end of it', async () => {
    assert.deepEqual(await post(Infinity), { end: 'given up' });
  });
});

describe('the guard of JSON bodies', () => {
  const large = (bytes: number) => JSON.stringify({ ...sampleApplication(), more: 'x'.repeat(bytes) });

  it('refuses a body of more than 64 KiB, on every call', async () => {
    for (const path of paths.filter((path) => path !== 'documents')) {
      const { status, code } = await attack(path, { body: large(64 * 1024) });
      assert.deepEqual([status, code], [413, 'handler-too-large']);
    }
  });

  it('counts bytes, not characters', async () => {
    const { code } = await attack('applications', { body: large(0).replace('""', `"${'€'.repeat(22_000)}"`) });
    assert.equal(code, 'handler-too-large');
  });

  it('takes a body of just under 64 KiB, and then looks at what is in it', async () => {
    const { code } = await attack('applications', { body: large(62 * 1024) });
    assert.equal(code, 'handler-invalid');
  });

  it('stops reading a body that never ends', async () => {
    const { handle, sandbox } = setup();
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(32)) ?? void (read += 1024),
    });
    const headers = {
      'content-type': 'application/json',
      origin: ORIGIN,
      'x-lending-elements': '1',
      cookie: 'user=jane',
    };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const response = await handle(new Request(`${ORIGIN}/api/lending/applications`, init));
    assert.equal(response.status, 413);
    assert.ok(read <= 80 * 1024, String(read));
    assert.equal(sandbox.calls.length, 0);
  });

  const notJson = ['', ' ', '{', '{"a":1,}', "{'a':1}", '<html>', 'undefined', 'NaN', '{"a":1}{"a":1}', '\u0000'];
  for (const body of notJson) {
    it(`refuses ${JSON.stringify(body)}, which is not JSON`, async () => {
      for (const path of paths.filter((path) => path !== 'documents')) {
        assert.equal((await attack(path, { body })).code, 'handler-invalid');
      }
    });
  }

  for (const body of ['null', 'true', '0', '"text"', '[]', '[{}]', '['.repeat(30_000) + ']'.repeat(30_000)]) {
    it(`refuses ${body.slice(0, 12)}, which is no object`, async () => {
      for (const path of paths.filter((path) => path !== 'documents')) {
        const { code } = await attack(path, { body });
        assert.equal(code, 'handler-invalid', path);
      }
    });
  }

  for (const key of ['extra', 'company_id', '__proto__', 'constructor', 'toString', '']) {
    it(`refuses the unknown key "${key}" at any depth`, async () => {
      const more = `{${JSON.stringify(key)}:{"email":"somebody.else@example.com"},`;
      for (const path of ['applications', 'prequalification', 'request-offers']) {
        const body = JSON.stringify(goodBodies()[path]);
        const places = [...body.matchAll(/\{/g)].map(({ index }) => index);
        for (const at of places) {
          const { code } = await attack(path, { body: body.slice(0, at) + more + body.slice(at + 1) });
          assert.equal(code, 'handler-invalid', `${path} at ${at}`);
        }
      }
      assert.equal((await attack('widget-token', { body: `${more.slice(0, -1)}}` })).code, 'handler-invalid');
    });
  }

  it('names the fields that it refuses, and never what was in them', async () => {
    const application = { ...sampleApplication(), region: 5 };
    application.company.registered_name = 'canary-name '.repeat(40);
    application.applicant.email = 'canary-mail';
    const answer = await attack('applications', { body: application });
    assert.deepEqual(
      answer.issues?.map(({ path, reason }) => [path, reason]),
      [
        ['company.registered_name', 'too-long'],
        ['applicant.email', 'format'],
        ['region', 'empty'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(answer), /canary/);
  });
});
