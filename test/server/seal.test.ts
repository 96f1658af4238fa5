import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSeal } from '../../src/server/seal.js';
import { OTHER, SECRET } from './setup.js';

const PURPOSE = 'lending-elements/session';

/** Changes the most significant bit of a character: the least significant bits of a last character have no meaning. */
function withOtherCharacter(text: string, at: number): string {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = text[at] === '.' ? 'A' : characters[characters.indexOf(text[at]!) ^ 32]!;
  return text.slice(0, at) + other + text.slice(at + 1);
}

describe('a seal', () => {
  const seal = createSeal(SECRET, PURPOSE);

  it('returns strings of any length unchanged', async () => {
    for (const text of ['', 'a', 'ab', 'abc', 'é £ 😀 \u0000', 'x'.repeat(4000)])
      assert.equal(await seal.open(await seal.close(text, 'jane'), 'jane'), text);
  });

  it('can be opened only with the same name, purpose and secret', async () => {
    const sealed = await seal.close('text', 'jane');
    assert.equal(await seal.open(sealed, 'jane'), 'text');
    assert.equal(await seal.open(sealed, 'john'), undefined);
    assert.equal(await createSeal(OTHER, PURPOSE).open(sealed, 'jane'), undefined);
    assert.equal(await createSeal(SECRET, 'lending-elements/consent').open(sealed, 'jane'), undefined);
  });

  it('rejects a sealed string that was cut off or changed anywhere', async () => {
    const sealed = await seal.close('text', 'jane');
    for (let at = 0; at < sealed.length; at++) {
      assert.equal(await seal.open(sealed.slice(0, at), 'jane'), undefined, `cut off at ${at}`);
      assert.equal(await seal.open(withOtherCharacter(sealed, at), 'jane'), undefined, `changed at ${at}`);
    }
    for (const more of ['.', '.AAAA', 'AAAA', '*'])
      assert.equal(await seal.open(sealed + more, 'jane'), undefined, `with ${more} at its end`);
  });

  it('never uses a nonce twice', async () => {
    const nonces = new Set<string>();
    for (let at = 0; at < 2000; at++) nonces.add((await seal.close('', 'jane')).split('.')[2]!);
    assert.equal(nonces.size, 2000);
  });
});
