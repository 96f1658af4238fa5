import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { jwtDecrypt } from 'jose';
import type { HandlerOptions } from '../../src/server/index.js';
import { created, OTHER } from './session-setup.js';
import { goodBodies, SECRET, setup } from './setup.js';

describe('the key of what is typed', () => {
  const keyOf = async (options: Partial<HandlerOptions> = {}, user = 'jane') => {
    const { browser, log } = setup(options);
    const { draft_key } = (await (await browser(user).get('session')).json()) as { draft_key?: string };
    return { draft_key, log };
  };

  it('is 32 bytes, the same for a subject on every machine, with a store or without', async () => {
    const { draft_key } = await keyOf();
    assert.match(draft_key!, /^[\w-]{43}$/);
    assert.equal((await keyOf()).draft_key, draft_key);
    assert.equal(
      (await keyOf({ sessions: { secret: [SECRET, OTHER], store: new Map() as never } })).draft_key,
      draft_key,
    );
  });

  it('is another one for another subject, and for another secret', async () => {
    const long = 'u'.repeat(5000);
    const keys = await Promise.all([
      keyOf(),
      keyOf({}, 'tom'),
      keyOf({}, 'jane%00'),
      keyOf({}, long),
      keyOf({}, `${long}v`),
      keyOf({ sessions: { secret: OTHER } }),
      keyOf({ sessions: { secret: [OTHER, SECRET], store: new Map() as never } }),
    ]);
    // The last two have the same first secret.
    assert.equal(new Set(keys.map(({ draft_key }) => draft_key)).size, keys.length - 1);
  });

  it('opens no session', async () => {
    const { draft_key } = await keyOf();
    const { sealed } = await created();
    await assert.rejects(jwtDecrypt(sealed, Buffer.from(draft_key!, 'base64url')));
  });

  it('is not given where no drafts are kept, nor to nobody', async () => {
    assert.equal((await keyOf({ drafts: false })).draft_key, undefined);
    assert.match((await keyOf({ drafts: true })).draft_key!, /^[\w-]{43}$/);
    assert.equal((await keyOf({ authorize: () => null })).draft_key, undefined);
  });

  it('is in no other answer, no cookie and no log entry', async () => {
    const { draft_key } = await keyOf();
    const { browser, log, handle } = setup();
    const page = browser();
    const said: string[] = [];
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await page.post(path, body);
      said.push(await answer.text(), JSON.stringify([...answer.headers]));
    }
    const start = await page.get('session');
    said.push(JSON.stringify([...start.headers]), inspect([log, handle], { depth: Infinity, showHidden: true }));
    assert.ok((await start.text()).includes(draft_key!));
    for (const text of said) assert.ok(!text.includes(draft_key!));
  });
});
