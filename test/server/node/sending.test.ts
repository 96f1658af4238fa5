import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request as open, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { toNodeListener } from '../../../src/server/node/index.js';

const TEXT = { 'content-type': 'text/plain' };
const replyWith = (body: string | null = 'é', status = 200) => new Response(body, { status, headers: TEXT });

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** A server that sends these responses one after the other, and a client with one connection. */
async function serveReplies(test: TestContext, replies: Response[], middleware: Middleware = () => undefined) {
  const listener = toNodeListener(async () => replies.shift() ?? assert.fail('no response'));
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

describe('a response that is written to a response of Node.js', { timeout: 10_000 }, () => {
  it('keeps the headers that a middleware has set, except those that it sets itself', async (test) => {
    const { ask } = await serveReplies(test, [replyWith()], (_, outgoing) => {
      outgoing.setHeader('x-frame', 'deny');
      outgoing.setHeader('content-type', 'text/html');
    });
    const { headers } = await ask();
    assert.deepEqual([headers['x-frame'], headers['content-type']], ['deny', 'text/plain']);
  });

  it('is not produced faster than the client reads it', async (test) => {
    const chunk = new Uint8Array(65_536);
    let left = 1000;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const { ask } = await serveReplies(test, [new Response(body)]);
    const answer = await ask();
    // In this time all of it could be made.
    for (let turns = 0; turns < 2000; turns++) await new Promise(setImmediate);
    assert.ok(left > 500, String(left));
    let size = 0;
    for await (const piece of answer) size += (piece as Uint8Array).byteLength;
    assert.equal(size, 65_536_000);
  });

  it('is a handler error if the function fails, and the console names the error', async (test) => {
    const { mock } = test.mock.method(console, 'error', () => undefined);
    const { ask } = await serveReplies(test, [undefined as never]);
    const answer = await ask();
    assert.deepEqual([answer.statusCode, JSON.parse(await text(answer)).code], [500, 'handler-failed']);
    assert.match(String(mock.calls[0]?.arguments), /^toNodeListener\(\).*no response/);
  });
});
