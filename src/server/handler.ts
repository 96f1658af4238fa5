import { LendingError } from '../errors.js';
import { ELEMENTS } from './elements/elements.js';
import type { ElementFiles } from './elements/types.js';
import { checkExisting } from './idempotency/existing-application.js';
import { errorForLog } from './log.js';
import { createOpenRoutes, type OpenRouteName, type OpenVisit } from './open-routes.js';
import { faultOf, printFault, replaceMissing } from './options/fault.js';
import { ASKS_FOR_NOTES, notesOf } from './options/notes.js';
import { resolveOptions, warnOfOptions } from './options/resolve-options.js';
import { refuseTooMany } from './rate-limit.js';
import { asLendingError, errorReply, jsonReply, responseOf } from './reply.js';
import { bodyAlreadyRead, checkOrigin, corsHeaders, discardBody, preflight } from './request.js';
import { createRoutes, type RouteName } from './routes.js';
import type { ServiceCall } from './service/types.js';
import { createSessions, type LendingSession } from './session.js';
import { signedOut, subjectOf } from './subject.js';
import type { Handler, HandlerOptions, LogEntry, Reply, Route } from './types.js';

type AnyRoute = { method: string } & ({ run: Route } | { open: (visit: OpenVisit) => Promise<Reply> });

/** A request with the parts that the platform gives. */
interface Platform {
  request: Request;
  url: URL;
  /** The route, if there is one at this address. */
  name: RouteName | OpenRouteName | undefined;
  elements: ElementFiles | undefined;
}

/**
 * Creates the partner's side of the five calls: the routes `applications`, `documents`, `prequalification`, `request-offers` and
 * `widget-token`, and also `session`, `consent`, `draft`, `frame` and `elements`. Throws `config-invalid` if an option cannot work.
 * With options of `fromEnv()` whose variables are missing, it prints the error and answers every call with it.
 */
export function createHandler(given: HandlerOptions): Handler {
  const fault = faultOf(given);
  const notes = notesOf(given);
  const options = resolveOptions(fault ? replaceMissing(given) : given);
  if (fault) printFault(fault, 'the handler answers every call with status 500');
  else warnOfOptions(given);
  const { prefix, origins } = options;
  const { routes, forget } = createRoutes(options);
  const openRoutes = createOpenRoutes(options);
  const sessions = createSessions(options.sessions);

  const allRoutes: Record<RouteName | OpenRouteName, readonly AnyRoute[]> = { ...routes, ...openRoutes };
  const isRoute = (name: string): name is RouteName | OpenRouteName => Object.hasOwn(allRoutes, name);

  /** The part of an address's path after the mount path. */
  const nameOf = ({ pathname }: URL): string => (pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '');

  /** The route of an address. No other part of it is logged: it could contain anything. */
  function routeOf(url: URL): RouteName | OpenRouteName | undefined {
    const name = nameOf(url);
    const isFile = name.startsWith(`${ELEMENTS}/`) && options.elements !== false;
    if (isFile) return ELEMENTS;
    return isRoute(name) && name !== ELEMENTS ? name : undefined;
  }

  /** A request for one of our routes at another path shows the developer that the handler is mounted elsewhere. */
  function notFound({ pathname }: URL): LendingError {
    const last = pathname.split('/').at(-1)!;
    const isOurs = !pathname.startsWith(prefix) && isRoute(last);
    const remedy = `The address ends like a route of the handler, but its routes are under ${prefix}. Mount it there, or set createHandler({ path }).`;
    return new LendingError('handler-not-found', 'The handler has no route at this address.', {
      remedy: isOurs ? remedy : undefined,
    });
  }

  async function answer(platform: Platform, requestId: string, calls: ServiceCall[]): Promise<Reply> {
    const { request, url, name } = platform;
    if (!name) throw notFound(url);
    const methods = allRoutes[name];
    const route = methods.find(({ method }) => method === request.method);
    if (!route) {
      const allow = methods.map(({ method }) => method).join(', ');
      const error = new LendingError('handler-method', `This route accepts only ${allow}.`);
      return preflight(request, origins, allow) ?? withCors(request, errorReply(error, requestId, { allow }));
    }
    if ('open' in route)
      return route.open({ request, rest: nameOf(url).slice(name.length + 1), elements: platform.elements });
    checkOrigin(request, url, origins);
    if (fault) throw fault;
    return withCors(request, await visit(request, route.run, requestId, calls));
  }

  /** Runs a route for a signed-in user, within the rate limit. */
  async function visit(request: Request, run: Route, requestId: string, calls: ServiceCall[]) {
    const user: unknown = await options.authorize(request);
    const subject = subjectOf(user);
    if (subject === undefined) throw signedOut(user);
    refuseTooMany('requests', await options.limiter.take(subject));
    if (request.bodyUsed) throw bodyAlreadyRead();
    const { session, save } = await sessions.open(request, subject);
    const noneAt = session.company_id ? undefined : await findExisting(subject, session);
    const onAnswer = (call: ServiceCall) => calls.push(call);
    const body = await run({ request, subject, session, requestId, noneAt, onAnswer });
    return jsonReply(200, body, await save());
  }

  /** Puts an existing application into the session. Returns the time of the question if the partner is certain that there is none. */
  async function findExisting(subject: string, session: LendingSession): Promise<number | undefined> {
    const askedAt = Date.now();
    const found = checkExisting(await options.existingApplication?.({ subject }));
    if (found === 'none') return askedAt;
    Object.assign(session, found);
    return undefined;
  }

  function withCors(request: Request, reply: Reply): Reply {
    Object.assign(reply.headers, corsHeaders(request, origins));
    return reply;
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
    const name = routeOf(url);
    const route = `${request.method} ${prefix}${name ?? '…'}`;
    try {
      const answered = await answer({ request, url, name, elements }, requestId, calls);
      log({ requestId, route, status: answered.status, calls });
      return responseOf(answered);
    } catch (thrown) {
      const error = asLendingError(thrown);
      const answered = withCors(
        request,
        errorReply(error, requestId, {}, isAskedForNotes(request, error) ? notes : undefined),
      );
      const { code } = error;
      log({ requestId, route, status: answered.status, calls, code, error: errorForLog(error) });
      return responseOf(answered);
    } finally {
      discardBody(request).catch(() => undefined);
    }
  }

  return Object.assign((request: Request) => reply(request), {
    reply,
    forget: fault ? () => Promise.reject(fault) : forget,
  });
}
