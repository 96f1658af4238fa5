import { createRecentCache } from '../util/recent-cache.js';
import type { Proof } from './records.js';
import { databaseError } from './schema.js';

/** Hash functions that answer immediately. */
export interface Hashes {
  /** The SHA-256 of a string in UTF-8, or with a key the HMAC-SHA-256, in hexadecimal. */
  hash(text: string, key?: string): string;
}

/** The keys by purpose: the first one of a list makes marks, every one verifies them. */
type ProofKeys = Readonly<Record<Parameters<Proof['mark']>[0], readonly string[]>>;

/** Returns the keys of all purposes. `key` is the key of the store. Throws `config-invalid` if a key of the consents is too short. */
export function proofKeys(key: string, consentsKey: string | readonly string[] = []): ProofKeys {
  const keys = [consentsKey].flat();
  if (keys.some((one) => typeof one !== 'string' || one.length < 32))
    throw databaseError(
      'A key of the consents has fewer than 32 characters.',
      'Make a new one: openssl rand -base64 32.',
    );
  return { applications: [key], erasures: [key], consents: keys, notices: keys };
}

/** The number of verified marks that a process remembers. */
const KNOWN_MARKS = 10_000;

/** Makes marks: the beginning of the SHA-256 of the key, which names the key and reveals nothing of it, and an HMAC-SHA-256. */
export function createProof(keys: ProofKeys, { hash }: Hashes = hashesOfNode()): Proof {
  const known = createRecentCache<string>(KNOWN_MARKS);
  const named = Object.entries(keys).map(([purpose, list]): [string, readonly { id: string; key: string }[]] => [
    purpose,
    list.map((key) => ({ id: hash(`lending-elements/${purpose}/${key}`).slice(0, 8), key })),
  ]);
  const all = new Map(named);
  return {
    hash: (text) => hash(text),
    mark(purpose, text, like) {
      const own = all.get(purpose) ?? [];
      if (own.length === 0) return like ?? '';
      const marked = `${purpose} ${text}`;
      // Each look at an owner asks for the same digest.
      const digest = purpose === 'erasures' ? known.get(marked) : undefined;
      if (digest) return digest;
      if (like && known.get(like) === marked) return like;
      // With an unknown key, another mark than the one that is verified.
      const { id, key } = own.find(({ id }) => like?.startsWith(`${id}.`)) ?? own[0]!;
      const mark = `${id}.${hash(marked, key)}`;
      known.set(mark, marked);
      if (purpose === 'erasures') known.set(marked, mark);
      return mark;
    },
    random: () => crypto.randomUUID(),
  };
}

/** Those of Node, Deno, Bun and Workers. */
export function hashesOfNode(): Hashes {
  const { createHash, createHmac } = globalThis.process.getBuiltinModule('node:crypto');
  return {
    hash: (text, key) =>
      (key === undefined ? createHash('sha256') : createHmac('sha256', key)).update(text).digest('hex'),
  };
}
