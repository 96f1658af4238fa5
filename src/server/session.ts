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
  /** The figures that were sent last, sealed: only the handler can read them. */
  figures?: string | undefined;
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
  /**
   * Seconds after which the cookies of an application are forgotten, however often they are used. Somebody who has copied them has
   * no longer than that. With a `store` it is the store that forgets. Default: 30 days.
   */
  sessionMaxAge?: number | undefined;
  /** Allows plain http on loopback, for development: the cookies are then not `Secure`. Default: `false`. */
  loopback?: boolean | undefined;
  /** Whether the partner's page stands in a frame of another site: its cookies are then `Partitioned`. Default: `false`. */
  framed?: boolean | undefined;
}

/** Where the handler keeps sessions, whichever way. */
export interface Sessions {
  open(request: Request, subject: string): Promise<OpenSession>;
}

/** A session while a request works with it. */
interface OpenSession {
  session: LendingSession;
  /** Keeps what has changed, and answers with the cookies that the response sets for it. */
  save(): Promise<string[]>;
}

/** The calls that have succeeded, in the order of the specification: in this session, or `elsewhere`. */
export const doneCalls = ({ company_id, marks }: LendingSession, elsewhere: readonly CallName[] = []) =>
  CALLS.filter((call) => (call === 'createApplication' ? company_id : marks[call] || elsewhere.includes(call)));

/** `origins` are those of the partner's pages. */
export function createSessions(options: SessionOptions, origins: readonly string[] = []): Sessions {
  // A missing environment variable leaves `sessions` or its secret undefined.
  const secrets = checkSecrets(options?.secret);
  return options.store ? storedSessions(options.store) : sealedSessions(secrets, options, origins);
}

/** What the cookie of a call holds. */
interface Mark {
  company_id: string;
  call: CallName;
  mark: string;
}

type Base = Omit<LendingSession, 'marks' | 'figures'>;
const baseOf = ({ company_id, application_id, email }: Base): Base => ({ company_id, application_id, email });
const isSame = (one: Base, other: Base) =>
  one.company_id === other.company_id && one.application_id === other.application_id && one.email === other.email;

const changes = (before: Marks, after: Marks) =>
  CALLS.filter((call) => after[call] !== before[call]).map((call) => [call, after[call]] as const);

/** Calls at once each know what was there before them: what they add is put together in turn. */
function storedSessions(store: SessionStore): Sessions {
  const inTurn = createTurns();
  return {
    async open(_request, subject) {
      const before: LendingSession = { marks: {}, ...(await store.get(subject)) };
      const session = { ...before, marks: { ...before.marks } };
      async function save() {
        const added = changes(before.marks, session.marks);
        if (added.length === 0 && isSame(before, session)) return [];
        const now = await store.get(subject);
        // Somebody took the session back meanwhile.
        if (before.company_id && !now) return [];
        const same = now?.company_id === session.company_id ? now : undefined;
        const marks = { ...same?.marks, ...Object.fromEntries(added) };
        const figures = session.figures === before.figures ? same?.figures : session.figures;
        await store.set(subject, { ...session, marks, ...(figures && { figures }) });
        return [];
      }
      return { session, save: () => inTurn(subject, save) };
    },
  };
}

const WEEK = 7 * 24 * 3600;
const MONTH = 30 * 24 * 3600;

/** Each call has a cookie of its own, and the figures have: of two answers at once the later one takes nothing of the earlier one away. */
function sealedSessions(secrets: readonly string[], options: SessionOptions, origins: readonly string[]): Sessions {
  const { maxAge = WEEK, sessionMaxAge = MONTH } = options;
  const seal = createSeal(secrets, 'lending-elements/session');
  return {
    async open(request, subject) {
      const cookies = cookiesOf(request, options, origins);
      const opened = await seal.open<Base & { since?: number }>(cookies.get(), subject);
      const now = Math.floor(Date.now() / 1000);
      const { since = opened?.iat ?? now } = opened ?? {};
      const left = since + sessionMaxAge - now;
      const base = left > 0 ? opened : undefined;
      const before: Marks = {};
      for (const call of base ? CALLS : []) {
        const one = await seal.open<Mark>(cookies.get(call), subject);
        // A mark of an earlier application says nothing about this one, and one of another call nothing about this call.
        if (one?.company_id === base!.company_id && one!.call === call) before[call] = one!.mark;
      }
      const figures = cookies.get('figures');
      const session: LendingSession = { ...baseOf(base ?? {}), marks: { ...before }, figures };

      async function save() {
        const { company_id, marks } = session;
        const added = changes(before, marks);
        const isKnown = isSame(base ?? {}, session);
        if (added.length === 0 && isKnown) return [];
        const age = base ? Math.min(maxAge, left) : Math.min(maxAge, sessionMaxAge);
        const set = async (content: object, call?: CallName) =>
          cookies.set(await seal.close({ ...content }, subject, age), call);
        // Sealing takes as long as all else that a call does: seals are made anew once a tenth of their time is over.
        const isYoung = base && isKnown && !base.isOld && base.exp - Date.now() / 1000 > maxAge * 0.9;
        const all = (isYoung ? added : changes({}, marks)).map(([call, mark]) => set({ company_id, call, mark }, call));
        // They are sealed already.
        const hasNew = session.figures && !(isYoung && session.figures === figures);
        const sealed = hasNew ? [cookies.set(session.figures!, 'figures')] : [];
        return [
          ...(await Promise.all([
            ...(isYoung ? [] : [set({ ...baseOf(session), since: base ? since : now })]),
            ...all,
          ])),
          ...sealed,
        ];
      }
      return { session, save };
    },
  };
}

/** The cookies of one request, and how its answer sets them. */
function cookiesOf(
  request: Request,
  { maxAge = WEEK, loopback = false, framed = false }: SessionOptions,
  origins: readonly string[],
) {
  const sent = parseCookies(request.headers.get('cookie') ?? '');
  const isHttps = sent.has(`${SECURE}lending`) || isOverHttps(request, origins);
  const isOpen = loopback && !isHttps && isPlainLoopback(request.url);
  const site = framed && !isOpen ? 'None; Partitioned' : 'Lax';
  const attributes = `Path=/; HttpOnly; SameSite=${site}; Max-Age=${maxAge}${isOpen ? '' : '; Secure'}`;
  const nameFor = (what = '') => `${isOpen ? '' : SECURE}lending${what && `-${what}`}`;
  return {
    get: (what?: CallName | 'figures') => sent.get(nameFor(what)),
    set: (sealed: string, what?: CallName | 'figures') => `${nameFor(what)}=${sealed}; ${attributes}`,
  };
}

/** A name by which a browser refuses a cookie that did not come over https, for this host alone. */
const SECURE = '__Host-';

/** Whether anything says that the page is served over https: a proxy in front may come to the handler over plain http. */
function isOverHttps({ headers }: Request, origins: readonly string[]): boolean {
  const named = [headers.get('origin'), headers.get('referer'), ...origins];
  const forwarded = `${headers.get('x-forwarded-proto')};${headers.get('forwarded')}`;
  return named.some((one) => one?.startsWith('https:')) || /(^|proto=|[ ,])"?https\b/i.test(forwarded);
}

function isPlainLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLoopback(hostname);
}

/** Of two cookies with one name the first counts, which is the one with the longer path. */
function parseCookies(header: string): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('=') as [string, string]);
  return new Map(pairs.toReversed());
}
