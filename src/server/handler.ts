import { LendingError } from '../errors.js';
import { ELEMENTS, type ElementFiles } from './elements.js';
import { withFailure } from './journal/status.js';
import { errorForLog } from './log.js';
import { createOpenRoutes, isFrameHost, type OpenRequest } from './open-routes.js';
import { checkGiven, configErrorOf, printConfigError } from './options/config-error.js';
import { ASKS_FOR_DIAGNOSTICS, diagnosticsOf, logNotes, separate } from './options/notes.js';
import { resolveOpenOptions, resolveOptions, type OpenOptions } from './options/resolve-options.js';
import { asLendingError, errorReply, jsonReply, responseOf, type Reply } from './reply.js';
import { bodyAlreadyRead, checkOrigin, corsHeaders, discardBody, preflight } from './request.js';
import { numberOf } from './records/current.js';
import type { Owner } from './records/records.js';
import { createRoutes } from './routes.js';
import type { ServiceCall } from './service/types.js';
import { version } from '../version.js';
import type { Applicant, Handler, HandlerOptions, Route } from './types.js';
import { applicantKey, APPLICANT, checkApplicant, readOwner } from './applications/who.js';

interface HandlerRequest extends OpenRequest {
  url: URL;
  requestId: string;
  calls: ServiceCall[];
}

/** The part of a handler that depends on whether its options are complete. */
interface Core extends Omit<Handler, 'reply'> {
  options: OpenOptions;
  routes: Record<string, Record<string, (context: HandlerRequest) => Promise<Reply>>>;
  /** Responds to requests whose URL is not the URL of a route. */
  respondOther(context: HandlerRequest): Promise<Reply>;
}

function createCore(given: HandlerOptions): Core {
  const options = resolveOptions(given);
  logNotes(given);
  const { prefix, origins } = options;
  const { routes, opening, limitRequests, wake, ...methods } = createRoutes(options);
  const tokenOf = async (applicant: Applicant) => (await opening()).token('applicant', applicantKey(applicant));

  /** Keeps an error for the status. A store that fails loses it. */
  async function keepFailure(owner: Owner, failure: Parameters<typeof withFailure>[2]): Promise<void> {
    const id = crypto.randomUUID();
    await opening()
      .then(({ store }) =>
        store.change(owner, (records) => [withFailure(records, id, failure), undefined], { all: ['failures'] }),
      )
      .catch(() => undefined);
  }

  async function respondToUser({ request, url, requestId, calls }: HandlerRequest, run: Route): Promise<Reply> {
    // Checked before the user, so that the doctor finds a body parser without signing in.
    if (request.bodyUsed) throw bodyAlreadyRead();
    checkOrigin(request, url, origins);
    const owner = await readOwner(request, options.authorize);
    limitRequests(owner.subject);
    let applicant: Applicant | undefined;
    try {
      const { store } = await opening();
      const records = await store.read(owner, run.also);
      applicant = { ...owner, number: numberOf(records) };
      await checkApplicant(request, applicant, tokenOf);
      const onAnswer = (call: ServiceCall) => calls.push(call);
      const body = await run({ request, applicant, records, requestId, onAnswer });
      return jsonReply(200, body, { ...corsHeaders(request, origins), [APPLICANT]: await tokenOf(applicant) });
    } catch (thrown) {
      const { code, requestId: earlier = requestId } = asLendingError(thrown);
      const route = `${request.method} ${url.pathname.slice(prefix.length)}`;
      await keepFailure(owner, { route, code, requestId: earlier });
      throw thrown;
    } finally {
      if (applicant) wake(applicant);
    }
  }

  /** A request for one of our routes at another path shows that the handler is mounted elsewhere: the response has a hint for the developer. */
  async function respondOther({ url: { pathname } }: HandlerRequest): Promise<Reply> {
    const names = pathname.replace(/\/$/, '').split('/');
    const isOurs = !pathname.startsWith(prefix) && (Object.hasOwn(all, names.at(-1)!) || names.includes(ELEMENTS));
    const remedy = `The address ends like a route of the handler, but its routes are under ${prefix}. Mount it there, or set createHandler({ path }).`;
    throw new LendingError('handler-not-found', 'The handler has no route at this address.', {
      remedy: isOurs ? remedy : undefined,
    });
  }

  const all: Core['routes'] = createOpenRoutes(options);
  for (const [name, run] of Object.entries(routes)) all[name] = { POST: (context) => respondToUser(context, run) };
  return { options, routes: all, respondOther, ...methods };
}

