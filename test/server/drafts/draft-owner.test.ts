import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { memoryStore, type HandlerOptions } from '../../../src/server/index.js';
import { goodBodies, OTHER, SECRET, setup } from '../setup.js';

describe('the owner of a draft', () => {
  const ownerOf = async (options: Partial<HandlerOptions> = {}, user = 'jane') => {
    const { draftOwner } = (await (await setup(options).browser(user).get('session')).json()) as {
      draftOwner?: string;
    };
    return draftOwner;
  };

  it('is 43 characters, the same for an application on every machine, and while the secret is changed', async () => {
    const store = memoryStore();
    const draftOwner = await ownerOf({ store });
    assert.match(draftOwner!, /^[\w-]{43}$/);
    for (const secret of [SECRET, [OTHER, SECRET], OTHER]) assert.equal(await ownerOf({ store, secret }), draftOwner);
  });

  it('is different for another subject, business, application or store', async () => {
    const store = memoryStore();
    const long = 'u'.repeat(5000);
    const users = ['jane', 'tom', 'jane%00', long, `${long}v`];
    const owners = await Promise.all(users.map((user) => ownerOf({ store }, user)));
    owners.push(await ownerOf({ store, authorize: () => ({ subject: 'jane', business: 'acme' }) }), await ownerOf());
    const { handle, browser } = setup({ store });
    await browser().create();
    await handle.closeApplication({ subject: 'jane' });
    owners.push(await ownerOf({ store }));
    assert.equal(new Set(owners).size, 8);
  });

  it('is not returned if drafts are off, or if nobody is signed in', async () => {
    assert.equal(await ownerOf({ drafts: false }), undefined);
    assert.equal(await ownerOf({ authorize: () => null }), undefined);
  });

  it('is in no other response and no log entry', async () => {
    const { browser, log, handle } = setup();
    const page = browser();
    const said: string[] = [];
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await page.post(path, body);
      said.push(await answer.text(), JSON.stringify([...answer.headers]));
    }
    const start = await page.get('session');
    said.push(JSON.stringify([...start.headers]), inspect([log, handle], { depth: Infinity, showHidden: true }));
    const { draftOwner } = (await start.json()) as { draftOwner: string };
    assert.match(draftOwner, /^[\w-]{43}$/);
    for (const text of said) assert.ok(!text.includes(draftOwner));
  });
});
