// The same tests for every platform: each example of examples/ runs in a separate process, on a loopback port.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CALLS } from '../../../src/schema/index.ts';
import { DIST, ensureBuilt, manifest } from '../../support/dist.mjs';
import { Browser, documentForm, goodBodies, later, MOUNT, read } from '../setup.ts';
import { environment, startLender } from './platform-lender.mjs';

const sha256 = (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

const document = (size) =>
  new File(['%PDF-1.7\n', randomBytes(size - 16), '\n%%EOF\n'], 'june.pdf', { type: 'application/pdf' });

const BOUNDED = { timeout: 60_000 };

/** Declares the tests of one platform. `start` starts it with an environment. */
export function testPlatform(name, start) {
  describe(`the handler on ${name}`, () => {
    let lender;
    let backend;
    let folder;
    before(async () => {
      await ensureBuilt();
      lender = await startLender();
      folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lending-platform-'));
      backend = await start(environment(lender.sandbox, folder));
    });
    after(async () => {
      await backend?.close();
      await lender?.close();
      await fs.rm(folder, { recursive: true, force: true });
    });

    function signedIn() {
      const browser = new Browser((request) => fetch(request), undefined, backend.origin);
      browser.cookies.set('partner_user', randomUUID());
      return browser;
    }

    /** workerd closes a connection if the body is not read. A client that is still sending may not get the answer. */
    function closedEarly(error) {
      if (name !== 'Cloudflare Workers') throw error;
      return undefined;
    }

    async function applicant() {
      const browser = signedIn();
      await browser.create();
      return browser;
    }

    function sendHalf(browser, route, type, length, body) {
      const socket = connect(new URL(backend.origin).port, '127.0.0.1');
      const { host } = new URL(backend.origin);
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      const head = [
        `POST ${MOUNT}/${route} HTTP/1.1`,
        `Host: ${host}\r\nOrigin: ${backend.origin}\r\nCookie: ${cookie}`,
        `X-Lending-Elements: 1\r\nContent-Type: ${type}\r\nContent-Length: ${length}`,
      ];
      socket.on('error', () => {});
      return new Promise((resolve) => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
        socket.write(body, () => resolve(socket));
      });
    }

    it('serves the whole journey, without a cookie', async () => {
      const browser = signedIn();
      const from = lender.sandbox.calls.length;
      for (const route of Object.keys(goodBodies())) {
        const response = await browser.post(route, await browser.good(route));
        assert.deepEqual(response.headers.getSetCookie(), []);
        const answer = await read(response);
        assert.equal(answer.status, 200, route);
        assert.equal(typeof answer.access_token, route === 'widget-token' ? 'string' : 'undefined');
      }
      const { progress } = await (await browser.get('session')).json();
      assert.deepEqual(progress, { done: [...CALLS], changedSinceOffers: false });
      assert.deepEqual(
        lender.sandbox.calls.slice(from).map((call) => call.name),
        [...CALLS],
      );
      const { receipt } = await (await browser.get('consent')).json();
      assert.equal(receipt.events[0].event_state, 'given');
    });

    it('serves the files of the elements without a sign-in, and responds with 404 to other names', async () => {
      const ask = (file, headers) =>
        fetch(`${backend.origin}${MOUNT}/elements/${file}`, { headers: { 'accept-encoding': 'br', ...headers } });
      // Workers has no files: it has a service of its own for them.
      if (name === 'Cloudflare Workers') {
        assert.match((await read(await ask('journey.js'))).remedy, /dist\/cdn/);
        return;
      }
      for (const [file, cache] of [
        ['journey.js', 'public, no-cache'],
        [`${manifest.version}/journey.js`, 'public, max-age=31536000, immutable'],
      ]) {
        const response = await ask(file);
        assert.deepEqual([response.status, response.headers.get('cache-control')], [200, cache]);
        assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
        // The others compress themselves.
        const isListener = ['node:http', 'Express', 'Fastify'].includes(name);
        assert.equal(response.headers.get('content-encoding'), isListener ? 'br' : null);
        assert.equal(response.headers.get('set-cookie'), null);
        const expected = await fs.readFile(path.join(DIST, 'cdn/journey.js'));
        assert.equal(sha256(await response.arrayBuffer()), sha256(expected));
        const again = await ask(file, { 'if-none-match': response.headers.get('etag') });
        assert.deepEqual([again.status, await again.text()], [304, '']);
      }
      const head = await fetch(`${backend.origin}${MOUNT}/elements/journey.js`, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
      for (const file of ['..%2findex.js', '%2e%2e%2f%2e%2e%2fpackage.json', 'constructor', 'none.js'])
        assert.equal((await read(await ask(file))).code, 'handler-not-found', file);
    });

    it('passes on a document of more than a megabyte unchanged', BOUNDED, async () => {
      const browser = await applicant();
      const file = document(1.5 * 2 ** 20);
      const arrived = later();
      lender.before = async (request) => {
        const form = await request.formData();
        arrived.resolve(sha256(await form.get('file').arrayBuffer()));
      };
      assert.equal((await read(await browser.post('documents', documentForm({ file })))).status, 200);
      lender.before = async () => {};
      assert.equal(await arrived.promise, sha256(await file.arrayBuffer()));
    });

    it('rejects with typed JSON, and does not call the service', async () => {
      const browser = await applicant();
      const stranger = new Browser((request) => fetch(request), undefined, backend.origin);
      const from = lender.sandbox.calls.length;
      const expected = [
        [404, 'handler-not-found', browser.get('nowhere')],
        [404, 'handler-not-found', browser.get('session/deeper')],
        [405, 'handler-method', browser.get('applications')],
        [403, 'handler-forbidden', browser.get('session', { headers: { origin: 'https://evil.example' } })],
        [403, 'handler-forbidden', browser.get('session', { headers: { 'sec-fetch-site': 'cross-site' } })],
        [403, 'handler-forbidden', browser.send('prequalification', { headers: { 'x-lending-elements': null } })],
        [401, 'handler-signed-out', stranger.get('session')],
        [409, 'handler-not-created', signedIn().post('prequalification', goodBodies().prequalification)],
        [413, 'handler-too-large', browser.post('prequalification', 'x'.repeat(100_000)).catch(closedEarly)],
        [
          415,
          'handler-unsupported-type',
          browser.send('prequalification', { body: '{}', headers: { 'content-type': 'text/plain' } }),
        ],
        [422, 'handler-invalid', browser.post('prequalification', '{"loan_amount": ')],
        [422, 'handler-invalid', browser.post('prequalification', '')],
      ];
      for (const [status, code, sent] of expected) {
        const response = await sent;
        if (!response) continue;
        const answer = await read(response);
        assert.deepEqual([answer.status, answer.code], [status, code]);
      }
      assert.equal(lender.sandbox.calls.length, from);
    });

    it('rejects a document that is too large, and accepts the next', async () => {
      const browser = await applicant();
      const large = browser.post('documents', documentForm({ file: document(11 * 2 ** 20) }));
      const response = await large.catch(closedEarly);
      if (response) assert.equal((await read(response)).code, 'handler-too-large');
      assert.equal((await read(await browser.post('documents', documentForm()))).status, 200);
    });

    it('responds with 405 to an unknown method of a route, without CORS', async () => {
      const browser = signedIn();
      for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'GET']) {
        const response = await browser.send('session', { method, body: method === 'OPTIONS' ? undefined : {} });
        assert.equal(response.headers.get('allow'), 'POST', method);
        assert.equal((await read(response)).code, 'handler-method', method);
      }
      const head = await browser.send('session', { method: 'HEAD' });
      assert.equal(head.status, 405);
      assert.equal(head.headers.get('cache-control'), 'no-store');
      assert.equal(await head.text(), '');
    });

    it('survives an upload that its page aborts', async () => {
      const browser = await applicant();
      const from = lender.sandbox.calls.length;
      const form = new Response(documentForm({ file: document(2 ** 20) }));
      const bytes = new Uint8Array(await form.arrayBuffer());
      const half = bytes.subarray(0, bytes.length / 2);
      const socket = await sendHalf(browser, 'documents', form.headers.get('content-type'), bytes.length, half);
      socket.destroy();
      await once(socket, 'close');
      assert.equal((await read(await browser.post('documents', documentForm()))).status, 200);
      assert.deepEqual(
        lender.sandbox.calls.slice(from).map((call) => call.name),
        ['uploadDocument'],
      );
    });

    it('creates one application, even if the page closes during the call and sends it again', BOUNDED, async () => {
      const browser = signedIn();
      const from = lender.received('createApplication').length;
      const [asked, answered] = [later(), later()];
      lender.before = async () => {
        asked.resolve();
        await answered.promise;
      };
      const body = JSON.stringify(goodBodies().applications);
      const socket = await sendHalf(browser, 'applications', 'application/json', body.length, body);
      await asked.promise;
      socket.destroy();
      await once(socket, 'close');
      const again = browser.post('applications', goodBodies().applications);
      answered.resolve();
      lender.before = async () => {};
      assert.equal((await read(await again)).status, 200);
      assert.equal(lender.received('createApplication').length, from + 1);
      assert.equal((await read(await browser.post('widget-token', {}))).status, 200);
    });

    it('separates ten applicants who apply at the same time', async () => {
      const browsers = Array.from({ length: 10 }, signedIn);
      await Promise.all(browsers.map((browser) => browser.create()));
      const from = lender.sandbox.calls.length;
      const answers = await Promise.all(
        browsers.map(async (browser) => read(await browser.post('prequalification', goodBodies().prequalification))),
      );
      assert.ok(answers.every(({ status }) => status === 200));
      const paths = lender.sandbox.calls.slice(from).map((call) => call.path);
      assert.equal(new Set(paths).size, 10);
    });

    it('has printed no error, and is still running', () => {
      // On Workers, one line says where the files of the elements are.
      const lines = backend.complaints().split('\n').filter(Boolean);
      const others = lines.filter(
        (line) => !/ GET \/api\/lending\/elements 404 handler-not-found: .*dist\/cdn/.test(line),
      );
      assert.deepEqual(others, []);
      assert.equal(lines.length, name === 'Cloudflare Workers' ? 1 : 0);
    });
  });
}
