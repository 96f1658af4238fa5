import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { LendingError } from '../../errors.js';
import { errorReply, handlerFailed, responseOf } from '../reply.js';
import type { Handler } from '../types.js';
import { elementFiles } from './element-files.js';

export type { Database } from '../records/records.js';
export { createHandler } from '../handler.js';
export { sqliteStore } from '../records/sqlite/engine.js';
export { elementFiles } from './element-files.js';
export { nodeFetch } from './fetch.js';
export { fromEnv, type EnvOptions } from './from-env.js';

interface NodeListenerOptions {
  /**
   * `true` reads the host and the protocol from the proxy's `Forwarded` or `X-Forwarded-*` headers. The proxy must overwrite them: a
   * request with several hosts is rejected. Default: `false`.
   */
  trustProxy?: boolean | undefined;
}

/** A listener with the methods of its handler. */
export interface NodeListener extends RequestListener, Omit<Handler, 'reply'> {}

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
  if (typeof handler !== 'function')
    throw new LendingError('config-invalid', 'toNodeListener() needs a handler.', {
      remedy: 'Pass it the result of createHandler(): toNodeListener(handler).',
    });
  const elements = elementFiles();
  const respond = 'reply' in handler ? (request: Request) => handler.reply(request, elements) : handler;
  async function respondTo(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const response = await responseTo(incoming, outgoing, respond, trustProxy);
    // The client may have disconnected, or a time-out of the partner's server may have sent a response.
    if (!outgoing.destroyed && !outgoing.headersSent) await sendResponse(outgoing, response);
  }
  const listener = (incoming: IncomingMessage & { originalUrl?: string }, outgoing: ServerResponse) => {
    // Express removes the mount path, but the handler needs the whole path. The URL parser would remove a tab, so that a hidden path could
    // reach a route; Node before 20.20 lets tabs through.
    incoming.url = (incoming.originalUrl ?? incoming.url!).replaceAll('\t', '%09');
    outgoing.once('finish', () => discardBody(incoming));
    respondTo(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const { reply: _, ...methods }: Partial<Handler> = 'reply' in handler ? handler : {};
  return Object.assign(listener, methods);
}

async function responseTo(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
  trustProxy: boolean,
): Promise<Response> {
  const request = readRequest(incoming, outgoing, trustProxy);
  if (!request) return errorResponse(invalidRequest());
  // The handler would wait forever for a body that was already read. It rejects one that was canceled.
  if (incoming.method === 'POST' && incoming.readableEnded) await request.body?.cancel();
  try {
    return await respond(request);
  } catch (error) {
    // The sandbox throws an error with this mark to close the connection without a response.
    if (error instanceof Error && RESET in error) throw error;
    console.error('toNodeListener(): the function that it got threw an error:', error);
    return errorResponse(handlerFailed(error));
  }
}

const RESET = Symbol.for('lending-elements/reset');

/** Returns `undefined` for a request that `Request` cannot represent, like TRACE, or that two servers could read differently. */
function readRequest(incoming: IncomingMessage, outgoing: ServerResponse, trustProxy: boolean): Request | undefined {
  // If there are two Host headers, a proxy may use the other one.
  if (incoming.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return undefined;
  // If there are several hosts, the first can be from the browser, because many proxies append theirs.
  const { headers } = incoming;
  if (trustProxy && /,/.test([headers['x-forwarded-host'], headers.forwarded].join(';'))) return undefined;
  try {
    const request = createRequest(incoming, outgoing, { trustProxy });
    // A slash in the Host header would become part of the path.
    const isSamePath = new URL(request.url).pathname === new URL(incoming.url!, 'http://host.invalid').pathname;
    return isSamePath ? request : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the rest of a body, so that the connection can be used for the next request. */
function discardBody(request: IncomingMessage): void {
  if (!request.readableEnded) request.removeAllListeners('data').resume();
}

const invalidRequest = () =>
  new LendingError('handler-invalid', 'The request is not valid HTTP, or its method is not supported.');

const errorResponse = (error: LendingError) => responseOf(errorReply(error, crypto.randomUUID()));
