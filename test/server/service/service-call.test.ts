import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { createPartnerClient } from '../../../src/server/index.js';
import { COMPANY, KEY, samplePrequalification } from '../setup.js';

describe('a call to the service', () => {
  for (const [how, isGiven] of [
    ['its own signal', false],
    ['a signal that it was given', true],
  ] as const) {
    it(`leaves no listener on ${how}, which lives longer`, async () => {
      const { signal } = new AbortController();
      const seen: AbortSignal[] = isGiven ? [signal] : [];
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
      await client.prequalify(COMPANY, samplePrequalification(), isGiven ? { signal } : {});
      assert.deepEqual(
        seen.map((one) => getEventListeners(one, 'abort').length),
        seen.map(() => 0),
      );
    });
  }

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
