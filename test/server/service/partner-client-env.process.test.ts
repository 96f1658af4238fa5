import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { createPartnerClient, LendingError } from '../../../src/server/index.js';
import { fromEnv, toNodeListener } from '../../../src/server/node/index.js';
import { sampleApplication } from '../setup.js';

const KEY = 'LENDING_SECRET_KEY: Copy it from the partner dashboard.';
const DOCTOR = 'Then run `npx lending-elements doctor`.';

describe('createPartnerClient(fromEnv())', () => {
  const server = createServer();
  const print = mock.method(console, 'error', () => {});
  let sandbox: Sandbox;
  let callsBefore: number;
  let env: Record<string, string | undefined>;

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    sandbox = createSandbox({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    server.on('request', toNodeListener(sandbox.fetch));
  });
  beforeEach(() => {
    print.mock.resetCalls();
    callsBefore = sandbox.calls.length;
    env = {
      LENDING_ENVIRONMENT: 'sandbox',
      LENDING_BASE_URL: sandbox.baseUrl,
      LENDING_SECRET_KEY: sandbox.secretKey,
    };
  });
  after(() => {
    print.mock.restore();
    server.close();
    server.closeAllConnections();
  });

  /** The words of the error that the first call gives, and what was printed before that. */
  async function refusal() {
    const client = createPartnerClient(fromEnv(env));
    const printed = print.mock.calls.map(({ arguments: [line] }) => String(line));
    const error: unknown = await client.createApplication(sampleApplication()).catch((reason: unknown) => reason);
    assert.ok(error instanceof LendingError);
    assert.equal(sandbox.calls.length, callsBefore);
    const { code, message, remedy, issues } = error;
    return { code, message, remedy, issues, printed };
  }

  it('needs nothing that only the handler needs, such as a secret for sessions', async () => {
    const client = createPartnerClient(fromEnv(env));
    const { company_id } = await client.createApplication(sampleApplication());
    assert.match(company_id, /^[\da-f-]{36}$/);
    assert.equal(sandbox.calls.length, callsBefore + 1);
    assert.equal(print.mock.callCount(), 0);
  });

  it('names a missing key when it starts, and rejects the first call with the words of the handler', async () => {
    delete env['LENDING_SECRET_KEY'];
    const { printed, ...error } = await refusal();
    assert.deepEqual(error, {
      code: 'config-invalid',
      message: 'fromEnv(): LENDING_SECRET_KEY is missing.',
      remedy: `${KEY} ${DOCTOR}`,
      issues: [],
    });
    assert.deepEqual(printed, [
      `lending-elements: ${error.message} ${error.remedy} Until then every call of createPartnerClient() fails. A build may run without these variables.`,
    ]);
  });

  it('names everything that it needs, in an environment without variables', async () => {
    env = {};
    const { message } = await refusal();
    assert.equal(message, 'fromEnv(): LENDING_BASE_URL is missing. LENDING_SECRET_KEY is missing.');
  });

  it('names a key that cannot work, although another variable is missing', async () => {
    env['LENDING_SECRET_KEY'] = '"canary"';
    const { message, printed } = await refusal();
    assert.match(message, /^fromEnv\(\): LENDING_SECRET_KEY contains a space, a line break, a quote/);
    assert.doesNotMatch(message + printed.join(), /canary/);
  });

  it('names the variables of the environment that was chosen', async () => {
    env = { LENDING_ENVIRONMENT: 'staging', LENDING_STAGING_BASE_URL: 'https://api.staging.lender.test' };
    const { message } = await refusal();
    assert.equal(message, 'fromEnv(): LENDING_STAGING_SECRET_KEY is missing.');
  });
});
