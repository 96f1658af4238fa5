import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createPartnerClient } from '../../../src/server/index.js';
import { COMPANY, goodBodies, KEY, read, samplePrequalification, withApplication } from '../setup.js';
import { ALL, LATER, setupFor } from './upstream-setup.js';

describe('the secret key', () => {
  it('is read before each request if it is a function', async () => {
    const keys: string[] = [];
    let asked = 0;
    const { browser } = await withApplication({
      secretKey: async () => `${KEY}-${++asked}`,
      fetch: async (_, init) => (
        keys.push(new Headers(init?.headers).get('x-bs-sk')!),
        new Response('{"access_token":"good"}')
      ),
    });
    assert.equal(asked, 0);
    const page = browser();
    for (const path of LATER) assert.equal((await page.post(path, await page.good(path))).status, 200);
    assert.deepEqual(
      keys,
      [1, 2, 3, 4].map((time) => `${KEY}-${time}`),
    );
  });

  for (const bad of [`${KEY}\n`, `${KEY}\r\nx-more: 1`, '', ' ', undefined, null, 5, `${KEY}é`, { key: KEY }]) {
    it(`returned by a function as ${JSON.stringify(bad)?.replace(KEY, '…')} is rejected, and not shown`, async () => {
      const calls: unknown[] = [];
      const { browser, log } = await withApplication({
        secretKey: () => bad as string,
        fetch: async (...call) => (calls.push(call), new Response('{}')),
      });
      const answer = await read(await browser().post('prequalification', goodBodies().prequalification));
      assert.equal(answer.code, 'config-invalid');
      assert.ok(!JSON.stringify([answer, log]).includes(KEY));
      assert.deepEqual(calls, []);
    });
  }

  it('is sent in one header, to the base URL only, with a fetch that follows no redirect', async () => {
    const calls: [string, RequestInit][] = [];
    for (const path of ALL) {
      const { browser } = await setupFor(path, {
        baseUrl: 'https://api.lender.localhost',
        fetch: async (url, init) => (calls.push([url, init!]), new Response('{}')),
      });
      const page = browser();
      await page.post(path, await page.good(path));
    }
    assert.equal(calls.length, 5);
    for (const [url, { headers, body, redirect, method }] of calls) {
      assert.ok(url.startsWith('https://api.lender.localhost/partner-api/v1/') && !url.includes(KEY));
      assert.deepEqual([redirect, method], ['manual', 'POST']);
      assert.deepEqual(
        [...new Headers(headers)].filter(([, value]) => value.includes(KEY)),
        [['x-bs-sk', KEY]],
      );
      assert.ok(body instanceof FormData || !String(body).includes(KEY));
    }
  });
});

describe('a fetch of the partner’s that rejects with the request on its error', () => {
  it('keeps the key out of the log', async () => {
    const { browser, log } = await withApplication({
      fetch: (url, init) =>
        Promise.reject(
          Object.assign(new Error(`rejected ${KEY}`), { request: { url, init }, cause: { code: 'EPROTO', init } }),
        ),
    });
    await browser().post('prequalification', goodBodies().prequalification);
    assert.equal(log[0]!.code, 'upstream-unreachable');
    assert.ok(!inspect(log, { depth: Infinity, showHidden: true }).includes(KEY));
    assert.match(inspect(log, { depth: Infinity }), /EPROTO/);
  });
});

describe('a call to the service', () => {
  it('leaves no listener on its own signal, nor on one that it was given, which live longer', async () => {
    for (const given of [{}, { signal: new AbortController().signal }]) {
      const seen = Object.values(given);
      const client = createPartnerClient({
        baseUrl: 'https://lender.example',
        secretKey: KEY,
        fetch: async (_, init) => {
          seen.push(init!.signal!);
          await new Promise(setImmediate);
          assert.ok(getEventListeners(init!.signal!, 'abort').length > 0);
          return Response.json({ success: true });
        },
      });
      await client.prequalify(COMPANY, samplePrequalification(), given);
      assert.ok(seen.every((one) => getEventListeners(one, 'abort').length === 0));
    }
  });

  it('puts only UUIDs into a URL', async () => {
    const calls: string[] = [];
    const fetch = async (url: string) => (calls.push(url), Response.json({ success: true }));
    const client = createPartnerClient({ baseUrl: 'https://lender.example', secretKey: KEY, fetch });
    for (const id of ['../applications/auth?', '%2e%2e/auth#', '', `${COMPANY}/x`]) {
      await assert.rejects(client.prequalify(id, samplePrequalification()), { code: 'handler-failed' });
    }
    assert.deepEqual(calls, []);
  });
});
