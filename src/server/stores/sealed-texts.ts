import { base64url } from 'jose';
import { LendingError } from '../../errors.js';
import { checkSecrets, subjectKey } from '../seal.js';
import type { NamedTexts } from './types.js';

/** Hides the names and seals the texts of one store. */
export interface SealedTexts {
  /** Returns the name under which the store keeps a key: nobody can read the key from it. */
  nameOf(key: string): Promise<string>;
  /** Seals a text for this name. */
  close(name: string, text: string): Promise<string>;
  /** Opens a text. Throws `handler-failed` if it was altered, or sealed for another name. */
  open(name: string, sealed: string): Promise<string>;
}

/** The name of the store's own key, sealed with the partner's secret. */
const KEY_NAME = 'key';

/** Seals texts with AES-GCM. The first 12 bytes of the result are the nonce. */
function aesGcm(key: CryptoKey) {
  const algorithm = (iv: BufferSource, about: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(about),
  });
  return {
    async close(about: string, bytes: BufferSource): Promise<string> {
      const nonce = crypto.getRandomValues(new Uint8Array(12));
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm(nonce, about), key, bytes));
      const all = new Uint8Array(12 + sealed.length);
      all.set(nonce);
      all.set(sealed, 12);
      return base64url.encode(all);
    },
    async open(about: string, sealed: string): Promise<Uint8Array<ArrayBuffer>> {
      const bytes = base64url.decode(sealed);
      return new Uint8Array(await crypto.subtle.decrypt(algorithm(bytes.slice(0, 12), about), key, bytes.slice(12)));
    },
  };
}

const importAes = (bytes: BufferSource) =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);

/** The seal of the store's own key, for one secret of the partner. */
const sealOfSecret = async (secret: string) =>
  aesGcm(await importAes(base64url.decode(await subjectKey(secret, 'lending-elements/stores', '')).slice()));

/**
 * Opens the store's own key with one of the secrets, or makes it. Because the store has a key of its own, every machine finds the same
 * names while the secret is changed. `owner` names the function in messages.
 */
export async function openSealedTexts(texts: NamedTexts, secret: unknown, owner: string): Promise<SealedTexts> {
  const own = await ownKey(texts, checkSecrets(secret, `${owner}: secret`), owner);
  const derive = async (info: string) => {
    const material = await crypto.subtle.importKey('raw', own, 'HKDF', false, ['deriveBits']);
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(info) };
    return crypto.subtle.deriveBits(parameters, material, 256);
  };
  const values = aesGcm(await importAes(await derive('values')));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const names = await crypto.subtle.importKey('raw', await derive('names'), hmac, false, ['sign']);
  return {
    nameOf: async (key) =>
      base64url.encode(
        new Uint8Array(await crypto.subtle.sign(hmac, names, new TextEncoder().encode(key))).slice(0, 24),
      ),
    close: (name, text) => values.close(name, new TextEncoder().encode(text)),
    async open(name, sealed) {
      try {
        return new TextDecoder().decode(await values.open(name, sealed));
      } catch (cause) {
        throw new LendingError('handler-failed', `${owner}: a stored value was altered.`, {
          cause,
          remedy: 'Find out who else writes to this store. Restore it from a backup.',
        });
      }
    },
  };
}

async function ownKey(texts: NamedTexts, secrets: readonly string[], owner: string): Promise<Uint8Array<ArrayBuffer>> {
  const first = await sealOfSecret(secrets[0]!);
  const fresh = crypto.getRandomValues(new Uint8Array(32));
  const kept = await texts.get(KEY_NAME);
  if (kept === undefined && (await texts.add(KEY_NAME, await first.close(KEY_NAME, fresh)))) return fresh;
  const sealed = kept ?? (await texts.get(KEY_NAME)) ?? '';
  for (const [at, secret] of secrets.entries()) {
    const own = await (await sealOfSecret(secret)).open(KEY_NAME, sealed).catch(() => undefined);
    if (!own) continue;
    if (at > 0) await texts.replace(KEY_NAME, sealed, await first.close(KEY_NAME, own));
    return own;
  }
  throw new LendingError('config-invalid', `${owner}: none of the secrets opens this store.`, {
    remedy:
      'Also pass the secret that the store was created with. Without its values, applications could be created twice.',
  });
}
