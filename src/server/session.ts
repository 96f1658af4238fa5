import { CALLS, type CallName } from '../schema/calls.js';
import { isLoopback } from './loopback.js';
import { checkSecrets, createSeal } from './seal.js';
import { createTurns } from './turns.js';

/** What the handler knows of one applicant. It never reaches the browser in the clear. */
export interface LendingSession {
  company_id?: string | undefined;
  application_id?: string | undefined;
  /** The applicant's e-mail as it was sent with the application: endpoint 5 asks for it. */
  email?: string | undefined;
  /** The calls on the application that have succeeded, each with a mark that changes when it succeeds again. */
  marks: Marks;
}
export type Marks = Partial<Record<CallName, string>>;

/** A partner's own place for sessions, in place of the cookies. The key is the subject that `authorize` answered. */
export interface SessionStore {
  get(subject: string): Promise<LendingSession | undefined> | LendingSession | undefined;
  set(subject: string, session: LendingSession): Promise<void> | void;
  delete(subject: string): Promise<void> | void;
}

/** How sessions are kept, and what else is derived from their secret. */
export interface SessionOptions {
  /** At least 32 characters of chance. Give two to change it: the first seals, each opens. */
  secret: string | readonly string[];
  /** Where sessions are kept. Default: they travel in cookies that only the handler can read, and any number of machines can serve them. */
  store?: SessionStore | undefined;
  /** Seconds until the cookies of an unfinished application are forgotten. Default: 7 days. */
  maxAge?: number | undefined;
  /** Allows plain http on loopback, for development: the cookies are then not `Secure`. Default: `false`. */
  loopback?: boolean | undefined;
  /** Whether the partner's page stands in a frame of another site: its cookies are then `Partitioned`. Default: `false`. */
  framed?: boolean | undefined;
}

/** Where the handler keeps sessions, whichever way. */
export interface Sessions {
  read(request: Request, subject: string): Promise<LendingSession>;
  /** Keeps what has changed, and answers with the cookies that the response sets for it. */
  write(request: Request, subject: string, before: LendingSession, after: LendingSession): Promise<string[]>;
}

/** The calls that have succeeded, in the order of the specification. */
export const doneCalls = ({ company_id, marks }: LendingSession) =>
  CALLS.filter((call) => (call === 'createApplication' ? company_id : marks[call]));

export function createSessions(options: SessionOptions): Sessions {
  // A missing environment variable leaves `sessions` or its secret undefined.
  const secrets = checkSecrets(options?.secret);
  return options.store ? storedSessions(options.store) : sealedSessions(secrets, options);
}

const changes = (before: Marks, after: Marks) =>
  CALLS.filter((call) => after[call] !== before[call]).map((call) => [call, after[call]] as const);

/** Calls at once each know what was there before them: what they add is put together in turn. */
function storedSessions(store: SessionStore): Sessions {
  const inTurn = createTurns();
  return {
    read: async (_request, subject) => ({ marks: {}, ...(await store.get(subject)) }),
    write: (_request, subject, before, after) =>
      inTurn(subject, async () => {
        const now = await store.get(subject);
        const marks = now?.company_id === after.company_id ? now?.marks : {};
        await store.set(subject, {
          ...after,
          marks: { ...marks, ...Object.fromEntries(changes(before.marks, after.marks)) },
        });
        return [];
      }),
  };
}

/** Each call has a cookie of its own: of two answers at once the later one takes nothing of the earlier one away. */
function sealedSessions(secrets: readonly string[], options: SessionOptions): Sessions {
  const { maxAge = 7 * 24 * 3600, loopback = false, framed = false } = options;
  const seal = createSeal(secrets, 'lending-elements/session');

  /** The cookies of one request, and how its answer sets them. */
  function cookiesOf(request: Request, subject: string) {
    const isOpen = loopback && isPlainLoopback(request.url);
    const sent = parseCookies(request.headers.get('cookie') ?? '');
    const site = framed && !isOpen ? 'None; Partitioned' : 'Lax';
    const attributes = `Path=/; HttpOnly; SameSite=${site}; Max-Age=${maxAge}${isOpen ? '' : '; Secure'}`;
    const nameFor = (call = '') => `${isOpen ? '' : '__Host-'}lending${call && `-${call}`}`;
    return {
      async open<T>(call?: CallName) {
        const sealed = sent.get(nameFor(call));
        return sealed ? seal.open<T>(sealed, subject) : undefined;
      },
      async close(content: object, call?: CallName) {
        return `${nameFor(call)}=${await seal.close({ ...content }, subject, maxAge)}; ${attributes}`;
      },
    };
  }

  return {
    async read(request, subject) {
      const { open } = cookiesOf(request, subject);
      const base = await open<Base>();
      if (!base) return { marks: {} };
      const { company_id, application_id, email } = base;
      const marked = CALLS.map(async (call) => {
        const one = await open<{ company_id: string; mark: string }>(call);
        // A mark of an earlier application says nothing about this one.
        return one?.company_id === company_id ? [[call, one!.mark]] : [];
      });
      const marks = Object.fromEntries((await Promise.all(marked)).flat()) as Marks;
      return { company_id, application_id, email, marks };
    },
    async write(request, subject, before, { company_id, application_id, email, marks }) {
      const { open, close } = cookiesOf(request, subject);
      const base = { company_id, application_id, email };
      const calls = changes(before.marks, marks).map(([call, mark]) => close({ company_id, mark }, call));
      // Sealing takes as long as all else that a call does: a seal is made anew once a tenth of its time is over.
      const sealed = isSame(before, base) ? await open<Base>() : undefined;
      const isYoung = sealed && !sealed.isOld && sealed.exp - Date.now() / 1000 > maxAge * 0.9;
      return Promise.all(isYoung ? calls : [close(base), ...calls]);
    },
  };
}

type Base = Omit<LendingSession, 'marks'>;
const isSame = (one: Base, other: Base) =>
  one.company_id === other.company_id && one.application_id === other.application_id && one.email === other.email;

function isPlainLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLoopback(hostname);
}

/** Of two cookies with one name the first counts, which is the one with the longer path. */
function parseCookies(header: string): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('=') as [string, string]);
  return new Map(pairs.toReversed());
}
