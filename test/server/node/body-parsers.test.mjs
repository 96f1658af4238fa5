import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { serve as serveHono } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { toNodeListener } from '../../../src/server/node/index.ts';
import { Browser, goodBodies, MOUNT, read, serve, setup } from '../setup.ts';

const PARSED = {
  Express: (handle) => serve(express().use(express.json()).use(MOUNT, toNodeListener(handle))),
  async Fastify(handle) {
    const app = fastify();
    const listener = toNodeListener(handle);
    app.all(`${MOUNT}/*`, (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
    return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
  },
  async Hono(handle) {
    const app = new Hono();
    app.use(async (context, next) => {
      if (context.req.method === 'POST') await context.req.json();
      await next();
    });
    app.all(`${MOUNT}/*`, (context) => handle(context.req.raw));
    const server = serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
  },
};

for (const [name, listen] of Object.entries(PARSED)) {
  it(`reports on ${name} that a body parser has read the body before it`, async (test) => {
    const { handle, sandbox, log } = setup();
    const server = await listen(handle);
    test.after(() => server.close());
    const browser = new Browser((request) => fetch(request), 'jane', server.origin);
    const { code, message, remedy } = await read(await browser.post('applications', goodBodies().applications));
    assert.deepEqual([code, message], ['handler-failed', 'The request body was read before the handler got it.']);
    assert.match(remedy, /before any body parser/);
    assert.equal(log[0].error.remedy, remedy);
    assert.equal((await browser.get('frame')).status, 200);
    assert.equal(sandbox.calls.length, 0);
  });
}
