import type { IncomingMessage, RequestListener } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Handler } from './handler.js';

export interface NodeListenerOptions {
  /** Whether the proxy in front says the true host and protocol in `Forwarded` or `X-Forwarded-*`. Default: `false`. */
  trustProxy?: boolean | undefined;
}

/** The handler for node:http and Express. In Express it goes before body parsers: `app.use('/api/lending', …)`. */
export function toNodeListener(handler: Handler, { trustProxy = false }: NodeListenerOptions = {}): RequestListener {
  const listener = createRequestListener((request: Request) => handler(request), { trustProxy });
  return (request: IncomingMessage & { originalUrl?: string }, response) => {
    // Express takes the mount path off; the handler finds its routes by the whole path.
    request.url = request.originalUrl ?? request.url;
    listener(request, response);
  };
}
