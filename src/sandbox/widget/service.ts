import { ANY_ORIGIN, jsonResponse, pagePolicy, rejection } from '../api/responses.js';
import type { Lender } from '../lender/lender.js';
import { isWidgetFault, type WidgetFault, type WidgetState } from './config.js';
import { HAND_OFFS, isWidgetStyle, type WidgetStyle } from './hand-offs.js';
import { widgetScript } from './script.js';

const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };
const SCRIPT = {
  ...ANY_ORIGIN,
  ...NO_SNIFFING,
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
};
const HTML = { ...NO_SNIFFING, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
const OFFERS = { ...ANY_ORIGIN, 'cache-control': 'no-store' };
const SLOW_MS = 20_000;
const FRAME = HAND_OFFS['frame-message'].handOff.iframe!;

/** Responds to the widget's requests: for scripts and frames, and for the offers behind a token. Returns `undefined` for another path. */
export function widgetResponse(
  request: Request,
  url: URL,
  { lender, widget }: { lender: Lender; widget: WidgetState },
): Response | Promise<Response> | undefined {
  const { pathname } = url;
  if (pathname === '/widget.js') return scriptResponse(request, url, 'init', widget);
  if (!pathname.startsWith('/widget/')) return undefined;
  const [, style = ''] = /^\/widget\/([a-z-]+)\.js$/.exec(pathname) ?? [];
  if (isWidgetStyle(style)) return scriptResponse(request, url, style, widget);
  if (pathname === FRAME.src) return frameResponse(request, url);
  if (pathname === '/widget/frame.css')
    return pageResponse(request, FRAME_STYLES, { ...SCRIPT, 'content-type': 'text/css' });
  if (pathname === '/widget/elsewhere')
    return pageResponse(request, '<!doctype html><title>Elsewhere</title><h1>Another page</h1>', HTML);
  return offersResponse(request, pathname, lender);
}

const pageResponse = ({ method }: Request, body: string, headers: Record<string, string>) =>
  method === 'GET' || method === 'HEAD'
    ? new Response(method === 'GET' ? body : null, { headers })
    : rejection(405, 'This path accepts only GET.', { ...ANY_ORIGIN, allow: 'GET, HEAD' });

/** Returns the fault of a script. `?fault=` in its URL overrides the fault that was set for all scripts. */
function faultOf({ searchParams }: URL, { fault }: WidgetState): WidgetFault | undefined {
  const named = searchParams.get('fault') ?? '';
  return isWidgetFault(named) ? named : fault;
}

async function scriptResponse(request: Request, url: URL, style: WidgetStyle, store: WidgetState): Promise<Response> {
  const fault = faultOf(url, store);
  if (fault === 'missing') return rejection(404, 'The sandbox was asked to fail: this script is missing.', ANY_ORIGIN);
  if (fault === 'html')
    return pageResponse(request, '<!doctype html><title>Sign in to the network</title>', { ...HTML, ...ANY_ORIGIN });
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  return pageResponse(request, widgetScript(url.origin, { style, config: store.config, fault }), SCRIPT);
}

const FRAME_STYLES =
  'html{color-scheme:light dark}body{margin:0}h1,h2{position:absolute;overflow:hidden;inline-size:1px;block-size:1px;margin:0;clip-path:inset(50%);white-space:nowrap}';

/** The page that shows the widget in a frame. It runs no other script. */
const framePage = (scriptUrl: string): string =>
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Your offers</title>
    <link rel="stylesheet" href="/widget/frame.css" />
  </head>
  <body>
    <main>
      <h1>Business funding</h1>
      <h2>Offers</h2>
      <div></div>
    </main>
    <script src="${scriptUrl}"></script>
  </body>
</html>
`;

/** Partners' pages on any origin may show it. It reads the offers from its own origin. */
const frameResponse = (request: Request, { pathname, search }: URL) =>
  pageResponse(request, framePage(`${pathname}.js${search.replaceAll('&', '&amp;')}`), {
    ...HTML,
    'content-security-policy': pagePolicy('img-src data: https:'),
    'referrer-policy': 'no-referrer',
  });

const DECISION = /^\/widget\/offers\/([^/]+)\/(accept|decline)$/;

function offersResponse(request: Request, pathname: string, lender: Lender): Response | undefined {
  const [, id = '', decision] = DECISION.exec(pathname) ?? [];
  const isList = pathname === '/widget/offers';
  if (!decision && !isList && pathname !== '/widget/session') return undefined;
  const method = isList ? 'GET' : 'POST';
  if (request.method === 'OPTIONS') {
    const allowed = { 'access-control-allow-methods': method, 'access-control-allow-headers': 'authorization' };
    return new Response(null, { status: 204, headers: { ...ANY_ORIGIN, ...allowed } });
  }
  if (request.method !== method)
    return rejection(405, `This path accepts only ${method}.`, { ...ANY_ORIGIN, allow: `${method}, OPTIONS` });
  const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (decision) return decisionResponse(lender.decide(token, id, decision as 'accept' | 'decline'));
  const body = isList ? { offers: lender.offers(token) } : { session: lender.openWidget(token) };
  return Object.values(body)[0] ? jsonResponse(200, body, OFFERS) : noToken();
}

const noToken = () => rejection(401, 'The access token is not valid.', OFFERS);

function decisionResponse(decided: ReturnType<Lender['decide']>): Response {
  if (decided === 'no-token') return noToken();
  if (decided === 'no-offer') return rejection(404, 'This offer is not known.', OFFERS);
  return decided === 'not-open'
    ? rejection(409, 'This offer is not open.', OFFERS)
    : jsonResponse(200, decided, OFFERS);
}
