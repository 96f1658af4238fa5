import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { LendingError } from '../errors.js';
import { groupOf } from './once-memory.js';

/** What a line of the file says: a key has a value until then, or none any more. */
export interface OnceLine {
  key: string;
  /** In milliseconds since 1970; 0 where the key was deleted. */
  until: number;
  isLasting: boolean;
  value: string;
}

/** How the lines of one file are written and read. Nobody reads a subject or a value in them without the secret. */
export interface OnceLines {
  /** What a key is called in the file. */
  nameOf(key: string): string;
  write(line: OnceLine): string;
  /** Throws where the line is not as it was written. */
  read(text: string): OnceLine;
  /** The first line of the file: the key of all others, sealed with the first secret. */
  head(): string;
}

const INFO = 'lending-elements/once';
const PARTS = /^([\w-]+(?:\/[\w-]+)?) (\d+) ([01]) ([\w-]+)$/;
const HEAD = /^lending-elements once 1 ([\w-]+)$/;

function seal(key: Buffer, text: Buffer, about: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function open(key: Buffer, sealed: string, about: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  cipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-16));
  return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]);
}

const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', INFO, 32));

/** The lines of a file that begins with this one; of a new file without it. Throws where none of the secrets opens it. */
export function onceLines(secrets: readonly string[], head?: string): OnceLines {
  const own = head === undefined ? randomBytes(32) : openHead(secrets, head);
  const named = (text: string) => createHmac('sha256', own).update(text).digest('base64url').slice(0, 22);
  return {
    nameOf: (key) => `${named(groupOf(key))}/${named(key)}`,
    write({ key, until, isLasting, value }) {
      const about = `${key} ${until} ${isLasting ? 1 : 0}`;
      return `${about} ${seal(own, Buffer.from(value), about)}`;
    },
    read(text) {
      const [, key, until, lasting, sealed] = PARTS.exec(text) ?? [];
      if (!key || !sealed) throw new Error('It is no line of this file.');
      const value = open(own, sealed, `${key} ${until} ${lasting}`).toString();
      return { key, until: Number(until), isLasting: lasting === '1', value };
    },
    head: () => `lending-elements once 1 ${seal(keyFrom(secrets[0]!), own, INFO)}`,
  };
}

function openHead(secrets: readonly string[], head: string): Buffer {
  const [, sealed = ''] = HEAD.exec(head) ?? [];
  for (const secret of secrets) {
    try {
      return open(keyFrom(secret), sealed, INFO);
    } catch {
      // Another one may.
    }
  }
  throw new LendingError('config-invalid', 'fileOnce(): none of the secrets opens the file.', {
    remedy: 'Give the secret that it was made with as well. Without it nobody knows which applications were created.',
  });
}
