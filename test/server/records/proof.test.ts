import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { createProof } from '../../../src/server/records/proof.js';
import { smallHashes } from '../../../src/server/records/small-hash.js';

const [OLD, NEW] = ['an earlier key with 32 characters!', 'the next key with 32 characters!!!'];
const proofOf = (consents: string[]) => createProof({ applications: [OLD], erasures: [OLD], notices: [], consents });

describe('the hashes of a page', () => {
  it('are those of Node, at every length around a block', () => {
    for (let length = 0; length < 200; length++) {
      const [text, key] = ['ä'.repeat(length), 'k'.repeat(length)];
      assert.equal(smallHashes.hash(text), createHash('sha256').update(text).digest('hex'));
      assert.equal(smallHashes.hash(text, key), createHmac('sha256', key).update(text).digest('hex'));
    }
  });
});

describe('a mark', () => {
  const { mark } = proofOf([NEW, OLD]);
  const old = proofOf([OLD]).mark('consents', 'text');

  it('is verified with each key, and made with the first one', () => {
    assert.equal(mark('consents', 'text', old), old);
    assert.notEqual(mark('consents', 'text'), old);
    assert.equal(mark('consents', 'text'), proofOf([NEW]).mark('consents', 'text'));
  });

  it('differs for another text, another purpose, an unknown key and an empty mark', () => {
    // The second time, the process remembers the mark.
    for (const _ of [1, 2]) {
      assert.notEqual(mark('consents', 'another', old), old);
      assert.notEqual(mark('applications', 'text', old), old);
      assert.notEqual(proofOf([NEW]).mark('consents', 'text', old), old);
      assert.notEqual(mark('consents', 'text', ''), '');
      assert.equal(mark('consents', 'text', old), old);
    }
  });

  it('is not needed for a purpose without a key', () => {
    assert.deepEqual([mark('notices', 'text'), mark('notices', 'text', 'any')], ['', 'any']);
  });
});
