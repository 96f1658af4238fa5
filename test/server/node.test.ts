import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as open, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import express from 'express';
import type { HandlerOptions } from '../../src/server/index.js';
import { toNodeListener } from '../../src/server/node.js';
import { CALLS } from '../../src/schema/index.js';
import { agreed, documentForm, goodBodies, OF_NODE, read, SECRET, serve, setup, type Fetch } from './setup.js';

const sessions = { secret: SECRET, loopback: true };

/** A page on a server: `fetch` with the headers that a browser adds, and its cookies. */
function pageOn(origin: string) {
  const cookies = new Map([['user', 'jane']]);
  const headers = { origin, 'sec-fetch-site': 'same-origin', 'x-lending-elements': '1' };
  return async (path: string, body?: unknown, more: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(`${origin}/api/lending/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, cookie, ...(!isForm && { 'content-type': 'application/json' }), ...more },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    for (const one of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!;
      cookies.set(name!, value!);
    }
    return response;
  };
}

/** Writes bytes to a server, and answers with what came back until it closed. */
async function write(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const servers: [string, (listener: ReturnType<typeof toNodeListener>) => Parameters<typeof serve>[0]][] = [
  ['node:http', (listener) => listener],
  ['Express, under its mount path', (listener) => express().use('/api/lending', listener)],
  ['Express, at its root', (listener) => express().use(listener)],
  ['an Express router', (listener) => express().use('/api', express.Router().use('/lending', listener))],
];

describe('toNodeListener', () => {
  for (const [name, mount] of servers) {
    it(`serves the whole journey on ${name}`, async () => {
      const { handle, sandbox } = setup({ sessions });
      const server = await serve(mount(toNodeListener(handle)));
      try {
        const page = pageOn(server.origin);
        for (const [path, body] of Object.entries(goodBodies())) {
          const sent = path === 'request-offers' ? await agreed(await page('consent')) : body;
          assert.equal((await read(await page(path, sent))).status, 200, path);
        }
        const { progress } = (await (await page('session')).json()) as { progress: unknown };
        assert.deepEqual(progress, { done: [...CALLS] });
        assert.deepEqual(
          sandbox.calls.map((call) => call.name),
          [...CALLS],
        );
        assert.equal((await read(await page('nowhere'))).code, 'handler-not-found');
        assert.equal((await read(await page('applications'))).status, 405);
        assert.equal((await read(await page('session', undefined, { origin: 'https://evil.example' }))).status, 403);
      } finally {
        await server.close();
      }
    });
  }

  it('answers a document that is far too large, and serves the next request', async () => {
    const { handle } = setup({ sessions, settings: { max_document_bytes: 1000 } });
    const server = await serve(toNodeListener(handle));
    try {
      const page = pageOn(server.origin);
      await page('applications', goodBodies().applications);
      const file = new File([new Uint8Array(5e6)], 'a.pdf');
      assert.equal((await read(await page('documents', documentForm({ file })))).code, 'handler-too-large');
      assert.equal((await read(await page('documents', documentForm()))).status, 200);
    } finally {
      await server.close();
    }
  });

  it('answers the next request of a connection whose last body was refused', async () => {
    const { handle } = setup({ sessions });
    const server = await serve(toNodeListener(handle));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, path: string, body?: Uint8Array) => {
      const headers = { cookie: 'user=jane', origin: server.origin, 'x-lending-elements': '1' };
      const request = open(`${server.origin}/api/lending/${path}`, { agent, method, headers }).end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      return { status: response.statusCode, port: request.socket!.localPort };
    };
    try {
      // More than the buffers of a connection hold.
      const body = new Uint8Array(12e6);
      const answers = [
        await ask('POST', 'session', body),
        await ask('POST', 'applications', body),
        await ask('GET', 'session'),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [405, 415, 200],
      );
      assert.equal(new Set(answers.map(({ port }) => port)).size, 1);
    } finally {
      agent.destroy();
      await server.close();
    }
  });

  it('says so where a body parser has read the body before it', async () => {
    const { handle, sandbox } = setup({ sessions });
    const server = await serve(express().use(express.json()).use('/api/lending', toNodeListener(handle)));
    try {
      const page = pageOn(server.origin);
      const { code, remedy } = await read(await page('applications', goodBodies().applications));
      assert.equal(code, 'handler-failed');
      assert.match(remedy!, /before body parsers/);
      assert.equal((await page('session')).status, 200);
      assert.equal(sandbox.calls.length, 0);
    } finally {
      await server.close();
    }
  });

  it('takes the true host and protocol from a proxy only where it is told to', async () => {
    const seen: string[] = [];
    const options: Partial<HandlerOptions> = { authorize: (request) => (seen.push(new URL(request.url).origin), null) };
    const forwarded = { 'x-forwarded-host': 'partner.example', 'x-forwarded-proto': 'https' };
    for (const trustProxy of [undefined, false, true]) {
      const server = await serve(toNodeListener(setup(options).handle, trustProxy === undefined ? {} : { trustProxy }));
      const origin = trustProxy ? 'https://partner.example' : server.origin;
      await pageOn(server.origin)('session', undefined, { ...forwarded, origin });
      assert.equal(seen.pop(), origin);
      await server.close();
    }
  });

  const odd = [
    'TRACE /api/lending/session HTTP/1.1\r\nHost: partner.example',
    'GET /api/lending/session HTTP/1.1\r\nHost: a b',
    'GET http://evil.example/api/lending/session HTTP/1.1\r\nHost: partner.example',
    'GET //evil.example/api/lending/session HTTP/1.1\r\nHost: partner.example',
    'OPTIONS * HTTP/1.1\r\nHost: partner.example',
    'POST /api/lending/../lending/applications HTTP/1.1\r\nHost: partner.example\r\nContent-Length: 0',
  ];
  for (const request of odd) {
    it(`answers ${request.split('\r\n').slice(0, 2).join(', ')} with typed JSON, and calls nobody`, async (test) => {
      const complaint = test.mock.method(console, 'error', () => {});
      const { handle, sandbox } = setup({ sessions });
      const server = await serve(toNodeListener(handle));
      try {
        const answer = await write(server.port, `${request}\r\nConnection: close\r\n\r\n`);
        assert.match(answer, /^HTTP\/1\.1 4\d\d /);
        assert.match(answer, /content-type: application\/json/i);
        assert.match(answer, /cache-control: no-store/i);
        assert.match(answer, /"code":"handler-/);
        assert.equal(sandbox.calls.length, 0);
        assert.equal(complaint.mock.callCount(), 0);
      } finally {
        await server.close();
      }
    });
  }

  const good = (path: string, more: readonly string[] = [], version = 'HTTP/1.1') => {
    const body = JSON.stringify(goodBodies().applications);
    const head = [
      `POST ${path} ${version}`,
      'Host: partner.example',
      'Origin: http://partner.example',
      'Cookie: user=jane',
      'X-Lending-Elements: 1',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ].filter((line) => !more.some((one) => one.split(':')[0] === line.split(':')[0] && one.endsWith('!')));
    return `${[...head, ...more.map((line) => line.replace(/!$/, ''))].join('\r\n')}\r\n\r\n${body}`;
  };
  const own = '/api/lending/applications';
  /** Ways around the checks, each by itself in a request that is good. `!` takes the place of a header. */
  const tricks: [string, string][] = [
    ['a second origin', good(own, ['Origin: https://evil.example'])],
    ['the known origin a second time', good(own, ['Origin: http://partner.example'])],
    ['a foreign origin before the known one', good(own, ['Origin: https://evil.example, http://partner.example!'])],
    ['a second sec-fetch-site', good(own, ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'])],
    ['the host in X-Forwarded-Host', good(own, ['Origin: https://evil.example!', 'X-Forwarded-Host: evil.example'])],
    ['the host in Forwarded', good(own, ['Origin: https://evil.example!', 'Forwarded: host=evil.example;proto=https'])],
    ['the host in X-Host', good(own, ['Origin: https://evil.example!', 'X-Host: evil.example'])],
    ['the host in X-Original-Host', good(own, ['Origin: https://evil.example!', 'X-Original-Host: evil.example'])],
    ['no Host', good(own, ['Host: !']).replace('Host: \r\n', '')],
    ['an empty Host', good(own, ['Host:!'])],
    ['two hosts', good(own, ['Host: evil.example'])],
    ['a host with a user', good(own, ['Host: evil.example@partner.example!'])],
    ['a host with a path', good(own, ['Host: evil.example/x!'])],
    ['a host with a query', good(own, ['Host: partner.example?!'])],
    ['a host with a fragment', good(own, ['Host: evil.example#partner.example!'])],
    ['a host with a backslash', good(own, ['Host: evil.example\\partner.example!'])],
    ['a host with a dot at its end', good(own, ['Host: partner.example.!'])],
    ['another port', good(own, ['Host: partner.example:8080!'])],
    ['a whole address of another host', good(`http://evil.example${own}`)],
    ['a whole address with a user', good(`http://partner.example@evil.example${own}`)],
    ['an address without its scheme', good(`//evil.example${own}`)],
    ['PUT over POST', good(own).replace('POST', 'PUT')],
    ['GET over POST', good(own, ['X-HTTP-Method-Override: POST']).replace('POST', 'GET')],
    ['a method in X-HTTP-Method', good(own, ['X-HTTP-Method: POST']).replace('POST', 'DELETE')],
    ['a method in the query', good(`${own}?_method=POST`).replace('POST', 'PATCH')],
    ['a path in X-Original-URL', good('/api/lending/nowhere', [`X-Original-URL: ${own}`])],
    ['a path in X-Rewrite-URL', good('/', [`X-Rewrite-URL: ${own}`])],
    ['%2e%2e', good('/api/lending/%2e%2e/applications')],
    ['%2e%2e to another mount', good('/api/lending/session/%2e%2e/%2e%2e/applications')],
    ['%2f', good('/api%2flending%2fapplications')],
    ['%5c', good('/api/lending%5capplications')],
    ['a letter in percent', good('/api/lending/%61pplications')],
    ['a double percent', good('/api/lending/%2561pplications')],
    ['two slashes', good('/api/lending//applications')],
    ['two slashes before', good('//api/lending/applications')],
    ['a slash at the end', good(`${own}/`)],
    ['a dot at the end', good(`${own}.`)],
    ['a space at the end', good(`${own}%20`)],
    ['parameters', good(`${own};jsessionid=1`)],
    ['parameters before', good('/api/lending;x/applications')],
    ['an ending', good(`${own}.json`)],
    ['a NUL in percent', good(`${own}%00`)],
    ['a NUL', good(`${own}\0`)],
    ['upper case', good('/api/lending/APPLICATIONS')],
    ['upper case of the mount', good('/API/lending/applications')],
    ['a tab in the path', good('/api/lending/appli\tcations')],
    ['a fragment in the path', good('/api/lending/#/applications')],
    ['two content types', good(own, ['Content-Type: text/plain, application/json!'])],
    ['a line that is folded', good(own, ['X-Folded: a\r\n b'])],
    ['a space before the colon', good(own, ['Origin : https://evil.example'])],
    ['two lengths', good(own, ['Content-Length: 2'])],
    ['a length and chunks', good(own, ['Transfer-Encoding: chunked'])],
    ['HTTP/1.0 without an origin', good(own, ['Origin: !'], 'HTTP/1.0').replace('Origin: \r\n', '')],
    ['HTTP/2 in clear', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
  ];
  for (const [name, request] of tricks) {
    it(`takes no call by ${name}`, async (test) => {
      test.mock.method(console, 'error', () => {});
      const { handle, sandbox } = setup({ sessions });
      const server = await serve(toNodeListener(handle));
      try {
        const answer = await write(server.port, request);
        assert.match(answer, /^HTTP\/1\.1 4\d\d /);
        assert.ok(/"code":"handler-/.test(answer) || OF_NODE.test(answer), answer);
        assert.doesNotMatch(answer, /evil|set-cookie/i);
        assert.equal(sandbox.calls.length, 0);
      } finally {
        await server.close();
      }
    });
  }

  it('takes the same call without a trick, also over HTTP/1.0', async () => {
    for (const version of ['HTTP/1.1', 'HTTP/1.0']) {
      const { handle, sandbox } = setup({ sessions });
      const server = await serve(toNodeListener(handle));
      assert.match(await write(server.port, good(own, [], version)), /^HTTP\/1\.1 200 /);
      assert.equal(sandbox.calls.length, 1);
      await server.close();
    }
  });

  it('outlives an applicant who goes away in the middle of a request', async () => {
    let called!: () => void;
    const calling = new Promise<void>((resolve) => (called = resolve));
    const service =
      (real: Fetch): Fetch =>
      async (...request) => {
        called();
        return real(...request);
      };
    const { handle } = setup({ sessions, service });
    const server = await serve(toNodeListener(handle));
    try {
      const body = JSON.stringify(goodBodies().applications);
      const head = `POST /api/lending/applications HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nOrigin: ${server.origin}\r\nCookie: user=jane\r\nX-Lending-Elements: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const half = connect(server.port, '127.0.0.1');
      half.end(head + body.slice(0, 20));
      await once(half.resume(), 'close');
      const whole = connect(server.port, '127.0.0.1');
      whole.write(head + body);
      await calling;
      whole.destroy();
      assert.equal((await pageOn(server.origin)('session')).status, 200);
    } finally {
      await server.close();
    }
  });
});
