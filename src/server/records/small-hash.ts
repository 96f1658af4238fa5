import type { Hashes } from './proof.js';

const BLOCK = 64;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The first 32 bits of the fractional parts of the roots of the first primes. Source: FIPS 180-4, 4.2.2 and 5.3.3. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const PRIMES = Array.from({ length: 312 }, (_, at) => at).filter((one) => {
  for (let by = 2; by * by <= one; by++) if (one % by === 0) return false;
  return one > 1;
});
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const STEPS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** Returns the state after a block of 16 words. Source: FIPS 180-4, 6.2.2. */
function mix(state: readonly number[], words: number[]): number[] {
  for (let at = 16; at < BLOCK; at++) {
    const [early, late] = [words[at - 15]!, words[at - 2]!];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16]! + first + words[at - 7]! + second) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < BLOCK; at++) {
    const choice = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + choice + STEPS[at]! + words[at]!) | 0;
    const majority = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + majority) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]!) | 0);
}

function digest(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  let state = START;
  for (let from = 0; from < padded.length; from += BLOCK)
    state = mix(
      state,
      Array.from({ length: 16 }, (_, at) => view.getInt32(from + 4 * at)),
    );
  const result = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) result.setInt32(4 * at, word);
  return new Uint8Array(result.buffer);
}

/** The HMAC of a string. Source: RFC 2104. */
function hmac(text: string, key: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? digest(key) : key);
  const hash = (byte: number, rest: Uint8Array) => {
    const all = new Uint8Array(BLOCK + rest.length);
    all.set(padded.map((one) => one ^ byte));
    all.set(rest, BLOCK);
    return digest(all);
  };
  return hash(0x5c, hash(0x36, bytesOf(text)));
}

/** Hashes for a store in memory in a page, where the platform's hashes are asynchronous. */
export const smallHashes: Hashes = {
  hash(text, key) {
    const bytes = key === undefined ? digest(bytesOf(text)) : hmac(text, bytesOf(key));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  },
};
