import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryStore } from '../../../src/server/index.js';
import { openKept } from '../../../src/server/store/kept.js';
import { createLocks } from '../../../src/server/store/locks.js';
import { faultAt, later, read, SECRET, setup } from '../setup.js';
import { engines } from './engines.js';
import type { TestDatabase } from './sqlite-engine.js';

const isHeld = (requireLock: () => Promise<void>) =>
  requireLock().then(
    () => true,
    () => false,
  );
/** Ends all leases, as if their holders had been suspended for longer. */
const endLeases = ({ query }: TestDatabase) => query((t) => `UPDATE ${t}leases SET expires_at = 1 RETURNING name`);

for (const { name, skip, create } of engines) {
  describe(`an applicant’s lock in ${name}`, { skip }, () => {
    const machine = ({ kept }: TestDatabase, waitLimitMs = 5000) => createLocks(kept(), { waitLimitMs });

    it('is held by one process at a time, and passes to the next', async () => {
      const database = await create();
      const machines = [1, 2, 3].map(() => machine(database, 20_000));
      let [inside, most, done] = [0, 0, 0];
      await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          machines[at % 3]!('jane', async (requireLock) => {
            most = Math.max(most, (inside += 1));
            await requireLock();
            inside -= 1;
            done += 1;
          }),
        ),
      );
      assert.deepEqual([most, done], [1, 30]);
    });

    it('does not delay other applicants', async () => {
      const locked = machine(await create());
      const { promise, resolve } = later();
      let inside = 0;
      const work = () => ((inside += 1) === 50 && resolve(), promise);
      await Promise.all(Array.from({ length: 50 }, (_, at) => locked(`${at}`, work)));
    });

    it('is rejected if another process holds it for too long, and is free after an error', async () => {
      const database = await create();
      const [one, two] = [machine(database), machine(database, 50)];
      const failing = one('jane', async () => {
        await assert.rejects(
          two('jane', async () => undefined),
          { code: 'handler-consent-not-stored', recoverable: true },
        );
        await two('tom', async () => undefined);
        throw new RangeError();
      });
      await assert.rejects(failing, RangeError);
      await two('jane', async () => undefined);
    });

    it('is lost if its holder does not renew it in time, and its holder gets an error', async () => {
      const database = await create();
      const [one, two] = [machine(database), machine(database)];
      const { promise, resolve } = later();
      await one('jane', async (first) => {
        assert.equal(await isHeld(first), true);
        await endLeases(database);
        assert.equal(await isHeld(first), false);
        const next = two('jane', async (second) => {
          assert.deepEqual([await isHeld(first), await isHeld(second)], [false, true]);
          resolve();
          await pause(50);
          assert.equal(await isHeld(second), true);
        });
        await promise;
        void next.catch(() => undefined);
        return next;
      });
    });
  });

  describe(`a call to the service in ${name}`, { skip }, () => {
    it('is not made after the lock was lost', async () => {
      const database = await create();
      const store = database.open();
      let calls = 0;
      const append: typeof store.append = async (entry) => {
        await store.append(entry);
        if (entry.event === 'requesting') await endLeases(database);
      };
      const service = faultAt('request-offers', (real) => (calls++, real()));
      const page = setup({ store: { ...store, append }, service }).browser();
      await page.create();
      const answer = await read(await page.post('request-offers', await page.good('request-offers')));
      assert.deepEqual([answer.code, answer.recoverable, calls], ['handler-consent-not-stored', true, 0]);
      const events = (await store.entries('applicant:["jane","jane",1]')).map(({ event }) => event);
      assert.deepEqual(events, ['given', 'requesting']);
    });
  });
}

describe('a lock', () => {
  it('is renewed while it is held', async () => {
    let renewed = 0;
    const { replace, ...store } = memoryStore();
    const counting: typeof replace = (key, before, value, seconds) => {
      if (before && before === value) renewed += 1;
      return replace(key, before, value, seconds);
    };
    const kept = openKept({ ...store, replace: counting }, [SECRET]);
    const locked = createLocks(kept, { waitLimitMs: 1000, leaseSeconds: 0.2 });
    await locked('jane', () => pause(300));
    const count = renewed;
    assert.ok(count >= 2, `${count}`);
    await pause(150);
    assert.equal(renewed, count);
  });
});
