import { base64url, decodeProtectedHeader, EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';
import { LendingError } from '../errors.js';
import { createRecentCache } from './util/recent-cache.js';

/** Returns the partner's secrets: the first seals, each opens. `name` is their name in messages. Throws `config-invalid` if one is missing or too short. */
export function checkSecrets(secret: unknown, name = 'sessions.secret'): string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one.trim().length >= 32)) {
    return secrets as string[];
  }
  throw new LendingError('config-invalid', `${name} is missing, or shorter than 32 characters.`, {
    remedy: 'Set it to 32 or more random characters, the same on every machine.',
  });
}

/** Returns true if a secret repeats a short piece, has few different characters, or is the text of an example. */
export const isGuessable = (secret: string): boolean =>
  new Set(secret).size < 10 ||
  /^(.{1,16}?)\1+.{0,15}$/.test(secret) ||
  /change.?me|password|example|sample|placeholder|your.?(own.?)?secret|session.?secret|0123456789|1234567890|abcdefgh/i.test(
    secret,
  );

/** Seals data that a page carries and must neither read nor change. */
export interface Seal {
  /** Seals content for one subject. `maxAge` is in seconds. */
  close(content: JWTPayload, subject: string, maxAge: number): Promise<string>;
  /** Opens a seal. Returns `undefined` if it is missing, expired, or made for another subject or purpose or with another secret. */
  open<T>(sealed: string | undefined, subject: string): Promise<(T & Content) | undefined>;
}

/** The number of opened seals that are cached. */
const KNOWN = 1000;

/**
 * Creates a seal for one purpose: it opens nothing of another purpose. A sealed text names its key, so that secrets can be changed.
 * `remembers: false` keeps opened content out of the cache. Default: `true`.
 */
export function createSeal(secrets: readonly string[], purpose: string, { remembers = true } = {}): Seal {
  const keys = secrets.map((secret) => named(deriveKey(secret, purpose)));
  // Opening takes longer than the rest of a call, and a page sends the same seals again and again.
  const known = remembers ? createRecentCache<Content>(KNOWN) : undefined;

  async function unseal(sealed: string, subject: string): Promise<Content> {
    const { kid } = decodeProtectedHeader(sealed);
    const all = await Promise.all(keys);
    const fitting = all.find((one) => one.kid === kid);
    const { payload } = await jwtDecrypt<Content>(sealed, fitting!.key, {
      subject,
      audience: purpose,
      requiredClaims: ['exp'],
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    const content = { ...payload, isOld: fitting !== all[0] };
    known?.set(sealed, content);
    return content;
  }

  return {
    async close(content, subject, maxAge) {
      const { kid, key } = await keys[0]!;
      const iat = Math.floor(Date.now() / 1000);
      const whole = { ...content, sub: await shortOf(subject), aud: purpose, iat, exp: iat + maxAge };
      const sealed = await new EncryptJWT(whole).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid }).encrypt(key);
      known?.set(sealed, whole);
      return sealed;
    },
    async open<T>(sealed: string | undefined, subject: string) {
      if (!sealed) return undefined;
      try {
        const sub = await shortOf(subject);
        const content = known?.get(sealed) ?? (await unseal(sealed, sub));
        const isGood = content.sub === sub && content.exp > Math.floor(Date.now() / 1000);
        return isGood ? ({ ...content } as T & Content) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** The longest subject, in bytes, that is sealed unhashed. Browsers drop cookies over 4 kB. */
const LONGEST = 200;
const HASHED = 'sha256:';

/** Returns a subject, or the hash of a long one. A subject that looks like a hash is hashed too, so that no two are the same. */
async function shortOf(subject: string): Promise<string> {
  if (subject.length * 3 <= LONGEST && !subject.startsWith(HASHED)) return subject;
  const bytes = new TextEncoder().encode(subject);
  if (bytes.length <= LONGEST && !subject.startsWith(HASHED)) return subject;
  return HASHED + base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

type Content = JWTPayload & {
  exp: number;
  /** True if it was sealed with a secret that is not the first any more. */
  isOld?: boolean;
};

/** Returns a key with its name, which reveals nothing of it. */
async function named(deriving: Promise<Uint8Array>) {
  const bytes = (await deriving) as BufferSource;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { key, kid: base64url.encode(new Uint8Array(digest).subarray(0, 6)) };
}

/** Derives a key for one purpose from the partner's secret. */
async function deriveKey(secret: string, purpose: string): Promise<Uint8Array> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(purpose) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}

/** The key with which a subject's page seals its draft: the same on every machine until the secret changes. It opens nothing else. */
export const draftKey = (secret: string, subject: string): Promise<string> =>
  subjectKey(secret, 'lending-elements/draft', subject);

/** Derives 43 characters for one subject and one purpose. Without the secret nobody can tell whose they are. */
export async function subjectKey(secret: string, purpose: string, subject: string): Promise<string> {
  // HKDF limits the length of its input; a subject can be longer.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subject));
  return base64url.encode(await deriveKey(secret, `${purpose}/${base64url.encode(new Uint8Array(digest))}`));
}
