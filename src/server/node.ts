import type { IncomingMessage, RequestListener } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { LendingError } from '../errors.js';
import type { Handler } from './handler.js';
import { errorResponse } from './respond.js';

export { nodeFetch } from './node-fetch.js';
export { fileConsents, type FileConsentsOptions } from './file-consents.js';
export { fromEnv, type EnvOptions } from './from-env.js';

export interface NodeListenerOptions {
  /** Whether the proxy in front says the true host and protocol in `Forwarded` or `X-Forwarded-*`. Default: `false`. */
  trustProxy?: boolean | undefined;
}

/**
 * The handler for node:http, and for what is built on it: Express, Fastify and others. It goes before body parsers, or where there are none.
 */
export function toNodeListener(handler: Handler, { trustProxy = false }: NodeListenerOptions = {}): RequestListener {
  // What is no request to the platform, like TRACE or a host with a space in it, never comes to the handler.
  const onError = () => refuse('handler-invalid', 'Refused: the request cannot be read.');
  const listener = createRequestListener((request: Request) => handler(request), { trustProxy, onError });
  const unclear = createRequestListener(onError);
  const tooLate = createRequestListener(() =>
    refuse('handler-failed', 'The body was read before it came to the handler.', 'Mount it before body parsers.'),
  );
  return (request: IncomingMessage & { originalUrl?: string }, response) => {
    // Express takes the mount path off; the handler finds its routes by the whole path.
    request.url = request.originalUrl ?? request.url;
    response.once('finish', () => discard(request));
    // Which of two hosts counts, a proxy in front may see differently.
    if ((request.headersDistinct.host?.length ?? 0) > 1) unclear(request, response);
    // A body that is gone would be waited for without end.
    else if (request.method === 'POST' && request.readableEnded) tooLate(request, response);
    else listener(request, response);
  };
}

/** What is left of a body stands in the way of the next request of its connection. */
function discard(request: IncomingMessage): void {
  request.removeAllListeners('data').resume();
}

const refuse = (code: 'handler-invalid' | 'handler-failed', message: string, remedy?: string) =>
  errorResponse(new LendingError(code, message, { remedy }), crypto.randomUUID());
