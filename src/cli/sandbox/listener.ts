import type { RequestListener } from 'node:http';
import { isLoopback } from '../../schema/widget/loopback.js';
import { toNodeListener } from '../../server/node/index.js';
import type { Sandbox } from '../../sandbox/index.js';

/** Returns true if only this machine can reach an address to listen at. */
export const isPrivate = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/**
 * Makes the listener of a sandbox. A listener for this machine refuses other names in the `Host` header: a page on the internet can make
 * its own name lead here (DNS rebinding), and would then read the answers.
 */
export function sandboxListener({ fetch, baseUrl }: Sandbox, isExposed: boolean): RequestListener {
  return toNodeListener(async (request) => {
    const { hostname, origin, pathname, search } = new URL(request.url);
    if (!isExposed && !isLoopback(hostname)) return misdirected(baseUrl);
    // The dashboard redirects to its own address.
    if (origin === baseUrl || pathname.startsWith('/dashboard')) return fetch(request);
    const { method, headers, body, signal } = request;
    return fetch(
      new Request(baseUrl + pathname + search, { method, headers, body, signal, duplex: 'half' } as RequestInit),
    );
  });
}

function misdirected(baseUrl: string): Response {
  const message = `The sandbox answers only for this machine. Use ${baseUrl}.`;
  const headers = { 'content-type': 'application/json', 'x-sandbox': '1' };
  return new Response(JSON.stringify({ success: false, message }), { status: 421, headers });
}
