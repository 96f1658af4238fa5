// Tests the examples that have their own packages. `npm run examples:install` installs these packages.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { agreed, Browser } from '../server/setup.ts';
import { environment, startLender } from '../server/node/platform-lender.mjs';
import { testPlatform } from '../server/node/platform-tests.mjs';
import { startNext } from './platforms/next.mjs';
import { startWorker } from './platforms/workers.mjs';

testPlatform('Next', startNext);
testPlatform('Cloudflare Workers', startWorker);

describe('two Cloudflare Workers with the same objects', () => {
  it(
    'record a withdrawal after the request for offers that the other one is sending',
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
      await pause(1000);
      assert.deepEqual(done, [], 'the withdrawal waits');
      release();
      await Promise.all([offers, withdrawal]);
      assert.deepEqual(done, [
        ['offers', 200],
        ['withdrawal', 200],
      ]);
      const { withdrawnAt } = await (await here.get('consent')).json();
      assert.ok(withdrawnAt);
    },
  );
});