/** The core of a handler whose options cannot work. It serves the open routes, and responds to every other request with the error. */
function createFailingCore(given: HandlerOptions, error: LendingError): Core {
  const options = resolveOpenOptions(given);
  printConfigError(error, 'the handler responds to every call with status 500');
  const { origins } = options;
  const fail = () => Promise.reject(error);
  return {
    options,
    routes: createOpenRoutes(options),
    async respondOther({ request, url }) {
      const allowed = preflight(request, origins, 'POST');
      if (allowed) return allowed;
      checkOrigin(request, url, origins);
      throw error;
    },
    forget: fail,
    erase: fail,
    closeApplication: fail,
    settleApplication: fail,
    status: fail,
    deliverProgress: fail,
    close: async () => undefined,
  };
}

const noRequest = () =>
  new LendingError('config-invalid', 'The handler was called without a Request of the Fetch API.', {
    remedy:
      'In Express, Fastify and other frameworks that use node:http, mount toNodeListener(handler). Elsewhere call handler(request).',
  });

/**
 * Creates the partner's side of the five calls. Throws `config-invalid` if an option cannot work. Its routes are `applications`, `documents`,
 * `prequalification`, `request-offers` and `widget-token`, and also `session`, `consent`, `draft`, `frame` and `elements`.
 * With options of `fromEnv()` whose variables are missing, it prints the error and responds to every call with it.
 */
export function createHandler(given: HandlerOptions): Handler {
  checkGiven(given, 'createHandler', '{ ...fromEnv(), authorize }');
  const { whole: configError } = configErrorOf(given);
  const { options, routes, respondOther, ...methods } = configError
    ? createFailingCore(given, configError)
    : createCore(given);
  const { prefix, origins, log } = options;

  function routeOf({ pathname }: URL): { name: string | undefined; rest: string } {
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '';
    const isFile = path.startsWith(`${ELEMENTS}/`) && options.serveFiles !== false;
    if (isFile) return { name: ELEMENTS, rest: path.slice(ELEMENTS.length + 1) };
    // Some frameworks redirect each URL to the same one with a slash.
    const name = path.replace(/\/$/, '');
    return { name: Object.hasOwn(routes, name) && name !== ELEMENTS ? name : undefined, rest: '' };
  }

  async function respond(name: string | undefined, context: HandlerRequest): Promise<Reply> {
    const { request, requestId, url } = context;
    const methods = name ? routes[name]! : {};
    // The service's script has the origin of this host.
    const isPrivate = 'POST' in methods && isFrameHost(options.frame, url);
    if (!name || isPrivate) return respondOther(context);
    if (Object.hasOwn(methods, request.method)) return methods[request.method]!(context);
    const allow = Object.keys(methods).join(', ');
    const remedy = `If a page sent it, its files or its adapter are of an earlier version. Update them to version ${version}.`;
    const error = new LendingError('handler-method', `This route accepts only ${allow}.`, { remedy });
    return (
      preflight(request, origins, allow) ?? errorReply(error, requestId, { allow, ...corsHeaders(request, origins) })
    );
  }

  /** True for a request of the doctor, which has no user and gets diagnostics about options that it cannot see otherwise. */
  const asksForDiagnostics = ({ headers }: Request, { code }: LendingError) =>
    code === 'handler-signed-out' && headers.has(ASKS_FOR_DIAGNOSTICS);

  async function reply(request: Request, elements?: ElementFiles): Promise<Response> {
    if (typeof (request as Partial<Request> | undefined)?.headers?.get !== 'function') throw noRequest();
    const requestId = crypto.randomUUID();
    const calls: ServiceCall[] = [];
    const url = new URL(request.url);
    const { name, rest } = routeOf(url);
    // The rest of the path is not logged: it could contain anything.
    const route = `${request.method} ${prefix}${name ?? '…'}`;
    try {
      const response = await respond(name, { request, url, rest, elements, requestId, calls });
      log({ requestId, route, status: response.status, calls });
      return responseOf(response);
    } catch (thrown) {
      const failure = asLendingError(thrown);
      const error = separate.get(given.authorize)?.(failure) ?? failure;
      const diagnostics = asksForDiagnostics(request, error) ? diagnosticsOf(given, request) : undefined;
      const response = errorReply(error, requestId, corsHeaders(request, origins), diagnostics);
      const { code } = error;
      log({ requestId, route, status: response.status, calls, code, error: errorForLog(error) });
      return responseOf(response);
    } finally {
      discardBody(request).catch(() => undefined);
    }
  }

  return Object.assign((request: Request) => reply(request), { reply, ...methods });
}
