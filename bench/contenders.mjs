// One contender of `npm run bench:server`, in its own process: `node contenders.mjs <name> <origin of the service>`.
// It sends its port to the parent process, and then its memory and processor time on request.
import http from 'node:http';
import { getRequestListener } from '@hono/node-server';
import fastifyProxy from '@fastify/http-proxy';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { proxy as honoProxy } from 'hono/proxy';
import httpProxy from 'http-proxy';
import { createHandler } from 'lending-elements/server';
import { nodeFetch, nodeSealer, toNodeListener } from 'lending-elements/server/node';
import { COMPANY, MOUNT } from './service.mjs';

const KEY = 'a-key-of-nobody';
const [, , name, service] = process.argv;
const target = `/partner-api/v1/companies/${COMPANY}`;
/** A proxy has no session, so its company is in its configuration. */
const pathOf = (url) => target + url.slice(MOUNT.length);
const serviceUrl = new URL(service);

/** A consent store with an index. The library's own store in memory is for tests and searches all entries. */
function consentsInMemory() {
  const entries = new Map();
  const about = async (name) => entries.get(name) ?? [];
  return { about, append: async (entry) => void entries.set(entry.about, [...(await about(entry.about)), entry]) };
}

/** The library as a partner mounts it, without a rate limit. */
const library = (sessions) =>
  toNodeListener(
    createHandler({
      environment: 'sandbox',
      baseUrl: service,
      secretKey: KEY,
      path: MOUNT,
      sessions: { secret: 'a-sample-secret-of-thirty-two-chars-or-more', loopback: true, ...sessions },
      consents: consentsInMemory(),
      fetch: nodeFetch,
      sealer: nodeSealer,
      limiter: { take: () => 0, record: () => 0 },
      authorize: (request) => ({ subject: /user=([^;]+)/.exec(request.headers.get('cookie'))[1] }),
    }),
  );

const LISTENERS = {
  'lending-elements': () => library(),
  'with sessions in a store': () => library({ store: new Map() }),

  /** Only the library's Node listener and fetch: no session, no checks, no time limits. */
  'with no handler': () => {
    const reply = async ({ url, headers }, { body }) => {
      const pieces = [];
      for await (const piece of body) pieces.push(piece);
      const answer = await nodeFetch(service + pathOf(new URL(url).pathname), {
        method: 'POST',
        headers: { 'content-type': headers.get('content-type'), 'x-bs-sk': KEY },
        body: Buffer.concat(pieces),
      });
      let text = '';
      for await (const piece of answer.body) text += piece;
      return { status: answer.status, headers: { 'content-type': 'application/json' }, cookies: [], body: text };
    };
    return toNodeListener({ reply });
  },

  'node:http pipe': () => {
    const agent = new http.Agent({ keepAlive: true });
    return (request, response) => {
      const { method, url, headers } = request;
      const { hostname, port } = serviceUrl;
      const given = { ...headers, host: serviceUrl.host, 'x-bs-sk': KEY };
      const outgoing = http.request({ agent, hostname, port, method, path: pathOf(url), headers: given }, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      request.pipe(outgoing);
    };
  },

  'http-proxy': () => {
    const agent = new http.Agent({ keepAlive: true });
    const proxy = httpProxy.createProxyServer({ target: service, agent, headers: { 'x-bs-sk': KEY } });
    return (request, response) => {
      request.url = pathOf(request.url);
      proxy.web(request, response, () => response.destroy());
    };
  },

  '@fastify/http-proxy': async () => {
    const app = Fastify({ bodyLimit: 2 ** 25 });
    await app.register(fastifyProxy, {
      upstream: service,
      prefix: MOUNT,
      rewritePrefix: target,
      replyOptions: { rewriteRequestHeaders: (_, headers) => ({ ...headers, 'x-bs-sk': KEY }) },
    });
    await app.ready();
    return app.routing;
  },

  'hono/proxy': () => {
    const app = new Hono();
    app.all('*', ({ req }) =>
      honoProxy(service + pathOf(req.path), {
        method: req.method,
        headers: { ...req.header(), 'x-bs-sk': KEY },
        body: req.raw.body,
        duplex: 'half',
      }),
    );
    return getRequestListener(app.fetch);
  },

  /** A route that a partner could write: it parses the body and forwards it with `fetch`. */
  'Express by hand': () => {
    const app = express();
    app.use(express.json());
    app.use(express.raw({ type: 'multipart/form-data', limit: 2 ** 25 }));
    app.post(`${MOUNT}/*path`, async (request, response) => {
      const isJson = request.is('json');
      const answer = await fetch(service + pathOf(request.path), {
        method: 'POST',
        headers: { 'content-type': request.get('content-type'), 'x-bs-sk': KEY },
        body: isJson ? JSON.stringify(request.body) : request.body,
      });
      response.status(answer.status).json(await answer.json());
    });
    return app;
  },
};

const server = http.createServer(await LISTENERS[name]()).listen(0, '127.0.0.1', () => {
  process.send({ port: server.address().port });
});
// A contender keeps its connections while others are measured.
server.keepAliveTimeout = 0;
process.on('message', (question) => {
  const { user, system } = process.cpuUsage();
  // Only for memory: a garbage collection also discards optimized code, so the next calls are slower.
  if (question === 'memory') globalThis.gc();
  process.send({ cpu: user + system, rss: process.memoryUsage().rss, peak: process.resourceUsage().maxRSS * 1024 });
});
process.on('disconnect', () => process.exit());
