import { CompactEncrypt, compactDecrypt } from 'jose';
import { LendingError } from '../errors.js';

/** Returns the partner's secrets: the first one seals, every one opens. Throws `config-invalid` if one is missing or too short. */
export function checkSecrets(secret: unknown): string[] {
  const secrets: unknown[] = [typeof secret === 'function' ? (secret as () => unknown)() : secret].flat();
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one.trim().length >= 32)) {
    return secrets as string[];
  }
  throw new LendingError('config-invalid', 'createHandler({ secret }): it is missing, or shorter than 32 characters.', {
    remedy: 'Set it to 32 or more random characters, the same on every machine.',
  });
}

export const isPlaceholder = (text: string): boolean =>
  /(change|replace).?me|password|example|sample|placeholder|32.or.more|your.?(own.?)?secret|session.?secret/i.test(
    text,
  );

/** Returns true if a secret repeats a short string, has few different characters, or is a placeholder. */
export const isGuessable = (secret: string): boolean =>
  new Set(secret).size < 10 ||
  /^(.{1,16}?)\1+.{0,15}$/.test(secret) ||
  /0123456789|1234567890|abcdefgh/i.test(secret) ||
  isPlaceholder(secret);

const HEADER = { alg: 'dir', enc: 'A256GCM' };

/** Node's ciphers are synchronous, and several times faster than Web Crypto, which waits for another thread. Other platforms do not have them. */
const node = globalThis.process?.getBuiltinModule?.('node:crypto');

/** Encrypts like `CompactEncrypt`. Source: RFC 7516, section 5.1, and RFC 7518, sections 4.5 and 5.3. */
function encryptOnNode(content: Uint8Array, key: Uint8Array): string {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const [header, iv] = [text(new TextEncoder().encode(JSON.stringify(HEADER))), node!.randomBytes(12)];
  const cipher = node!.createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header));
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return [header, '', text(iv), text(encrypted), text(cipher.getAuthTag())].join('.');
}

/**
 * Creates a seal for one purpose: nobody can read a sealed string, change it, or store it under the name of another. It cannot open a string that was sealed
 * for another purpose.
 */
export function createSeal(secret: string, purpose: string) {
  const deriving = deriveKey(secret, purpose);

  return {
    /** Seals a string for a name, as a JWE in its compact form (RFC 7516). */
    async close(text: string, name: string): Promise<string> {
      const [content, key] = [new TextEncoder().encode(JSON.stringify([name, text])), await deriving];
      return typeof node?.createCipheriv === 'function'
        ? encryptOnNode(content, key)
        : new CompactEncrypt(content).setProtectedHeader(HEADER).encrypt(key);
    },
    /** Opens a sealed string. Returns `undefined` if it was altered, or sealed for another name or purpose or with another secret. */
    async open(sealed: string, name: string): Promise<string | undefined> {
      try {
        const { plaintext } = await compactDecrypt(sealed, await deriving);
        const [sealedFor, text] = JSON.parse(new TextDecoder().decode(plaintext)) as [string, string];
        return sealedFor === name ? text : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** Derives a key of 32 bytes for one purpose from a secret. */
export async function deriveKey(secret: string, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(purpose) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}
