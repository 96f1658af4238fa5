import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createSandbox } from '../../src/sandbox/index.js';
import {
  createPartnerClient,
  type HandlerOptions,
  type LendingSession,
  type ServiceCall,
} from '../../src/server/index.js';
import { nodeFetch } from '../../src/server/node.js';
import { createUnspecifiedClient } from '../../src/server/unspecified.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';
import { EMAIL, goodBodies, KEY, read, SECRET, serve, setup } from './setup.js';

const COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const LATER = ['documents', 'prequalification', 'request-offers', 'widget-token'];
const ALL = ['applications', ...LATER];

/** A session that has an application already, unless the call under test is to create it. */
const sessionsFor = (path: string): HandlerOptions['sessions'] => {
  const session: LendingSession = { company_id: COMPANY, email: EMAIL, marks: {} };
  const get = () => (path === 'applications' ? undefined : session);
  return { secret: SECRET, store: { get, set() {}, delete() {} } };
};

/** Makes one call to a service that misbehaves. */
async function ask(path: string, options: Partial<HandlerOptions>) {
  const { browser, log } = setup({ sessions: sessionsFor(path), ...options });
  const page = browser();
  const answer = await read(await page.post(path, await page.good(path)));
  assert.equal(log.at(-1)!.code, answer.code);
  return answer;
}

