import { CALLS, defaultSettings, rulesOfAll, type CallName } from '../../schema/index.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { lenderDocument, PATHS } from '../../openapi/lender.js';
import { ANY_ORIGIN, createResponses, jsonResponse, rejection } from './responses.js';
import { readBody, withBytes, type Body } from './body.js';
import { dashboardResponse, toOwnHost, type Site } from '../dashboard/service.js';
import { createLender, type LenderCall } from '../lender/lender.js';
import { checkOptions, DEFAULT_BEHAVIOUR, type SandboxOptions } from '../options.js';
import { lenientParser, strictParser } from './parse-request.js';
import type { CompanyRecord } from '../lender/records.js';
import type { Sandbox, SandboxCall } from '../types.js';
import { DEFAULT_CONFIG } from '../widget/config.js';
import { allHandOffs } from '../widget/hand-offs.js';
import { widgetResponse } from '../widget/service.js';

/** The paths of the calls. The order in which the calls are made is not checked. */
// Spec: whether the service rejects calls made out of the recommended order is not shown.
export const ROUTES = Object.fromEntries(
  CALLS.map((name) => [name, new RegExp(`^${PATHS[name].replace('{company_id}', '([^/]+)')}$`)]),
) as Record<CallName, RegExp>;

/** The applications and calls of a sandbox, for another process. Tokens are not part of it. */
export interface SandboxState {
  readonly companies: readonly CompanyRecord[];
  readonly calls: readonly SandboxCall[];
}

/**
 * Creates a sandbox of the service for development and tests. Its `fetch` responds to the five endpoints, the widget script and the widget's request for
 * offers. Everything is in memory. Throws a `TypeError` if `origin` is not a valid URL, and `config-invalid` for another option
 * that cannot work.
 *
 * It is as strict as a real service: 404 for an unknown path or id, 405 for a wrong method, 401 for a wrong key, 415 for a wrong
 * content type, 400 for a body that cannot be parsed, 422 for wrong fields. Every response has the header `x-sandbox: 1`.
 *
 * The values of `MAGIC_VALUES` make it reject, fail or respond slowly.
 */
export const createSandbox = (options: SandboxOptions = {}): Sandbox => resumeSandbox(options);

