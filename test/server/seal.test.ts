import assert from 'node:assert/strict';
import { hkdfSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { CompactEncrypt } from 'jose';
import { createSeal } from '../../src/server/seal.js';
import { OTHER, SECRET } from './setup.js';

const PURPOSE = 'lending-elements/session';
const content = { company_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', email: 'jane@example.com' };

/** Sealed by version 0.1.0 for `user-1`, with a secret of these words. It expires in a hundred years. */
const EARLIER =
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiNmdvbUR5SDUifQ..i5elm6GyxsRs4lP_.T2i8jqCa-esISDGuF_i8P9CTddN1fEUkB-dKEINLWZezKQfQzb260y_5sUY31rh4LxKc31vcPfSVKSeA_n2j-hGBf0pDPH-MIlQZhEtjd1N9L_QFwTr4SbC0J-_Kwihe2S2_BNC-v1XTJa5ZP-QMefdsJ8Z6qEZ5evOaE5wFcgnmgriPwow-i9MeZiwfYFXbH27WcUkFSdh_IIgtvOQFBqul.Ob6RWgg4xfVZXtf7WoA1rA';
const EARLIER_SECRET = 'a secret of thirty-two characters or more';

/** Changes the most significant bit of a character: the least significant bits of a last character have no meaning. */
function withOtherCharacter(text: string, at: number): string {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = text[at] === '.' ? 'A' : characters[characters.indexOf(text[at]!) ^ 32]!;
  return text.slice(0, at) + other + text.slice(at + 1);
}

/** Seals any content with the key of the purpose. A seal itself always writes the purpose into it. */
async function sealedAs(content: object): Promise<string> {
  const [head] = (await createSeal([SECRET], PURPOSE).close({}, 'jane', 60)).split('.') as [string];
  return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader(JSON.parse(Buffer.from(head, 'base64url').toString()))
    .encrypt(new Uint8Array(hkdfSync('sha256', SECRET, '', PURPOSE, 32)));
}

describe('a seal', () => {
  it('opens content of any length', async () => {
    const seal = createSeal([SECRET], PURPOSE);
    for (const text of ['', 'a', 'ab', 'abc', 'é £ 😀 \u0000', 'x'.repeat(4000)]) {
      const opened = await seal.open<{ text: string }>(await seal.close({ text }, 'jane', 60), 'jane');
      assert.equal(opened?.text, text);
    }
  });

  it('opens for the same subject, purpose and time only', async () => {
    const seal = createSeal([SECRET], PURPOSE);
    const sealed = await seal.close(content, 'jane', 60);
    const opened = await seal.open<typeof content>(sealed, 'jane');
    assert.deepEqual([opened?.company_id, opened?.email, opened?.isOld], [...Object.values(content), false]);
    assert.equal(await seal.open(sealed, 'john'), undefined);
    assert.equal(await createSeal([OTHER], PURPOSE).open(sealed, 'jane'), undefined);
    assert.equal(await createSeal([SECRET], 'lending-elements/consent').open(sealed, 'jane'), undefined);
    assert.equal(await seal.open(await seal.close(content, 'jane', 0), 'jane'), undefined);
    assert.equal(await seal.open(await seal.close(content, 'jane', -1), 'jane'), undefined);
  });

  it('does not open content that names another purpose, or no time at which it expires', async () => {
    const seal = createSeal([SECRET], PURPOSE);
    const claims = { sub: 'jane', aud: PURPOSE, exp: 2 ** 40 };
    assert.ok(await seal.open(await sealedAs(claims), 'jane'));
    for (const wrong of [
      { aud: 'lending-elements/consent' },
      { aud: undefined },
      { exp: undefined },
      { sub: undefined },
    ])
      assert.equal(await seal.open(await sealedAs({ ...claims, ...wrong }), 'jane'), undefined, JSON.stringify(wrong));
  });

  it('does not open a text that was cut off or changed anywhere', async () => {
    const seal = createSeal([SECRET], PURPOSE);
    const sealed = await seal.close(content, 'jane', 60);
    for (let at = 0; at < sealed.length; at++) {
      assert.equal(await seal.open(sealed.slice(0, at), 'jane'), undefined, `cut off at ${at}`);
      assert.equal(await seal.open(withOtherCharacter(sealed, at), 'jane'), undefined, `changed at ${at}`);
    }
    for (const more of ['.', '.AAAA', 'AAAA', '*'])
      assert.equal(await seal.open(sealed + more, 'jane'), undefined, `with ${more} at its end`);
  });

  it('opens texts of an earlier secret while it is changed, and not afterwards', async () => {
    const sealed = await createSeal([OTHER], PURPOSE).close(content, 'jane', 60);
    assert.equal((await createSeal([SECRET, OTHER], PURPOSE).open(sealed, 'jane'))?.isOld, true);
    assert.equal(await createSeal([SECRET], PURPOSE).open(sealed, 'jane'), undefined);
  });

  it('never uses a nonce twice', async () => {
    const seal = createSeal([SECRET], PURPOSE);
    const nonces = new Set<string>();
    for (let at = 0; at < 2000; at++) nonces.add((await seal.close({}, 'jane', 60)).split('.')[2]!);
    assert.equal(nonces.size, 2000);
  });

  it('opens the texts of earlier versions', async () => {
    const opened = await createSeal([EARLIER_SECRET], PURPOSE).open<typeof content>(EARLIER, 'user-1');
    assert.equal(opened?.email, content.email);
  });
});
