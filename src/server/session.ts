import { CALLS, type CallName } from '../schema/calls.js';
import { createSeal } from './seal.js';
import { isLoopback } from '../schema/widget/loopback.js';
import { createQueue } from './util/queue.js';
import type { Complete } from './util/types.js';

/** The handler's data about one applicant. The browser gets it sealed only. */
export interface LendingSession {
  company_id?: string | undefined;
  application_id?: string | undefined;
  /** The applicant's e-mail as it was sent with the application: endpoint 5 needs it. */
  email?: string | undefined;
  /** The calls that have succeeded, each with a mark that changes when the call succeeds again. */
  marks: Marks;
  /** The figures that were sent last, sealed. */
  figures?: string | undefined;
}
type Marks = Partial<Record<CallName, string>>;

/** A partner's own store for sessions, instead of cookies. The key is the subject that `authorize` returned. */
export interface SessionStore {
  get(subject: string): Promise<LendingSession | undefined> | LendingSession | undefined;
  set(subject: string, session: LendingSession): Promise<void> | void;
  delete(subject: string): Promise<void> | void;
  /**
   * Reads a session, changes it with `change` and writes it, in one step, so that two machines never undo each other's change. `change`
   * returns `undefined` to leave everything as it is, and can be called several times. A store that several machines share needs it.
   * Default: the handler calls `get` and `set`, and only requests in the same process wait for each other.
   */
  update?(
    subject: string,
    change: (session: LendingSession | undefined) => LendingSession | undefined,
  ): Promise<void> | void;
}

/** How sessions are kept. Other keys of the handler are derived from their secret too. */
export interface SessionOptions {
  /** At least 32 random characters. To change it, give a list: the first secret seals, and each of them opens. */
  secret: string | readonly string[];
  /** A store for sessions. Default: cookies that only the handler can read, so that any number of machines can serve them. */
  store?: SessionStore | undefined;
  /** Seconds until the cookies of an unfinished application expire. Default: 7 days. */
  maxAge?: number | undefined;
  /**
   * Seconds after which the cookies of an application expire, however often they are used, so that copied cookies stop working too.
   * With a `store`, the store decides. Default: 30 days.
   */
  sessionMaxAge?: number | undefined;
  /** Allows plain http on loopback, for development: the cookies are not `Secure` there. Default: `false`. */
  loopback?: boolean | undefined;
  /** Whether your page is in a frame of another site. Its cookies are then `Partitioned`. Default: `false`. */
  framed?: boolean | undefined;
}

/** The options of sessions, checked and complete. `origins` are those of the partner's pages. */
export interface SessionSettings extends Complete<Omit<SessionOptions, 'secret' | 'store'>> {
  secrets: readonly string[];
  store?: SessionStore | undefined;
  origins: readonly string[];
}

/** The handler's sessions, in cookies or in a store. */
export interface Sessions {
  open(request: Request, subject: string): Promise<OpenSession>;
}

/** A session during a request. */
interface OpenSession {
  session: LendingSession;
  /** Keeps the changes. Returns the cookies that the response must set. */
  save(): Promise<string[]>;
}

/** The calls that have succeeded in this session or `elsewhere`, in the order of the specification. */
export const doneCalls = ({ company_id, marks }: LendingSession, elsewhere: readonly CallName[] = []) =>
  CALLS.filter((call) => (call === 'createApplication' ? company_id : marks[call] || elsewhere.includes(call)));

export const createSessions = (settings: SessionSettings): Sessions =>
  settings.store ? storedSessions(settings.store) : sealedSessions(settings);

/** The content of a call's cookie. */
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

