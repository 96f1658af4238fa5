// Two processes that share a file of consents: one asks for offers while the other records a withdrawal.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ConsentEntry } from '../../src/schema/consent.js';
import type { ConsentStore } from '../../src/server/index.js';
import { fileConsents } from '../../src/server/node.js';
import { COMPANY, sampleConsent } from './consent-samples.js';
import { agreed, Browser, EMAIL, KEY, read, serve, setup } from './setup.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-processes-'));
after(() => fs.rmSync(folder, { recursive: true }));

/** How long who must wait does so here: it is refused, and asks again. */
const SHORT = 50;
const WITHDRAWN = { decision: 'withdrawn' };

/** A promise, and what fulfils it. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give, given };
}

/** A lender that answers when it is let, and a file with what the processes have decided. */
async function start(test: TestContext) {
  const file = path.join(fs.mkdtempSync(path.join(folder, 'one-')), 'consents.jsonl');
  const [asked, let_go] = [signal(), signal()];
  let calls = 0;
  const lender = await serve((_, response) => {
    calls += 1;
    asked.give();
    void let_go.given.then(() => response.writeHead(201).end());
  });
  test.after(lender.close);
  const decided = async () => {
    const entries = await fileConsents(file).about('subject:jane');
    return entries.map(({ event }) => event);
  };
  return { file, lender, asked: asked.given, letGo: let_go.give, calls: () => calls, decided };
}

/** A backend in a process of its own, and jane's page there. */
async function startBackend(test: TestContext, file: string, service: string, patience: number) {
  const script = fileURLToPath(new URL('consent-backend.ts', import.meta.url));
  const args = ['--import', 'tsx', script, file, service, KEY, String(patience)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const kill = () => (child.kill('SIGKILL'), closed);
  test.after(kill);
  const [origin] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const send = async (request: Request) => {
    const body = request.body && (await request.text());
    return fetch(request.url, { method: request.method, headers: request.headers, body });
  };
  return { page: new Browser(send, 'jane', origin), kill };
}

/** The backend of this process, and jane's page there. */
function here(consents: ConsentStore) {
  const existingApplication = () => ({ company_id: COMPANY, email: EMAIL });
  return setup({ consents, existingApplication }).browser('jane');
}

describe('a withdrawal in another process', () => {
  it('waits until the offers are requested that the consent was given for', async (test) => {
    const { file, lender, asked, letGo, decided } = await start(test);
    const { page } = await startBackend(test, file, lender.origin, 8000);
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
    const { file, lender, letGo, calls, decided } = await start(test);
    letGo();
    const store = fileConsents(file);
    await store.append(sampleConsent('jane'));
    const { page } = await startBackend(test, file, lender.origin, SHORT);
    const evidence = await agreed(await page.get('consent'));
    const [reached, goOn] = [signal(), signal()];
    const append = async (entry: ConsentEntry) => {
      if (entry.event === 'withdrawn') {
        reached.give();
        await goOn.given;
      }
      await store.append(entry);
    };
    const withdrawing = here({ ...store, append }).post('consent', WITHDRAWN);
    await reached.given;
    assert.equal((await read(await page.post('request-offers', evidence))).code, 'handler-consent-not-stored');
    goOn.give();
    assert.equal((await withdrawing).status, 200);
    assert.equal((await read(await page.post('request-offers', evidence))).code, 'handler-consent-withdrawn');
    assert.deepEqual([calls(), await decided()], [0, ['given', 'withdrawn']]);
  });

  it('does not wait for a process that was killed while it asked, nor for another subject', async (test) => {
    const { file, lender, asked, decided } = await start(test);
    const { page, kill } = await startBackend(test, file, lender.origin, 8000);
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
    const place = fs.mkdtempSync(path.join(folder, 'lock-'));
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
