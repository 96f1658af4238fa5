import { base64url, CompactEncrypt, compactDecrypt } from 'jose';

/**
 * Derives a key from a secret, for one purpose. The text of `sealed` is a JWE in its compact form (RFC 7516) with the header
 * `{"alg":"dir","enc":"A256GCM","kid":…}`. All sealers derive the same key and write the same format, so that each opens texts of
 * the others.
 */
export type Sealer = (secret: string, purpose: string) => Promise<SealingKey> | SealingKey;

/** A key for one purpose. */
export interface SealingKey {
  /** The beginning of each text that was sealed with this key. It names the key, and reveals nothing of it. */
  readonly head: string;
  /** Encrypts a text. */
  seal(text: string): Promise<string> | string;
  /** Decrypts a sealed text that begins with `head`. Throws if it was altered, or rejects. */
  open(sealed: string): Promise<string> | string;
}

/** The first bytes of the SHA-256 of a key, as many as its name has. */
export const NAME_BYTES = 6;

/** The header of a sealed text, as JSON. `kid` names its key. */
export const headerOf = (kid: string) => ({ alg: 'dir', enc: 'A256GCM', kid });

/** The sealer of every platform with WebCrypto. */
export const webSealer: Sealer = async (secret, purpose) => {
  const bytes = await deriveKey(secret, purpose);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const header = headerOf(base64url.encode(new Uint8Array(digest, 0, NAME_BYTES)));
  return {
    head: `${base64url.encode(JSON.stringify(header))}..`,
    seal: (text) => new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key),
    open: async (sealed) => new TextDecoder().decode((await compactDecrypt(sealed, key)).plaintext),
  };
};

/** Derives a key for one purpose from the partner's secret. */
export async function deriveKey(secret: string, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(purpose) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}