/** Creates a sandbox that begins with a saved state. `onChange` is called after each call, and after each decision of the applicant. */
export function resumeSandbox(
  options: SandboxOptions,
  saved: SandboxState = { companies: [], calls: [] },
  onChange: (state: SandboxState) => void = () => {},
): Sandbox {
  checkOptions(options);
  const [strict, companyTypes] = [options.strict ?? true, options.companyTypes ?? []];
  const secretKey = options.secretKey ?? 'sandbox-secret-key';
  const { origin, hostname } = new URL(options.origin ?? 'http://lender.localhost');
  const calls = [...saved.calls];
  /** The milliseconds by which the sandbox's clock is ahead of the real time. */
  let ahead = 0;
  const now = () => (options.now ?? Date.now)() + ahead;
  const behaviour = { ...DEFAULT_BEHAVIOUR, ...options.behaviour };
  const responses = createResponses(behaviour);
  // Spec: required fields are not shown; those of the default settings are required, and an option changes them.
  const fields = { ...defaultSettings.fields, ...options.fields };
  const parser = strict ? strictParser({ companyTypes, fields }, behaviour.filePart) : lenientParser;
  // Spec: lifetime of access_token not shown; an hour, and an option.
  const tokens = { lifetimeSeconds: 3600, singleUse: false, ...options.tokens };
  const offersAfterSeconds = options.offersAfterSeconds ?? [0];
  const lender = createLender({ responses, now, offersAfterSeconds, parser, tokens }, saved.companies);
  const handOffs = allHandOffs(origin);
  const widgetScriptUrl = `${origin}/widget.js`;
  const changed = () => onChange({ companies: lender.companies(), calls });

  const sandbox: Sandbox = {
    calls,
    baseUrl: origin,
    widgetScriptUrl,
    widget: { ...handOffs[0]!.settings, scriptUrl: widgetScriptUrl },
    handOffs,
    secretKey,
    get applications() {
      return lender.companies().map((company) => ({
        company_id: company.company_id,
        application_id: company.application_id,
        createdAt: company.createdAt,
        status: lender.statusOf(company),
        consent: company.consent,
        offers: lender.offersOf(company),
        calls: calls.filter(({ company_id }) => company_id === company.company_id),
      }));
    },
    async fetch(input, init) {
      const request = new Request(input, await withBytes(init));
      request.signal.throwIfAborted();
      const url = new URL(request.url);
      const redirect = toOwnHost(url, origin);
      if (redirect) return redirect;
      if (url.origin !== origin) throw new TypeError(`The sandbox answers for ${origin}, not for ${url.origin}.`);
      try {
        // The pages next to the API. Their requests are not recorded as calls.
        const own = [request, url, site] as const;
        const page = widgetResponse(...own) ?? dashboardResponse(...own) ?? documentResponse(...own);
        const response = (await page) ?? (await respondToCall(request, url));
        response.headers.set('x-sandbox', '1');
        return response;
      } finally {
        if (request.method !== 'GET') changed();
      }
    },
    advance: (seconds) => void (ahead += seconds * 1000),
    reset() {
      lender.clear();
      calls.length = 0;
      ahead = 0;
      changed();
    },
  };
  const site: Site = {
    lender,
    widget: { config: { ...DEFAULT_CONFIG, ...options.widgetConfig }, fault: options.widgetFault },
    sandbox,
    hasDashboard: options.dashboard ?? isLoopback(hostname),
    document: { fields: rulesOfAll({ companyTypes, fields }), filePart: behaviour.filePart },
  };
  return sandbox;

  /** Checks that are the same for all five calls. */
  function rejectionOf(
    { method }: Request,
    name: CallName | undefined,
    authorized: boolean,
    { type, malformed }: Body,
  ) {
    const reject = responses.rejection;
    if (!name) return reject(404, 'This path is not an endpoint.');
    if (method !== 'POST') return reject(405, 'This path accepts only POST.', { allow: 'POST' });
    if (!authorized) return reject(401, 'The header x-bs-sk is missing or does not contain the secret key.');
    const accepted = name === 'uploadDocument' ? 'multipart/form-data' : 'application/json';
    if (strict && type !== accepted) return reject(415, `This path accepts only ${accepted}.`);
    return malformed ? reject(400, `The body is not ${accepted}.`) : undefined;
  }

  async function respondToCall(request: Request, url: URL): Promise<Response> {
    const body = await readBody(request, strict);
    const authorized = request.headers.get('x-bs-sk') === secretKey;
    const name = CALLS.find((one) => ROUTES[one].test(url.pathname));
    const named = name && ROUTES[name].exec(url.pathname)?.[1];
    const call: LenderCall = { signal: request.signal, ...(named !== undefined && { company_id: named }) };
    let status = 0;
    try {
      const response = rejectionOf(request, name, authorized, body) ?? (await lender[name!](call, body));
      status = response.status;
      return response;
    } finally {
      calls.push({
        at: now(),
        name,
        company_id: call.company_id,
        method: request.method,
        path: url.pathname + url.search,
        status,
        authorized,
        headers: shownHeaders(request),
        body: body.recorded,
      });
    }
  }
}

const shownHeaders = ({ headers }: Request) =>
  Object.fromEntries(
    ['content-type', 'accept'].flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
  );

/** Responds to the request for the OpenAPI document of this sandbox. Returns `undefined` for another path. */
function documentResponse({ method }: Request, { pathname, origin }: URL, { document }: Site): Response | undefined {
  if (pathname !== '/openapi/lender.json') return undefined;
  if (method !== 'GET') return rejection(405, 'This path accepts only GET.', { ...ANY_ORIGIN, allow: 'GET' });
  return jsonResponse(200, lenderDocument({ ...document, baseUrl: origin }), {
    ...ANY_ORIGIN,
    'cache-control': 'no-cache',
  });
}
