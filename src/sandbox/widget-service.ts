import { answer, refuse } from './answers.js';
import type { Lender } from './lender.js';
import { widgetScript } from './widget.js';

/** The script and its requests come from the partner's pages, so any origin may read them; the token decides. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** What is asked on the widget's side: the script, and the offers behind a token. `undefined` for any other path. */
export function answerWidget(request: Request, url: URL, lender: Lender): Response | undefined {
  if (url.pathname === '/widget.js') return answerScript(request, url.origin);
  if (url.pathname === '/widget/offers') return answerOffers(request, lender);
  return undefined;
}

function answerScript({ method }: Request, origin: string): Response {
  if (method !== 'GET') return refuse(405, 'This path takes GET.', { ...ANY_ORIGIN, allow: 'GET' });
  const headers = { ...ANY_ORIGIN, 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
  return new Response(widgetScript(origin), { headers: { ...headers, 'x-content-type-options': 'nosniff' } });
}

function answerOffers({ method, headers }: Request, lender: Lender): Response {
  if (method === 'OPTIONS') {
    const allowed = { 'access-control-allow-methods': 'GET', 'access-control-allow-headers': 'authorization' };
    return new Response(null, { status: 204, headers: { ...ANY_ORIGIN, ...allowed } });
  }
  if (method !== 'GET') return refuse(405, 'This path takes GET.', { ...ANY_ORIGIN, allow: 'GET, OPTIONS' });
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const offers = lender.offers(token);
  const answerHeaders = { ...ANY_ORIGIN, 'cache-control': 'no-store' };
  return offers ? answer(200, { offers }, answerHeaders) : refuse(401, 'The access token is not valid.', answerHeaders);
}
