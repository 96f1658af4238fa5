// Raw requests that two servers may read differently, to get around the checks (request smuggling).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../../src/server/node/index.js';
import { goodBodies, OF_NODE, serve, setup } from '../setup.js';

/** Writes bytes to a server, and returns its whole answer after it has closed the connection. */
async function write(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describe('toNodeListener', () => {
  const odd = [
    'TRACE /api/lending/session HTTP/1.1\r\nHost: partner.example',
    'POST /api/lending/session HTTP/1.1\r\nHost: a b',
    'GET http://evil.example/api/lending/session HTTP/1.1\r\nHost: partner.example',
    'GET //evil.example/api/lending/session HTTP/1.1\r\nHost: partner.example',
    'OPTIONS * HTTP/1.1\r\nHost: partner.example',
    'POST /api/lending/../lending/applications HTTP/1.1\r\nHost: partner.example\r\nContent-Length: 0',
  ];
  for (const request of odd) {
    it(`rejects ${request.split('\r\n').slice(0, 2).join(', ')} with typed JSON, and does not call the service`, async (test) => {
      const complaint = test.mock.method(console, 'error', () => {});
      const { handle, sandbox } = setup();
      const server = await serve(toNodeListener(handle), test);
      const answer = await write(server.port, `${request}\r\nConnection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 4\d\d /);
      assert.match(answer, /content-type: application\/json/i);
      assert.match(answer, /cache-control: no-store/i);
      assert.match(answer, /"code":"handler-/);
      assert.equal(sandbox.calls.length, 0);
      assert.equal(complaint.mock.callCount(), 0);
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
  /** Each row has one trick in a request that is otherwise good. `!` at the end replaces the header of that name. */
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
    ['the way to it in the host', good('/x', [`Host: partner.example${own}?!`])],
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
    ['two slashes at the end', good(`${own}//`)],
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
    it(`accepts no call by ${name}`, async (test) => {
      test.mock.method(console, 'error', () => {});
      const { handle, sandbox } = setup();
      const server = await serve(toNodeListener(handle), test);
      const answer = await write(server.port, request);
      assert.match(answer, /^HTTP\/1\.1 4\d\d /);
      assert.ok(/"code":"handler-/.test(answer) || OF_NODE.test(answer), answer);
      assert.doesNotMatch(answer, /evil|set-cookie/i);
      assert.equal(sandbox.calls.length, 0);
    });
  }

  for (const [what, path, header, answer] of [
    ['the path in X-Forwarded-Host', '/x', `X-Forwarded-Host: partner.example${own}?`, /^HTTP\/1\.1 4\d\d /],
    ['the path in Forwarded', '/x', `Forwarded: host="partner.example${own}?"`, /^HTTP\/1\.1 4\d\d /],
    ['several hosts in X-Forwarded-Host', own, 'X-Forwarded-Host: evil.example, partner.example', /^HTTP\/1\.1 422 /],
    ['several hosts in Forwarded', own, 'Forwarded: host=evil.example, host=a', /^HTTP\/1\.1 422 /],
  ] as const) {
    it(`accepts no call by ${what}, where it trusts the proxy`, async (test) => {
      const { handle, sandbox } = setup();
      const server = await serve(toNodeListener(handle, { trustProxy: true }), test);
      const text = await write(server.port, good(path, [header, 'X-Forwarded-Proto: https']));
      assert.match(text, answer);
      assert.match(text, /"code":"handler-/);
      assert.equal(sandbox.calls.length, 0);
    });
  }

  it('accepts no call with a tab in the path, even if Node.js allows it', async (test) => {
    const { handle, sandbox } = setup();
    const listener = toNodeListener(handle);
    const withTab = (incoming: IncomingMessage, outgoing: ServerResponse) =>
      listener(Object.assign(incoming, { url: '/api/lending/appli\tcations' }), outgoing);
    const server = await serve(withTab, test);
    assert.match(await write(server.port, good(own)), /^HTTP\/1\.1 404 [^]*"code":"handler-not-found"/);
    assert.equal(sandbox.calls.length, 0);
  });

  it('control: accepts the same call without a trick, also over HTTP/1.0', async () => {
    for (const version of ['HTTP/1.1', 'HTTP/1.0']) {
      const { handle, sandbox } = setup();
      const server = await serve(toNodeListener(handle));
      assert.match(await write(server.port, good(own, [], version)), /^HTTP\/1\.1 200 /);
      assert.equal(sandbox.calls.length, 1);
      await server.close();
    }
  });
});
