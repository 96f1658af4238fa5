import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { memoryDrafts, type DraftStore } from '../../../src/server/index.js';
import { engines } from '../database/engines.js';
import { newFolder, setup, startBackend } from '../setup.js';
import { draftPage, typed } from './draft-page.js';

const folder = newFolder();

type Row = [string, () => DraftStore | Promise<DraftStore>, string | false];
const STORES: Row[] = [
  ['memoryDrafts', memoryDrafts, false],
  ...engines.map(({ name, skip, create }): Row => [name, async () => (await create()).stores().drafts, skip]),
];

for (const [name, open, why] of STORES) {
  describe(`drafts in ${name}`, { skip: why }, () => {
    it('are there until they are written over, deleted or over, each under its key', async () => {
      const store = await open();
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
      const { browser } = setup({ drafts: { store: await open() } });
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
  it('goes on with what was saved, and forgets it when the user signs out', async (test) => {
    const file = path.join(folder, 'killed');
    const backend = { baseUrl: 'http://127.0.0.1:9', file };
    const first = await startBackend(test, 'drafts', backend);
    const page = await draftPage(first.browser());
    assert.equal((await page.save()).status, 200);
    await first.kill();
    const second = await startBackend(test, 'drafts', backend);
    const phone = await draftPage(second.browser());
    assert.equal(phone.owner, page.owner);
    assert.deepEqual((await phone.load()).saved!.draft, typed());
    const tom = await draftPage(second.browser('tom'));
    assert.equal((await tom.load()).saved, undefined);
    await tom.save(typed('Tom LTD'));
    assert.equal((await fetch(`${second.origin}/sign-out`, { headers: { cookie: 'user=jane' } })).status, 200);
    assert.equal((await phone.load()).saved, undefined);
    assert.ok((await tom.load()).saved);
    const content = [file, `${file}-wal`].map((one) => fs.readFileSync(one, 'latin1')).join('');
    assert.ok(content.includes('CREATE TABLE texts'), 'it is the database');
    for (const word of ['jane', 'tom', 'Acme', 'Tom LTD', 'Jane']) assert.ok(!content.includes(word), word);
  });
});
