import { createRecentCache } from '../util/recent-cache.js';
import { hashText } from '../util/hash-text.js';
import { databaseError } from './engine.js';

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
export type Proof = ReturnType<typeof createProof>;

/** The number of verified entries that a process remembers. */
const KNOWN_ENTRIES = 10_000;
/** The number of notices whose hashes a process remembers. */
const KNOWN_NOTICES = 100;

/**
 * A hash is the SHA-256 of an entry and of the hash before it. With a key it is the id of the key and an HMAC-SHA-256, and a hash without a key is
 * wrong: somebody who can write to the database, and does not know a key, can change nothing unnoticed. The first key signs; every key verifies.
 */
export function createProof(given: string | readonly string[] = []) {
  const keys = [given].flat();
  if (keys.some((one) => typeof one !== 'string' || one.length < 32))
    throw databaseError(
      'A key of the consents has fewer than 32 characters.',
      'Make a new one: openssl rand -base64 32.',
    );
  const textOf = ({ place, previous, entry, notice }: Proven) => [previous, place, notice ?? '', entry].join('\n');
  const named = Promise.all(keys.map(async (key) => ({ id: await idOf(key), key })));
  const keyOf = async (hash: string) => (await named).find(({ id }) => hash.startsWith(`${id}.`));
  const mark = async ({ id, key }: Key, text: string) => `${id}.${await hashText(text, key)}`;

  /** The hashed strings of the last hashes that this process has made or verified. */
  const right = createRecentCache<string>(KNOWN_ENTRIES);
  const notices = createRecentCache<string>(KNOWN_NOTICES);

  return {
    async hashOf(entry: Proven): Promise<string> {
      const [[first], text] = [await named, textOf(entry)];
      const hash = first ? await mark(first, text) : await hashText(text);
      right.set(hash, text);
      return hash;
    },
    async isRight(hash: string, entry: Proven): Promise<boolean> {
      const text = textOf(entry);
      if (right.get(hash) === text) return true;
      if (!(await verify(hash, text))) return false;
      right.set(hash, text);
      return true;
    },
    /** Returns the SHA-256 of the JSON of a notice. */
    async noticeHash(notice: string): Promise<string> {
      const hash = notices.get(notice) ?? (await hashText(notice));
      notices.set(notice, hash);
      return hash;
    },
    /** Returns true if there is a key, and this hash was made without a key or with an unknown one. */
    lacksMark: async (hash: string) => keys.length > 0 && !(await keyOf(hash)),
  };

  async function verify(hash: string, text: string): Promise<boolean> {
    if (keys.length === 0) return hash.includes('.') || hash === (await hashText(text));
    const own = await keyOf(hash);
    return own !== undefined && hash === (await mark(own, text));
  }
}

interface Key {
  /** The beginning of the SHA-256 of the key: it names the key, and reveals nothing of it. */
  id: string;
  key: string;
}

const idOf = async (key: string) => (await hashText(`lending-elements/consents/${key}`)).slice(0, 8);
