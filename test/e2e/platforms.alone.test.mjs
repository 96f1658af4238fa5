// Tests the examples that have their own packages. `npm run verify` installs these packages.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { agreed, Browser, serve } from '../server/setup.ts';
import { evidenceOf } from '../server/browser.ts';
import { environment, startLender } from '../server/node/platform-lender.mjs';
import { testPlatform } from '../server/node/platform-tests.mjs';
import { ROOT } from '../server/node/platform-process.mjs';
import { DIST, ensureBuilt, manifest } from '../support/dist.mjs';
import { startNext } from './platforms/packages.mjs';
import { startWorker, startWrangler } from './platforms/workers.mjs';

testPlatform('Next', startNext);
testPlatform('Cloudflare Workers', startWorker);

describe('two Cloudflare Workers with the same objects', () => {
  it(
    'record a withdrawal immediately, while the other one is sending the request for offers',
    { timeout: 60_000 },
    async (test) => {
      const lender = await startLender();
      test.after(() => lender.close());
      const backend = await startWorker(environment(lender.sandbox, ''));
      test.after(() => backend.close());
      const [here, there] = [backend.origin, ...backend.others].map(
        (origin) => new Browser((request) => fetch(request), undefined, origin),
      );
      here.cookies.set('partner_user', randomUUID());
      await here.create();
      await here.post('prequalification', await here.good('prequalification'));
      const body = await agreed(await here.get('consent'));
      let arrived;
      const arrival = new Promise((resolve) => (arrived = resolve));
      let release;
      const released = new Promise((resolve) => (release = resolve));
      lender.before = async ({ url }) => {
        if (!url.endsWith('/request-offers')) return;
        arrived();
        await released;
      };
      const done = [];
      const note = (name) => (response) => done.push([name, response.status]);
      const offers = here.post('request-offers', body).then(note('offers'));
      await arrival;
      for (const [name, value] of here.cookies) there.cookies.set(name, value);
      const withdrawal = there.post('consent', { decision: 'withdrawn' }).then(note('withdrawal'));
      await withdrawal;
      assert.deepEqual(done, [['withdrawal', 200]], 'the withdrawal does not wait');
      release();
      await offers;
      assert.deepEqual(done.at(-1), ['offers', 200]);
      const { withdrawnAt } = await (await here.get('consent')).json();
      assert.ok(withdrawnAt);
    },
  );
});

describe('the engine of the example for Cloudflare Workers', () => {
  it('keeps the rules of a store', { timeout: 60_000 }, async (test) => {
    await ensureBuilt();
    const worker = await startWorker({}, path.join(ROOT, 'test/e2e/platforms/store-worker.mjs'));
    test.after(() => worker.close());
    const { tests, broken } = await (await fetch(worker.origin)).json();
    assert.deepEqual(broken, []);
    assert.ok(tests >= 19, `${tests}`);
  });

  it(
    'delivers the events of an applicant in their order, and again from an alarm',
    { timeout: 90_000 },
    async (test) => {
      const lender = await startLender();
      test.after(() => lender.close());
      const heard = [];
      let failures = 1;
      const partner = await serve(async (request, response) => {
        const { step } = await new Response(request).json();
        if (failures-- <= 0) heard.push(step);
        response.writeHead(failures >= 0 ? 503 : 200).end();
      });
      test.after(() => partner.close());
      const env = { ...environment(lender.sandbox, ''), PROGRESS_URL: `${partner.origin}/progress` };
      let backend = await startWorker(env);
      test.after(() => backend.close());
      const browser = new Browser((request) => fetch(request), undefined, backend.origin);
      browser.cookies.set('partner_user', randomUUID());
      await browser.create();
      await browser.post('prequalification', await browser.good('prequalification'));
      await browser.post('consent', { decision: 'declined', evidence: await evidenceOf(await browser.get('consent')) });
      await pause(500);
      assert.deepEqual(heard, [], 'the later events wait for the first one');
      // No request follows, so no object of an applicant is awake.
      backend = await backend.restart();
      while (heard.length < 3) await pause(200);
      assert.deepEqual(heard, ['created', 'figures-sent', 'declined']);
    },
  );
});

describe('the example for Cloudflare Workers, started by Wrangler', () => {
  it('serves the page, the files of the elements, and the journey', { timeout: 120_000 }, async (test) => {
    const lender = await startLender();
    test.after(() => lender.close());
    const backend = await startWrangler(environment(lender.sandbox, ''));
    test.after(() => backend.close());
    const page = await fetch(backend.origin);
    const [cookie] = page.headers.get('set-cookie').split(';');
    const files = [...(await page.text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, file]) => file);
    assert.equal(files.length, 2);
    for (const file of [...files, files[1].replace('elements/', `elements/${manifest.version}/`)]) {
      const response = await fetch(new URL(file, backend.origin));
      assert.deepEqual([response.status, response.headers.get('x-lending-elements')], [200, manifest.version], file);
      assert.equal(await response.text(), fs.readFileSync(path.join(DIST, 'cdn', path.basename(file)), 'utf8'));
      const etag = response.headers.get('etag');
      assert.equal((await fetch(response.url, { headers: { 'if-none-match': etag } })).status, 304);
    }
    const missing = await fetch(new URL(files[1].replace('journey', 'none'), backend.origin));
    assert.equal(missing.status, 404);
    const browser = new Browser((request) => fetch(request), undefined, backend.origin);
    browser.cookies.set(...cookie.split('='));
    await browser.create();
    assert.equal((await browser.post('prequalification', await browser.good('prequalification'))).status, 200);
    assert.deepEqual(
      lender.sandbox.calls.map(({ name }) => name),
      ['createApplication', 'prequalify'],
    );
  });
});
