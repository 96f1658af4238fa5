import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { jwtDecrypt } from 'jose';
import type { HandlerOptions } from '../../../src/server/index.js';
import { created, goodBodies, OTHER, SECRET, setup } from '../setup.js';

describe('the key of what is typed', () => {
  const keyOf = async (options: Partial<HandlerOptions> = {}, user = 'jane') => {
    const { browser, log } = setup(options);
    const { draftKey } = (await (await browser(user).get('session')).json()) as { draftKey?: string };
    return { draftKey, log };
  };

  it('is 32 bytes, the same for a subject on every machine, with a store or without', async () => {
    const { draftKey } = await keyOf();
    assert.match(draftKey!, /^[\w-]{43}$/);
    assert.equal((await keyOf()).draftKey, draftKey);
    assert.equal(
      (await keyOf({ sessions: { secret: [SECRET, OTHER], store: new Map() as never } })).draftKey,
      draftKey,
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
    assert.equal(new Set(keys.map(({ draftKey }) => draftKey)).size, keys.length - 1);
  });

  it('opens no session', async () => {
    const { draftKey } = await keyOf();
    const { sealed } = await created();
    await assert.rejects(jwtDecrypt(sealed, Buffer.from(draftKey!, 'base64url')));
  });

  it('is not given where no drafts are kept, nor to nobody', async () => {
    assert.equal((await keyOf({ drafts: false })).draftKey, undefined);
    assert.match((await keyOf({ drafts: true })).draftKey!, /^[\w-]{43}$/);
    assert.equal((await keyOf({ authorize: () => null })).draftKey, undefined);
  });

  it('is in no other answer, no cookie and no log entry', async () => {
    const { draftKey } = await keyOf();
    const { browser, log, handle } = setup();
    const page = browser();
    const said: string[] = [];
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await page.post(path, body);
      said.push(await answer.text(), JSON.stringify([...answer.headers]));
    }
    const start = await page.get('session');
    said.push(JSON.stringify([...start.headers]), inspect([log, handle], { depth: Infinity, showHidden: true }));
    assert.ok((await start.text()).includes(draftKey!));
    for (const text of said) assert.ok(!text.includes(draftKey!));
  });
});
