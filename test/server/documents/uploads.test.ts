import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../../src/server/node/index.js';
import { bytes } from './files.js';
import { faultAt, later, MOUNT, read, serve } from '../setup.js';
import { BOUNDARY, disposition, FORM, jane, LIMIT, slowly, START } from './slow-uploads.js';

/** A service that answers no document until the call is given up, and the signal of that call. */
function hanging() {
  const { promise: begun, resolve: begin } = later<AbortSignal>();
  const service = faultAt('/documents', async (_, init) => {
    const signal = init!.signal!;
    begin(signal);
    await once(signal, 'abort');
    throw signal.reason;
  });
  return { begun, service };
}

describe('an upload', () => {
  it('that never ends is not read beyond the maximum size, and is released', async () => {
    const { upload, received } = await jane();
    const { body, told } = slowly(bytes(START, '%PDF-1.7'), () => new Uint8Array(1024));
    const { status, code, issues } = await read(await upload(body));
    assert.deepEqual([status, code, issues], [413, 'handler-too-large', [{ path: 'file', reason: 'file-large' }]]);
    assert.ok(told.sent <= LIMIT + 22_000, String(told.sent));
    assert.ok(told.isLeft);
    assert.equal(received('uploadDocument').length, 0);
  });

  it('that continues after its end is not read beyond the maximum size', async () => {
    const { upload } = await jane();
    const { body, told } = slowly(FORM, () => new Uint8Array(1024));
    assert.equal((await read(await upload(body))).code, 'handler-too-large');
    assert.ok(told.sent <= LIMIT + 32 * 1024, String(told.sent));
    assert.ok(told.isLeft);
  });

  it('with a Content-Length over the maximum size is not read at all', async () => {
    const { upload } = await jane();
    const { body, told } = slowly(bytes(START), () => new Uint8Array(1024));
    const answer = await read(await upload(body, { headers: { 'content-length': String(LIMIT + 30_000) } }));
    assert.equal(answer.code, 'handler-too-large');
    assert.deepEqual(told, { sent: 0, isLeft: true });
  });

  it('is the same however it is split into chunks', async () => {
    const { upload, received } = await jane();
    for (let at = 1; at < FORM.length; at++) {
      const pieces = [FORM.subarray(at)];
      const { body } = slowly(FORM.subarray(0, at), () => pieces.shift());
      assert.equal((await upload(body)).status, 200, `cut at ${at} of ${FORM.length}`);
    }
    assert.equal(received('uploadDocument').length, FORM.length - 1);
  });

  it('that the page aborts is aborted at the service too', async () => {
    const { begun, service } = hanging();
    const { upload } = await jane({ service });
    const stop = new AbortController();
    const answer = upload(FORM, { signal: stop.signal });
    const signal = await begun;
    assert.equal(signal.aborted, false);
    stop.abort();
    assert.equal(signal.aborted, true);
    assert.equal((await answer).status, 502);
  });

  it('whose connection breaks is aborted at the service too', async (test) => {
    const { begun, service } = hanging();
    const { handle, headers } = await jane({ service });
    const { origin } = await serve(toNodeListener(handle), test);
    const request = send(`${origin}${MOUNT}/documents`, { method: 'POST', headers: { ...headers, origin } });
    request.on('error', () => undefined);
    request.end(FORM);
    const signal = await begun;
    const given = once(signal, 'abort');
    request.destroy();
    await given;
  });

  it('is not read from its connection while it waits for memory', { timeout: 20_000 }, async (test) => {
    const [gate, arrived] = [later(), later()];
    const service = faultAt('/documents', async (real) => (arrived.resolve(), await gate.promise, real()));
    const size = 30e6;
    // Large uploads have three quarters of the memory, which the first one fills.
    const options = { service, settings: { maxDocumentBytes: size }, uploadMemoryBytes: (size * 4) / 3 };
    const { handle, headers, another } = await jane(options);
    const end = `\n%%EOF\n\r\n${disposition('type')}bank-statement\r\n--${BOUNDARY}--\r\n`;
    const body = bytes(START, '%PDF-1.7\n', new Uint8Array(size - 1000), end);
    const first = (await another('bob')).upload(body);
    await arrived.promise;
    let read = () => 0;
    const listener = toNodeListener(handle);
    const { origin } = await serve((incoming, outgoing) => {
      read = () => incoming.socket.bytesRead;
      listener(incoming, outgoing);
    }, test);
    const request = send(`${origin}${MOUNT}/documents`, { method: 'POST', headers: { ...headers, origin } }).end(body);
    while (read() === 0) await new Promise(setImmediate);
    // In this time it would arrive on loopback.
    for (let turns = 0; turns < 2000; turns++) await new Promise(setImmediate);
    assert.ok(read() < 2e6, String(read()));
    gate.resolve();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(response.resume().statusCode, 200);
    assert.ok(read() > size - 1000);
    assert.equal((await first).status, 200);
  });

  it('whose connection breaks in the middle causes no call', async (test) => {
    const { handle, headers, received } = await jane();
    const answers = later<number>();
    const listener = toNodeListener(async (request) => {
      const response = await handle(request);
      answers.resolve(response.status);
      return response;
    });
    const { origin } = await serve(listener, test);
    const whole = { ...headers, origin, 'content-length': FORM.length };
    const request = send(`${origin}${MOUNT}/documents`, { method: 'POST', headers: whole });
    request.on('error', () => undefined);
    request.write(FORM.subarray(0, 100), () => request.destroy());
    assert.equal(await answers.promise, 422);
    assert.equal(received('uploadDocument').length, 0);
  });

  it('gets its response when the service is gone', async () => {
    const service = faultAt('/documents', () => Promise.reject(new TypeError('fetch failed')));
    const { upload } = await jane({ service });
    assert.equal((await read(await upload(FORM))).code, 'upstream-unreachable');
  });
});
