import { base64url, EncryptJWT, jwtDecrypt } from 'jose';
import { LendingError } from '../errors.js';
import type { CallName } from '../schema/session.js';
import { isLoopback } from './loopback.js';

/** What the handler knows of one applicant. It never reaches the browser in the clear. */
export interface LendingSession {
  company_id?: string | undefined;
  application_id?: string | undefined;
  /** The applicant's e-mail as it was sent with the application: endpoint 5 asks for it. */
  email?: string | undefined;
  /** The calls that have succeeded. */
  done: CallName[];
}

/** A partner's own place for sessions, in place of the cookie. The key is the subject that `authorize` answered. */
export interface SessionStore {
  get(subject: string): Promise<LendingSession | undefined> | LendingSession | undefined;
  set(subject: string, session: LendingSession): Promise<void> | void;
  delete(subject: string): Promise<void> | void;
}

/** How sessions are kept, and what else is derived from their secret. */
export interface SessionOptions {
  /** At least 32 characters of chance. Give two to change it: the first seals, each opens. */
  secret: string | readonly string[];
  /** Where sessions are kept. Default: they travel in a cookie that only the handler can read, and any number of machines can serve it. */
  store?: SessionStore | undefined;
  /** Seconds until the cookie of an unfinished application is forgotten. Default: 7 days. */
  maxAge?: number | undefined;
  /** Allows plain http on loopback, for development: the cookie is then not `Secure`. Default: `false`. */
  loopback?: boolean | undefined;
}

/** Where the handler keeps sessions, whichever way. */
export interface Sessions {
  read(request: Request, subject: string): Promise<LendingSession>;
  /** Keeps the session, and answers with the headers that the response needs for it. */
  write(request: Request, subject: string, session: LendingSession): Promise<Record<string, string>>;
}

export function createSessions(options: SessionOptions): Sessions {
  const secrets = secretsOf(options);
  return options.store ? storedSessions(options.store) : sealedSessions(secrets, options);
}

/** A missing environment variable leaves `sessions` or its secret undefined. */
function secretsOf(options: SessionOptions | undefined): string[] {
  const secrets = [options?.secret ?? ''].flat();
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one.length >= 32)) return secrets;
  throw new LendingError('config-invalid', 'sessions.secret is missing, or shorter than 32 characters.', {
    remedy: 'Set it to 32 or more random characters, the same on every machine.',
  });
}

/**
 * With which a subject's page seals what is typed: the same on every machine and every day, until the first secret
 * changes. It opens no session.
 */
export async function draftKey(options: SessionOptions, subject: string): Promise<string> {
  // A subject can be longer than what a key is derived from.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subject));
  const purpose = `lending-elements/draft/${base64url.encode(new Uint8Array(digest))}`;
  return base64url.encode(await deriveKey(secretsOf(options)[0]!, purpose));
}

const storedSessions = (store: SessionStore): Sessions => ({
  read: async (_request, subject) => (await store.get(subject)) ?? { done: [] },
  async write(_request, subject, session) {
    await store.set(subject, session);
    return {};
  },
});

const AUDIENCE = 'lending-elements/session';

function sealedSessions(secrets: readonly string[], options: SessionOptions): Sessions {
  const { maxAge = 7 * 24 * 3600, loopback = false } = options;
  const keys = secrets.map((secret) => deriveKey(secret, AUDIENCE));
  const isOpen = (request: Request) => {
    const { protocol, hostname } = new URL(request.url);
    return loopback && protocol === 'http:' && isLoopback(hostname);
  };
  const nameFor = (request: Request) => (isOpen(request) ? 'lending' : '__Host-lending');

  return {
    async read(request, subject) {
      const sealed = cookie(request, nameFor(request));
      for (const key of sealed ? keys : []) {
        const session = await unseal(sealed!, await key, subject);
        if (session) return session;
      }
      return { done: [] };
    },
    async write(request, subject, session) {
      const sealed = await new EncryptJWT({ session })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject(subject)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(`${maxAge}s`)
        .encrypt(await keys[0]!);
      const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isOpen(request) ? '' : '; Secure'}`;
      return { 'set-cookie': `${nameFor(request)}=${sealed}; ${attributes}` };
    },
  };
}

/** What was sealed for another subject, for another purpose, too long ago or by somebody else is no session. */
async function unseal(sealed: string, key: Uint8Array, subject: string): Promise<LendingSession | undefined> {
  try {
    const { payload } = await jwtDecrypt<{ session: LendingSession }>(sealed, key, {
      subject,
      audience: AUDIENCE,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return payload.session;
  } catch {
    return undefined;
  }
}

/** A key of the right length, for this purpose alone, out of the partner's secret. */
async function deriveKey(secret: string, purpose: string): Promise<Uint8Array> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(purpose) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}

function cookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name) return value;
  }
  return undefined;
}
