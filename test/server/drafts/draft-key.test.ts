import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { compactDecrypt } from 'jose';
import { memoryStore, type HandlerOptions } from '../../../src/server/index.js';
import { goodBodies, OTHER, SECRET, setup } from '../setup.js';
import { watchedStore } from '../watched-store.js';

describe('the draft key', () => {
  const keyOf = async (options: Partial<HandlerOptions> = {}, user = 'jane') => {
    const { draftKey } = (await (await setup(options).browser(user).get('session')).json()) as { draftKey?: string };
    return draftKey;
  };

  it('is 32 bytes, the same for an application on every machine, and while the secret is changed', async () => {
    const store = memoryStore();
    const draftKey = await keyOf({ store });
    assert.match(draftKey!, /^[\w-]{43}$/);
    for (const secret of [SECRET, [OTHER, SECRET], OTHER]) assert.equal(await keyOf({ store, secret }), draftKey);
  });

  it('is another one for another subject, business or application, and in another store', async () => {
    const store = memoryStore();
    const long = 'u'.repeat(5000);
    const users = ['jane', 'tom', 'jane%00', long, `${long}v`];
    const keys = await Promise.all(users.map((user) => keyOf({ store }, user)));
    keys.push(await keyOf({ store, authorize: () => ({ subject: 'jane', business: 'acme' }) }), await keyOf());
    const { handle, browser } = setup({ store });
    await browser().create();
    await handle.closeApplication({ subject: 'jane' });
    keys.push(await keyOf({ store }));
    assert.equal(new Set(keys).size, 8);
  });

  it('opens no value of the store', async () => {
    const { store, rows } = watchedStore();
    const draftKey = await keyOf({ store });
    await setup({ store }).browser().create();
    assert.ok(rows.size > 2);
    for (const value of rows.values()) await assert.rejects(compactDecrypt(value, Buffer.from(draftKey!, 'base64url')));
  });

  it('is not given where no drafts are kept, nor to nobody', async () => {
    assert.equal(await keyOf({ drafts: false }), undefined);
    assert.equal(await keyOf({ authorize: () => null }), undefined);
  });

  it('is in no other answer and no log entry', async () => {
    const { browser, log, handle } = setup();
    const page = browser();
    const said: string[] = [];
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await page.post(path, body);
      said.push(await answer.text(), JSON.stringify([...answer.headers]));
    }
    const start = await page.get('session');
    said.push(JSON.stringify([...start.headers]), inspect([log, handle], { depth: Infinity, showHidden: true }));
    const { draftKey } = (await start.json()) as { draftKey: string };
    assert.match(draftKey, /^[\w-]{43}$/);
    for (const text of said) assert.ok(!text.includes(draftKey));
  });
});
