// Two processes share a consent file: one requests offers while the other records a withdrawal.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import type { ConsentStore } from '../../../src/server/index.js';
import { fileConsents } from '../../../src/server/node/index.js';
import { agreed, COMPANY, EMAIL, later, newFolder, read, serve, setup, startBackend } from '../setup.js';
import { sampleConsent } from './consent-samples.js';

/** Milliseconds that a process waits for the lock here. Then its request is refused, and sent again. */
const SHORT = 50;
const WITHDRAWN = { decision: 'withdrawn' };

/** A lender that answers when the test lets it, a consent file, and backends that share both. */
async function start(test: TestContext) {
  const file = path.join(newFolder(), 'consents.jsonl');
  const [asked, released] = [later(), later()];
  let calls = 0;
  const lender = await serve((_, response) => {
    calls += 1;
    asked.resolve();
    void released.promise.then(() => response.writeHead(201).end());
  }, test);
  const decided = async () => {
    const entries = await fileConsents(file).about('subject:jane');
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
    const early = here(fileConsents(file, { patience: SHORT }));
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
    const store = fileConsents(file);
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

  it('does not wait for a process that was killed while it asked, nor for another subject', async (test) => {
    const { file, backend, asked, decided } = await start(test);
    const { page, kill } = await backend(8000);
    void page.post('request-offers', await agreed(await page.get('consent'))).catch(() => {});
    await asked;
    const store = fileConsents(file, { patience: SHORT });
    await store.lock!('subject:joan');
    await store.unlock!('subject:joan');
    await kill();
    assert.equal((await here(fileConsents(file)).post('consent', WITHDRAWN)).status, 200);
    assert.deepEqual(await decided(), ['given', 'requesting', 'withdrawn']);
    assert.deepEqual(fs.readdirSync(path.dirname(file)), ['consents.jsonl']);
  });
});

describe('the lock of a subject', () => {
  it('is over after a minute, whoever has it, and not before', async () => {
    const place = newFolder();
    const store = fileConsents(path.join(place, 'consents.jsonl'), { patience: SHORT });
    await store.lock!('subject:jane');
    const [name] = fs.readdirSync(place);
    assert.match(name!, /^consents\.jsonl\.lock-[0-9a-f]{32}$/);
    const link = path.join(place, name!);
    await store.unlock!('subject:jane');
    const elsewhere = `elsewhere|pid:[1]|1||${crypto.randomUUID()}`;
    for (const [seconds, isOver] of [
      [55, false],
      [61, true],
    ] as const) {
      fs.symlinkSync(elsewhere, link);
      const made = Date.now() / 1000 - seconds;
      fs.lutimesSync(link, made, made);
      const locking = store.lock!('subject:jane');
      if (!isOver) await assert.rejects(locking, { code: 'handler-consent-not-stored' });
      else await locking;
      assert.equal(fs.readlinkSync(link) === elsewhere, !isOver);
      fs.unlinkSync(link);
    }
  });
});
