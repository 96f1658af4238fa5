// A backend that is killed while the service has not answered yet, and its applicant who tries again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it, type TestContext } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { toNodeListener } from '../../src/server/node.js';
import { sampleApplication } from '../schema/samples.js';
import { script } from './consent-files.js';
import { Browser, KEY, read, serve } from './setup.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-restart-'));
after(() => fs.rmSync(folder, { recursive: true }));

/** The sandbox on a socket. Its answers wait until they are let go. */
async function startService(test: TestContext) {
  const sandbox = createSandbox({ secretKey: KEY });
  let reached!: () => void;
  let open!: () => void;
  const asked = new Promise<void>((resolve) => (reached = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  const origin = new URL(sandbox.baseUrl).origin;
  const service = await serve(
    toNodeListener(async (request: Request) => {
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      const answer = await sandbox.fetch(`${origin}${pathname}`, { method, headers, body: await request.text() });
      reached();
      await opened;
      return answer;
    }),
  );
  test.after(service.close);
  const baseUrl = `${service.origin}${new URL(sandbox.baseUrl).pathname.replace(/\/$/, '')}`;
  const created = () => sandbox.calls.filter(({ name }) => name === 'createApplication').length;
  return { baseUrl, asked, open, created };
}

async function startBackend(test: TestContext, place: string, service: string, timeout: number) {
  const args = [...script('restart-backend.ts'), place, service, KEY, String(timeout)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const kill = () => (child.kill('SIGKILL'), closed);
  test.after(kill);
  const [origin] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const send = async (request: Request) => {
    const body = request.body && (await request.text());
    return fetch(request.url, { method: request.method, headers: request.headers, body });
  };
  return { page: new Browser(send, 'jane', origin), kill };
}

describe('a backend that is killed', () => {
  it('while the service creates an application creates no second one after its restart', async (test) => {
    const place = fs.mkdtempSync(path.join(folder, 'one-'));
    const { baseUrl, asked, open, created } = await startService(test);
    const first = await startBackend(test, place, baseUrl, 400);
    void first.page.post('applications', sampleApplication()).catch(() => undefined);
    await asked;
    await first.kill();
    open();
    const { page } = await startBackend(test, place, baseUrl, 400);
    let code: string | undefined;
    while (code !== 'outcome-unknown') {
      const answer = await read(await page.post('applications', sampleApplication()));
      code = answer.code;
      assert.ok(code === 'outcome-unknown' || code === 'handler-in-flight', code);
    }
    assert.equal(created(), 1);
  });

  it('after it created an application goes on with that one, though no page heard of it', async (test) => {
    const place = fs.mkdtempSync(path.join(folder, 'one-'));
    const { baseUrl, open, created } = await startService(test);
    open();
    const first = await startBackend(test, place, baseUrl, 5000);
    assert.equal((await first.page.post('applications', sampleApplication())).status, 200);
    await first.kill();
    const { page } = await startBackend(test, place, baseUrl, 5000);
    assert.equal((await page.post('applications', sampleApplication())).status, 200);
    assert.equal(created(), 1);
  });
});
