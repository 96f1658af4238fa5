import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import { hashText } from '../../../src/server/util/hash-text.js';

/** The module as it is on a platform without the modules of Node. */
async function withoutNode(): Promise<typeof hashText> {
  const { getBuiltinModule } = process;
  try {
    Object.assign(process, { getBuiltinModule: undefined });
    const url = new URL('../../../src/server/util/hash-text.ts?portable', import.meta.url).href;
    return ((await import(url)) as { hashText: typeof hashText }).hashText;
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
}

describe('the hash of a string', () => {
  it('is the same on a platform that has only Web Crypto', async () => {
    const portable = await withoutNode();
    assert.notEqual(portable, hashText);
    assert.equal(await hashText('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (const text of ['', 'abc', 'Zoë \u2028 🏦', 'x'.repeat(10_000)])
      for (const key of [undefined, 'a key of chance for the marks of consents', 'Schlüssel'.repeat(20)])
        assert.equal(await portable(text, key), await hashText(text, key));
  });
});