/** A service that gives this answer to everything. */
const answering = (body: BodyInit | null, init?: ResponseInit) => ({ fetch: async () => new Response(body, init) });
const json = (body: unknown, status = 200) =>
  answering(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('a service that answers', () => {
  const page = '<!doctype html><title>Bad gateway</title>';
  /** The last column is what the creation comes to, where it may have happened all the same. */
  type Row = [string, Pick<HandlerOptions, 'fetch'>, number, string, string?];
  const faults: Row[] = [
    ['500', json({ message: 'oops' }, 500), 502, 'upstream-failed'],
    ['502 with a page', answering(page, { status: 502 }), 502, 'upstream-failed', 'outcome-unknown'],
    ['504 with nothing', answering(null, { status: 504 }), 502, 'upstream-failed', 'outcome-unknown'],
    ['503 with nothing', answering(null, { status: 503 }), 502, 'upstream-failed'],
    ['200 with a page', answering(page), 502, 'upstream-unexpected-body', 'outcome-unknown'],
    ['half of a JSON', answering('{"success":tr'), 502, 'upstream-unexpected-body', 'outcome-unknown'],
    ['a body of 300 kB', answering(`"${'x'.repeat(300_000)}"`), 502, 'upstream-unexpected-body', 'outcome-unknown'],
    ['success: false', json({ success: false, message: 'no' }), 422, 'upstream-refused'],
    ...[400, 401, 403, 404, 409, 415, 422, 429].map((status): Row => [
      String(status),
      json({ success: false }, status),
      422,
      'upstream-refused',
    ]),
  ];
  for (const [name, options, status, code, creation = code] of faults) {
    it(`${name} is ${code}, on every call`, async () => {
      for (const path of ALL) {
        const answer = await ask(path, options);
        assert.deepEqual([answer.status, answer.code], [status, path === 'applications' ? creation : code], path);
        assert.doesNotMatch(JSON.stringify(answer), /oops|Bad gateway|"no"/);
      }
    });
  }

  it('401 or 403 says to check the key, without saying the key', async () => {
    for (const status of [401, 403]) {
      const { remedy, message } = await ask('prequalification', json({}, status));
      assert.match(remedy!, /^Check secretKey/);
      assert.ok(!message!.includes(remedy!));
    }
  });

  it('nothing, or anything, is fine where the answer is not specified', async () => {
    for (const path of ['documents', 'prequalification', 'request-offers']) {
      for (const body of [null, '', ' ', 'null', '[]', '"done"', '{}', '{"success":true}']) {
        assert.equal((await ask(path, answering(body, { status: 201 }))).status, 200);
      }
    }
  });

  const useless = [
    '',
    'null',
    '[]',
    '"text"',
    'true',
    '{}',
    '{"data":null}',
    '{"data":{"company":{}}}',
    '{"data":{"company":{"id":5}}}',
    '{"data":{"company":{"id":"../applications/auth?"}}}',
    `{"data":{"company":{"id":"${COMPANY}/x"}}}`,
  ];
  for (const body of useless) {
    it(`${body || 'nothing'} to the creation leaves its outcome unknown, and is no session`, async () => {
      const { browser } = setup(answering(body, { status: 201 }));
      const page = browser();
      assert.equal((await read(await page.post('applications', goodBodies().applications))).code, 'outcome-unknown');
      assert.deepEqual([...page.cookies.keys()], ['user']);
    });
  }

  const tokens = [undefined, null, '', 5, ['token'], { token: 1 }, 'x'.repeat(9000), 'a\nb', 'a\u0000b'];
  for (const access_token of tokens) {
    it(`${JSON.stringify(access_token)?.slice(0, 20) ?? 'no'} access_token is an unexpected body`, async () => {
      for (const body of [{ access_token }, { data: { access_token } }]) {
        assert.equal((await ask('widget-token', json(body))).code, 'upstream-unexpected-body');
      }
    });
  }

  it('a token at the top or under data is passed on, and nothing beside it', async () => {
    for (const body of [
      { access_token: 'good', company_id: COMPANY },
      { success: true, data: { access_token: 'good', email: EMAIL } },
    ]) {
      const { browser } = setup({ sessions: sessionsFor('widget-token'), ...json(body) });
      assert.deepEqual(await read(await browser().post('widget-token', {})), { access_token: 'good', status: 200 });
    }
  });
});

for (const [name, fetch] of [
  ['fetch', undefined],
  ['nodeFetch', nodeFetch],
] as const) {
  describe(`a service that redirects ${name}`, () => {
    for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
      it(`with ${status} to another origin gets nothing followed: the key goes nowhere`, async () => {
        const seen: unknown[] = [];
        const thief = await serve((request, response) => {
          seen.push(request.headers);
          response.end('{"success":true}');
        });
        const service = await serve((_, response) =>
          response.writeHead(status, { location: `${thief.origin}/take` }).end(),
        );
        try {
          for (const path of ALL) {
            const answer = await ask(path, { baseUrl: service.origin, fetch });
            assert.deepEqual([answer.status, answer.code], [502, 'upstream-redirect']);
            assert.doesNotMatch(JSON.stringify(answer), /127\.0\.0\.1/);
          }
          const client = createUnspecifiedClient({ baseUrl: service.origin, secretKey: KEY, fetch });
          await assert.rejects(client.documentTypes(), { code: 'upstream-redirect' });
          await assert.rejects(client.applicationStatus(COMPANY), { code: 'upstream-redirect' });
          assert.deepEqual(seen, []);
        } finally {
          await Promise.all([thief.close(), service.close()]);
        }
      });
    }
  });

  describe(`a service on a bad line to ${name}`, () => {
    const ten = { 'content-type': 'application/json', 'content-length': '10' };
    const lines: [string, RequestListener, [string, string], number?][] = [
      ['never answers', () => {}, ['outcome-unknown', 'upstream-timeout'], 60],
      [
        'never ends its answer',
        (_, response) => void response.writeHead(200, ten).write('{'),
        ['outcome-unknown', 'upstream-timeout'],
        60,
      ],
      ['hangs up', (request) => void request.socket.destroy(), ['outcome-unknown', 'upstream-unreachable']],
      [
        'hangs up in the middle of its answer',
        (request, response) => void response.writeHead(200, ten).write('{"a"', () => request.socket.destroy()),
        ['outcome-unknown', 'upstream-unreachable'],
      ],
    ];
    for (const [fault, listener, [create, later], time] of lines) {
      it(`and ${fault} is ${create} for the creation, and ${later} for what comes later`, async () => {
        const service = await serve(listener);
        const options = { baseUrl: service.origin, fetch, timeout: time, uploadTimeout: time };
        try {
          for (const path of ALL) {
            const answer = await ask(path, options);
            const code = path === 'applications' ? create : later;
            assert.deepEqual([answer.status, answer.code], [code === 'upstream-timeout' ? 504 : 502, code]);
          }
        } finally {
          await service.close();
        }
      });
    }

    it('and speaks no HTTP is an unknown outcome for the creation', async () => {
      const service = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1');
      await once(service, 'listening');
      const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      try {
        assert.equal((await ask('applications', { baseUrl, fetch })).code, 'outcome-unknown');
        assert.equal((await ask('prequalification', { baseUrl, fetch })).code, 'upstream-unreachable');
      } finally {
        service.close();
      }
    });

    it('and refuses the connection is unreachable, and the creation can be tried again', async () => {
      const { origin, close } = await serve(() => {});
      await close();
      for (const path of ALL) {
        assert.equal((await ask(path, { baseUrl: origin, fetch })).code, 'upstream-unreachable');
      }
    });

    it('and sends without end is cut off', async () => {
      let sent = 0;
      const service = await serve((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const send = () => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384, 32))) sent += 16_384;
        };
        response.on('drain', send);
        send();
      });
      try {
        const answer = await ask('prequalification', { baseUrl: service.origin, fetch, timeout: 5000 });
        assert.equal(answer.code, 'upstream-unexpected-body');
        assert.ok(sent < 8e6, String(sent));
      } finally {
        await service.close();
      }
    });
  });
}

