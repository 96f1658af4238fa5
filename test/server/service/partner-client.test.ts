import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { createPartnerClient, type LendingError, type PartnerClient } from '../../../src/server/index.js';
import { toNodeListener } from '../../../src/server/node/index.js';
import { COMPANY, sampleApplication, withApplication } from '../setup.js';
import { json } from './upstream-setup.js';

const errorOf = (call: Promise<unknown>): Promise<LendingError> =>
  call.then(
    () => assert.fail('The call did not fail.'),
    (error: LendingError) => error,
  );

describe('the client of a backend with its own forms', () => {
  const server = createServer();
  let sandbox: Sandbox;
  let client: PartnerClient;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    sandbox = createSandbox({ origin });
    server.on('request', toNodeListener(sandbox.fetch));
    client = createPartnerClient({ baseUrl: sandbox.baseUrl, secretKey: sandbox.secretKey });
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  it('rejects a time limit that is not a number', () => {
    const options = { baseUrl: sandbox.baseUrl, secretKey: sandbox.secretKey, timeoutMs: '10s' as unknown as number };
    assert.throws(() => createPartnerClient(options), {
      message: 'createPartnerClient({ timeoutMs }) is "10s".',
      remedy: 'It must be a number of milliseconds above 0.',
    });
  });

  it('gets the status of a rejection, and the path and the reason of each rejected field', async () => {
    const application = sampleApplication();
    application.company.formation_date = '10 July 2020';
    application.applicant.email = 'nobody';
    const error = await errorOf(client.createApplication(application));
    assert.equal(error.code, 'upstream-refused');
    assert.equal(error.status, 422);
    assert.deepEqual(
      error.issues.toSorted((one, other) => one.path.localeCompare(other.path)),
      [
        { path: 'applicant.email', reason: 'refused' },
        { path: 'company.formation_date', reason: 'refused' },
      ],
    );
    assert.ok(!JSON.stringify(error).includes('nobody'));
  });

  it('gets the status of every other error response', async () => {
    const other = createPartnerClient({ baseUrl: sandbox.baseUrl, secretKey: 'another-key' });
    const error = await errorOf(other.prequalify(COMPANY, { funding_amount: 1, monthly_revenue: 1, any_ccj: false }));
    assert.deepEqual([error.code, error.status], ['upstream-denied', 401]);
  });

  it('gets no status without a response', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const offline = createPartnerClient({ baseUrl: sandbox.baseUrl, secretKey: sandbox.secretKey, fetch });
    const error = await errorOf(offline.authenticate({ company_id: COMPANY, email: 'name@example.com' }));
    assert.equal(error.code, 'upstream-unreachable');
    assert.equal(error.status, undefined);
  });

  it('keeps the status from the page', async () => {
    const { browser } = await withApplication({ ...json({ success: false }, 409) });
    const page = browser();
    const response = await page.post('prequalification', await page.good('prequalification'));
    const body = (await response.json()) as object;
    assert.deepEqual(
      Object.keys(body).filter((key) => key !== 'remedy'),
      ['code', 'message', 'recoverable', 'requestId'],
    );
  });
});
