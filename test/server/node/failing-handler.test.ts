import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHandler } from '../../../src/server/index.js';
import { fromEnv } from '../../../src/server/node/index.js';
import { MOUNT, ORIGIN } from '../setup.js';

const FAR = 'https://apply.partner.example';

describe('a handler whose variables are missing', () => {
  it('responds to the preflight of an origin that the partner has named, and of no other', async (test) => {
    test.mock.method(console, 'error', () => undefined);
    const handle = createHandler({
      ...fromEnv({}),
      origins: [FAR],
      authorize: () => ({ subject: 'jane' }),
      log: false,
    });
    const ask = (method: string, origin: string, headers: Record<string, string>) =>
      handle(new Request(`${ORIGIN}${MOUNT}/applications`, { method, headers: { origin, ...headers } }));
    const preflight = { 'access-control-request-method': 'POST' };
    const allowed = await ask('OPTIONS', FAR, preflight);
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-origin'), FAR);
    assert.equal(allowed.headers.get('access-control-allow-methods'), 'GET, POST');
    const refused = await ask('OPTIONS', 'https://evil.example', preflight);
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [403, null]);
    // So the named page can read the error.
    const call = await ask('POST', FAR, { 'sec-fetch-site': 'cross-site', 'x-lending-elements': '1' });
    assert.equal(call.headers.get('access-control-allow-origin'), FAR);
    assert.deepEqual([call.status, ((await call.json()) as { code: string }).code], [500, 'config-invalid']);
  });
});
