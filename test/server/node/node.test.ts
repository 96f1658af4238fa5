import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as open, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import express from 'express';
import type { LendingError } from '../../../src/errors.js';
import type { HandlerOptions } from '../../../src/server/index.js';
import { toNodeListener } from '../../../src/server/node/index.js';
import { messageAndRemedy } from '../../support/message-and-remedy.js';
import { FORM, jane } from '../documents/slow-uploads.js';
import { Browser, documentForm, later, MOUNT, ORIGIN, read, sampleApplication, serve, setup } from '../setup.js';

const pageOn = (origin: string) => new Browser((request) => fetch(request), 'jane', origin);

const servers: [string, (listener: ReturnType<typeof toNodeListener>) => Parameters<typeof serve>[0]][] = [
  ['node:http', (listener) => listener],
  ['Express, under its mount path', (listener) => express().use('/api/lending', listener)],
  ['Express, at its root', (listener) => express().use(listener)],
  ['an Express router', (listener) => express().use('/api', express.Router().use('/lending', listener))],
];

describe('toNodeListener', () => {
  for (const [name, mount] of servers) {
    it(`serves the handler’s routes on ${name}`, async (test) => {
      const { handle, received } = setup();
      const server = await serve(mount(toNodeListener(handle)), test);
      const page = pageOn(server.origin);
      assert.equal((await page.get('session')).status, 200);
      await page.create();
      assert.equal((await page.post('documents', documentForm())).status, 200);
      assert.equal(received('uploadDocument').length, 1);
      assert.equal((await read(await page.get('nowhere'))).code, 'handler-not-found');
    });
  }

  it('throws a sentence without a handler, and so does a handler that is mounted without it', async (test) => {
    for (const nothing of [undefined, null, {}, Promise.resolve(setup().handle)])
      assert.throws(() => toNodeListener(nothing as never), {
        code: 'config-invalid',
        message: 'toNodeListener() needs a handler.',
        remedy: /toNodeListener\(handler\)/,
      });
    const errors: unknown[] = [];
    const { handle } = setup();
    const server = await serve((incoming, outgoing) => {
      handle(incoming as never).catch((error: unknown) => (errors.push(error), outgoing.end()));
    }, test);
    await fetch(server.origin);
    for (const nothing of [undefined, {}, { req: { raw: new Request(ORIGIN) } }]) {
      await handle(nothing as never).catch((error: unknown) => errors.push(error));
    }
    assert.equal(errors.length, 4);
    for (const error of errors)
      assert.match(
        messageAndRemedy(error as LendingError),
        /^The handler was called without a Request.* → .*mount toNodeListener\(handler\)/,
      );
  });

  it('has the methods of its handler, and none for another function', () => {
    const { handle } = setup();
    const { reply: _, ...methods } = handle;
    assert.deepEqual({ ...toNodeListener(handle) }, methods);
    assert.deepEqual({ ...toNodeListener((request) => handle(request)) }, {});
  });

  it('responds to the next request on a connection after it has rejected a body', { timeout: 20_000 }, async () => {
    const { handle } = setup();
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
      // The body is larger than the buffers of a connection.
      const body = new Uint8Array(12e6);
      const answers = [
        await ask('PUT', 'session', body),
        await ask('POST', 'applications', body),
        // The handler stops reading this body in the middle.
        await ask('POST', 'applications', body, 'application/json'),
        await ask('POST', 'session', Buffer.from('{}'), 'application/json'),
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

  it('sends no response if one was sent meanwhile', async (test) => {
    const over = later();
    const listener = toNodeListener(setup({ log: () => void setImmediate(over.resolve) }).handle);
    const server = await serve((request, response) => {
      response.writeHead(503).write('busy');
      listener(request, response);
      void over.promise.then(() => response.end());
    }, test);
    const answer = await pageOn(server.origin).get('session');
    assert.deepEqual([answer.status, await answer.text()], [503, 'busy']);
  });

  it('takes the host and protocol from a proxy only with trustProxy', async () => {
    const seen: string[] = [];
    const options: Partial<HandlerOptions> = { authorize: (request) => (seen.push(new URL(request.url).origin), null) };
    const forwarded = { 'x-forwarded-host': 'partner.example', 'x-forwarded-proto': 'https' };
    for (const trustProxy of [undefined, false, true]) {
      const server = await serve(toNodeListener(setup(options).handle, trustProxy === undefined ? {} : { trustProxy }));
      const origin = trustProxy ? 'https://partner.example' : server.origin;
      await pageOn(server.origin).get('session', { headers: { ...forwarded, origin } });
      assert.equal(seen.pop(), origin);
      await server.close();
    }
  });
});

/** Serves over HTTP/2 without TLS. Returns the function that sends a body. */
async function serveHttp2(handle: ReturnType<typeof setup>['handle'], test: TestContext) {
  // Its requests and responses have the parts of those of node:http that the listener uses.
  const server = createHttp2Server(toNodeListener(handle) as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  test.after(() => {
    client.destroy();
    server.close();
  });
  return async (path: string, body: string | Uint8Array, headers: Record<string, string>) => {
    const own = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'x-lending-elements': '1', cookie: 'user=jane' };
    const stream = client.request({ ':method': 'POST', ':path': `${MOUNT}/${path}`, ...own, ...headers });
    stream.end(body);
    const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }];
    return { status, body: JSON.parse(await text(stream)) as { code?: string } };
  };
}

describe('toNodeListener over HTTP/2', { timeout: 10_000 }, () => {
  it('passes on a JSON body', async (test) => {
    const { handle, received } = setup({ origins: [ORIGIN] });
    const post = await serveHttp2(handle, test);
    const json = { 'content-type': 'application/json' };
    assert.equal((await post('applications', JSON.stringify(sampleApplication()), json)).status, 200);
    assert.equal(received('createApplication').length, 1);
    assert.equal((await post('applications', '{', json)).body.code, 'handler-invalid');
  });

  it('passes on a document', async (test) => {
    const { handle, headers, received } = await jane({ origins: [ORIGIN] });
    const post = await serveHttp2(handle, test);
    assert.equal((await post('documents', FORM, headers)).status, 200);
    assert.equal(received('uploadDocument').length, 1);
  });
});

const TEXT = { 'content-type': 'text/plain' };

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** A server that sends this response after a middleware, and the response that a client gets. */
async function ask(test: TestContext, reply: Response, middleware: Middleware = () => undefined) {
  const listener = toNodeListener(async () => reply ?? assert.fail('no response'));
  const { port } = await serve((incoming, outgoing) => {
    middleware(incoming, outgoing);
    listener(incoming, outgoing);
  }, test);
  const [answer] = (await once(open({ port, host: '127.0.0.1' }).end(), 'response')) as [IncomingMessage];
  return answer;
}

describe('a response that is written to a response of Node.js', { timeout: 10_000 }, () => {
  it('keeps the headers that a middleware has set, except those that it sets itself', async (test) => {
    const { headers } = await ask(test, new Response('é', { headers: TEXT }), (_, outgoing) => {
      outgoing.setHeader('x-frame', 'deny');
      outgoing.setHeader('content-type', 'text/html');
    });
    assert.deepEqual([headers['x-frame'], headers['content-type']], ['deny', 'text/plain']);
  });

  it('is not produced faster than the client reads it', async (test) => {
    const chunk = new Uint8Array(65_536);
    let left = 1000;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const answer = await ask(test, new Response(body));
    // In this time all of it could be made.
    for (let turns = 0; turns < 2000; turns++) await new Promise(setImmediate);
    assert.ok(left > 500, String(left));
    let size = 0;
    for await (const piece of answer) size += (piece as Uint8Array).byteLength;
    assert.equal(size, 65_536_000);
  });

  it('is a handler error if the function fails, and the console names the error', async (test) => {
    const { mock } = test.mock.method(console, 'error', () => undefined);
    const answer = await ask(test, undefined as never);
    assert.deepEqual([answer.statusCode, JSON.parse(await text(answer)).code], [500, 'handler-failed']);
    assert.match(String(mock.calls[0]?.arguments), /^toNodeListener\(\).*no response/);
  });
});
