import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { LendingError } from '../../../errors.js';
import { groupOf } from '../../idempotency/memory.js';

/** A line of the file: the value of a key, or that the key was deleted. */
export interface IdempotencyLine {
  key: string;
  /** The end of the value's life, in milliseconds since 1970, or 0 if the key was deleted. */
  until: number;
  isLasting: boolean;
  value: string;
}

/** Writes and reads the lines of one file. Keys are hashed and values are encrypted. */
export interface IdempotencyLines {
  /** Returns the name of a key in the file: an HMAC of the key. */
  nameOf(key: string): string;
  write(line: IdempotencyLine): string;
  /** Throws if the line was altered. */
  read(text: string): IdempotencyLine;
  /** Returns the first line of the file: the key of all other lines, encrypted with the first secret. */
  head(): string;
}

const INFO = 'lending-elements/idempotency';
const PARTS = /^([\w-]+(?:\/[\w-]+)?) (\d+) ([01]) ([\w-]+)$/;
const HEAD = /^lending-elements idempotency 1 ([\w-]+)$/;

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

/** Makes the reader and writer of a file with this first line, or of a new file. Throws if none of the secrets decrypts the line. */
export function idempotencyLines(secrets: readonly string[], head?: string): IdempotencyLines {
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
      if (!key || !sealed) throw new Error('The line is not in the expected format.');
      const value = open(own, sealed, `${key} ${until} ${lasting}`).toString();
      return { key, until: Number(until), isLasting: lasting === '1', value };
    },
    head: () => `lending-elements idempotency 1 ${seal(keyFrom(secrets[0]!), own, INFO)}`,
  };
}

function openHead(secrets: readonly string[], head: string): Buffer {
  const [, sealed = ''] = HEAD.exec(head) ?? [];
  for (const secret of secrets) {
    try {
      return open(keyFrom(secret), sealed, INFO);
    } catch {
      // The next secret may decrypt it.
    }
  }
  throw new LendingError('config-invalid', 'fileIdempotency(): none of the secrets opens the file.', {
    remedy:
      'Also pass the secret that the file was created with. Without the file, applications could be created twice.',
  });
}