/** Each of several calls at once adds its own changes to the newest session in the store. */
function storedSessions(store: SessionStore): Sessions {
  const inOrder = createQueue();
  return {
    async open(_request, subject) {
      const before: LendingSession = { marks: {}, ...(await store.get(subject)) };
      const session = { ...before, marks: { ...before.marks } };
      async function save() {
        const added = changes(before.marks, session.marks);
        if (added.length === 0 && isSame(before, session)) return [];
        const change = (now: LendingSession | undefined): LendingSession | undefined => {
          // The session was deleted in the meantime.
          if (before.company_id && !now) return undefined;
          const same = now?.company_id === session.company_id ? now : undefined;
          const marks = { ...same?.marks, ...Object.fromEntries(added) };
          const figures = session.figures === before.figures ? same?.figures : session.figures;
          return { ...session, marks, ...(figures && { figures }) };
        };
        if (store.update) await store.update(subject, change);
        else {
          const next = change((await store.get(subject)) ?? undefined);
          if (next) await store.set(subject, next);
        }
        return [];
      }
      return { session, save: () => inOrder(subject, save) };
    },
  };
}

/** Each call has its own cookie, and so have the figures: of two answers at once, the later one removes nothing that the earlier one set. */
function sealedSessions(settings: SessionSettings): Sessions {
  const { secrets, maxAge, sessionMaxAge } = settings;
  const seal = createSeal(secrets, 'lending-elements/session');
  return {
    async open(request, subject) {
      const cookies = cookiesOf(request, settings);
      const opened = await seal.open<Base & { since?: number }>(cookies.get(), subject);
      const now = Math.floor(Date.now() / 1000);
      const { since = opened?.iat ?? now } = opened ?? {};
      const left = since + sessionMaxAge - now;
      const base = left > 0 ? opened : undefined;
      const before: Marks = {};
      for (const call of base ? CALLS : []) {
        const sealed = cookies.get(call);
        const one = sealed && (await seal.open<Mark>(sealed, subject));
        // A mark of an earlier application or of another call does not count.
        if (one && one.company_id === base!.company_id && one.call === call) before[call] = one.mark;
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
          cookies.set(await seal.close(content, subject, age), call);
        // Seals cost much of a call's time, so they are renewed only after a tenth of theirs, and all at once.
        const isYoung = base && isKnown && !base.isOld && base.exp - Date.now() / 1000 > maxAge * 0.9;
        const unsealed = isYoung ? added.filter(([call]) => !before[call]) : changes({}, marks);
        const sealed = isYoung ? [] : [await set({ ...baseOf(session), since: base ? since : now })];
        for (const [call, mark] of unsealed) sealed.push(await set({ company_id, call, mark }, call));
        // The figures are sealed already.
        if (session.figures && !(isYoung && session.figures === figures))
          sealed.push(cookies.set(session.figures, 'figures'));
        return sealed;
      }
      return { session, save };
    },
  };
}

/** Reads the cookies of a request, and writes those of its answer. */
function cookiesOf(request: Request, { maxAge, loopback, framed, origins }: SessionSettings) {
  const sent = readCookies(request.headers.get('cookie') ?? '');
  const isHttps = () => sent.has(`${SECURE}lending`) || isOverHttps(request, origins);
  const isOpen = loopback && !isHttps() && isPlainLoopback(request.url);
  const site = framed && !isOpen ? 'None; Partitioned' : 'Lax';
  const attributes = `Path=/; HttpOnly; SameSite=${site}; Max-Age=${maxAge}${isOpen ? '' : '; Secure'}`;
  const nameFor = (part = '') => `${isOpen ? '' : SECURE}lending${part && `-${part}`}`;
  return {
    get: (part?: CallName | 'figures') => sent.get(nameFor(part)),
    set: (sealed: string, part?: CallName | 'figures') => `${nameFor(part)}=${sealed}; ${attributes}`,
  };
}

/** The prefix of cookies that browsers accept only over https and for this host alone. */
const SECURE = '__Host-';

/** Returns true if any header or origin says that the page uses https. Behind a proxy the handler may get plain http. */
function isOverHttps({ headers }: Request, origins: readonly string[]): boolean {
  const pages = [headers.get('origin'), headers.get('referer'), ...origins];
  const forwarded = `${headers.get('x-forwarded-proto')};${headers.get('forwarded')}`;
  return pages.some((one) => one?.startsWith('https:')) || /(^|proto=|[ ,])"?https\b/i.test(forwarded);
}

function isPlainLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLoopback(hostname);
}

/** Of two cookies with one name the first counts: it has the longer path. */
function readCookies(header: string): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('=') as [string, string]);
  return new Map(pairs.toReversed());
}