describe('the secret key', () => {
  it('is asked for before each request when it is a function', async () => {
    const keys: string[] = [];
    let asked = 0;
    const { browser } = setup({
      sessions: sessionsFor('later'),
      secretKey: async () => `${KEY}-${++asked}`,
      fetch: async (_, init) => (
        keys.push(new Headers(init?.headers).get('x-bs-sk')!),
        new Response('{"access_token":"good"}')
      ),
    });
    assert.equal(asked, 0);
    const page = browser();
    for (const path of LATER) assert.equal((await page.post(path, await page.good(path))).status, 200);
    assert.deepEqual(
      keys,
      [1, 2, 3, 4].map((time) => `${KEY}-${time}`),
    );
  });

  for (const bad of [`${KEY}\n`, `${KEY}\r\nx-more: 1`, '', ' ', undefined, null, 5, `${KEY}é`, { key: KEY }]) {
    it(`that a function answers as ${JSON.stringify(bad)?.replace(KEY, '…')} is refused, and not said`, async () => {
      const calls: unknown[] = [];
      const { browser, log } = setup({
        sessions: sessionsFor('later'),
        secretKey: () => bad as string,
        fetch: async (...call) => (calls.push(call), new Response('{}')),
      });
      const answer = await read(await browser().post('prequalification', goodBodies().prequalification));
      assert.equal(answer.code, 'config-invalid');
      assert.ok(!JSON.stringify([answer, log]).includes(KEY));
      assert.deepEqual(calls, []);
    });
  }

  it('that cannot be had is an error of the handler’s that tells nothing', async () => {
    const { browser } = setup({
      sessions: sessionsFor('later'),
      secretKey: () => Promise.reject(new Error('vault at 10.0.0.1')),
    });
    const answer = await read(await browser().post('prequalification', goodBodies().prequalification));
    assert.equal(answer.code, 'handler-failed');
    assert.doesNotMatch(JSON.stringify(answer), /vault/);
  });

  it('goes in one header, to the base address only, over fetch that follows nothing', async () => {
    const calls: [string, RequestInit][] = [];
    for (const path of ALL) {
      const { browser } = setup({
        sessions: sessionsFor(path),
        baseUrl: 'https://api.lender.example',
        fetch: async (url, init) => (calls.push([url, init!]), new Response('{}')),
      });
      const page = browser();
      await page.post(path, await page.good(path));
    }
    assert.equal(calls.length, 5);
    for (const [url, { headers, body, redirect, method }] of calls) {
      assert.ok(url.startsWith('https://api.lender.example/partner-api/v1/') && !url.includes(KEY));
      assert.deepEqual([redirect, method], ['manual', 'POST']);
      assert.deepEqual(
        [...new Headers(headers)].filter(([, value]) => value.includes(KEY)),
        [['x-bs-sk', KEY]],
      );
      assert.ok(body instanceof FormData || !String(body).includes(KEY));
    }
  });
});

describe('a service that is away for a moment', () => {
  const refused = () =>
    Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
  const once = (first: () => Promise<Response>) => {
    let calls = 0;
    return {
      calls: () => calls,
      service: (real: typeof globalThis.fetch) =>
        (async (...call) => (++calls === 1 ? first() : real(...call))) as typeof real,
    };
  };

  it('is asked again where nothing was sent, also for the creation', async () => {
    const { service, calls } = once(refused);
    const { browser, received, log } = setup({ service });
    await browser().create();
    assert.equal(calls(), 2);
    assert.equal(received('createApplication').length, 1);
    assert.deepEqual(
      log.at(-1)!.calls.map(({ call, status }) => [call, status]),
      [
        ['createApplication', undefined],
        ['createApplication', 201],
      ],
    );
  });

  for (const status of [429, 503]) {
    it(`is asked again after ${status} with Retry-After, where the time allows it`, async () => {
      const { service, calls } = once(async () => new Response('', { status, headers: { 'retry-after': '0' } }));
      const { browser } = setup({ service });
      await browser().create();
      assert.equal(calls(), 2);
    });
  }

  for (const [name, headers] of [
    ['without Retry-After', {}],
    ['with one that is too long', { 'retry-after': '3600' }],
    ['with one that is a date', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }],
  ] as [string, Record<string, string>][]) {
    it(`is not asked again after 503 ${name}`, async () => {
      const { service, calls } = once(async () => new Response('', { status: 503, headers }));
      const { browser } = setup({ service });
      assert.equal(
        (await read(await browser().post('applications', goodBodies().applications))).code,
        'upstream-failed',
      );
      assert.equal(calls(), 1);
    });
  }

  it('is never asked again by itself once a call was sent', async () => {
    for (const path of ALL) {
      let calls = 0;
      const cut = () => (
        calls++,
        Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } }))
      );
      await ask(path, { fetch: cut });
      assert.equal(calls, 1, path);
    }
  });

  it('is left alone after ten failures in a row, and asked again after a pause', async (test) => {
    let calls = 0;
    let isDown = true;
    const { browser } = setup({
      sessions: sessionsFor('prequalification'),
      fetch: async () => (calls++, isDown ? new Response('', { status: 500 }) : new Response('')),
    });
    const send = async () => (await read(await browser().post('prequalification', goodBodies().prequalification))).code;
    for (let time = 0; time < 10; time++) assert.equal(await send(), 'upstream-failed');
    assert.equal(await send(), 'upstream-unavailable');
    assert.equal(calls, 10);
    isDown = false;
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11_000 });
    assert.equal(await send(), undefined);
    assert.equal(calls, 11);
  });

  it('is not left alone because it refuses', async () => {
    let calls = 0;
    const { browser } = setup({
      sessions: sessionsFor('prequalification'),
      fetch: async () => (calls++, new Response('', { status: 422 })),
    });
    for (let time = 0; time < 15; time++) await browser().post('prequalification', goodBodies().prequalification);
    assert.equal(calls, 15);
  });
});

