import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once as event } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { after, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient } from '@redis/client';
import { memoryDrafts, type DraftStore, type OnceStore } from '../../src/server/index.js';
import { draftPage, typed } from './draft-page.js';
import { Browser, setup } from './setup.js';

const module = (file: string): Promise<unknown> => import(new URL(file, import.meta.url).href);
type Closing = DraftStore & { close(): void };
const { sqliteDrafts } = (await module('../../examples/drafts-sqlite/drafts.mjs')) as {
  sqliteDrafts: (path: string) => Closing;
};
const { redisOnce } = (await module('../../examples/redis/once.mjs')) as {
  redisOnce: (client: unknown, prefix?: string) => OnceStore;
};
interface Redis {
  url: string;
  close: () => Promise<void>;
}
const { startRedis } = (await module('../../scripts/redis.mjs')) as { startRedis: () => Promise<Redis> };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-drafts-'));
const redis = await startRedis().catch((error: Error) => error.message);
const skip = typeof redis === 'string' && redis;
const client = createClient(skip ? {} : { url: (redis as Redis).url });
if (!skip) await client.connect();
after(async () => {
  fs.rmSync(folder, { recursive: true });
  if (skip) return;
  await client.close();
  await (redis as Redis).close();
});

const STORES: [string, () => DraftStore, string | false][] = [
  ['memoryDrafts', memoryDrafts, false],
  ['the example with SQLite', () => sqliteDrafts(path.join(folder, crypto.randomUUID())), false],
  ['the example with Redis, made for `once`', () => redisOnce(client, `${crypto.randomUUID()}/`), skip],
];

for (const [name, open, why] of STORES) {
  describe(`drafts in ${name}`, { skip: why }, () => {
    it('are there until they are written over, deleted or over, each under its key', async () => {
      const store = open();
      assert.ok((await store.get('one')) === undefined);
      await store.set('one', 'first', 60);
      await store.set('two', 'x'.repeat(96 * 1024), 60);
      await store.set('one', 'second', 60);
      assert.equal(await store.get('one'), 'second');
      assert.equal((await store.get('two'))!.length, 96 * 1024);
      await store.delete('one');
      await store.delete('one');
      assert.equal(await store.get('one'), undefined);
      await store.set('short', 'value', 1);
      assert.equal(await store.get('short'), 'value');
      await new Promise((resolve) => setTimeout(resolve, 1100));
      assert.equal(await store.get('short'), undefined);
      assert.ok(await store.get('two'));
    });

    it('go from one device to the other, and are gone once the application is created', async () => {
      const { browser } = setup({ drafts: { store: open() } });
      assert.equal((await (await draftPage(browser())).save()).status, 200);
      const phone = browser();
      const page = await draftPage(phone);
      assert.deepEqual((await page.load()).saved!.draft, typed());
      await phone.create();
      assert.equal((await page.load()).saved, undefined);
    });
  });
}

describe('a backend that is killed and started again with the same store', () => {
  async function start(test: TestContext, file: string) {
    const script = fileURLToPath(new URL('draft-worker.ts', import.meta.url));
    const args = ['--import', 'tsx', script, file, 'http://127.0.0.1:9'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 });
    const closed = event(child, 'close');
    test.after(() => (child.kill('SIGKILL'), closed));
    const [origin] = (await event(createInterface({ input: child.stdout }), 'line')) as [string];
    const send = async (request: Request) => {
      const body = request.body && (await request.text());
      return fetch(request.url, { method: request.method, headers: request.headers, body });
    };
    const signOut = (user: string) => fetch(`${origin}/sign-out`, { headers: { cookie: `user=${user}` } });
    const browser = (user = 'jane') => new Browser(send, user, origin);
    return { browser, signOut, kill: () => (child.kill('SIGKILL'), closed) };
  }

  it('goes on with what was saved, and forgets it when the user signs out', async (test) => {
    const file = path.join(folder, 'killed');
    const first = await start(test, file);
    const page = await draftPage(first.browser());
    assert.equal((await page.save()).status, 200);
    await first.kill();
    const second = await start(test, file);
    const phone = await draftPage(second.browser());
    assert.equal(phone.owner, page.owner);
    assert.deepEqual((await phone.load()).saved!.draft, typed());
    const tom = await draftPage(second.browser('tom'));
    assert.equal((await tom.load()).saved, undefined);
    await tom.save(typed('Tom LTD'));
    assert.equal((await second.signOut('jane')).status, 200);
    assert.equal((await phone.load()).saved, undefined);
    assert.ok((await tom.load()).saved);
    const content = fs.readFileSync(file, 'latin1');
    assert.ok(content.includes(' drafts '), 'it is the database');
    for (const word of ['jane', 'tom', 'Acme', 'Tom LTD', 'Jane']) assert.ok(!content.includes(word), word);
  });
});
