import { LendingError } from '../../errors.js';
import { sha256 } from '../../schema/consent/notice-text.js';
import { createRecentCache } from '../util/recent-cache.js';

/** An entry as it is stored: its place among the entries with the same `about`, counted from 1, and the hash of the entry before. */
export interface Proven {
  place: number;
  previous: string;
  /** The JSON of the entry, without its notice. */
  entry: string;
  /** The SHA-256 of the JSON of its notice. */
  notice: string | null;
}

/** The hash before the first entry. */
export const FIRST = '0'.repeat(64);

/** Makes and verifies the hashes of entries. */
export interface Proof {
  hashOf(entry: Proven): Promise<string>;
  isRight(hash: string, entry: Proven): Promise<boolean>;
  /** Returns the SHA-256 of the JSON of a notice. */
  noticeHash(notice: string): Promise<string>;
  /** Returns true if there is a key, and this hash was made without one, or with a key that is not known. */
  lacksMark(hash: string): Promise<boolean>;
}

/** The number of entries of which a process remembers that they are right. */
const ENTRIES = 10_000;
/** The number of notices whose hashes a process remembers. */
const NOTICES = 100;

const encode = (text: string) => new TextEncoder().encode(text);
const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A hash is the SHA-256 of an entry and of the hash before it. With a key it is an HMAC-SHA-256, after the id of the key, and a hash without one is
 * wrong: who can write to the database, and does not know a key, can change nothing in silence. The first key makes, each verifies.
 */
export function createProof(given: string | readonly string[] = []): Proof {
  const keys = [given].flat();
  if (keys.some((one) => typeof one !== 'string' || one.length < 32))
    throw new LendingError('config-invalid', 'A key of the consents has fewer than 32 characters.', {
      remedy: 'Make a new one: openssl rand -base64 32.',
    });
  const textOf = ({ place, previous, entry, notice }: Proven) => [previous, place, notice ?? '', entry].join('\n');
  const imported = Promise.all(keys.map(importKey));
  const keyOf = async (hash: string) => (await imported).find(({ id }) => hash.startsWith(`${id}.`));
  const mark = async ({ id, key }: Key, entry: Proven) =>
    `${id}.${hex(await crypto.subtle.sign('HMAC', key, encode(textOf(entry))))}`;

  /** The texts of the hashes that this process has made or verified last. */
  const right = createRecentCache<string>(ENTRIES);
  const notices = createRecentCache<string>(NOTICES);

  return {
    async hashOf(entry) {
      const [first] = await imported;
      const hash = first ? await mark(first, entry) : await sha256(textOf(entry));
      right.set(hash, textOf(entry));
      return hash;
    },
    async isRight(hash, entry) {
      if (right.get(hash) === textOf(entry)) return true;
      if (!(await verify(hash, entry))) return false;
      right.set(hash, textOf(entry));
      return true;
    },
    async noticeHash(notice) {
      const hash = notices.get(notice) ?? (await sha256(notice));
      notices.set(notice, hash);
      return hash;
    },
    lacksMark: async (hash) => keys.length > 0 && !(await keyOf(hash)),
  };

  async function verify(hash: string, entry: Proven): Promise<boolean> {
    if (keys.length === 0) return hash.includes('.') || hash === (await sha256(textOf(entry)));
    const own = await keyOf(hash);
    return own !== undefined && hash === (await mark(own, entry));
  }
}

interface Key {
  /** The beginning of the SHA-256 of the key: it names the key, and reveals nothing of it. */
  id: string;
  key: CryptoKey;
}

async function importKey(text: string): Promise<Key> {
  const key = await crypto.subtle.importKey('raw', encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return { id: (await sha256(`lending-elements/consents/${text}`)).slice(0, 8), key };
}
