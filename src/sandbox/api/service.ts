import { defaultSettings, rulesOfAll, type WidgetSettings } from '../../schema/index.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { lenderDocument } from '../../openapi/lender.js';
import { createResponses, jsonResponse, rejection, type Responses } from './responses.js';
import { DEFAULT_BEHAVIOUR } from '../lender/behaviour.js';
import { readBody } from './body.js';
import { dashboardResponse, toOwnHost, type Site } from '../dashboard/service.js';
import { Lender, type LenderCall } from '../lender/lender.js';
import { checkOptions, type SandboxOptions } from '../options.js';
import { lenientParser, strictParser } from './parse-request.js';
import type { CompanyRecord } from '../lender/records.js';
import { rejectionOf, ROUTES } from './routes.js';
import type { Sandbox, SandboxApplication, SandboxCall } from '../types.js';
import { DEFAULT_CONFIG, mergeConfig } from '../widget/config.js';
import { allHandOffs, type WidgetHandOff } from '../widget/hand-offs.js';
import { widgetResponse } from '../widget/service.js';

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
export const resumeSandbox = (
  options: SandboxOptions,
  saved: SandboxState = { companies: [], calls: [] },
  onChange: (state: SandboxState) => void = () => {},
): Sandbox => {
  checkOptions(options);
  return new Service(options, saved, onChange);
};

class Service implements Sandbox {
  readonly calls: SandboxCall[];
  readonly baseUrl: string;
  readonly widgetScriptUrl: string;
  readonly widget: WidgetSettings;
  readonly handOffs: readonly WidgetHandOff[];
  readonly secretKey: string;
  readonly #strict: boolean;
  readonly #responses: Responses;
  readonly #lender: Lender;
  readonly #site: Site;
  readonly #onChange: (state: SandboxState) => void;
  readonly #now: () => number;
  /** The milliseconds by which the sandbox's clock is ahead of the real time. */
  #ahead = 0;

  constructor(options: SandboxOptions, saved: SandboxState, onChange: (state: SandboxState) => void) {
    const { origin, hostname } = new URL(options.origin ?? 'http://lender.localhost');
    this.baseUrl = origin;
    this.widgetScriptUrl = `${origin}/widget.js`;
    this.handOffs = allHandOffs(origin);
    this.widget = { ...this.handOffs[0]!.settings, scriptUrl: this.widgetScriptUrl };
    this.secretKey = options.secretKey ?? 'sandbox-secret-key';
    this.calls = [...saved.calls];
    this.#onChange = onChange;
    this.#now = () => (options.now ?? Date.now)() + this.#ahead;
    this.#strict = options.strict ?? true;
    const behaviour = { ...DEFAULT_BEHAVIOUR, ...options.behaviour };
    this.#responses = createResponses(behaviour);
    const fields = { ...defaultSettings.fields, ...options.fields };
    const companyTypes = options.companyTypes ?? [];
    const settings = {
      responses: this.#responses,
      now: this.#now,
      offersAfterSeconds: options.offersAfterSeconds ?? [0],
      // Spec: required fields are not shown; those of the default settings are required, and an option changes them.
      parser: this.#strict ? strictParser({ companyTypes, fields }, behaviour.filePart) : lenientParser,
      // Spec: lifetime of access_token not shown; an hour, and an option.
      tokens: { lifetimeSeconds: 3600, singleUse: false, ...options.tokens },
    };
    this.#lender = new Lender(settings, saved.companies);
    const { config } = mergeConfig(DEFAULT_CONFIG, options.widgetConfig ?? {});
    const widget = { config, fault: options.widgetFault };
    const hasDashboard = options.dashboard ?? isLoopback(hostname);
    const document = { fields: rulesOfAll({ companyTypes, fields }), filePart: behaviour.filePart };
    this.#site = { lender: this.#lender, widget, sandbox: this, hasDashboard, document };
  }

  get applications(): SandboxApplication[] {
    return this.#lender.companies.map((company) => ({
      company_id: company.company_id,
      application_id: company.application_id,
      createdAt: company.createdAt,
      status: this.#lender.statusOf(company),
      consent: company.consent,
      offers: this.#lender.offersOf(company),
      calls: this.calls.filter(({ company_id }) => company_id === company.company_id),
    }));
  }

  // A function in a property can be passed on without the sandbox as its `this`.
  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const redirect = toOwnHost(url, this.baseUrl);
    if (redirect) return redirect;
    if (url.origin !== this.baseUrl)
      throw new TypeError(`The sandbox answers for ${this.baseUrl}, not for ${url.origin}.`);
    try {
      // The pages next to the API. Their requests are not recorded as calls.
      const own = [request, url, this.#site] as const;
      const page = widgetResponse(...own) ?? dashboardResponse(...own) ?? documentResponse(...own);
      const response = (await page) ?? (await this.#callResponse(request, url));
      response.headers.set('x-sandbox', '1');
      return response;
    } finally {
      if (request.method !== 'GET') this.#changed();
    }
  };

  readonly advance = (seconds: number): void => {
    this.#ahead += seconds * 1000;
  };

  readonly reset = (): void => {
    this.#lender.clear();
    this.calls.length = 0;
    this.#ahead = 0;
    this.#changed();
  };

  async #callResponse(request: Request, url: URL): Promise<Response> {
    const body = await readBody(request, this.#strict);
    const authorized = request.headers.get('x-bs-sk') === this.secretKey;
    const route = ROUTES.find(({ path }) => path.test(url.pathname));
    const named = route?.path.exec(url.pathname)?.[1];
    const call: LenderCall = { signal: request.signal, ...(named !== undefined && { company_id: named }) };
    let status = 0;
    try {
      const rejection = rejectionOf(this.#responses, request, route, authorized, body, this.#strict);
      const response = rejection ?? (await this.#lender[route!.name](call, body));
      status = response.status;
      return response;
    } finally {
      this.calls.push({
        at: this.#now(),
        name: route?.name,
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

  #changed(): void {
    this.#onChange({ companies: this.#lender.companies, calls: this.calls });
  }
}

const shownHeaders = ({ headers }: Request) =>
  Object.fromEntries(
    ['content-type', 'accept'].flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
  );

/** Tools on a page of any origin may read the document: it has no personal data. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Responds to the request for the OpenAPI document of this sandbox. Returns `undefined` for another path. */
function documentResponse({ method }: Request, { pathname, origin }: URL, { document }: Site): Response | undefined {
  if (pathname !== '/openapi/lender.json') return undefined;
  if (method !== 'GET') return rejection(405, 'This path accepts only GET.', { ...ANY_ORIGIN, allow: 'GET' });
  return jsonResponse(200, lenderDocument({ ...document, baseUrl: origin }), {
    ...ANY_ORIGIN,
    'cache-control': 'no-cache',
  });
}
