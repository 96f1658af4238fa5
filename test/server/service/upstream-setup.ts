import assert from 'node:assert/strict';
import type { HandlerOptions, LendingSession } from '../../../src/server/index.js';
import { EMAIL, read, SECRET, setup } from '../setup.js';

export const COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
export const LATER = ['documents', 'prequalification', 'request-offers', 'widget-token'];
export const ALL = ['applications', ...LATER];

/** A session that has an application already, unless the call under test is to create it. */
export const sessionsFor = (path: string): HandlerOptions['sessions'] => {
  const session: LendingSession = { company_id: COMPANY, email: EMAIL, marks: {} };
  const get = () => (path === 'applications' ? undefined : session);
  return { secret: SECRET, store: { get, set() {}, delete() {} } };
};

export async function ask(path: string, options: Partial<HandlerOptions>) {
  const { browser, log } = setup({ sessions: sessionsFor(path), ...options });
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
