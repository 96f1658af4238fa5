import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createLocks } from '../../../src/server/database/locks.js';
import type { Texts } from '../../../src/server/database/texts.js';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import { agreed, COMPANY, EMAIL, faultAt, read, setup } from '../setup.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { engines } from './engines.js';
import type { TestDatabase } from './sqlite-engine.js';

const existingApplication = () => ({ company_id: COMPANY, email: EMAIL });

for (const { name, skip, create } of engines) {
  describe(`a subject’s lock in ${name}`, { skip }, () => {
    const machine = ({ stores }: TestDatabase, patience = 5000) => stores({ patience }).consents;

    it('is held by one process at a time, and goes to the next', async () => {
      const database = await create();
      const machines = [1, 2, 3].map(() => machine(database, 20_000));
      let [inside, most, done] = [0, 0, 0];
      await Promise.all(
        Array.from({ length: 30 }, async (_, at) => {
          const { lock, unlock, holds } = machines[at % 3]!;
          await lock('subject:jane');
          most = Math.max(most, (inside += 1));
          assert.equal(await holds('subject:jane'), true);
          inside -= 1;
          await unlock('subject:jane');
          done += 1;
        }),
      );
      assert.deepEqual([most, done], [1, 30]);
    });

    it('keeps nobody else waiting', async () => {
      const { lock, unlock, append } = machine(await create());
      const subjects = Array.from({ length: 50 }, (_, at) => `subject:${at}`);
      await Promise.all(subjects.map(lock));
      await Promise.all(subjects.map((about) => append(sampleConsent(about, { about }))));
      await Promise.all(subjects.map(unlock));
    });

    it('is refused when another process keeps it too long', async () => {
      const database = await create();
      const [one, two] = [machine(database), machine(database, 50)];
      await one.lock('subject:jane');
      await assert.rejects(two.lock('subject:jane'), { code: 'handler-consent-not-stored', recoverable: true });
      await two.lock('subject:tom');
      await one.unlock('subject:jane');
      await two.lock('subject:jane');
      for (const about of ['subject:tom', 'subject:jane']) await two.unlock(about);
    });

    it('is lost when its holder does not renew it in time, and its holder knows', async () => {
      const database = await create();
      const [one, two] = [machine(database), machine(database)];
      await one.lock('subject:jane');
      assert.equal(await one.holds('subject:jane'), true);
      // As if the process had been suspended for longer than the lease.
      await database.query((t) => `UPDATE ${t}texts SET expires_at = 1 WHERE name LIKE 'lock/%' RETURNING name`);
      assert.equal(await one.holds('subject:jane'), false);
      await two.lock('subject:jane');
      assert.deepEqual([await one.holds('subject:jane'), await two.holds('subject:jane')], [false, true]);
      await one.unlock('subject:jane');
      assert.equal(await two.holds('subject:jane'), true);
      await two.unlock('subject:jane');
      await one.lock('subject:jane');
      assert.equal(await one.holds('subject:jane'), true);
      await one.unlock('subject:jane');
    });

    it('lets no call go out if it was lost before the call', async () => {
      const { stores, query } = await create();
      const { consents } = stores();
      let calls = 0;
      const append = async (entry: ConsentEntry) => {
        await consents.append(entry);
        if (entry.event === 'requesting')
          await query((t) => `UPDATE ${t}texts SET expires_at = 1 WHERE name LIKE 'lock/%' RETURNING name`);
      };
      const service = faultAt('request-offers', (real) => (calls++, real()));
      const page = setup({ consents: { ...consents, append }, existingApplication, service }).browser();
      const answer = await read(await page.post('request-offers', await agreed(await page.get('consent'))));
      assert.deepEqual([answer.code, answer.recoverable, calls], ['handler-consent-not-stored', true, 0]);
      const events = (await consents.about('subject:jane')).map(({ event }) => event);
      assert.deepEqual(events, ['given', 'requesting']);
    });

    it('is given back if it comes when nobody waits for it any more', async () => {
      const database = await create();
      const [consents, other] = [machine(database), machine(database)];
      const page = setup({ consents, existingApplication, hookTimeout: 200 }).browser();
      const body = await agreed(await page.get('consent'));
      await other.lock('subject:jane');
      const answer = await read(await page.post('request-offers', body));
      assert.equal(answer.code, 'handler-consent-not-stored');
      await other.unlock('subject:jane');
      await pause(300);
      await other.lock('subject:jane');
      assert.equal(await other.holds('subject:jane'), true);
      await other.unlock('subject:jane');
    });
  });
}

describe('a lock', () => {
  it('is renewed while it is held', async () => {
    const renewed: (number | undefined)[] = [];
    const texts = {
      add: async () => true,
      replace: async (...[, , , seconds]: Parameters<Texts['replace']>) => (renewed.push(seconds), true),
      release: async () => undefined,
    };
    const { lock, unlock } = createLocks(texts as unknown as Texts, 1000, 0.2);
    await lock('lock/jane');
    await pause(300);
    await unlock('lock/jane');
    const count = renewed.length;
    assert.ok(count >= 2 && renewed.every((seconds) => seconds === 0.2), renewed.join());
    await pause(150);
    assert.equal(renewed.length, count);
  });
});
