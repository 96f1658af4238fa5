import { LendingError } from '../errors.js';
import { ELEMENTS } from './elements/elements.js';
import type { ElementFiles } from './elements/types.js';
import { checkExisting } from './idempotency/existing-application.js';
import { errorForLog } from './log.js';
import { createOpenRoutes, type OpenVisit } from './open-routes.js';
import { faultOf, printFault } from './options/fault.js';
import { ASKS_FOR_NOTES, notesOf } from './options/environment.js';
import { resolveOpenOptions, resolveOptions, warnOfOptions, type OpenOptions } from './options/resolve-options.js';
import { refuseTooMany } from './rate-limit.js';
import { asLendingError, errorReply, jsonReply, responseOf } from './reply.js';
import { bodyAlreadyRead, checkOrigin, corsHeaders, discardBody, preflight } from './request.js';
import { createRoutes } from './routes.js';
import type { ServiceCall } from './service/types.js';
import { createSessions, type LendingSession } from './session.js';
import type { Handler, HandlerOptions, LogEntry, Reply, Route } from './types.js';

/** A request, its id and the calls to the service that are made for it. */
interface RequestContext extends OpenVisit {
  url: URL;
  requestId: string;
  calls: ServiceCall[];
}

/** The part of a handler that depends on its options: all of them, or too few for more than an error. */
interface Core {
  options: OpenOptions;
  routes: Record<string, readonly { method: string; respond(context: RequestContext): Promise<Reply> }[]>;
  /** Responds to requests whose URL is not that of a route. */
  respondOther(context: RequestContext): Promise<Reply>;
  forget: Handler['forget'];
}

/** The core of a handler whose options work. */
function createCore(given: HandlerOptions): Core {
  const options = resolveOptions(given);
  warnOfOptions(given);
  const { prefix, origins } = options;
  const { routes, forget } = createRoutes(options);
  const sessions = createSessions(options.sessions);

  /** Runs a route for a signed-in user, within the rate limit. */
  async function visit({ request, url, requestId, calls }: RequestContext, run: Route): Promise<Reply> {
    // The doctor finds a body parser without a user.
    if (request.bodyUsed) throw bodyAlreadyRead();
    checkOrigin(request, url, origins);
    const user: unknown = await options.authorize(request);
    const subject = subjectOf(user);
    if (subject === undefined) throw signedOut(user);
    refuseTooMany('requests', await options.limiter.take(subject));
    const { session, save } = await sessions.open(request, subject);
    const noneAt = session.company_id ? undefined : await findExisting(subject, session);
    const onAnswer = (call: ServiceCall) => calls.push(call);
    const body = await run({ request, subject, session, requestId, noneAt, onAnswer });
    return jsonReply(200, body, await save(), corsHeaders(request, origins));
  }

  /** Puts an existing application into the session. Returns the time of the question if the partner is certain that there is none. */
  async function findExisting(subject: string, session: LendingSession): Promise<number | undefined> {
    const askedAt = Date.now();
    const found = checkExisting(await options.existingApplication?.({ subject }));
    if (found === 'none') return askedAt;
    Object.assign(session, found);
    return undefined;
  }

  /** A request for one of our routes at another path shows the developer that the handler is mounted elsewhere. */
  async function respondOther({ url: { pathname } }: RequestContext): Promise<Reply> {
    const isOurs = !pathname.startsWith(prefix) && Object.hasOwn(all, pathname.split('/').at(-1)!);
    const remedy = `The address ends like a route of the handler, but its routes are under ${prefix}. Mount it there, or set createHandler({ path }).`;
    throw new LendingError('handler-not-found', 'The handler has no route at this address.', {
      remedy: isOurs ? remedy : undefined,
    });
  }

  const visits = Object.entries(routes).map(([name, methods]) => [
    name,
    methods.map(({ method, run }) => ({ method, respond: (context: RequestContext) => visit(context, run) })),
  ]);
  const all: Core['routes'] = { ...Object.fromEntries(visits), ...createOpenRoutes(options) };
  return { options, routes: all, respondOther, forget };
}

/** The core of a handler whose options cannot work: it serves the open routes, and every other response is the error. */
function createFailingCore(given: HandlerOptions, fault: LendingError): Core {
  const options = resolveOpenOptions(given);
  printFault(fault, 'the handler answers every call with status 500');
  const { origins } = options;
  return {
    options,
    routes: createOpenRoutes(options),
    async respondOther({ request, url }) {
      const allowed = preflight(request, origins, 'GET, POST');
      if (allowed) return allowed;
      checkOrigin(request, url, origins);
      throw fault;
    },
    forget: () => Promise.reject(fault),
  };
}

