// A thousand webhooks of a process that is killed again and again, to an application that rejects some and loses some responses.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sampleApplication, samplePrequalification } from '../../../stories/support/samples.mjs';
import { send, serve, signToken, startWorld, WEBHOOK_SECRET } from './process.mjs';

const [ROUNDS, APPLICANTS, EVENTS] = [10, 20, 5];
const LIMIT_MS = 300_000;

const seen = new Set();

/** At the first try an eighth is rejected, and of a few the response is lost. The pauses get longer with each try. */
function take({ headers }) {
  const id = headers['webhook-id'];
  if (seen.has(id)) return 204;
  seen.add(id);
  return randomInt(8) === 0 ? 500 : randomInt(25) === 0 ? 0 : 204;
}

describe('the webhooks of a process that is killed', { timeout: 600_000 }, () => {
  let world;
  let running;
  after(async () => {
    await running?.stop('SIGKILL');
    await world?.close();
  });

  /** Makes the calls of one applicant, each of which is an event. */
  async function apply(sub) {
    const token = await signToken({ sub });
    const call = async (route, body, headers) => {
      const response = await send(running.url, route, { token, body, headers });
      assert.equal(response.status, 200, JSON.stringify(response.body));
    };
    await call('applications', sampleApplication(), { 'idempotency-key': `creation-of-${sub}` });
    for (let count = 1; count < EVENTS; count++)
      await call('prequalification', { ...samplePrequalification(), funding_amount: 1000 * count });
  }

  it('all arrive, verifiable, and in order for each application', async () => {
    world = await startWorld(take);
    fs.writeFileSync(path.join(world.folder, 'settings.json'), '{ "hookTimeoutMs": 1000 }');
    const env = { ...world.env, LENDING_SETTINGS: 'settings.json' };
    running = await serve(world, env);
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(Array.from({ length: APPLICANTS }, (_, at) => apply(`applicant-${round}-${at}`)));
      // Many of their events are on the way now.
      await running.stop('SIGKILL');
      running = await serve(world, env);
    }
    const taken = () => world.deliveries.filter(({ status }) => status !== 500);
    const ids = () => new Set(taken().map(({ headers }) => headers['webhook-id']));
    const expected = ROUNDS * APPLICANTS * EVENTS;
    for (const end = Date.now() + LIMIT_MS; ids().size < expected && Date.now() < end;) await setTimeout(200);
    assert.equal(ids().size, expected, 'none is lost');

    const perApplicant = new Map();
    for (const { headers, body } of taken()) {
      const { timestamp, data } = new Webhook(WEBHOOK_SECRET).verify(body, headers);
      const id = headers['webhook-id'];
      const earlier = perApplicant.get(data.subject) ?? [];
      perApplicant.set(data.subject, earlier);
      // The same one may come again, but not after the next one.
      if (earlier.at(-1)?.id !== id) earlier.push({ id, timestamp, step: data.step });
    }
    assert.equal(perApplicant.size, ROUNDS * APPLICANTS);
    for (const events of perApplicant.values()) {
      assert.deepEqual(
        events.map(({ step }) => step),
        ['created', ...Array(EVENTS - 1).fill('figures-sent')],
      );
      assert.deepEqual(
        events.toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1)),
        events,
      );
    }
    const again = taken().length - expected;
    assert.ok(world.deliveries.length > expected + again && again > 0, 'some were rejected, and some came twice');
  });
});
