import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as open, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import express from 'express';
import type { HandlerOptions } from '../../src/server/index.js';
import { toNodeListener } from '../../src/server/node.js';
import { CALLS } from '../../src/schema/index.js';
import { agreed, documentForm, goodBodies, LOOPBACK, read, serve, setup, type Fetch } from './setup.js';

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

const servers: [string, (listener: ReturnType<typeof toNodeListener>) => Parameters<typeof serve>[0]][] = [
  ['node:http', (listener) => listener],
  ['Express, under its mount path', (listener) => express().use('/api/lending', listener)],
  ['Express, at its root', (listener) => express().use(listener)],
  ['an Express router', (listener) => express().use('/api', express.Router().use('/lending', listener))],
];

describe('toNodeListener', () => {
  for (const [name, mount] of servers) {
    it(`serves the whole journey on ${name}`, async () => {
      const { handle, sandbox } = setup({ sessions: LOOPBACK });
      const server = await serve(mount(toNodeListener(handle)));
      try {
        const page = pageOn(server.origin);
        for (const [path, body] of Object.entries(goodBodies())) {
          const sent = path === 'request-offers' ? await agreed(await page('consent')) : body;
          assert.equal((await read(await page(path, sent))).status, 200, path);
        }
        const { progress } = (await (await page('session')).json()) as { progress: unknown };
        assert.deepEqual(progress, { done: [...CALLS], hasChanged: false });
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
    const { handle } = setup({ sessions: LOOPBACK, settings: { max_document_bytes: 1000 } });
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

  it('answers the next request of a connection whose last body was refused', { timeout: 20_000 }, async () => {
    const { handle } = setup({ sessions: LOOPBACK });
    const server = await serve(toNodeListener(handle));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, path: string, body?: Uint8Array, type?: string) => {
      const more = type && { 'content-type': type };
      const headers = { cookie: 'user=jane', origin: server.origin, 'x-lending-elements': '1', ...more };
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
        // This one is begun, and given up in the middle.
        await ask('POST', 'applications', body, 'application/json'),
        await ask('GET', 'session'),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [405, 415, 413, 200],
      );
      assert.equal(new Set(answers.map(({ port }) => port)).size, 1);
    } finally {
      agent.destroy();
      await server.close();
    }
  });

  it('says so where a body parser has read the body before it', async () => {
    const { handle, sandbox } = setup({ sessions: LOOPBACK });
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

  it('says no more where somebody else has answered meanwhile', async () => {
    let isOver: () => void;
    const over = new Promise<void>((resolve) => (isOver = resolve));
    const listener = toNodeListener(setup({ sessions: LOOPBACK, log: () => void setImmediate(isOver) }).handle);
    const server = await serve((request, response) => {
      response.writeHead(503).write('busy');
      listener(request, response);
      void over.then(() => response.end());
    });
    try {
      const answer = await pageOn(server.origin)('session');
      assert.deepEqual([answer.status, await answer.text()], [503, 'busy']);
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

  it('outlives an applicant who goes away in the middle of a request', async () => {
    let called!: () => void;
    const calling = new Promise<void>((resolve) => (called = resolve));
    const service =
      (real: Fetch): Fetch =>
      async (...request) => {
        called();
        return real(...request);
      };
    const { handle } = setup({ sessions: LOOPBACK, service });
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
