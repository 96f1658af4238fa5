import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request as open, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { toNodeListener } from '../../../src/server/node/index.js';
import type { Handler, Reply } from '../../../src/server/types.js';

const TEXT = { 'content-type': 'text/plain' };
const replyWith = (more: Partial<Reply>): Reply => ({ status: 200, headers: TEXT, cookies: [], body: 'é', ...more });

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** A server that sends these replies one after the other, and a client with one connection. */
async function serveReplies(test: TestContext, replies: Reply[], middleware: Middleware = () => undefined) {
  const listener = toNodeListener({ reply: async () => replies.shift()! } as unknown as Handler);
  const server = createServer((incoming, outgoing) => {
    middleware(incoming, outgoing);
    listener(incoming, outgoing);
  });
  let connections = 0;
  server.on('connection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  test.after(() => {
    agent.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (method = 'GET'): Promise<IncomingMessage> => {
    const sent = open({ agent, port, method, host: '127.0.0.1' }).end();
    return ((await once(sent, 'response')) as [IncomingMessage])[0];
  };
  return { ask, connections: () => connections };
}

describe('a reply that is written to a response of Node’s', { timeout: 10_000 }, () => {
  it('has its length in bytes, and a header for each cookie', async (test) => {
    const { ask } = await serveReplies(test, [replyWith({ cookies: ['one=1; Secure', 'two=2; Secure'] })]);
    const answer = await ask();
    assert.deepEqual([answer.headers['content-length'], await text(answer)], ['2', 'é']);
    assert.deepEqual(answer.headers['set-cookie'], ['one=1; Secure', 'two=2; Secure']);
    assert.equal(answer.rawHeaders.filter((name) => name.toLowerCase() === 'content-length').length, 1);
  });

  it('keeps the headers that a middleware has set, except those that it sets itself', async (test) => {
    const { ask } = await serveReplies(test, [replyWith({ cookies: ['one=1'] })], (_, outgoing) => {
      outgoing.setHeader('x-frame', 'deny');
      outgoing.setHeader('content-type', 'text/html');
    });
    const { headers } = await ask();
    assert.deepEqual(
      [headers['x-frame'], headers['content-type'], headers['content-length'], headers['set-cookie']],
      ['deny', 'text/plain', '2', ['one=1']],
    );
  });

  it('has no body for HEAD and for statuses without one', async (test) => {
    const none = [200, 204, 304].map((status) => replyWith({ status, body: null }));
    const { ask } = await serveReplies(test, [...none, replyWith({}), replyWith({})]);
    const bodies = [];
    for (const method of ['HEAD', 'GET', 'GET', 'HEAD', 'GET']) {
      const answer = await ask(method);
      bodies.push([answer.statusCode, answer.headers['content-length'], await text(answer)]);
    }
    assert.deepEqual(bodies, [
      [200, undefined, ''],
      [204, undefined, ''],
      [304, undefined, ''],
      [200, '2', ''],
      [200, '2', 'é'],
    ]);
  });

  it('arrives whole at a slow reader, before the next one', async (test) => {
    const long = `${'a long line\n'.repeat(500_000)}é`;
    const { ask, connections } = await serveReplies(test, [replyWith({ body: long }), replyWith({ body: 'next' })]);
    const answer = await ask();
    let pieces = '';
    for await (const piece of answer.setEncoding('utf8')) {
      pieces += piece;
      await new Promise(setImmediate);
    }
    assert.ok(pieces === long);
    assert.equal(await text(await ask()), 'next');
    assert.equal(connections(), 1);
  });
});
