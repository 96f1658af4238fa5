import assert from 'node:assert/strict';
import { created, goodBodies, read, setup, type Sending } from './setup.js';

export const paths = Object.keys(goodBodies());

/** Sends a request that is good but for `sending` to a handler where Jane has an application, and expects no call. */
export async function attack(path: string, sending: Sending, options: Parameters<typeof setup>[0] = {}) {
  const { page, sandbox } = await created(options);
  const before = sandbox.calls.length;
  const response = await page.send(path, { body: await page.good(path), ...sending });
  assert.equal(sandbox.calls.length, before, 'the service was called');
  return { ...(await read(response)), headers: response.headers };
}
