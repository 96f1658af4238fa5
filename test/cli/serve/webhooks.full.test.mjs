// A thousand events from `lending-elements serve`, while it is killed and the application rejects some of them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { sampleApplication, samplePrequalification } from '../../../stories/support/samples.mjs';
import { send, serve, signToken, startWorld, WEBHOOK_SECRET } from './process.mjs';

const APPLICANTS = 334;
const EVENTS = 3 * APPLICANTS;
const KILLS = 6;
const [WORKERS, PAUSE_MS, LONGEST_MS] = [6, 4000, 300_000];

/** Every fourth delivery is rejected, also with a redirect. The choice follows from a count, so that a failure repeats itself. */
function unreliable() {
  let count = 0;
  return () => (++count % 4 === 0 ? [500, 302, 429][count % 3] : 204);
}

describe('the webhooks of lending-elements serve', { timeout: LONGEST_MS + 60_000 }, () => {
  it(`lose no event of ${EVENTS} in ${KILLS} kills, and keep the order of each application`, async () => {
    const world = await startWorld(unreliable());
    fs.writeFileSync(path.join(world.folder, 'settings.json'), '{ "hookTimeoutMs": 500 }');
    const env = { ...world.env, LENDING_SETTINGS: 'settings.json' };
    let running = await serve(world, env);
    const left = Array.from({ length: APPLICANTS }, (_, index) => `subject-${index}`);

    /** Sends a call until it succeeds: the process may have been killed while it was under way. */
    async function insist(subject, route, body) {
      for (const end = Date.now() + LONGEST_MS; Date.now() < end; await setTimeout(100)) {
        const token = await signToken({ sub: subject });
        const headers = { 'idempotency-key': `${subject}-${route}-${JSON.stringify(body).length}` };
        const response = await send(running.url, route, { token, body, headers }).catch(() => undefined);
        if (response?.status === 200) return;
      }
      assert.fail(`${subject} ${route}`);
    }
    async function work() {
      for (let subject = left.pop(); subject; subject = left.pop()) {
        await insist(subject, 'applications', sampleApplication());
        for (const funding_amount of [25_000, 9_000])
          await insist(subject, 'prequalification', { ...samplePrequalification(), funding_amount });
      }
    }
    async function kill() {
      for (let kills = 0; kills < KILLS; kills++) {
        await setTimeout(PAUSE_MS);
        await running.stop('SIGKILL');
        running = await serve(world, env);
      }
    }
    try {
      await Promise.all([kill(), ...Array.from({ length: WORKERS }, work)]);
      const taken = () => world.deliveries.filter(({ status }) => status === 204);
      const count = () => new Set(taken().map(({ headers }) => headers['webhook-id'])).size;
      for (const end = Date.now() + LONGEST_MS; count() < EVENTS && Date.now() < end;) await setTimeout(500);
      const stepsOf = new Map();
      const seen = new Set();
      for (const { headers, body } of taken()) {
        // The library rejects a signature that is older than five minutes.
        const { data } = new Webhook(WEBHOOK_SECRET).verify(body, { ...headers });
        if (seen.has(headers['webhook-id'])) continue;
        seen.add(headers['webhook-id']);
        stepsOf.set(data.subject, [...(stepsOf.get(data.subject) ?? []), data.step]);
      }
      assert.equal(stepsOf.size, APPLICANTS);
      // A call whose response was lost is sent again, and reported again.
      for (const [subject, [first, ...others]] of stepsOf)
        assert.ok(
          first === 'created' && others.length >= 2 && others.every((step) => step === 'figures-sent'),
          subject,
        );
    } finally {
      await running.stop();
      await world.close();
    }
  });
});
