// Two processes share a SQLite file: one requests offers while the other records a withdrawal.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import type { Store } from '../../../src/server/index.js';
import { openSqlite, type SqliteDatabase } from '../../../src/server/sqlite/driver.js';
import { sqliteStore } from '../../../src/server/sqlite/index.js';
import { agreed, COMPANY, EMAIL, later, newFolder, read, serve, setup, startBackend } from '../setup.js';
import { sampleConsent } from './consent-samples.js';

const WITHDRAWN = { decision: 'withdrawn' };
const ABOUT = 'applicant:["jane","jane",1]';
/** Milliseconds in which a request reaches the other process, and waits there. */
const WAIT = 300;

/** A service that answers when the test lets it, a SQLite file with Jane's application, and a backend that uses both. */
async function start(test: TestContext) {
  const file = path.join(newFolder(), 'lending.db');
  const [asked, released] = [later(), later()];
  let calls = 0;
  const lender = await serve((_, response) => {
    calls += 1;
    asked.resolve();
    void released.promise.then(() => response.writeHead(201).end());
  }, test);
  const store = sqliteStore(file);
  await setup({ store }).handle.settleApplication({ subject: 'jane' }, { company_id: COMPANY, email: EMAIL });
  const decided = async () => (await store.entries(ABOUT)).map(({ event }) => event);
  const { browser, kill } = await startBackend(test, 'sqlite', { baseUrl: lender.origin, file });
  const page = browser();
  return { file, store, page, kill, asked: asked.promise, letGo: released.resolve, calls: () => calls, decided };
}

/** A page at a backend in this process. */
const here = (store: Store, user = 'jane') => setup({ store }).browser(user);

describe('a withdrawal in another process', () => {
  it('waits until the offers are requested that the consent was given for', async (test) => {
    const { store, page, asked, letGo, decided } = await start(test);
    const requesting = page.post('request-offers', await agreed(await page.get('consent')));
    await asked;
    const withdrawing = here(store).post('consent', WITHDRAWN);
    await pause(WAIT);
    assert.deepEqual(await decided(), ['given', 'requesting']);
    letGo();
    assert.deepEqual([(await requesting).status, (await withdrawing).status], [200, 200]);
    assert.deepEqual(await decided(), ['given', 'requesting', 'requested', 'withdrawn']);
  });

  it('lets no offers be requested on the notice that was shown before it', async (test) => {
    const { store, page, letGo, calls, decided } = await start(test);
    letGo();
    await store.append(sampleConsent('jane', { about: ABOUT }));
    const body = await agreed(await page.get('consent'));
    const [reached, goOn] = [later(), later()];
    const append = async (entry: ConsentEntry) => {
      if (entry.event === 'withdrawn') {
        reached.resolve();
        await goOn.promise;
      }
      await store.append(entry);
    };
    const withdrawing = here({ ...store, append }).post('consent', WITHDRAWN);
    await reached.promise;
    const requesting = page.post('request-offers', body);
    await pause(WAIT);
    assert.deepEqual(await decided(), ['given']);
    goOn.resolve();
    assert.equal((await withdrawing).status, 200);
    assert.equal((await read(await requesting)).code, 'handler-consent-withdrawn');
    assert.deepEqual([calls(), await decided()], [0, ['given', 'withdrawn']]);
  });

  it('waits neither for another subject nor, after a time, for a process that was killed while it asked', async (test) => {
    const { file, store, page, kill, asked, decided } = await start(test);
    void page.post('request-offers', await agreed(await page.get('consent'))).catch(() => {});
    await asked;
    assert.equal((await read(await here(store, 'joan').post('consent', WITHDRAWN))).code, 'handler-no-consent');
    await kill();
    // As if the time of its lock were over.
    const [database] = (await openSqlite(file)) as [SqliteDatabase];
    assert.ok(database.prepare('UPDATE leases SET expires_at = 1 RETURNING name').all().length > 0);
    assert.equal((await here(store).post('consent', WITHDRAWN)).status, 200);
    assert.deepEqual(await decided(), ['given', 'requesting', 'withdrawn']);
  });
});
