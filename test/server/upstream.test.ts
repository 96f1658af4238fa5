import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import type { HandlerOptions, LendingSession } from '../../src/server/index.js';
import { EMAIL, goodBodies, KEY, read, SECRET, serve, setup } from './setup.js';

const COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const LATER = ['documents', 'prequalification', 'request-offers', 'widget-token'];
const ALL = ['applications', ...LATER];

/** A session that has an application already, unless the call under test is to create it. */
const sessionsFor = (path: string): HandlerOptions['sessions'] => {
  const session: LendingSession = { company_id: COMPANY, email: EMAIL, done: ['createApplication'] };
  const get = () => (path === 'applications' ? undefined : session);
  return { secret: SECRET, store: { get, set() {}, delete() {} } };
};

/** Makes one call to a service that misbehaves. */
async function ask(path: string, options: Partial<HandlerOptions>) {
  const { browser, log } = setup({ sessions: sessionsFor(path), ...options });
  const answer = await read(await browser().post(path, goodBodies()[path]));
  assert.equal(log.at(-1)!.code, answer.code);
  return answer;
}

/** A service that gives this answer to everything. */
const answering = (body: BodyInit | null, init?: ResponseInit) => ({ fetch: async () => new Response(body, init) });
const json = (body: unknown, status = 200) =>
  answering(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('a service that answers', () => {
  const page = '<!doctype html><title>Bad gateway</title>';
  const faults: [string, Pick<HandlerOptions, 'fetch'>, number, string][] = [
    ['500', json({ message: 'oops' }, 500), 502, 'upstream-failed'],
    ['502 with a page', answering(page, { status: 502 }), 502, 'upstream-failed'],
    ['503 with nothing', answering(null, { status: 503 }), 502, 'upstream-failed'],
    ['200 with a page', answering(page, { headers: { 'content-type': 'text/html' } }), 502, 'upstream-unexpected-body'],
    ['half of a JSON', answering('{"success":tr'), 502, 'upstream-unexpected-body'],
    ['a body of 300 kB', answering(`"${'x'.repeat(300_000)}"`), 502, 'upstream-unexpected-body'],
    ['success: false', json({ success: false, message: 'no' }), 422, 'upstream-refused'],
    ...[400, 401, 403, 404, 409, 415, 422, 429].map(
      (status): [string, Pick<HandlerOptions, 'fetch'>, number, string] => [
        String(status),
        json({ success: false }, status),
        422,
        'upstream-refused',
      ],
    ),
  ];
  for (const [name, options, status, code] of faults) {
    it(`${name} is ${code}, on every call`, async () => {
      for (const path of ALL) {
        const answer = await ask(path, options);
        assert.deepEqual([answer.status, answer.code], [status, code], path);
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
    it(`${body || 'nothing'} to the creation is an unexpected body, and no session`, async () => {
      const { browser } = setup(answering(body, { status: 201 }));
      const page = browser();
      assert.equal(
        (await read(await page.post('applications', goodBodies().applications))).code,
        'upstream-unexpected-body',
      );
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

describe('a service that redirects', () => {
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
          const answer = await ask(path, { baseUrl: service.origin, fetch: undefined });
          assert.deepEqual([answer.status, answer.code], [502, 'upstream-redirect']);
          assert.doesNotMatch(JSON.stringify(answer), /127\.0\.0\.1/);
        }
        assert.deepEqual(seen, []);
      } finally {
        await Promise.all([thief.close(), service.close()]);
      }
    });
  }
});

describe('a service on a bad line', () => {
  const ten = { 'content-type': 'application/json', 'content-length': '10' };
  const lines: [string, RequestListener, [string, string]][] = [
    ['never answers', () => {}, ['outcome-unknown', 'upstream-timeout']],
    [
      'never ends its answer',
      (_, response) => void response.writeHead(200, ten).write('{'),
      ['outcome-unknown', 'upstream-timeout'],
    ],
    ['hangs up', (request) => void request.socket.destroy(), ['outcome-unknown', 'upstream-unreachable']],
    [
      'hangs up in the middle of its answer',
      (request, response) => void response.writeHead(200, ten).write('{"a"', () => request.socket.destroy()),
      ['outcome-unknown', 'upstream-unreachable'],
    ],
  ];
  for (const [name, listener, [create, later]] of lines) {
    it(`and ${name} is ${create} for the creation, and ${later} for what comes later`, async () => {
      const service = await serve(listener);
      const options = { baseUrl: service.origin, fetch: undefined, timeout: 60, uploadTimeout: 60 };
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
      assert.equal((await ask('applications', { baseUrl, fetch: undefined })).code, 'outcome-unknown');
      assert.equal((await ask('prequalification', { baseUrl, fetch: undefined })).code, 'upstream-unreachable');
    } finally {
      service.close();
    }
  });

  it('and refuses the connection is unreachable, and the creation can be tried again', async () => {
    const { origin, close } = await serve(() => {});
    await close();
    for (const path of ALL) {
      assert.equal((await ask(path, { baseUrl: origin, fetch: undefined })).code, 'upstream-unreachable');
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
      const answer = await ask('prequalification', { baseUrl: service.origin, fetch: undefined, timeout: 5000 });
      assert.equal(answer.code, 'upstream-unexpected-body');
      assert.ok(sent < 8e6, String(sent));
    } finally {
      await service.close();
    }
  });
});

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
    for (const path of LATER) assert.equal((await browser().post(path, goodBodies()[path])).status, 200);
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
        fetch: async (url, init) => (calls.push([String(url), init!]), new Response('{}')),
      });
      await browser().post(path, goodBodies()[path]);
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
