import assert from 'node:assert/strict';
import type { HandlerOptions } from '../../../src/server/index.js';
import { read, withApplication, type setup } from '../setup.js';

export const LATER = ['documents', 'prequalification', 'request-offers', 'widget-token'];
export const ALL = ['applications', ...LATER];

/** The handler. Jane has an application already, unless the call under test is to create it. */
export const setupFor = (path: string, options?: Parameters<typeof setup>[0]) =>
  withApplication(options, path === 'applications' ? [] : ['jane']);

export async function ask(path: string, options: Partial<HandlerOptions>) {
  const { browser, log } = await setupFor(path, options);
  const page = browser();
  const answer = await read(await page.post(path, await page.good(path)));
  assert.equal(log.at(-1)!.code, answer.code);
  return answer;
}

export const answering = (body: BodyInit | null, init?: ResponseInit) => ({
  fetch: async () => new Response(body, init),
});
export const json = (body: unknown, status = 200) =>
  answering(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
