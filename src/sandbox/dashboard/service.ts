import type { LenderDocumentOptions } from '../../openapi/lender.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { jsonResponse, pagePolicy, rejection } from '../api/responses.js';
import { dashboardCode } from '../browser-code.js';
import type { Lender } from '../lender/lender.js';
import type { Sandbox } from '../types.js';
import { widgetChange, type WidgetState } from '../widget/config.js';
import { DASHBOARD_STYLES, dashboardPage } from './page.js';

/** The parts of the sandbox that its pages show or change. */
export interface Site {
  readonly lender: Lender;
  readonly widget: WidgetState;
  readonly sandbox: Sandbox;
  /** True if `/dashboard` exists. */
  readonly hasDashboard: boolean;
  /** The options of the sandbox's OpenAPI document. */
  readonly document: LenderDocumentOptions;
}

/** The headers of the dashboard: no page of another origin can read it or show it in a frame, and nothing of it is cached. */
const PRIVATE = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const file = (type: string, body: string, more: Record<string, string> = {}) =>
  new Response(body, { headers: { ...PRIVATE, 'content-type': `${type}; charset=utf-8`, ...more } });

/** The header that the dashboard's script sends. Other origins cannot send it without a preflight, which the sandbox rejects. */
const OWN_HEADER = 'x-sandbox-dashboard';

/** Shows the end of a key, so that two keys can be distinguished. */
const masked = (key: string) => `${'•'.repeat(12)}${key.slice(-4)}`;

const FILES: Readonly<Record<string, (site: Site) => Response>> = {
  '/dashboard': ({ sandbox }) =>
    file('text/html', dashboardPage(sandbox.handOffs), {
      'content-security-policy': pagePolicy('img-src data:', "frame-ancestors 'none'"),
    }),
  '/dashboard/app.js': () => file('text/javascript', `${dashboardCode()}\nsandboxCode.run();\n`),
  '/dashboard/app.css': () => file('text/css', DASHBOARD_STYLES),
};

/** Redirects the dashboard under another name of this machine, such as `localhost`, to the origin of the sandbox. */
export function toOwnHost({ hostname, port, pathname }: URL, origin: string): Response | undefined {
  const own = new URL(origin);
  const isAlias = hostname !== own.hostname && isLoopback(hostname) && isLoopback(own.hostname) && port === own.port;
  if (!isAlias || pathname !== '/dashboard') return undefined;
  return new Response(null, {
    status: 307,
    headers: { ...PRIVATE, location: `${origin}/dashboard`, 'x-sandbox': '1' },
  });
}

const NOT_HERE =
  'The dashboard is for sandboxes on this machine. This one has another host, so its option "dashboard" must be true.';

/** Responds to the dashboard's requests. Returns `undefined` for another path. */
export function dashboardResponse(request: Request, url: URL, site: Site): Response | Promise<Response> | undefined {
  const { pathname } = url;
  if (pathname !== '/dashboard' && !pathname.startsWith('/dashboard/')) return undefined;
  if (!site.hasDashboard) return rejection(403, NOT_HERE, PRIVATE);
  const { method } = request;
  const page = FILES[pathname];
  if (page && method === 'GET') return page(site);
  if (!page && !isOwn(request, url.origin))
    return rejection(403, 'Only the dashboard itself can make this request.', PRIVATE);
  if (pathname === '/dashboard/data' && method === 'GET') return jsonResponse(200, dataOf(site), PRIVATE);
  if (method !== 'POST') return rejection(405, `This path does not accept ${method}.`, PRIVATE);
  if (pathname === '/dashboard/key') return jsonResponse(200, { secretKey: site.sandbox.secretKey }, PRIVATE);
  if (pathname === '/dashboard/config') return change(request, site);
  if (pathname === '/dashboard/minute') site.sandbox.advance(60);
  else if (pathname === '/dashboard/reset') site.sandbox.reset();
  else return rejection(404, 'The dashboard does not have this path.', PRIVATE);
  return jsonResponse(200, { success: true }, PRIVATE);
}

/** Returns true for a request of the dashboard's own script. */
function isOwn({ headers }: Request, origin: string): boolean {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return headers.get(OWN_HEADER) === '1' && site === 'same-origin' && (headers.get('origin') ?? origin) === origin;
}

function dataOf({ sandbox, widget }: Site): object {
  const { baseUrl, secretKey, calls, applications, handOffs } = sandbox;
  return {
    origin: baseUrl,
    key: masked(secretKey),
    config: widget.config,
    fault: widget.fault ?? '',
    handOffs,
    applications: [...applications].reverse(),
    otherCalls: calls.filter(({ company_id }) => !applications.some((one) => one.company_id === company_id)).reverse(),
  };
}

/** Changes settings of the widget. If one is invalid, none is changed. */
async function change(request: Request, { widget }: Site): Promise<Response> {
  const { data } = widgetChange.safeParse(await request.json().catch(() => undefined));
  if (!data) return rejection(422, 'These settings are not valid.', PRIVATE);
  const { fault, ...config } = data;
  Object.assign(widget.config, config);
  if (fault !== undefined) widget.fault = fault || undefined;
  return jsonResponse(200, { success: true }, PRIVATE);
}
