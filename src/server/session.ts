import { EncryptJWT, jwtDecrypt } from 'jose';
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

/** A partner's own place for sessions. The key is the subject that `authorize` answered. */
export interface SessionStore {
  get(subject: string): Promise<LendingSession | undefined> | LendingSession | undefined;
  set(subject: string, session: LendingSession): Promise<void> | void;
  delete(subject: string): Promise<void> | void;
}

/** The default: the session travels in a cookie that only the handler can read. Any number of machines can serve it. */
export interface SealedSessions {
  /** At least 32 characters of chance. Give two to change it: the first seals, each opens. */
  secret: string | readonly string[];
  /** Seconds until an unfinished application is forgotten. Default: 7 days. */
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

export function createSessions(options: SessionStore | SealedSessions): Sessions {
  // A missing environment variable leaves `sessions` or its secret undefined: that is said below.
  return 'get' in (options ?? {}) ? storedSessions(options as SessionStore) : sealedSessions(options as SealedSessions);
}

const storedSessions = (store: SessionStore): Sessions => ({
  read: async (_request, subject) => (await store.get(subject)) ?? { done: [] },
  async write(_request, subject, session) {
    await store.set(subject, session);
    return {};
  },
});

const AUDIENCE = 'lending-elements/session';

function sealedSessions(options: SealedSessions | undefined): Sessions {
  const { secret = '', maxAge = 7 * 24 * 3600, loopback = false } = options ?? {};
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one.length < 32)) {
    throw new LendingError('config-invalid', 'sessions.secret is missing, or shorter than 32 characters.', {
      remedy: 'Set it to 32 or more random characters, the same on every machine.',
    });
  }
  const keys = secrets.map(deriveKey);
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
async function deriveKey(secret: string): Promise<Uint8Array> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(AUDIENCE) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}

function cookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name) return value;
  }
  return undefined;
}
