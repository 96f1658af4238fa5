import type { CallName } from '../schema/session.js';
import { isLoopback } from './loopback.js';
import { checkSecrets, createSeal } from './seal.js';

/** What the handler knows of one applicant. It never reaches the browser in the clear. */
export interface LendingSession {
  company_id?: string | undefined;
  application_id?: string | undefined;
  /** The applicant's e-mail as it was sent with the application: endpoint 5 asks for it. */
  email?: string | undefined;
  /** How often documents or figures were added: who agreed before agreed to something else. */
  revision?: number | undefined;
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
  // A missing environment variable leaves `sessions` or its secret undefined.
  const secrets = checkSecrets(options?.secret);
  return options.store ? storedSessions(options.store) : sealedSessions(secrets, options);
}

const storedSessions = (store: SessionStore): Sessions => ({
  read: async (_request, subject) => (await store.get(subject)) ?? { done: [] },
  async write(_request, subject, session) {
    await store.set(subject, session);
    return {};
  },
});

function sealedSessions(secrets: readonly string[], options: SessionOptions): Sessions {
  const { maxAge = 7 * 24 * 3600, loopback = false } = options;
  const seal = createSeal(secrets, 'lending-elements/session');
  const isOpen = (request: Request) => {
    const { protocol, hostname } = new URL(request.url);
    return loopback && protocol === 'http:' && isLoopback(hostname);
  };
  const nameFor = (request: Request) => (isOpen(request) ? 'lending' : '__Host-lending');

  return {
    async read(request, subject) {
      const sealed = cookie(request, nameFor(request));
      const opened = sealed ? await seal.open<{ session: LendingSession }>(sealed, subject) : undefined;
      return opened?.session ?? { done: [] };
    },
    async write(request, subject, session) {
      const sealed = await seal.close({ session }, subject, maxAge);
      const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isOpen(request) ? '' : '; Secure'}`;
      return { 'set-cookie': `${nameFor(request)}=${sealed}; ${attributes}` };
    },
  };
}

function cookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name) return value;
  }
  return undefined;
}
