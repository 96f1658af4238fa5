import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createPartnerClient } from '../../../src/server/index.js';
import { nodeFetch, toNodeListener } from '../../../src/server/node/index.js';
import { COMPANY, KEY, samplePrequalification, serve } from '../setup.js';

const clientOf = (baseUrl: string) => createPartnerClient({ baseUrl, secretKey: KEY, fetch: nodeFetch });

describe('nodeFetch', () => {
  it('sends a Content-Length for each body, also for a form', async (test) => {
    const lengths: unknown[] = [];
    const listener = async (request: IncomingMessage, response: ServerResponse) => {
      const { 'content-length': said, 'transfer-encoding': encoding } = request.headers;
      lengths.push([Number(said) === (await text(request)).length, encoding]);
      response.end('{}');
    };
    const { origin } = await serve((...call) => void listener(...call), test);
    const file = new File(['%PDF-1.7'], 'a.pdf');
    await clientOf(origin).uploadDocument(COMPANY, { file, type: 'bank-statement' });
    await clientOf(origin).prequalify(COMPANY, samplePrequalification());
    assert.deepEqual(lengths, [
      [true, undefined],
      [true, undefined],
    ]);
  });

  it('sends a form as the built-in fetch does, with any names', async (test) => {
    const forms: unknown[] = [];
    const listener = toNodeListener(async (request) => {
      const form = [...(await request.formData())];
      forms.push(
        await Promise.all(
          form.map(async ([name, value]) =>
            typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
          ),
        ),
      );
      return Response.json({ success: true });
    });
    const { origin } = await serve(listener, test);
    const form = new FormData();
    form.set('a "name"\r\nx-evil: 1', 'two\r\nlines');
    form.set('file', new File(['%PDF-1.7'], 'a"; filename="b\r\n\r\n.pdf', { type: 'application/pdf' }));
    form.set('none', new File([], 'nothing'));
    for (const send of [fetch, nodeFetch])
      assert.equal((await send(origin, { method: 'POST', body: form })).status, 200);
    assert.equal(forms.length, 2);
    assert.deepEqual(forms[1], forms[0]);
  });

  it('reuses its connections for the next calls', async (test) => {
    const sockets = new Set<unknown>();
    const { origin } = await serve((request, response) => {
      sockets.add(request.socket);
      request.resume().on('end', () => response.end('{}'));
    }, test);
    const client = clientOf(origin);
    for (let call = 0; call < 10; call++) await client.prequalify(COMPANY, samplePrequalification());
    assert.ok(sockets.size <= 2, String(sockets.size));
  });

  it('aborts an upload with its signal, before and while it is sent', async (test) => {
    const begun = new EventTarget();
    const { origin } = await serve(
      (request) => void begun.dispatchEvent(new CustomEvent('request', { detail: request })),
      test,
    );
    const document = { file: new File([new Uint8Array(5e6)], 'a.pdf'), type: 'bank-statement' };
    const client = clientOf(origin);
    await assert.rejects(client.uploadDocument(COMPANY, document, { signal: AbortSignal.abort() }), {
      code: 'upstream-unreachable',
    });
    const controller = new AbortController();
    const arrival = once(begun, 'request') as Promise<[CustomEvent<IncomingMessage>]>;
    const sending = client.uploadDocument(COMPANY, document, { signal: controller.signal });
    const [{ detail: request }] = await arrival;
    const closed = new Promise((resolve) => request.once('close', resolve));
    request.on('error', () => {}).resume();
    controller.abort();
    await assert.rejects(sending, { code: 'upstream-unreachable' });
    await closed;
    assert.equal(request.complete, false);
  });

  for (const [when, begin] of [
    ['answers nothing', () => undefined],
    ['does not end its answer', (response: ServerResponse) => void response.writeHead(200).write('{')],
  ] as const) {
    it(`aborts a call after its time limit, and closes the connection, if the service ${when}`, async (test) => {
      let close = () => {};
      const closed = new Promise<void>((resolve) => (close = resolve));
      const { origin } = await serve((request, response) => {
        request.socket.once('close', close);
        begin(response);
      }, test);
      const client = createPartnerClient({ baseUrl: origin, secretKey: KEY, fetch: nodeFetch, timeoutMs: 100 });
      await assert.rejects(client.prequalify(COMPANY, samplePrequalification()), { code: 'upstream-timeout' });
      await closed;
    });
  }

  it('returns headers by names in any case, and null for missing ones', async (test) => {
    const { origin } = await serve((_, response) => void response.writeHead(503, { 'Retry-After': '7' }).end(), test);
    const { status, headers } = await nodeFetch(origin, { method: 'POST', body: '{}' });
    assert.deepEqual(
      [status, headers.get('Retry-After'), headers.get('retry-after'), headers.get('x')],
      [503, '7', '7', null],
    );
  });

  it('rejects like fetch, with the cause of a failed connection', async () => {
    const { origin, close } = await serve(() => {});
    await close();
    for (const call of [nodeFetch, fetch]) {
      await assert.rejects(
        call(origin, { method: 'POST', body: '{}' }),
        (error: TypeError & { cause: { code: string } }) =>
          error instanceof TypeError && error.cause.code === 'ECONNREFUSED',
      );
    }
  });
});
