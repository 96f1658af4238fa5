import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { createPartnerClient } from '../../src/server/index.js';
import { samplePrequalification } from '../schema/samples.js';
import { KEY } from './setup.js';

const COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('a call to the service', () => {
  for (const [how, isGiven] of [
    ['its own signal', false],
    ['a signal that it was given', true],
  ] as const) {
    it(`leaves nobody listening to ${how}, which lives longer`, async () => {
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
});
