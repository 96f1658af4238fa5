import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import http2 from 'node:http2';
import { connect, Socket, type AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { TLSSocket } from 'node:tls';
import { requestHead, IncomingArrival } from '../../../src/server/node/incoming.js';

interface Asked {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  arrival: IncomingArrival;
}

/** A server that passes its request to the test, and a socket that has sent the head of that request. */
async function ask(test: TestContext, size = 10) {
  const server = createServer();
  const asked = new Promise<Asked>((resolve) =>
    server.once('request', (incoming, outgoing) =>
      resolve({ incoming, outgoing, arrival: new IncomingArrival(incoming, outgoing) }),
    ),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  test.after(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  socket.write(`POST /a HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${size}\r\n\r\n`);
  return { socket, ...(await asked) };
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
const turns = async (times = 20) => {
  for (let at = 0; at < times; at++) await new Promise(setImmediate);
};

describe('the body of a request of Node’s', () => {
  it('is read whole, in the pieces that come', async (test) => {
    const { socket, arrival } = await ask(test);
    const read = whole(arrival.body);
    for (const piece of ['one', 'two', 'four']) {
      socket.write(piece);
      await turns();
    }
    assert.equal(await read, 'onetwofour');
  });

  it('is read whole over HTTP/2, where a request closes only after its answer', { timeout: 5000 }, async (test) => {
    const server = http2.createServer(async (incoming, outgoing) => {
      const [request, answer] = [incoming, outgoing] as unknown as [IncomingMessage, ServerResponse];
      const { url } = requestHead(request, false);
      answer.end(`${url} ${await whole(new IncomingArrival(request, answer).body)}`);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = http2.connect(`http://127.0.0.1:${port}`);
    test.after(() => {
      client.destroy();
      server.close();
    });
    const stream = client.request({ ':method': 'POST', ':path': '/a' });
    stream.end('one');
    assert.equal(await whole(stream), `http://127.0.0.1:${port}/a one`);
  });

  it('is read no further than somebody takes it', async (test) => {
    const size = 64 * 2 ** 20;
    const { socket, incoming, arrival } = await ask(test, size);
    const pieces = arrival.body[Symbol.asyncIterator]();
    socket.write(Buffer.alloc(size));
    let taken = (await pieces.next()).value!.byteLength;
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(incoming.socket.bytesRead < 2 ** 20, `${incoming.socket.bytesRead} bytes were read`);
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) break;
      taken += value.byteLength;
    }
    assert.equal(taken, size);
  });

  it('fails where the connection breaks, also before somebody asks for it', { timeout: 5000 }, async (test) => {
    const { socket, incoming, arrival } = await ask(test);
    const read = whole(arrival.body);
    socket.write('one');
    await turns();
    socket.destroy();
    await assert.rejects(read, /connection closed before/);
    assert.ok(incoming.destroyed);
    await assert.rejects(whole(arrival.body), /connection closed before/);
  });

  it('is over for who waits for a piece when it is given up, and read no more', { timeout: 5000 }, async (test) => {
    const { socket, incoming, outgoing, arrival } = await ask(test);
    const pieces = arrival.body[Symbol.asyncIterator]();
    const waiting = pieces.next();
    await pieces.return!();
    assert.deepEqual(await waiting, { done: true, value: undefined });
    assert.deepEqual(await pieces.next(), { done: true, value: undefined });
    assert.deepEqual(
      ['data', 'end', 'close'].map((name) => incoming.listenerCount(name)),
      [0, 0, 0],
    );
    socket.write('onetwofour');
    await turns();
    assert.equal(incoming.readableFlowing, false);
    outgoing.end();
  });
});

describe('the signal of a request of Node’s', () => {
  it('aborts where the applicant leaves before there was an answer, whenever it is asked for', async (test) => {
    const { socket, outgoing, arrival } = await ask(test);
    const { signal } = arrival;
    assert.equal(arrival.signal, signal);
    assert.equal(signal.aborted, false);
    socket.destroy();
    await once(outgoing, 'close');
    assert.equal(signal.aborted, true);
  });

  it('is aborted where it is asked for after that', async (test) => {
    const { socket, outgoing, arrival } = await ask(test);
    socket.destroy();
    await once(outgoing, 'close');
    assert.equal(arrival.signal.aborted, true);
  });

  it('does not abort where the answer was sent', async (test) => {
    const { socket, incoming, outgoing, arrival } = await ask(test);
    const { signal } = arrival;
    socket.write('onetwofour');
    incoming.resume();
    outgoing.end('an answer');
    await once(outgoing, 'close');
    assert.equal(signal.aborted, false);
  });
});

describe('the head of a request of Node’s', () => {
  const message = (headers: Record<string, string>, socket = new Socket()) =>
    Object.assign(new IncomingMessage(socket), { method: 'POST', url: '/a?b', headers });

  it('has the protocol of its connection, and the host that it was sent to', () => {
    const { url, method, headers } = requestHead(message({ host: 'shop.example:81', cookie: 'a=b' }), false);
    assert.deepEqual([url, method, headers.get('cookie')], ['http://shop.example:81/a?b', 'POST', 'a=b']);
    const secure = message({ host: 'shop.example' }, new TLSSocket(new Socket()));
    assert.equal(requestHead(secure, false).url, 'https://shop.example/a?b');
  });

  it('believes a proxy only where it is told to', () => {
    const told = message({ host: 'inner.example', 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' });
    assert.equal(requestHead(told, false).url, 'http://inner.example/a?b');
    const { url, method } = requestHead(told, true);
    assert.deepEqual([url, method], ['https://shop.example/a?b', 'POST']);
  });

  // Node before 20.20 accepts a tab in the request line.
  it('keeps a tab in the path, which the URL parser would drop', () => {
    const tabbed = Object.assign(message({ host: 'shop.example' }), { url: '/appli\tcations' });
    assert.equal(requestHead(tabbed, false).url, 'http://shop.example/appli%09cations');
    assert.equal(requestHead(tabbed, true).url, 'http://shop.example/appli%09cations');
  });

  it('has a host where HTTP/1.0 says none, and HTTP/2 calls it something else', () => {
    assert.equal(requestHead(message({}), false).url, 'http://localhost/a?b');
    assert.equal(requestHead(message({ ':authority': 'shop.example' }), false).url, 'http://shop.example/a?b');
  });
});
