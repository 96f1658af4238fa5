// Two processes share a SQLite file: one requests offers while the other records a withdrawal.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import type { ConsentStore } from '../../../src/server/index.js';
import { openSqlite } from '../../../src/server/sqlite/driver.js';
import { sqliteStores } from '../../../src/server/sqlite/index.js';
import { agreed, COMPANY, EMAIL, later, newFolder, read, SECRET, serve, setup, startBackend } from '../setup.js';
import { sampleConsent } from './consent-samples.js';

/** Milliseconds that a process waits for the lock here. Then its request is refused, and sent again. */
const SHORT = 50;
const open = (file: string, patience = 8000) => sqliteStores(file, { secret: SECRET, patience }).consents;
const WITHDRAWN = { decision: 'withdrawn' };

/** A lender that answers when the test lets it, a SQLite file, and backends that share both. */
async function start(test: TestContext) {
  const file = path.join(newFolder(), 'lending.db');
  const [asked, released] = [later(), later()];
  let calls = 0;
  const lender = await serve((_, response) => {
    calls += 1;
    asked.resolve();
    void released.promise.then(() => response.writeHead(201).end());
  }, test);
  const decided = async () => {
    const entries = await open(file).about('subject:jane');
    return entries.map(({ event }) => event);
  };
  const backend = async (patience: number) => {
    const { browser, kill } = await startBackend(test, 'consents', { baseUrl: lender.origin, file, patience });
    return { page: browser(), kill };
  };
  return { file, backend, asked: asked.promise, letGo: released.resolve, calls: () => calls, decided };
}

/** A backend in this process, and Jane's page there. */
function here(consents: ConsentStore) {
  const existingApplication = () => ({ company_id: COMPANY, email: EMAIL });
  return setup({ consents, existingApplication }).browser('jane');
}

describe('a withdrawal in another process', () => {
  it('waits until the offers are requested that the consent was given for', async (test) => {
    const { file, backend, asked, letGo, decided } = await start(test);
    const { page } = await backend(8000);
    const requesting = page.post('request-offers', await agreed(await page.get('consent')));
    await asked;
    const early = here(open(file, SHORT));
    assert.equal((await read(await early.post('consent', WITHDRAWN))).code, 'handler-consent-not-stored');
    assert.deepEqual(await decided(), ['given', 'requesting']);
    letGo();
    assert.equal((await requesting).status, 200);
    assert.equal((await early.post('consent', WITHDRAWN)).status, 200);
    assert.deepEqual(await decided(), ['given', 'requesting', 'requested', 'withdrawn']);
  });

  it('that has begun lets no offers be requested on the notice that was shown before it', async (test) => {
    const { file, backend, letGo, calls, decided } = await start(test);
    letGo();
    const store = open(file);
    await store.append(sampleConsent('jane'));
    const { page } = await backend(SHORT);
    const evidence = await agreed(await page.get('consent'));
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
    assert.equal((await read(await page.post('request-offers', evidence))).code, 'handler-consent-not-stored');
    goOn.resolve();
    assert.equal((await withdrawing).status, 200);
    assert.equal((await read(await page.post('request-offers', evidence))).code, 'handler-consent-withdrawn');
    assert.deepEqual([calls(), await decided()], [0, ['given', 'withdrawn']]);
  });

  it('waits neither for another subject nor, after a time, for a process that was killed while it asked', async (test) => {
    const { file, backend, asked, decided } = await start(test);
    const { page, kill } = await backend(8000);
    void page.post('request-offers', await agreed(await page.get('consent'))).catch(() => {});
    await asked;
    const store = open(file, SHORT);
    await store.lock!('subject:joan');
    await store.unlock!('subject:joan');
    await kill();
    // As if the time of its lock were over.
    const [database] = await openSqlite(file);
    database.prepare(`UPDATE texts SET expires_at = 1 WHERE name LIKE 'lock/%' RETURNING name`).all();
    assert.equal((await here(open(file)).post('consent', WITHDRAWN)).status, 200);
    assert.deepEqual(await decided(), ['given', 'requesting', 'withdrawn']);
  });
});
