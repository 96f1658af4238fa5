import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { LendingError } from '../../errors.js';
import { errorReply, responseOf } from '../reply.js';
import { bodyAlreadyRead } from '../request.js';
import type { Handler, Reply } from '../types.js';
import { elementFiles } from './element-files.js';
import { IncomingArrival, requestHead } from './incoming.js';

export { elementFiles } from './element-files.js';
export { nodeFetch } from './fetch.js';
export { fileConsents, type FileConsents, type FileConsentsOptions } from './files/file-consents.js';
export { fileIdempotency, type FileIdempotency, type FileIdempotencyOptions } from './files/file-idempotency.js';
export { fromEnv, type EnvOptions } from './from-env.js';

export interface NodeListenerOptions {
  /** Whether to read the host and the protocol from the proxy's `Forwarded` or `X-Forwarded-*` headers. Default: `false`. */
  trustProxy?: boolean | undefined;
}

/** A listener with the methods of its handler. */
export interface NodeListener extends RequestListener {
  /** `Handler.forget()`: deletes the saved draft of a subject. */
  forget: Handler['forget'];
}

/**
 * Makes a listener for node:http from a handler. It works in Express, Fastify and other frameworks that use node:http. Mount it
 * before body parsers. Instead of a handler you can pass a function from `Request` to `Response`, like one that calls the handler, or
 * the `fetch` of a sandbox.
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
      ? fastListener(handler, trustProxy)
      : createRequestListener((request: Request) => handler(request).catch(closeOnReset), {
          trustProxy,
          onError: () => responseOf(invalidRequest()),
        });
  const answer = (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    // Express removes the mount path, but the handler needs the whole path.
    request.url = request.originalUrl ?? request.url;
    response.once('finish', () => discardBody(request));
    // A proxy may use the other one of two Host headers.
    if (countHosts(request) > 1) send(response, invalidRequest());
    // Without this check the handler would wait forever for a body that was already read.
    else if (request.method === 'POST' && request.readableEnded) send(response, replyTo(bodyAlreadyRead()));
    else void listener(request, response);
  };
  return 'forget' in handler ? Object.assign(answer, { forget: handler.forget }) : answer;
}

/** Writes the handler's replies directly: a `Response` costs more time than the rest of the handler. */
function fastListener(handler: Handler, trustProxy: boolean) {
  const elements = elementFiles();
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    let request: Request;
    try {
      request = requestHead(incoming, trustProxy);
    } catch {
      return send(outgoing, invalidRequest());
    }
    send(outgoing, await handler.reply(request, new IncomingArrival(incoming, outgoing), elements));
  };
}

function send(outgoing: ServerResponse, { status, headers, cookies, body }: Reply): void {
  // The client may have gone, or a time-out of the partner's server may have sent a response.
  if (outgoing.destroyed || outgoing.headersSent) return;
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  const set = cookies.length > 0 ? { 'set-cookie': [...cookies] } : {};
  outgoing.writeHead(status, Object.assign({}, headers, length, set)).end(body);
}

/** An error with this mark closes the connection without an answer. The sandbox throws it. */
const RESET = Symbol.for('lending-elements/reset');

/** Returns a response whose body fails before its first byte, so that the connection is closed. Any other error is thrown again. */
function closeOnReset(error: unknown): Response {
  if (!(error instanceof Error) || !(RESET in error)) throw error;
  return new Response(new ReadableStream({ start: (controller) => controller.error(error) }));
}

const countHosts = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

/** Reads the rest of a body: the next request of the connection comes after it. */
function discardBody(request: IncomingMessage): void {
  if (!request.readableEnded) request.removeAllListeners('data').resume();
}

/** Replies to a request that `Request` cannot represent, like TRACE or a host with a space. */
const invalidRequest = () =>
  replyTo(new LendingError('handler-invalid', 'The request is not valid HTTP, or its method is not supported.'));

const replyTo = (error: LendingError) => errorReply(error, crypto.randomUUID());
