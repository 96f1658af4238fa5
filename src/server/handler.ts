import { LendingError } from '../errors.js';
import type { Prefill, Settings, WidgetSettings } from '../schema/session.js';
import type { ConsentOptions } from './consents.js';
import { warnOfMemory, type HandlerEnvironment } from './environments.js';
import type { DraftOptions } from './draft-store.js';
import { memoryConsents } from './consent-store.js';
import { checkExisting, type ApplicationToKeep, type FoundApplication } from './existing.js';
import { frameReply, type FrameOptions } from './frame.js';
import { checkOrigin, corsHeaders, preflight, type Arrival } from './guard.js';
import { limitHooks } from './hooks.js';
import { memoryLimiter, type RateLimiter } from './limits.js';
import type { OnceStore } from './once.js';
import { checkOptions } from './options.js';
import { checkWidget, warnOfSamples } from './partner-settings.js';
import { asLendingError, createConsoleLog, errorForLog, errorReply, json, responseOf, type Reply } from './respond.js';
import { createRoutes, type Route } from './routes.js';
import { createSessions, type LendingSession, type SessionOptions } from './session.js';
import { subjectOf } from './subject.js';
import type { ServiceCall, UpstreamOptions } from './upstream.js';

export interface HandlerOptions extends UpstreamOptions, ConsentOptions {
  /**
   * `'production'`, `'staging'`, or `'sandbox'` for a sandbox on this machine. Only the sandbox goes with stores that forget, which
   * are a loss of consents and applications anywhere else: there `createHandler` refuses them. `fromEnv()` reads it from
   * `LENDING_ENVIRONMENT`. Default: `'production'`.
   */
  environment?: HandlerEnvironment | undefined;
  /**
   * Says who is signed in to the partner's site, or `null`. Everything that the handler knows of an application belongs
   * to this subject, and nobody else reaches it.
   */
  authorize(request: Request): Promise<{ subject: string } | null> | { subject: string } | null;
  /** Who owns which application: sealed into a cookie, or in a store of the partner's. */
  sessions: SessionOptions;
  /**
   * How what is typed is kept until the application exists. With `true` a page keeps it through a reload: sealed with a key of
   * this subject's, in the browser's history. With `{ store }` the handler saves it too, sealed, in a place of the partner's,
   * so that the applicant can go on with another device: for 14 days after the last change, and until the application is
   * created, a consent is withdrawn, the applicant deletes it, or `Handler.forget()` is called. Default: `true`.
   */
  drafts?: boolean | DraftOptions | undefined;
  /** Which widget script the page loads, and how it is started. Default: none, and `<lending-widget>` says so. */
  widget?: WidgetSettings | undefined;
  /** The document for a widget that runs isolated, at `GET frame`. */
  frame?: FrameOptions | undefined;
  /** What the forms ask, and what is sent without being asked. Default: the specification's samples. */
  settings?: Partial<Settings> | undefined;
  /**
   * What the partner knows of this subject already: the forms show it filled in. Which of it the applicant cannot change
   * stands in `settings.read_only`. It is asked for whenever a page starts. Default: nothing.
   */
  prefill?: ((visit: { subject: string }) => Promise<Prefill | undefined> | Prefill | undefined) | undefined;
  /** Where the handler is mounted. Default: `/api/lending`. */
  path?: string | undefined;
  /** Origins of the partner's pages beside the handler's own, exactly. Default: none. */
  origins?: readonly string[] | undefined;
  /**
   * Called, and awaited, when an application was created: persist the object (specification, endpoint 1), and return it from
   * `existingApplication`. If it fails, it is called again at the next try.
   */
  onApplicationCreated?: ((created: ApplicationToKeep) => Promise<void> | void) | undefined;
  /**
   * An application that this subject has already: one that the partner created, or one whose session is lost. It is asked
   * for where the session knows of none, and the journey goes on behind it: so an applicant goes on with another device. An
   * object that `onApplicationCreated` got can be returned as it is.
   *
   * Where a creation ended and nobody knows how (`outcome-unknown`), this is how it is found out. `'none'` says that you have
   * looked for the application at the service, as in the partner dashboard, and that there certainly is none. It lets the
   * application be created once more, `timeout` and `settleAfter` after the attempt began. `undefined` says that you do not know
   * of one. Default: nobody looks.
   */
  existingApplication?: ((visit: { subject: string }) => Promise<FoundApplication> | FoundApplication) | undefined;
  /**
   * Milliseconds after `timeout` for which a creation may still take effect at the service: a `'none'` of `existingApplication`
   * that is older says nothing about it. Default: 2 minutes.
   */
  settleAfter?: number | undefined;
  /**
   * Bytes of documents that are held at once: where that is full, those that came later wait for those that came first.
   * Default: 64 MiB.
   */
  uploadMemory?: number | undefined;
  /**
   * Where it is remembered what has begun, so that nothing is done twice. Required for production and staging. Default for the
   * sandbox: in this process.
   */
  once?: OnceStore | undefined;
  /** How often a subject may ask, and have something recorded. Default: 120 requests in a minute and 60 records in ten, counted in this process. */
  limiter?: RateLimiter | undefined;
  /**
   * Gets a line for each request: codes, ids of requests, and of what the service said the plain words: no names or numbers. An
   * applicant whose request failed reads out the beginning of its `request_id`. Default: such failures alone are written to the
   * console, by id and code, and once that requests come to another path than `path`.
   */
  log?: ((entry: LogEntry) => Promise<void> | void) | undefined;
}

