// A backend without its variables: a build succeeds, the start prints the error, and each response is the error.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createHandler, type HandlerOptions, type LogEntry } from '../../../src/server/index.js';
import { fromEnv, toNodeListener } from '../../../src/server/node/index.js';
import { MOUNT, ORIGIN, read, serve } from '../setup.js';
import { STRONG } from './env-samples.js';

const FAR = 'https://apply.partner.example';
const FORGOTTEN = { LENDING_BASE_URL: 'https://api.lender.test', LENDING_SESSION_SECRET: STRONG };

describe('a handler whose variables are missing', () => {
  /** Creates it, and returns it with the lines that were printed. */
  function start(test: TestContext, env: Record<string, string>, options: Partial<HandlerOptions> = {}) {
    const print = test.mock.method(console, 'error', () => undefined);
    const handle = createHandler({ ...fromEnv(env), authorize: () => ({ subject: 'jane' }), ...options });
    return { handle, lines: () => print.mock.calls.map(({ arguments: [line] }) => String(line)) };
  }

  it('lists all missing variables in one line, and does not make a build fail', (test) => {
    const [line, ...more] = start(test, {}).lines() as [string];
    assert.deepEqual(more, []);
    assert.match(
      line,
      /^lending-elements: fromEnv\(\): .*the handler responds to every call with status 500\. A build may/,
    );
    for (const name of ['BASE_URL', 'SECRET_KEY', 'SESSION_SECRET'])
      assert.match(line, new RegExp(`LENDING_${name} is missing\\.`));
    assert.match(line, /If they are in a file, load it: node --env-file=\.env\./);
  });

  it('rejects wrong options even if variables are missing, and a missing store if all variables are set', (test) => {
    assert.throws(
      () => start(test, {}, { autorize: 1 } as object),
      /"autorize" is not an option\. Did you mean "authorize"\?/,
    );
    assert.throws(() => start(test, { ...FORGOTTEN, LENDING_SECRET_KEY: 'canary' }), {
      message: /createHandler\(\{ store \}\): it is missing\. Without it no consent can be recorded/,
    });
  });

  it('names the missing variable and the remedy in each response and in the log', async (test) => {
    const log: LogEntry[] = [];
    const { handle, lines } = start(test, FORGOTTEN, { log: (entry) => void log.push(entry) });
    assert.match(lines().join(), /^lending-elements: fromEnv\(\): LENDING_SECRET_KEY is missing\. /);
    const { origin } = await serve(toNodeListener(handle), test);
    const headers = { origin, 'x-lending-elements': '1', 'content-type': 'application/json' };
    for (const [method, route] of [
      ['POST', 'session?email=jane@example.com'],
      ['POST', 'applications'],
      ['GET', 'consent?locale=jane'],
      ['POST', 'widget-token'],
    ] as const) {
      const body = method === 'POST' ? '{"name":"Jane"}' : null;
      const answer = await read(await fetch(`${origin}${MOUNT}/${route}`, { method, headers, body }));
      assert.deepEqual([answer.status, answer.code, answer.issues], [500, 'config-invalid', undefined]);
      const remedy =
        /LENDING_SECRET_KEY: Copy it from the partner dashboard\. Then run `npx lending-elements doctor`\.$/;
      assert.match(answer.remedy!, remedy);
      const { requestId, route: logged, error } = log.at(-1)!;
      assert.deepEqual([requestId, logged], [answer.requestId, `${method} ${MOUNT}/…`]);
      assert.match(error!.remedy!, remedy);
    }
    assert.doesNotMatch(JSON.stringify(log) + lines().join(), /jane|9dTq2/i);
  });

  it('responds to the preflight of an origin that the partner has named, and of no other', async (test) => {
    const { handle } = start(test, {}, { origins: [FAR], log: false });
    const ask = (method: string, origin: string, headers: Record<string, string>) =>
      handle(new Request(`${ORIGIN}${MOUNT}/applications`, { method, headers: { origin, ...headers } }));
    const preflight = { 'access-control-request-method': 'POST' };
    const allowed = await ask('OPTIONS', FAR, preflight);
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-origin'), FAR);
    assert.equal(allowed.headers.get('access-control-allow-methods'), 'POST');
    const rejected = await ask('OPTIONS', 'https://evil.example', preflight);
    assert.deepEqual([rejected.status, rejected.headers.get('access-control-allow-origin')], [403, null]);
    // So the named page can read the error.
    const call = await ask('POST', FAR, { 'sec-fetch-site': 'cross-site', 'x-lending-elements': '1' });
    assert.equal(call.headers.get('access-control-allow-origin'), FAR);
    assert.deepEqual([call.status, ((await call.json()) as { code: string }).code], [500, 'config-invalid']);
  });
});