/**
 * Creates the partner's side of the five calls: the routes `applications`, `documents`, `prequalification`, `request-offers` and
 * `widget-token`, and also `session`, `consent`, `draft`, `frame` and `elements`. Throws `config-invalid` if an option cannot work.
 * With options of `fromEnv()` whose variables are missing, it prints the error and answers every call with it.
 */
export function createHandler(given: HandlerOptions): Handler {
  const { whole: fault } = faultOf(given);
  const { options, routes, respondOther, forget } = fault ? createFailingCore(given, fault) : createCore(given);
  const { prefix, origins } = options;

  /** The name of the route at a URL, and the rest of the path. */
  function routeOf({ pathname }: URL): { name: string | undefined; rest: string } {
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '';
    const isFile = path.startsWith(`${ELEMENTS}/`) && options.elements !== false;
    if (isFile) return { name: ELEMENTS, rest: path.slice(ELEMENTS.length + 1) };
    return { name: Object.hasOwn(routes, path) && path !== ELEMENTS ? path : undefined, rest: '' };
  }

  async function respond(name: string | undefined, context: RequestContext): Promise<Reply> {
    if (!name) return respondOther(context);
    const { request, requestId } = context;
    const methods = routes[name]!;
    const route = methods.find(({ method }) => method === request.method);
    if (route) return route.respond(context);
    const allow = methods.map(({ method }) => method).join(', ');
    const error = new LendingError('handler-method', `This route accepts only ${allow}.`);
    return (
      preflight(request, origins, allow) ?? errorReply(error, requestId, { allow, ...corsHeaders(request, origins) })
    );
  }

  /** The doctor asks without a user, and gets notes about options that it cannot see otherwise. */
  const isAskedForNotes = ({ headers }: Request, { code }: LendingError) =>
    code === 'handler-signed-out' && headers.has(ASKS_FOR_NOTES);

  /** A log that fails changes no answer: the session must record the calls that the service has done. */
  function log(entry: LogEntry): void {
    const report = (error: unknown) => console.error('createHandler({ log }) failed:', error);
    try {
      const logging: unknown = options.log(entry);
      if (logging) Promise.resolve(logging).catch(report);
    } catch (error) {
      report(error);
    }
  }

  async function reply(request: Request, elements?: ElementFiles): Promise<Response> {
    const requestId = crypto.randomUUID();
    const calls: ServiceCall[] = [];
    const url = new URL(request.url);
    const { name, rest } = routeOf(url);
    // No other part of the path is logged: it could contain anything.
    const route = `${request.method} ${prefix}${name ?? '…'}`;
    try {
      const answered = await respond(name, { request, url, rest, elements, requestId, calls });
      log({ requestId, route, status: answered.status, calls });
      return responseOf(answered);
    } catch (thrown) {
      const error = asLendingError(thrown);
      const noted = isAskedForNotes(request, error) ? notesOf(given, request) : undefined;
      const answered = errorReply(error, requestId, corsHeaders(request, origins), noted);
      const { code } = error;
      log({ requestId, route, status: answered.status, calls, code, error: errorForLog(error) });
      return responseOf(answered);
    } finally {
      discardBody(request).catch(() => undefined);
    }
  }

  return Object.assign((request: Request) => reply(request), { reply, forget });
}

/** The texts of missing values and objects: all users would be the same subject. */
const MISTAKES = ['undefined', 'null', 'NaN', '[object Object]', '[object Promise]'];

/** Returns the subject that `authorize` returned, or nothing if no user is signed in. Throws if several users could have this subject. */
function subjectOf(answer: unknown): string | undefined {
  if (answer === null || answer === undefined) return undefined;
  const { subject } = answer as { subject?: unknown };
  if (subject === null || subject === undefined || subject === '') return undefined;
  if (typeof subject !== 'string') throw wrong(`is of the type ${Array.isArray(subject) ? 'array' : typeof subject}`);
  if (MISTAKES.includes(subject)) throw wrong(`is the text "${subject}", which code writes for a missing value`);
  if (subject.trim() !== subject) throw wrong('is blank, or begins or ends with a space');
  if (/\p{Cc}/u.test(subject)) throw wrong('contains a control character');
  return subject;
}

/** Returns the error for a visitor who is nobody. An object with another key than `subject` is a mistake of the developer's. */
function signedOut(user: unknown): LendingError {
  const isMistake = typeof user === 'object' && user !== null && !('subject' in user) && Object.keys(user).length > 0;
  const remedy =
    'authorize() returned an object without "subject". Return { subject } with the id of the user, or null.';
  return new LendingError('handler-signed-out', 'No user is signed in.', { remedy: isMistake ? remedy : undefined });
}

const wrong = (why: string) =>
  new LendingError('config-invalid', `authorize() must return { subject: string } or null: the subject ${why}.`, {
    remedy: 'Return an id of the user that never changes and that no other user has.',
  });
