import { base64url, CompactEncrypt, compactDecrypt } from 'jose';
import { LendingError } from '../errors.js';

/** Returns the partner's secrets: the first seals, each opens. Throws `config-invalid` if one is missing or too short. */
export function checkSecrets(secret: unknown): string[] {
  const secrets: unknown[] = [typeof secret === 'function' ? (secret as () => unknown)() : secret].flat();
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one.trim().length >= 32)) {
    return secrets as string[];
  }
  throw new LendingError('config-invalid', 'createHandler({ secret }): it is missing, or shorter than 32 characters.', {
    remedy: 'Set it to 32 or more random characters, the same on every machine.',
  });
}

/** Returns true for the text of an example or a guide. */
export const isPlaceholder = (text: string): boolean =>
  /(change|replace).?me|password|example|sample|placeholder|32.or.more|your.?(own.?)?secret|session.?secret/i.test(
    text,
  );

/** Returns true if a secret repeats a short piece, has few different characters, or is the text of an example. */
export const isGuessable = (secret: string): boolean =>
  new Set(secret).size < 10 ||
  /^(.{1,16}?)\1+.{0,15}$/.test(secret) ||
  /0123456789|1234567890|abcdefgh/i.test(secret) ||
  isPlaceholder(secret);

/** Seals data that a page carries and must neither read nor change. */
export interface Seal {
  /** Seals content for one subject. `maxAge` is in seconds. */
  close(content: object, subject: string, maxAge: number): Promise<string>;
  /** Opens a seal. Returns `undefined` if it is missing, expired, or made for another subject or purpose or with another secret. */
  open<T>(sealed: string | undefined, subject: string): Promise<(T & Content) | undefined>;
}

/** Facts of the seal itself, under their names in a JWT (RFC 7519). */
interface Claims {
  sub: string;
  aud: string;
  iat: number;
  exp: number;
}

/** Opened content. */
type Content = Claims & {
  /** True if it was sealed with a secret that is not the first any more. */
  isOld: boolean;
};

/** Creates a seal for one purpose: it opens nothing of another purpose. A sealed text names its key, so that secrets can be changed. */
export function createSeal(secrets: readonly string[], purpose: string): Seal {
  const deriving = Promise.all(secrets.map((secret) => sealingKey(secret, purpose)));

  return {
    async close(content, subject, maxAge) {
      const [key] = (await deriving) as [SealingKey];
      const iat = Math.floor(Date.now() / 1000);
      const sub = isShort(subject) ? subject : await hashOf(subject);
      const claims: Claims = { sub, aud: purpose, iat, exp: iat + maxAge };
      return key.seal(JSON.stringify({ ...content, ...claims }));
    },
    async open<T>(sealed: string | undefined, subject: string) {
      if (!sealed) return undefined;
      const derived = await deriving;
      const key = derived.find(({ head }) => sealed.startsWith(head));
      if (!key) return undefined;
      try {
        const content = JSON.parse(await key.open(sealed)) as T & Claims;
        const { sub, aud, exp } = content;
        const isSame = sub === (isShort(subject) ? subject : await hashOf(subject));
        const isGood = isSame && aud === purpose && exp > Math.floor(Date.now() / 1000);
        return isGood ? Object.assign(content, { isOld: key !== derived[0] }) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** A key for one purpose. */
interface SealingKey {
  /** The beginning of each text that was sealed with this key. It names the key, and reveals nothing of it. */
  readonly head: string;
  /** Encrypts a text, as a JWE in its compact form (RFC 7516). */
  seal(text: string): Promise<string>;
  /** Decrypts a sealed text that begins with `head`. Rejects if it was altered. */
  open(sealed: string): Promise<string>;
}

/** The first bytes of the SHA-256 of a key, as many as its name has. */
const NAME_BYTES = 6;

async function sealingKey(secret: string, purpose: string): Promise<SealingKey> {
  const bytes = await deriveKey(secret, purpose);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const header = { alg: 'dir', enc: 'A256GCM', kid: base64url.encode(new Uint8Array(digest, 0, NAME_BYTES)) };
  return {
    head: `${base64url.encode(JSON.stringify(header))}..`,
    seal: (text) => new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key),
    open: async (sealed) => new TextDecoder().decode((await compactDecrypt(sealed, key)).plaintext),
  };
}

/** Derives a key of 32 bytes for one purpose from a secret. */
export async function deriveKey(secret: string, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(purpose) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}

/** The longest subject, in bytes, that is sealed unhashed. */
const LONGEST = 200;
const HASHED = 'sha256:';

/** Returns true if a subject is sealed as it is. One that looks like a hash is hashed too, so that no two are the same. */
const isShort = (subject: string) =>
  !subject.startsWith(HASHED) && (subject.length * 3 <= LONGEST || new TextEncoder().encode(subject).length <= LONGEST);

async function hashOf(subject: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subject));
  return HASHED + base64url.encode(new Uint8Array(digest));
}
