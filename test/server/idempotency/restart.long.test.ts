// A backend that is killed while the service has not answered yet, and its applicant who tries again.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createSandbox } from '../../../src/sandbox/index.js';
import { toNodeListener } from '../../../src/server/node/index.js';
import { KEY, later, newFolder, read, sampleApplication, serve, startBackend } from '../setup.js';

/** The sandbox on a socket, whose answers wait until they are let go, and backends with one folder that ask it. */
async function start(test: TestContext, timeoutMs: number) {
  const sandbox = createSandbox({ secretKey: KEY });
  const [asked, opened] = [later(), later()];
  const { origin, pathname } = new URL(sandbox.baseUrl);
  const answer = async (request: Request) => {
    const { method, headers } = request;
    const body = await request.text();
    const response = await sandbox.fetch(`${origin}${new URL(request.url).pathname}`, { method, headers, body });
    asked.resolve();
    await opened.promise;
    return response;
  };
  const service = await serve(toNodeListener(answer), test);
  const baseUrl = `${service.origin}${pathname.replace(/\/$/, '')}`;
  const file = path.join(newFolder(), 'lending.db');
  const backend = async () => {
    const { browser, kill } = await startBackend(test, 'env', { baseUrl, file, timeoutMs });
    return { page: browser(), kill };
  };
  const created = () => sandbox.calls.filter(({ name }) => name === 'createApplication').length;
  return { backend, asked: asked.promise, open: opened.resolve, created };
}

describe('a backend that is killed', { timeout: 120_000 }, () => {
  it('while the service creates an application creates no second one after its restart', async (test) => {
    // A process that has just started may need more than a second before it asks.
    const { backend, asked, open, created } = await start(test, 2000);
    const first = await backend();
    void first.page.post('applications', sampleApplication()).catch(() => undefined);
    await asked;
    await first.kill();
    open();
    const { page } = await backend();
    let code: string | undefined;
    while (code !== 'outcome-unknown') {
      await pause(500);
      const answer = await read(await page.post('applications', sampleApplication()));
      code = answer.code;
      assert.ok(code === 'outcome-unknown' || code === 'handler-in-flight', code);
    }
    assert.equal(created(), 1);
  });

  it('after it created an application goes on with that one, also if no page got the response', async (test) => {
    const { backend, open, created } = await start(test, 5000);
    open();
    const first = await backend();
    assert.equal((await first.page.post('applications', sampleApplication())).status, 200);
    await first.kill();
    const { page } = await backend();
    assert.equal((await page.post('applications', sampleApplication())).status, 200);
    assert.equal(created(), 1);
  });
});
