// The default log in a process of its own: the lines that a partner sees, and what they must not contain.
import assert from 'node:assert/strict';
import path from 'node:path';
import process from 'node:process';
import { before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ensureBuilt, partnerFolder } from '../../support/dist.mjs';
import { run } from './platform-process.mjs';

const SERVER = `import { createServer } from 'node:http';
import { createHandler } from 'lending-elements/server';
import { toNodeListener } from 'lending-elements/server/node';
const failures = {
  throws: function findUser() { throw Object.assign(new TypeError('no row for jane@example.com\\n    at jane@example.com'), { code: 'E_ROW' }); },
  hangs: () => new Promise(() => {}),
  mistaken: () => ({ id: 'jane@example.com' }),
};
const handler = createHandler({
  environment: 'sandbox', baseUrl: 'http://127.0.0.1:9', secretKey: 'canary-key', hookTimeoutMs: 50,
  secret: 'Kp3vXq9ZtL0wRf7bYc2mNs8hJd5gUa1e',
  authorize: (request) => failures[new URL(request.url).searchParams.get('how')]?.() ?? { subject: 'jane-the-subject' },
  ...(process.env.LOG === 'off' ? { log: false } : {}),
});
const server = createServer(toNodeListener(handler)).listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/'));`;

describe('the default log', () => {
  before(ensureBuilt);
  const folder = partnerFolder({ 'server.mjs': SERVER });

  async function start(test, env) {
    const server = await run(process.execPath, [path.join(folder, 'server.mjs')], env);
    test.after(server.close);
    const ask = async (how) => {
      const address = `${server.origin}/api/lending/session?how=${how}&email=jane@example.com`;
      return (await fetch(address, { headers: { origin: server.origin } })).json();
    };
    /** The lines so far, without the warning of the sandbox. */
    const lines = async () => {
      await setTimeout(100);
      return server
        .complaints()
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('createHandler(): environment is'));
    };
    return { ask, lines };
  }

  it('has one line for an unexpected error: request id, route, status, code and place', async (test) => {
    const { ask, lines } = await start(test, {});
    const { requestId, code } = await ask('throws');
    assert.equal(code, 'handler-failed');
    const [line, ...more] = await lines();
    assert.deepEqual(more, []);
    assert.match(line, new RegExp(`^lending-elements: ${requestId} GET /api/lending/session 500 handler-failed: `));
    assert.match(line, / Cause: TypeError E_ROW at (Object\.)?findUser .*server\.mjs:\d+:\d+\)?$/);
    assert.doesNotMatch(line, /jane|example\.com|row for|canary|\?/i);
  });

  it('names a function that does not return in time', async (test) => {
    const { ask, lines } = await start(test, {});
    await ask('hangs');
    assert.match(
      (await lines()).join('\n'),
      /500 handler-failed: .* Cause: authorize did not answer within 0\.05 seconds\. Make it faster, or raise hookTimeoutMs\.$/,
    );
  });

  it('reports once that authorize() returns something other than a subject', async (test) => {
    const { ask, lines } = await start(test, {});
    for (let time = 0; time < 3; time++) assert.equal((await ask('mistaken')).code, 'handler-signed-out');
    const [line, ...more] = await lines();
    assert.deepEqual(more, []);
    assert.match(line, /401 handler-signed-out: .*authorize\(\) returned an object without "subject"/);
    assert.doesNotMatch(line, /jane/);
  });

  it('is empty without a failure, and when it is off', async (test) => {
    const well = await start(test, {});
    await well.ask('well');
    assert.deepEqual((await well.lines()).filter(Boolean), []);
    const off = await start(test, { LOG: 'off' });
    assert.equal((await off.ask('throws')).code, 'handler-failed');
    assert.deepEqual((await off.lines()).filter(Boolean), []);
  });
});
