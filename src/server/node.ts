import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { LendingError } from '../errors.js';
import type { Handler } from './handler.js';
import { headOf, IncomingArrival } from './node-incoming.js';
import { errorReply, responseOf, type Reply } from './respond.js';

export { nodeFetch } from './node-fetch.js';
export { fileConsents, type FileConsents, type FileConsentsOptions } from './file-consents.js';
export { fileOnce, type FileOnce, type FileOnceOptions } from './file-once.js';
export { fromEnv, type EnvOptions } from './from-env.js';

export interface NodeListenerOptions {
  /** Whether the proxy in front says the true host and protocol in `Forwarded` or `X-Forwarded-*`. Default: `false`. */
  trustProxy?: boolean | undefined;
}

/** A listener that hands on what its handler can do besides. */
export interface NodeListener extends RequestListener {
  /** `Handler.forget()`: deletes the draft that is saved of a subject. */
  forget: Handler['forget'];
}

/**
 * The handler for node:http, and for what is built on it: Express, Fastify and others. It goes before body parsers, or where there are none.
 * Another function from `Request` to `Response` may take the handler's place, like one that calls it.
 */
export function toNodeListener(handler: Handler, options?: NodeListenerOptions): NodeListener;
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
  options?: NodeListenerOptions,
): RequestListener;
export function toNodeListener(
  handler: Handler | ((request: Request) => Promise<Response>),
  { trustProxy = false }: NodeListenerOptions = {},
): RequestListener {
  const listener =
    'reply' in handler
      ? replying(handler, trustProxy)
      : createRequestListener((request: Request) => handler(request), {
          trustProxy,
          onError: () => responseOf(unreadable()),
        });
  const answer = (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    // Express takes the mount path off; the handler finds its routes by the whole path.
    request.url = request.originalUrl ?? request.url;
    response.once('finish', () => discard(request));
    // Which of two hosts counts, a proxy in front may see differently.
    if (hostsOf(request) > 1) send(response, unreadable());
    // A body that is gone would be waited for without end.
    else if (request.method === 'POST' && request.readableEnded) send(response, tooLate());
    else void listener(request, response);
  };
  return 'forget' in handler ? Object.assign(answer, { forget: handler.forget }) : answer;
}

/** Writes the handler's answers as they are: a `Response` costs more than all that the handler does. */
function replying(handler: Handler, trustProxy: boolean) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    let request: Request;
    try {
      request = headOf(incoming, trustProxy);
    } catch {
      return send(outgoing, unreadable());
    }
    send(outgoing, await handler.reply(request, new IncomingArrival(incoming, outgoing)));
  };
}

function send(outgoing: ServerResponse, { status, headers, cookies, body }: Reply): void {
  // Who asked may be gone by now, or have been answered by somebody who did not want to wait.
  if (outgoing.destroyed || outgoing.headersSent) return;
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  if (body !== null) outgoing.setHeader('content-length', Buffer.byteLength(body));
  outgoing.writeHead(status, headers).end(body);
}

const hostsOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

/** What is left of a body stands in the way of the next request of its connection. */
function discard(request: IncomingMessage): void {
  if (!request.readableEnded) request.removeAllListeners('data').resume();
}

/** What is no request to the platform, like TRACE or a host with a space in it, never comes to the handler. */
const unreadable = () => refusal('handler-invalid', 'Refused: the request cannot be read.');

const tooLate = () =>
  refusal('handler-failed', 'The body was read before it came to the handler.', 'Mount it before body parsers.');

const refusal = (code: 'handler-invalid' | 'handler-failed', message: string, remedy?: string) =>
  errorReply(new LendingError(code, message, { remedy }), crypto.randomUUID());