describe('a fetch of the partner’s that rejects with the request on its error', () => {
  it('brings the key to no log', async () => {
    const { browser, log } = setup({
      sessions: sessionsFor('prequalification'),
      fetch: (url, init) =>
        Promise.reject(
          Object.assign(new Error(`refused ${KEY}`), { request: { url, init }, cause: { code: 'EPROTO', init } }),
        ),
    });
    await browser().post('prequalification', goodBodies().prequalification);
    assert.equal(log[0]!.code, 'upstream-unreachable');
    assert.ok(!inspect(log, { depth: Infinity, showHidden: true }).includes(KEY));
    assert.match(inspect(log, { depth: Infinity }), /EPROTO/);
  });
});

describe('what the service says', () => {
  it('is logged in its words, without what was sent and without the key', async () => {
    const application = sampleApplication();
    const message = [
      `Company ${application.company.registered_name} with number ${application.company.registered_number} exists.`,
      `Ask ${EMAIL} or +44 1632 960001.`,
      KEY,
    ];
    const { browser, log } = setup(json({ success: false, message, error: { code: 'duplicate' } }, 409));
    await browser().post('applications', application);
    const [{ said, status }] = log[0]!.calls as [ServiceCall];
    assert.equal(status, 409);
    assert.match(said!, /^Company … with number … exists\.; Ask … or … .*duplicate$/);
    const everything = JSON.stringify(log);
    for (const hidden of [KEY, EMAIL, '960001', application.company.registered_name as string]) {
      assert.ok(!everything.includes(hidden), hidden);
    }
  });

  it('is not logged where it is a page', async () => {
    const { browser, log } = setup(answering('<h1>Jane Doe</h1>', { status: 500 }));
    await browser().post('applications', sampleApplication());
    assert.deepEqual(log[0]!.calls[0]!.said, undefined);
  });
});

describe('a partner’s client', () => {
  it('makes the five calls without the handler', async () => {
    const sandbox = createSandbox({ secretKey: KEY });
    const client = createPartnerClient({ baseUrl: sandbox.baseUrl, secretKey: KEY, fetch: sandbox.fetch });
    const { company_id } = await client.createApplication(sampleApplication());
    await client.uploadDocument(company_id, { file: new File(['%PDF-1.7'], 'a.pdf'), type: 'bank-statement' });
    await client.prequalify(company_id, samplePrequalification());
    await client.requestOffers(company_id, { credit_score_check_consent: true });
    assert.match((await client.authenticate({ company_id, email: EMAIL })).access_token, /^sandbox_/);
    assert.equal(sandbox.calls.length, 5);
  });

  it('puts no id into an address that is no UUID', async () => {
    const sandbox = createSandbox({ secretKey: KEY });
    const client = createPartnerClient({ baseUrl: sandbox.baseUrl, secretKey: KEY, fetch: sandbox.fetch });
    for (const id of ['../applications/auth?', '%2e%2e/auth#', '', `${COMPANY}/x`]) {
      await assert.rejects(client.prequalify(id, samplePrequalification()), { code: 'handler-failed' });
    }
    assert.equal(sandbox.calls.length, 0);
  });

  it('gives a call up when it is told to', async () => {
    const client = createPartnerClient({
      baseUrl: 'https://api.lender.example',
      secretKey: KEY,
      fetch: (_, init) =>
        new Promise((_resolve, reject) =>
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
        ),
    });
    const stop = new AbortController();
    const asked = client.prequalify(COMPANY, samplePrequalification(), { signal: stop.signal });
    stop.abort();
    await assert.rejects(asked, { code: 'upstream-unreachable' });
  });
});
