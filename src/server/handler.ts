import { LendingError } from '../errors.js';
import { application, type Application, type CreatedApplication } from '../schema/application.js';
import { problemsOf } from '../schema/form.js';
import { checkNotice, defaultNotice, type ConsentNotice } from '../schema/notice.js';
import { requestOffers } from '../schema/offers.js';
import { prequalification } from '../schema/prequalification.js';
import {
  settings as settingsSchema,
  widgetSettings,
  type CallName,
  type Session,
  type Settings,
  type WidgetSettings,
} from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import { uuid } from '../schema/text.js';
import { readDocument } from './documents.js';
import { checkOrigin, readJson } from './guard.js';
import { asLendingError, errorResponse, json } from './respond.js';
import { createSessions, type LendingSession, type SealedSessions, type SessionStore } from './session.js';
import { createUpstream, type UpstreamOptions } from './upstream.js';

export interface HandlerOptions extends UpstreamOptions {
  /**
   * Says who is signed in to the partner's site, or `null`. Everything that the handler knows of an application belongs
   * to this subject, and nobody else reaches it.
   */
  authorize(request: Request): Promise<{ subject: string } | null> | { subject: string } | null;
  /** Where sessions are kept: sealed into a cookie, or in a store of the partner's. */
  sessions: SealedSessions | SessionStore;
  /** Which widget script the page loads, and how it is started. Default: none, and `<lending-widget>` says so. */
  widget?: WidgetSettings | undefined;
  /** What the forms ask, and what is sent without being asked. Default: the specification's samples. */
  settings?: Partial<Settings> | undefined;
  /** The consent notice. Default: the English one of this library. */
  notice?: ConsentNotice | undefined;
  /** Where the handler is mounted. Default: `/api/lending`. */
  path?: string | undefined;
  /** Origins of the partner's pages beside the handler's own, exactly. Default: none. */
  origins?: readonly string[] | undefined;
  /** Called, and awaited, when an application was created: persist the ids (specification, endpoint 1). If it fails, it is called again at the next try. */
  onApplicationCreated?: ((created: CreatedApplication & { subject: string }) => Promise<void> | void) | undefined;
  /** Gets a line for each request: codes and ids of requests, never personal data. */
  log?: ((entry: LogEntry) => Promise<void> | void) | undefined;
}

/** What is logged of a request. */
export interface LogEntry {
  request_id: string;
  route: string;
  status: number;
  code?: string;
  /** The error with its cause, for the developer. It holds neither the key nor what the applicant entered. */
  error?: LendingError;
}

/** The handler: give it to the server of any platform that speaks `Request` and `Response`. */
export type Handler = (request: Request) => Promise<Response>;

/** One request of an applicant who is signed in. */
interface Visit {
  request: Request;
  subject: string;
  session: LendingSession;
}
type Route = (visit: Visit) => Promise<unknown>;

/** What the service answered, and the e-mail that it got: another one in a later body is not the applicant's. */
interface Created {
  ids: CreatedApplication;
  email: string;
}

/**
 * Makes the partner's side of the five calls: the routes `applications`, `documents`, `prequalification`,
 * `request-offers` and `widget-token`, and `GET session`. It throws `config-invalid` when an option cannot work.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { path = '/api/lending', origins = [], authorize } = options;
  if (typeof authorize !== 'function') {
    throw new LendingError('config-invalid', 'createHandler needs authorize(request).', {
      remedy: 'Answer { subject } for the user who is signed in, or null.',
    });
  }
  const routes = createRoutes(options);
  const sessions = createSessions(options.sessions);
  const prefix = `${path.replace(/\/$/, '')}/`;

  async function answer(request: Request, request_id: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    const name = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '';
    const route = Object.hasOwn(routes, name) ? routes[name as keyof typeof routes] : undefined;
    if (!route) throw new LendingError('handler-not-found', 'There is nothing here.');
    if (request.method !== route.method) {
      const error = new LendingError('handler-method', `Use ${route.method}.`);
      return errorResponse(error, request_id, { allow: route.method });
    }
    checkOrigin(request, origins);
    const { subject } = (await authorize(request)) ?? {};
    if (!subject) throw new LendingError('handler-signed-out', 'Nobody is signed in.');
    if (typeof subject !== 'string')
      throw new LendingError('config-invalid', 'authorize answered no string as subject.');
    const session = await sessions.read(request, subject);
    const before = JSON.stringify(session);
    const body = await route.run({ request, subject, session });
    const headers = JSON.stringify(session) === before ? {} : await sessions.write(request, subject, session);
    return json(200, body, headers);
  }

  /** A log that fails changes no answer: what the service has done must reach the session. */
  async function log(entry: LogEntry): Promise<void> {
    try {
      await options.log?.(entry);
    } catch (error) {
      console.error('createHandler({ log }) failed:', error);
    }
  }

  return async (request) => {
    const request_id = crypto.randomUUID();
    const entry = { request_id, route: `${request.method} ${new URL(request.url).pathname}` };
    try {
      const response = await answer(request, request_id);
      void log({ ...entry, status: response.status });
      return response;
    } catch (thrown) {
      const error = asLendingError(thrown);
      const response = errorResponse(error, request_id);
      void log({ ...entry, status: response.status, code: error.code, error });
      return response;
    }
  };
}