/** What is logged of a request. */
export interface LogEntry {
  request_id: string;
  route: string;
  status: number;
  /** What the service said to the calls that were made for this request, each attempt by itself. */
  calls: readonly ServiceCall[];
  code?: string;
  /** The error with its cause, for the developer. It holds neither the key nor what the applicant entered. */
  error?: LendingError;
}

/** The handler: give it to the server of any platform that speaks `Request` and `Response`. */
export interface Handler {
  (request: Request): Promise<Response>;
  /**
   * The same without a `Response`, for a platform that writes its answers by itself. What comes behind the head of the
   * request may come apart from it. It never rejects.
   */
  reply(request: Request, arrival?: Arrival): Promise<Reply>;
  /**
   * Deletes the draft that is saved of a subject. Call it where a user signs out, or closes the account: the handler hears of
   * neither. It rejects where `drafts.store` fails. Without a store there is nothing to delete.
   */
  forget(subject: string): Promise<void>;
}

/**
 * Makes the partner's side of the five calls: the routes `applications`, `documents`, `prequalification`,
 * `request-offers` and `widget-token`, and `session`, `consent` and `frame` beside them. It throws `config-invalid` when an option cannot work.
 */
export function createHandler(given: HandlerOptions): Handler {
  checkOptions(given);
  const options = limitHooks(completed(given));
  const { path = '/api/lending', origins = [], authorize } = options;
  const { routes, forget } = createRoutes(options);
  warnOfSamples(options);
  warnOfMemory(given);
  const sessions = createSessions(options.sessions, origins);
  const write: NonNullable<HandlerOptions['log']> = options.log ?? createConsoleLog();
  const limiter = options.limiter ?? memoryLimiter();
  const prefix = `${path.replace(/\/$/, '')}/`;

  const isRoute = (name: string): name is keyof typeof routes => Object.hasOwn(routes, name);

  /** The route that a request is for: no other part of an address is looked at, or logged, for it could say anything. */
  function nameOf(request: Request): keyof typeof routes | 'frame' | undefined {
    const { pathname } = new URL(request.url);
    const name = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '';
    return name === 'frame' || isRoute(name) ? name : undefined;
  }

  /** A request for a route of ours at another path shows the developer that the handler is mounted somewhere else. */
  function notFound(request: Request): LendingError {
    const last = new URL(request.url).pathname.split('/').at(-1)!;
    const remedy = `The last part of the address is a route of this handler, whose path is ${prefix}. Mount it there, or set createHandler({ path }).`;
    const isMounted = new URL(request.url).pathname.startsWith(prefix);
    const isOurs = !isMounted && (last === 'frame' || isRoute(last));
    return new LendingError('handler-not-found', 'There is nothing here.', { remedy: isOurs ? remedy : undefined });
  }

  const frame = () => frameReply(checkWidget(options.widget), options.frame ?? {}, origins);

  async function answer(request: Request, arrival: Arrival, request_id: string, calls: ServiceCall[]): Promise<Reply> {
    const name = nameOf(request);
    if (!name) throw notFound(request);
    const methods: readonly { method: string; run?: Route }[] = name === 'frame' ? [{ method: 'GET' }] : routes[name];
    const route = methods.find(({ method }) => method === request.method);
    if (!route) {
      const allow = methods.map(({ method }) => method).join(', ');
      const asked = preflight(request, origins, allow);
      return asked ?? errorReply(new LendingError('handler-method', `Use ${allow}.`), request_id, { allow });
    }
    // It holds nothing of anybody's, and is asked for by whoever may frame it.
    if (!route.run) return frame();
    checkOrigin(request, origins);
    return visit(request, arrival, route.run, request_id, calls);
  }

  /** What only somebody does who is signed in, and not too often. */
  async function visit(request: Request, arrival: Arrival, run: Route, request_id: string, calls: ServiceCall[]) {
    const subject = subjectOf(await authorize(request));
    if (subject === undefined) throw new LendingError('handler-signed-out', 'Nobody is signed in.');
    const wait = await limiter.take(subject);
    if (wait > 0)
      throw new LendingError('handler-too-many', `Refused: too many requests. Wait ${wait} seconds.`, {
        recoverable: true,
        retryAfter: Math.ceil(wait),
      });
    if (request.bodyUsed) {
      throw new LendingError('handler-failed', 'The body was read before it came to the handler.', {
        remedy: 'Mount it before body parsers.',
      });
    }
    const { session, save } = await sessions.open(request, subject);
    const none = session.company_id ? undefined : await lookFor(subject, session);
    const onAnswer = (call: ServiceCall) => calls.push(call);
    const body = await run({ request, arrival, subject, session, request_id, none, onAnswer });
    return json(200, body, await save());
  }

  /** An application that the partner knows of is gone on with, whoever created it. Where there certainly is none: since when. */
  async function lookFor(subject: string, session: LendingSession): Promise<number | undefined> {
    const asked = Date.now();
    const found = checkExisting(await options.existingApplication?.({ subject }));
    if (found === 'none') return asked;
    Object.assign(session, found);
    return undefined;
  }

  /** Lets the page that asked read the answer, where it stands on another origin that the partner has named. */
  const forPage = (request: Request, reply: Reply): Reply => ({
    ...reply,
    headers: { ...reply.headers, ...corsHeaders(request, origins) },
  });

  /** A log that fails changes no answer: what the service has done must reach the session. */
  async function log(entry: LogEntry): Promise<void> {
    try {
      await write(entry);
    } catch (error) {
      console.error('createHandler({ log }) failed:', error);
    }
  }

  async function reply(request: Request, arrival: Arrival = request): Promise<Reply> {
    const request_id = crypto.randomUUID();
    const calls: ServiceCall[] = [];
    const entry = { request_id, calls, route: `${request.method} ${prefix}${nameOf(request) ?? '…'}` };
    try {
      const answered = forPage(request, await answer(request, arrival, request_id, calls));
      void log({ ...entry, status: answered.status });
      return answered;
    } catch (thrown) {
      const error = asLendingError(thrown);
      const answered = forPage(request, errorReply(error, request_id));
      void log({ ...entry, status: answered.status, code: error.code, error: errorForLog(error) });
      return answered;
    } finally {
      discard(arrival).catch(() => undefined);
    }
  }

  return Object.assign(async (request: Request) => responseOf(await reply(request)), { reply, forget });
}

/** The sandbox needs no place for consents. */
const completed = (options: HandlerOptions): HandlerOptions =>
  options.environment === 'sandbox' && !options.consents ? { ...options, consents: memoryConsents() } : options;

/** The bytes that are read of a body that nobody wanted, so that its connection can be used again. A longer one is cut off. */
const DISCARDED = 2 ** 20;

/** What was not read of a body stands in the way of the next request of its connection. */
async function discard({ body }: Arrival): Promise<void> {
  if (!(body instanceof ReadableStream) || body.locked) return;
  const reader = body.getReader();
  for (let size = 0; size < DISCARDED;) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
  }
  await reader.cancel();
}
