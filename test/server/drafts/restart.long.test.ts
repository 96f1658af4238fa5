import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { newFolder, startBackend } from '../setup.js';
import { draftPage, typed } from './draft-page.js';

describe('a backend that is killed and started again with the same store', () => {
  it('continues with the saved draft', async (test) => {
    const file = path.join(newFolder(), 'lending.db');
    const backend = { baseUrl: 'http://127.0.0.1:9', file };
    const first = await startBackend(test, 'sqlite', backend);
    const page = await draftPage(first.browser());
    assert.equal((await page.save()).status, 200);
    await first.kill();
    const second = await startBackend(test, 'sqlite', backend);
    const phone = await draftPage(second.browser());
    assert.equal(phone.owner, page.owner);
    assert.deepEqual((await phone.load()).saved!.draft, typed());
    const tom = await draftPage(second.browser('tom'));
    assert.equal((await tom.load()).saved, undefined);
    await tom.save(typed('Tom LTD'));
    assert.ok((await tom.load()).saved);
    const content = [file, `${file}-wal`].map((one) => fs.readFileSync(one, 'latin1')).join('');
    assert.ok(content.includes('CREATE TABLE records'), 'it is the database');
    for (const word of ['jane', 'tom', 'Acme', 'Tom LTD', 'Jane']) assert.ok(!content.includes(word), word);
  });
});
