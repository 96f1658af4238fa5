import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { createPartnerClient } from '../../src/server/index.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';
import { EMAIL, KEY } from './setup.js';
import { COMPANY } from './upstream-setup.js';

describe('a partner’s client', () => {
  it('makes the five calls without the handler', async () => {
    const sandbox = createSandbox({ secretKey: KEY });
    const client = createPartnerClient({ baseUrl: sandbox.baseUrl, secretKey: KEY, fetch: sandbox.fetch });
    const { company_id } = await client.createApplication(sampleApplication());
    await client.uploadDocument(company_id, { file: new File(['%PDF-1.7'], 'a.pdf'), type: 'bank-statement' });
    await client.prequalify(company_id, samplePrequalification());
    await client.requestOffers(company_id, { credit_score_check_consent: true });
    assert.match((await client.authenticate({ company_id, email: EMAIL })).access_token, /^sandbox_/);
    assert.equal(sandbox.calls.length, 5);
  });

  it('puts no id into an address that is no UUID', async () => {
    const sandbox = createSandbox({ secretKey: KEY });
    const client = createPartnerClient({ baseUrl: sandbox.baseUrl, secretKey: KEY, fetch: sandbox.fetch });
    for (const id of ['../applications/auth?', '%2e%2e/auth#', '', `${COMPANY}/x`]) {
      await assert.rejects(client.prequalify(id, samplePrequalification()), { code: 'handler-failed' });
    }
    assert.equal(sandbox.calls.length, 0);
  });

  it('gives a call up when it is told to', async () => {
    const client = createPartnerClient({
      baseUrl: 'https://api.lender.example',
      secretKey: KEY,
      fetch: (_, init) =>
        new Promise((_resolve, reject) =>
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
        ),
    });
    const stop = new AbortController();
    const asked = client.prequalify(COMPANY, samplePrequalification(), { signal: stop.signal });
    stop.abort();
    await assert.rejects(asked, { code: 'upstream-unreachable' });
  });
});
