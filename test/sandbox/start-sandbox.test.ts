import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { recordPageEvents, startSandbox, type TestedPage } from '../../src/sandbox/node/index.js';
import { createRecorder, EVENT_NAMES } from '../../src/sandbox/testing/event-recorder.js';
import { createTestBackend } from '../../src/sandbox/testing/index.js';
import { fromEnv } from '../../src/server/node/index.js';
import { newFolder, setup } from '../server/setup.js';
import { sampleApplication } from '../schema/samples.js';

async function start(test: TestContext, ...options: Parameters<typeof startSandbox>) {
  const started = await startSandbox(...options);
  test.after(() => started.close().catch(() => undefined));
  return started;
}

describe('startSandbox()', () => {
  it('serves the sandbox on a port of this machine, and returns the environment for a backend', async (test) => {
    const { url, sandbox, environment } = await start(test);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const LENDING_DATABASE = path.join(newFolder(), 'lending.db');
    const { browser } = setup({
      ...fromEnv({ ...environment, LENDING_DATABASE }),
      authorize: () => ({ subject: 'jane' }),
    });
    const page = browser('jane', url);
    assert.equal((await page.post('applications', sampleApplication())).status, 200);
    assert.deepEqual(
      sandbox.calls.map(({ name, status }) => [name, status]),
      [['createApplication', 201]],
    );
    assert.equal((await fetch(`${url}/widget.js`)).status, 200);
  });

  it('accepts the options of createSandbox, and a port', async (test) => {
    const first = await start(test, { secretKey: 'another-key', behaviour: { filePart: 'document' } });
    assert.equal(first.environment.LENDING_SECRET_KEY, 'another-key');
    const port = Number(new URL(first.url).port);
    await assert.rejects(startSandbox({ port }), { code: 'EADDRINUSE' });
  });

  it('stops when it is closed', async (test) => {
    const { url, close } = await start(test);
    await close();
    await assert.rejects(fetch(url), TypeError);
  });
});

describe('the event recorder', () => {
  it('records every event of the elements', () => {
    const files = ['events.ts', 'later-events.ts'].map((file) => new URL(`../../src/base/${file}`, import.meta.url));
    const source = files.map((file) => fs.readFileSync(file, 'utf8')).join('');
    const names = [...source.matchAll(/super\('(lending-[a-z-]+)'/g)].map(([, name]) => name);
    assert.deepEqual(new Set(EVENT_NAMES), new Set(names));
    assert.ok(names.length > 5);
  });

  it('returns an event that has happened, then the next one, and waits for a later one', async () => {
    const { recorder, add } = createRecorder();
    add({ type: 'lending-submitted', step: 'company' });
    add({ type: 'lending-submitted', step: 'applicant' });
    assert.equal((await recorder.next('lending-submitted')).step, 'company');
    assert.equal((await recorder.next('lending-submitted')).step, 'applicant');
    const later = recorder.next('lending-error');
    add({ type: 'lending-error', code: 'upstream-rejected' });
    assert.deepEqual(await later, { type: 'lending-error', code: 'upstream-rejected' });
    assert.equal((await recorder.next('lending-submitted', { step: 'applicant' })).step, 'applicant');
    assert.equal(recorder.events.length, 3);
  });

  it('names the missing event, and the recorded ones', async () => {
    const { recorder, add } = createRecorder();
    add({ type: 'lending-loading' });
    await assert.rejects(recorder.next('lending-ready', { timeoutMs: 1 }), {
      message: 'No lending-ready came within 1 ms. Events so far: lending-loading.',
    });
  });

  it('works in pages of Playwright and of Puppeteer', async () => {
    for (const method of ['addInitScript', 'evaluateOnNewDocument'] as const) {
      const scripts: unknown[] = [];
      let tell: Parameters<TestedPage['exposeFunction']>[1] = () => assert.fail();
      const page = {
        exposeFunction: async (_name: string, callback: typeof tell) => void (tell = callback),
        [method]: async (script: unknown) => void scripts.push(script),
      };
      const events = await recordPageEvents(page);
      tell({ type: 'lending-ready' });
      assert.deepEqual(await events.next('lending-ready'), { type: 'lending-ready' });
      assert.equal(scripts.length, 1);
    }
  });
});

describe('createTestBackend()', () => {
  it('creates its own handler and sandbox each time', async () => {
    const [one, other] = [createTestBackend(), createTestBackend()];
    await one.adapter.createApplication(sampleApplication());
    assert.equal(one.sandbox.calls.length, 1);
    assert.equal(other.sandbox.calls.length, 0);
    assert.deepEqual((await one.adapter.session()).progress.done, ['createApplication']);
    assert.deepEqual((await other.adapter.session()).progress.done, []);
  });

  it('uploads a document, and accepts the options of the handler and the sandbox', async () => {
    const { adapter, sandbox } = createTestBackend({
      sandbox: { offersAfterSeconds: [60] },
      handler: { settings: { partner: { name: 'Sample Books' } } },
    });
    assert.equal((await adapter.session()).settings.partner.name, 'Sample Books');
    await adapter.createApplication(sampleApplication());
    const file = new File(['%PDF-1.7\n%%EOF\n'], 'statement.pdf', { type: 'application/pdf' });
    await adapter.uploadDocument({ file, type: 'bank-statement' });
    assert.deepEqual(
      sandbox.calls.map(({ status }) => status),
      [201, 201],
    );
  });
});