function createRoutes(options: HandlerOptions) {
  const upstream = createUpstream(options);
  const settings = checkSettings(options.settings);
  const notice = checkNotice(options.notice ?? defaultNotice);
  const widget = checkWidget(options.widget);
  const creating = new Map<string, Promise<Created>>();
  const unsaved = new Map<string, Created>();

  /** Whoever asks while an application is being created waits for that one. */
  function createOnce(subject: string, body: Application): Promise<Created> {
    const call = creating.get(subject) ?? create(subject, body).finally(() => creating.delete(subject));
    creating.set(subject, call);
    return call;
  }

  /** What was created is remembered until the partner has persisted it: a hook that fails is called again, the service is not. */
  async function create(subject: string, body: Application): Promise<Created> {
    const created = unsaved.get(subject) ?? {
      ids: await upstream.createApplication(body),
      email: body.applicant.email,
    };
    unsaved.set(subject, created);
    await options.onApplicationCreated?.({ ...created.ids, subject });
    unsaved.delete(subject);
    return created;
  }

  const createApplication: Route = async ({ request, subject, session }) => {
    const body = parse(application, await readJson(request));
    // One application for one applicant: asking again, or twice at once, creates nothing.
    if (!session.company_id) {
      const { ids, email } = await createOnce(subject, body);
      Object.assign(session, { company_id: ids.company_id, application_id: ids.application_id, email });
    }
    return finished(session, 'createApplication');
  };

  const uploadDocument: Route = async ({ request, session }) => {
    const { company_id } = created(session);
    await upstream.uploadDocument(company_id, await readDocument(request, settings));
    return finished(session, 'uploadDocument');
  };

  const prequalify: Route = async ({ request, session }) => {
    const { company_id } = created(session);
    await upstream.prequalify(company_id, parse(prequalification, await readJson(request)));
    return finished(session, 'prequalify');
  };

  const offers: Route = async ({ request, session }) => {
    const { company_id } = created(session);
    const body = parse(requestOffers, await readJson(request));
    if (!body.credit_score_check_consent) {
      throw new LendingError('handler-no-consent', 'Without the applicant’s consent no offers are requested.');
    }
    await upstream.requestOffers(company_id, body);
    return finished(session, 'requestOffers');
  };

  const authenticate: Route = async ({ request, session }) => {
    checkEmpty(await readJson(request));
    const token = await upstream.authenticate(created(session));
    finished(session, 'authenticate');
    return token;
  };

  const start: Route = async ({ session }) =>
    ({ settings, notice, widget, progress: { done: session.done } }) satisfies Session;

  return {
    session: { method: 'GET', run: start },
    applications: { method: 'POST', run: createApplication },
    documents: { method: 'POST', run: uploadDocument },
    prequalification: { method: 'POST', run: prequalify },
    'request-offers': { method: 'POST', run: offers },
    'widget-token': { method: 'POST', run: authenticate },
  };
}

/** The ids of an application that exists. What is no UUID is not put into an address of the service. */
function created({ company_id, email }: LendingSession): { company_id: string; email: string } {
  if (!company_id || !email) throw new LendingError('handler-not-created', 'This applicant has no application yet.');
  if (uuid().safeParse(company_id).success) return { company_id, email };
  throw new LendingError('handler-failed', 'The company id in the session is no UUID.');
}

/** Whom a token is for stands in the session: a page that wants to say it is refused. */
function checkEmpty(body: unknown): void {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const keys = isObject ? Object.keys(body) : [''];
  if (keys.length === 0) return;
  throw new LendingError('handler-invalid', 'Refused: the body is not as expected.', {
    issues: keys.map((path) => ({ path, reason: 'unknown' })),
  });
}

function finished(session: LendingSession, call: CallName) {
  if (!session.done.includes(call)) session.done = [...session.done, call];
  return { done: session.done };
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: Parameters<typeof problemsOf>[0] };
}

function parse<T>(schema: Schema<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new LendingError('handler-invalid', 'Refused: the body is not as expected.', {
    issues: problemsOf(result.error),
  });
}

function checkSettings(given: Partial<Settings> | undefined): Settings {
  const result = settingsSchema.safeParse({ ...defaultSettings, ...given });
  if (result.success) return result.data;
  throw wrongOption('settings', problemsOf(result.error)[0]!.path);
}

function checkWidget(given: WidgetSettings | undefined): WidgetSettings | undefined {
  const result = given && widgetSettings.safeParse(given);
  if (!result || result.success) return result?.data;
  throw wrongOption('widget', problemsOf(result.error)[0]!.path);
}

const wrongOption = (option: string, path: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }): "${path}" is missing or has the wrong shape.`);
