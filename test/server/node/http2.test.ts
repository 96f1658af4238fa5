import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../../src/server/node/index.js';
import { FORM, jane } from '../documents/slow-uploads.js';
import { MOUNT, ORIGIN, sampleApplication, setup } from '../setup.js';

/** Serves over HTTP/2 without TLS. Returns the function that sends a body. */
async function serveHttp2(handle: ReturnType<typeof setup>['handle'], test: { after(end: () => void): void }) {
  // Its requests and responses have the parts of those of node:http that the listener uses.
  const server = createServer(toNodeListener(handle) as never).listen(0, '127.0.0.1');
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
