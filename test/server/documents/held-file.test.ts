import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { digestOf, HeldFile } from '../../../src/server/documents/held-file.js';

const PART = 256 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The digest of each part together with the digest of the parts before it. */
function expected(bytes: Buffer): string {
  let hash = Buffer.alloc(0);
  for (let at = 0; at < bytes.length; at += PART) hash = sha256(Buffer.concat([hash, bytes.subarray(at, at + PART)]));
  return hash.toString('hex');
}

/** A file in pieces of this size. */
const held = (bytes: Buffer, size: number) =>
  new HeldFile(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  );

describe('a document in the pieces in which it arrived', () => {
  it('has a digest that does not depend on its pieces', async () => {
    for (const length of [0, 1, PART - 1, PART, PART + 1, 3 * PART + 7]) {
      const bytes = randomBytes(length);
      for (const size of [1000, 65_536, 2 ** 20])
        assert.equal(await digestOf(held(bytes, size)), expected(bytes), `${length} bytes in pieces of ${size}`);
    }
  });

  it('is copied whole, or a part of it, in order', async () => {
    const bytes = randomBytes(5000);
    const file = held(bytes, 700);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes);
    assert.deepEqual(Buffer.from(await file.slice(650, 1500).arrayBuffer()), bytes.subarray(650, 1500));
    assert.deepEqual(Buffer.from(await file.slice(-100).arrayBuffer()), bytes.subarray(-100));
  });
});
