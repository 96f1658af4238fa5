import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { sampleApplication } from '../../schema/samples.js';
import { engines } from '../records/engines.js';
import { openPostgres } from '../postgres/open-postgres.js';
import {
  faultAt,
  gate,
  later,
  newFolder,
  read,
  serve,
  setup,
  startBackend,
  type Browser,
  type Fetch,
} from '../setup.js';

const { skip: noPostgres, url: postgres } = await openPostgres();

for (const { name, skip, create } of engines) {
  describe(`ten processes that share ${name}`, { skip }, () => {
    it('create one application', async () => {
      const { open: openStore } = await create();
      const { service, open } = gate();
      const handlers = Array.from({ length: 10 }, () => setup({ store: openStore(), service }));
      const asked = Promise.all(handlers.map(({ browser }) => browser().post('applications', sampleApplication())));
      open();
      assert.deepEqual(
        (await asked).map(({ status }) => status),
        handlers.map(() => 200),
      );
      assert.equal(handlers.flatMap(({ received }) => received('createApplication')).length, 1);
    });
  });
}

/** The lender behind a real connection, and the backends in processes of their own that share a database. */
async function startLender(test: TestContext, kind: string, service: (real: Fetch) => Fetch = (real) => real) {
  const { sandbox, received } = setup();
  const fetch = service(sandbox.fetch);
  const listener = createRequestListener((request) =>
    fetch(`${sandbox.baseUrl}${new URL(request.url).pathname}`, request),
  );
  const { origin: baseUrl } = await serve(listener, test);
  const file = path.join(newFolder(), 'lending.db');
  const worker = (timeoutMs = 10_000) => startBackend(test, kind, { baseUrl, postgres, file, timeoutMs });
  return { worker, received };
}

const ask = async (page: Browser) => {
  const { code, status } = await read(await page.post('applications', sampleApplication()));
  return code ?? status;
};

for (const [name, kind, skip] of [
  ['SQLite', 'env', false],
  ['PostgreSQL', 'postgres', noPostgres],
] as const)
  describe(`two processes that share ${name}`, { skip, timeout: 120_000 }, () => {
    it('create one application for twenty requests of one subject at the same time', async (test) => {
      const { worker, received } = await startLender(test, kind);
      const workers = await Promise.all([1, 2].map(() => worker()));
      const pages = Array.from({ length: 20 }, (_, at) => workers[at % 2]!.browser());
      const codes = await Promise.all(pages.map(ask));
      assert.ok(
        codes.includes(200) && codes.every((code) => code === 200 || code === 'handler-in-flight'),
        codes.join(' '),
      );
      assert.equal(received('createApplication').length, 1);
      for (const page of pages) {
        assert.equal(await ask(page), 200);
        assert.equal((await page.post('widget-token', {})).status, 200);
      }
      assert.equal(received('createApplication').length, 1);
      const tokens = received('authenticate').map((body) => (body as { company_id: string }).company_id);
      assert.deepEqual([tokens.length, new Set(tokens).size], [20, 1]);
    });

    it('create no second application when one was killed while the service created it', async (test) => {
      const [asked, answered] = [later(), later()];
      const service = faultAt('', async (real) => {
        const response = await real();
        asked.resolve();
        await answered.promise;
        return response;
      });
      const lender = await startLender(test, kind, service);
      // A process that has just started may need more than a second before it asks.
      const [first, second] = await Promise.all([1, 2].map(() => lender.worker(2000)));
      const lost = ask(first!.browser('joan')).catch(() => 'lost');
      await asked.promise;
      await first!.kill();
      assert.equal(await lost, 'lost');
      answered.resolve();
      const restarted = await lender.worker(2000);
      for (const { browser } of [second!, restarted]) {
        let code = await ask(browser('joan'));
        // As long as the first one might still be at it.
        while (code === 'handler-in-flight') code = await ask(browser('joan'));
        assert.equal(code, 'outcome-unknown');
      }
      assert.equal(lender.received('createApplication').length, 1);
      assert.equal(await ask(second!.browser('tom')), 200);
    });

    it('go on with an application that one of them created before it was killed', async (test) => {
      const { worker, received } = await startLender(test, kind);
      const first = await worker();
      assert.equal(await ask(first.browser('ann')), 200);
      await first.kill();
      assert.equal(await ask((await worker()).browser('ann')), 200);
      assert.equal(received('createApplication').length, 1);
    });
  });
