import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createHandler } from '../../../src/server/index.ts';
import { fromEnv, toNodeListener } from '../../../src/server/node/index.ts';
import { cli } from '../../support/doctor.mjs';
import { ensureBuilt } from '../../support/dist.mjs';
import { MOUNT, serve } from '../setup.ts';
import { STRONG } from './env-samples.ts';

before(ensureBuilt);

it('the doctor reports a missing variable in its own environment and in the handler’s', async (test) => {
  test.mock.method(console, 'error', () => undefined);
  const env = { LENDING_BASE_URL: 'https://api.lender.test', LENDING_SESSION_SECRET: STRONG };
  const handler = createHandler({ ...fromEnv(env), authorize: () => ({ subject: 'jane' }) });
  const { origin } = await serve(toNodeListener(handler), test);
  const { status, stdout } = await cli(['doctor', '--no-calls', '--handler', `${origin}${MOUNT}`], env);
  assert.equal(status, 1);
  assert.match(stdout, /✗ the configuration: LENDING_SECRET_KEY is missing\.\n.*answers every call with status 500/);
  assert.match(stdout, /✗ the handler: .*config-invalid.*LENDING_SECRET_KEY is missing/);
  assert.match(stdout, /What to do: LENDING_SECRET_KEY: Copy it from the partner dashboard\./);
});
