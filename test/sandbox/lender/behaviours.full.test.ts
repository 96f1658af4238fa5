import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BEHAVIOURS } from '../../../src/sandbox/options.js';
import { createSandbox, type SandboxBehaviour } from '../../../src/sandbox/index.js';
import { createHandler, type HandlerOptions } from '../../../src/server/index.js';
import { authorize, Browser, KEY, ORIGIN, read, samplePrequalification, SECRET } from '../../server/setup.js';
import { withNumber } from '../setup.js';

/** All combinations of the selectable behaviours. */
const COMBINATIONS = Object.entries({ filePart: ['file', 'document'], ...BEHAVIOURS }).reduce<SandboxBehaviour[]>(
  (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
  [{}],
);

/** The handler in front of a sandbox that behaves so, and a page of Jane's. */
function setup(behaviour: SandboxBehaviour, options: Partial<HandlerOptions> = {}) {
  const sandbox = createSandbox({ secretKey: KEY, behaviour });
  const { filePart } = behaviour;
  const handle = createHandler({
    environment: 'sandbox',
    baseUrl: sandbox.baseUrl,
    secretKey: KEY,
    fetch: sandbox.fetch,
    authorize,
    secret: SECRET,
    log: false,
    ...(filePart && { filePart }),
    ...options,
  });
  return { sandbox, page: new Browser(handle, 'jane', ORIGIN) };
}

/** The journey of an applicant who is rejected twice, corrects the answers, and gets offers. */
async function walk(behaviour: SandboxBehaviour) {
  const { sandbox, page } = setup(behaviour);
  const rejection = await read(await page.post('applications', withNumber('SANDBOX-REJECTED')));
  assert.deepEqual([rejection.status, rejection.code], [422, 'upstream-rejected']);
  await page.create();
  assert.equal((await read(await page.post('documents', await page.good('documents')))).status, 200);
  const rejected = await read(
    await page.post('prequalification', { ...samplePrequalification(), funding_amount: 10_001 }),
  );
  const isTold = behaviour.prequalificationRejection !== 'none';
  assert.deepEqual([rejected.status, rejected.code], isTold ? [422, 'upstream-rejected'] : [200, undefined]);
  assert.equal(sandbox.applications[0]!.status, 'REJECTED');
  assert.equal((await read(await page.post('prequalification', samplePrequalification()))).status, 200);
  assert.equal((await read(await page.post('request-offers', await page.good('request-offers')))).status, 200);
  const { access_token } = await read(await page.post('widget-token', {}));
  assert.match(access_token!, /^sandbox_/);
  const [application] = sandbox.applications;
  assert.equal(application!.status, 'RECEIVED_OFFERS');
  assert.equal(application!.offers.length, 3);
  const offers = await sandbox.fetch(`${sandbox.baseUrl}/widget/offers`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  assert.equal(offers.status, 200);
  const statuses = new Set(application!.calls.map(({ status }) => status));
  const isRejected = behaviour.prequalificationRejection === 'error';
  assert.deepEqual(statuses, new Set([behaviour.successStatus ?? 201, ...(isRejected ? [422] : [])]));
}

describe('the behaviours that the specification does not show', () => {
  it(`let applicants get offers in each of ${COMBINATIONS.length} combinations`, { timeout: 120_000 }, async () => {
    for (const behaviour of COMBINATIONS)
      await walk(behaviour).catch((error: unknown) => {
        throw new Error(`With ${JSON.stringify(behaviour)}: ${String(error)}`, { cause: error });
      });
  });

  it('name the rejected field to the applicant if the response has a list of errors', async () => {
    for (const errorBody of BEHAVIOURS.errorBody) {
      // The partner does not ask for the number, which the sandbox requires.
      const { page } = setup({ errorBody }, { settings: { fields: { 'company.registered_number': 'optional' } } });
      const { code, issues } = await read(await page.post('applications', withNumber(undefined)));
      assert.equal(code, 'upstream-rejected');
      const isNamed = ['message', 'errors'].includes(errorBody);
      assert.deepEqual(
        issues ?? [],
        isNamed ? [{ path: 'company.registered_number', reason: 'needed' }] : [],
        errorBody,
      );
    }
  });
});
