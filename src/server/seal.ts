import { base64url, decodeProtectedHeader, EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';
import { LendingError } from '../errors.js';
import { createRecent } from './recent.js';

/** The partner's secrets: the first seals, each opens. Throws `config-invalid` where one is missing or too short. */
export function checkSecrets(secret: unknown): string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one.trim().length >= 32)) {
    return secrets as string[];
  }
  throw new LendingError('config-invalid', 'sessions.secret is missing, or shorter than 32 characters.', {
    remedy: 'Set it to 32 or more random characters, the same on every machine.',
  });
}

/** Whether a secret is a short piece over and over, has few different characters, or is the text of an example. */
export const isGuessable = (secret: string): boolean =>
  new Set(secret).size < 10 ||
  /^(.{1,16}?)\1+.{0,15}$/.test(secret) ||
  /change.?me|password|example|sample|placeholder|your.?(own.?)?secret|session.?secret|0123456789|1234567890|abcdefgh/i.test(
    secret,
  );

/** Seals what a page carries and must neither read nor change. */
export interface Seal {
  /** For this subject alone, for so many seconds. */
  close(content: JWTPayload, subject: string, maxAge: number): Promise<string>;
  /** Nothing, and what was sealed for another subject or purpose, too long ago or by somebody else, is `undefined`. */
  open<T>(sealed: string | undefined, subject: string): Promise<(T & Content) | undefined>;
}

/** So many seals are known without opening them once more. */
const KNOWN = 1000;

/**
 * A seal for one purpose: what was sealed for one opens for no other. It names its key, so that a secret can be changed.
 * `remembers` says whether what was opened stays in memory for a while. Default: `true`.
 */
export function createSeal(secrets: readonly string[], purpose: string, { remembers = true } = {}): Seal {
  const keys = secrets.map((secret) => named(deriveKey(secret, purpose)));
  // Opening takes longer than all else that a call does, and a page sends the same seals again and again.
  const known = remembers ? createRecent<Content>(KNOWN) : undefined;

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

/** Bytes of the longest subject that is sealed as it is. Browsers keep no cookie over 4 kB. */
const LONGEST = 200;
const HASHED = 'sha256:';

/** A subject as it is sealed: a long one by its hash. One that looks like a hash is hashed too, so that no two are the same. */
async function shortOf(subject: string): Promise<string> {
  if (subject.length * 3 <= LONGEST && !subject.startsWith(HASHED)) return subject;
  const bytes = new TextEncoder().encode(subject);
  if (bytes.length <= LONGEST && !subject.startsWith(HASHED)) return subject;
  return HASHED + base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

type Content = JWTPayload & {
  exp: number;
  /** Whether it was sealed with a secret that is no longer the first. */
  isOld?: boolean;
};

/** A key with its name, which tells nothing of it. */
async function named(deriving: Promise<Uint8Array>) {
  const bytes = (await deriving) as BufferSource;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { key, kid: base64url.encode(new Uint8Array(digest).subarray(0, 6)) };
}

/** A key of the right length, for this purpose alone, out of the partner's secret. */
async function deriveKey(secret: string, purpose: string): Promise<Uint8Array> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(purpose) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}

/**
 * With which a subject's page seals what is typed: the same on every machine and every day, until the secret changes. It
 * opens nothing else.
 */
export const draftKey = (secret: string, subject: string): Promise<string> =>
  subjectKey(secret, 'lending-elements/draft', subject);

/** 43 characters for one subject and one purpose, out of the partner's secret: nobody without it finds whose they are. */
export async function subjectKey(secret: string, purpose: string, subject: string): Promise<string> {
  // A subject can be longer than what a key is derived from.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subject));
  return base64url.encode(await deriveKey(secret, `${purpose}/${base64url.encode(new Uint8Array(digest))}`));
}
