import { defaultSettings, type CallName, type FieldRules, type WidgetSettings } from '../schema/index.js';
import { refuse } from './answers.js';
import { readBody, type Body } from './body.js';
import { Lender } from './lender.js';
import { answerWidget } from './widget-service.js';

export interface SandboxOptions {
  /** The key that `x-bs-sk` must carry. Default: `sandbox-secret-key`. */
  secretKey?: string;
  /** The origin that the sandbox answers for. Nothing is contacted there. Default: `http://lender.localhost`. */
  origin?: string;
  /** The name of the file part of endpoint 2. Default: `file`. */
  filePart?: string;
  /** Which fields it must be sent, by their paths, as in `settings.fields` of `createHandler`. Default: those of the default settings. */
  fields?: FieldRules;
}

/** A call that the sandbox answered, whether it accepted or refused it. */
export interface SandboxCall {
  /** Which of the five calls its path belongs to, `undefined` for any other path. */
  readonly name: CallName | undefined;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** Whether the right key came with it. The key itself is not recorded. */
  readonly authorized: boolean;
  /** `content-type` and `accept`, where they were sent. No other header is recorded. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, or `{ parts }` of a multipart form (see `SandboxPart`), or the text of anything else. */
  readonly body: unknown;
}

/** The lender in miniature. */
export interface Sandbox {
  /** Answers like the service. Another origin than the sandbox's rejects with a `TypeError`, as an unreachable one does. */
  readonly fetch: typeof globalThis.fetch;
  /** The API calls so far, in the order of their answers. The widget's own requests are not among them. */
  readonly calls: readonly SandboxCall[];
  /** The specification's `{base_url}`, without a slash at its end. */
  readonly baseUrl: string;
  /** The specification's `{widget_script_url}`. The script defines the global `SampleFundingWidget`. */
  readonly widgetScriptUrl: string;
  /** What a backend configures to run that script. */
  readonly widget: WidgetSettings;
  /** The key that `x-bs-sk` must carry. */
  readonly secretKey: string;
}

interface Route {
  readonly name: CallName;
  readonly path: RegExp;
  readonly method: 'GET' | 'POST';
  /** The content type of its body, if it takes one. */
  readonly takes?: string;
  readonly answer: (lender: Lender, body: Body, companyId: string) => Response;
}

const JSON_TYPE = 'application/json';

// Source: Endpoints. The order in which the calls are made is not checked.
// Spec: whether the service rejects calls made out of the recommended order is not shown.
const ROUTES: readonly Route[] = [
  {
    name: 'createApplication',
    path: /^\/partner-api\/v1\/applications$/,
    method: 'POST',
    takes: JSON_TYPE,
    answer: (lender, body) => lender.createApplication(body.recorded),
  },
  {
    name: 'uploadDocument',
    path: /^\/partner-api\/v1\/companies\/([^/]+)\/documents$/,
    method: 'POST',
    takes: 'multipart/form-data',
    answer: (lender, body, companyId) => lender.uploadDocument(companyId, body.form),
  },
  {
    name: 'prequalify',
    path: /^\/partner-api\/v1\/companies\/([^/]+)\/prequalification$/,
    method: 'POST',
    takes: JSON_TYPE,
    answer: (lender, body, companyId) => lender.prequalify(companyId, body.recorded),
  },
  {
    name: 'requestOffers',
    path: /^\/partner-api\/v1\/applications\/([^/]+)\/request-offers$/,
    method: 'POST',
    takes: JSON_TYPE,
    answer: (lender, body, companyId) => lender.requestOffers(companyId, body.recorded),
  },
  {
    name: 'authenticate',
    path: /^\/partner-api\/v1\/applications\/auth$/,
    method: 'POST',
    takes: JSON_TYPE,
    answer: (lender, body) => lender.authenticate(body.recorded),
  },
];

/** How the stand-in widget takes its token. */
const WIDGET_HAND_OFF = {
  global: 'SampleFundingWidget',
  calls: [{ method: 'init', arguments: [{ token: '{access_token}', container: '{container}' }] }],
  destroy: 'destroy',
};

/**
 * Makes a lender in miniature: a `fetch` that answers the five endpoints, the widget script and the widget's request
 * for offers, all in memory. Throws a `TypeError` where `origin` is no address.
 *
 * It refuses as a strict service would: 404 an unknown path or id, 405 a method, 401 a key, 415 a content type, 400 a
 * body that cannot be read, 422 fields. Every answer carries `x-sandbox: 1`.
 *
 * An application whose `company.registered_number` stands here is not created; it is answered with
 *
 * | registered_number | answer |
 * |---|---|
 * | `SANDBOX-REFUSED` | 422 with a message |
 * | `SANDBOX-500` | 500 with a message |
 * | `SANDBOX-HTML` | 502 with an HTML page |
 * | `SANDBOX-EMPTY` | 201 without a body |
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { origin } = new URL(options.origin ?? 'http://lender.localhost');
  const secretKey = options.secretKey ?? 'sandbox-secret-key';
  // Spec: name of the file part not shown; `file`, and an option.
  // Spec: which fields are required not shown; what the default settings ask, and an option.
  const lender = new Lender(options.filePart ?? 'file', { ...defaultSettings.fields, ...options.fields });
  const calls: SandboxCall[] = [];

  async function fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    if (url.origin !== origin) throw new TypeError(`The sandbox answers for ${origin}, not for ${url.origin}.`);
    const response = answerWidget(request, url, lender) ?? (await answerCall(request, url));
    response.headers.set('x-sandbox', '1');
    return response;
  }

  async function answerCall(request: Request, url: URL): Promise<Response> {
    const authorized = request.headers.get('x-bs-sk') === secretKey;
    const body = await readBody(request);
    const route = ROUTES.find(({ path }) => path.test(url.pathname));
    const response = refuseCall(request, route, authorized, body) ?? answerRoute(route!, url, body);
    const { method } = request;
    const path = url.pathname + url.search;
    const { status } = response;
    calls.push({ name: route?.name, method, path, status, authorized, headers: shown(request), body: body.recorded });
    return response;
  }

  const answerRoute = (route: Route, url: URL, body: Body) =>
    route.answer(lender, body, route.path.exec(url.pathname)?.[1] ?? '');

  const widgetScriptUrl = `${origin}/widget.js`;
  const widget = { script_url: widgetScriptUrl, hand_off: WIDGET_HAND_OFF };
  return { fetch, calls, baseUrl: origin, widgetScriptUrl, widget, secretKey };
}

/** What is wrong with a call whatever it asks for. */
function refuseCall(
  { method }: Request,
  route: Route | undefined,
  authorized: boolean,
  { type, malformed }: Body,
): Response | undefined {
  if (!route) return refuse(404, 'No such path.');
  if (method !== route.method) return refuse(405, `This path takes ${route.method}.`, { allow: route.method });
  if (!authorized) return refuse(401, 'The header x-bs-sk is missing or does not carry the secret key.');
  if (route.takes && type !== route.takes) return refuse(415, `This path takes ${route.takes}.`);
  return malformed ? refuse(400, `The body is not ${route.takes}.`) : undefined;
}

const shown = ({ headers }: Request) =>
  Object.fromEntries(
    ['content-type', 'accept'].flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
  );
