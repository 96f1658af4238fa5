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

/**
 * Creates a seal for one purpose: nobody can read a sealed string, change it, or store it under the name of another. It cannot open a string that was sealed
 * for another purpose.
 */
export function createSeal(secret: string, purpose: string) {
  const importing = deriveKey(secret, purpose).then((bytes) =>
    crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']),
  );

  return {
    /** Seals a string for a name, as a JWE in its compact form (RFC 7516). */
    async close(text: string, name: string): Promise<string> {
      const content = new TextEncoder().encode(JSON.stringify([name, text]));
      return new CompactEncrypt(content).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(await importing);
    },
    /** Opens a sealed string. Returns `undefined` if it was altered, or sealed for another name or purpose or with another secret. */
    async open(sealed: string, name: string): Promise<string | undefined> {
      try {
        const { plaintext } = await compactDecrypt(sealed, await importing);
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
