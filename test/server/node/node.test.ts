import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as open, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import express from 'express';
import type { HandlerOptions } from '../../../src/server/index.js';
import { toNodeListener } from '../../../src/server/node/index.js';
import { Browser, documentForm, later, read, serve, setup } from '../setup.js';

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
        await ask('POST', 'session', body),
        await ask('POST', 'applications', body),
        // The handler stops reading this body in the middle.
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
