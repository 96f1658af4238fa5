import type * as z from 'zod/mini';
import { LendingError } from '../errors.js';
import { toProblems } from '../schema/problems.js';
import { parseUrl } from '../schema/widget/parse-url.js';
import { withTimeLimit } from '../time-limit.js';
import type { Reply } from './reply.js';

export type Body = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

const forbidden = (why: string, remedy?: string) =>
  new LendingError('handler-forbidden', `Rejected: ${why}.`, { remedy });

export const bodyAlreadyRead = () =>
  new LendingError('handler-failed', 'The request body was read before the handler got it.', {
    remedy: 'Mount the handler before any body parser.',
  });

/**
 * Rejects requests that do not come from a page of an allowed origin. `Sec-Fetch-Site` and `Origin` must agree with the allowed origins; a
 * POST must have one of the two headers, and the library's own header, which a form cannot send.
 */
export function checkOrigin(request: Request, url: URL, origins: readonly string[]): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const isKnown = origin === null ? undefined : isOwnOrAllowed(origin, url, origins);
  const remedy =
    'Serve the page and the handler from one origin, or add the page’s origin to createHandler({ origins }).';
  if (isKnown === false && originOf(request.headers.get('host'), origin!) === origin)
    throw forbidden(
      'the Host header is that of the page, but a framework has given the handler another URL',
      'Tell the framework its origin: Astro with security.allowedDomains, SvelteKit with ORIGIN. In another one, add the page’s origin to createHandler({ origins }).',
    );
  if (isKnown === false && site === 'same-origin')
    throw forbidden(
      'a proxy has changed the Host header, so the page looks like one of another origin',
      'Let the proxy pass the Host header on: in Vite and webpack with changeOrigin: false. Or add the page’s origin to createHandler({ origins }).',
    );
  if (isKnown === false) throw forbidden('the page’s origin is not allowed', remedy);
  if (site !== null && site !== 'same-origin' && !(isKnown && origins.includes(origin!))) {
    throw forbidden('the request comes from another site', remedy);
  }
  if (request.method === 'POST') {
    if (site === null && origin === null)
      throw forbidden('the request has neither a Sec-Fetch-Site nor an Origin header');
    if (!request.headers.has('x-lending-elements')) throw forbidden('the request has no x-lending-elements header');
  }
}

/** Returns the CORS headers for a page of an allowed origin. Only an origin in the list is reflected. */
export function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  if (origins.length === 0) return {};
  const origin = request.headers.get('origin');
  if (!origin || !origins.includes(origin)) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    // The page recognises the handler’s responses by `x-lending-elements`.
    'access-control-expose-headers': 'x-lending-elements, x-lending-applicant',
  };
}

export function preflight(request: Request, origins: readonly string[], methods: string): Reply | undefined {
  const cors = corsHeaders(request, origins);
  const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  if (!isPreflight || !cors['access-control-allow-origin']) return undefined;
  const allowed = {
    'access-control-allow-methods': methods,
    'access-control-allow-headers':
      'content-type, x-lending-elements, x-lending-business, x-lending-applicant, idempotency-key',
    'access-control-max-age': '600',
  };
  return { status: 204, headers: { ...cors, ...allowed }, body: null };
}

/** The origin of a host, with the protocol of a page. */
const originOf = (host: string | null, page: string) => parseUrl(`${page.split('/')[0]}//${host}`)?.origin;

/** Behind a proxy that ends TLS the handler gets http requests from https pages, also with the port of https in their `Host` header. */
function isOwnOrAllowed(origin: string, { origin: own }: URL, origins: readonly string[]): boolean {
  const secure = new URL(own.replace(/^http:/, 'https:')).origin;
  return origin === own || origin === secure || origins.includes(origin);
}

export function checkContentType(request: Request, type: string): void {
  const [actual] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (actual!.trim() === type) return;
  throw new LendingError('handler-unsupported-type', `Rejected: the content type of the body must be ${type}.`);
}

/** Returns the body that the schema parsed. Throws `handler-invalid` with the rejected fields. */
export function checkBody<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw unexpectedContent(toProblems(result.error));
}

export const unexpectedContent = (issues?: LendingError['issues']) =>
  new LendingError('handler-invalid', 'Rejected: the body does not fit the schema.', { issues });

const JSON_MAX_BYTES = 64 * 1024;
const JSON_TIMEOUT_MS = 10_000;

/** Reads a JSON body, within ten seconds. `limit` is the most bytes; default: 64 KiB. */
export async function readJson({ request }: { request: Request }, limit = JSON_MAX_BYTES): Promise<unknown> {
  checkContentType(request, 'application/json');
  const text = await readInTime(request.body, limit);
  if (text === undefined)
    throw new LendingError('handler-too-large', `Rejected: the body is larger than ${limit} bytes.`);
  return parseJson(text);
}

/** Reads a body as a string. Gives up a body that does not end in time. */
async function readInTime(body: Body | null, limit: number): Promise<string | undefined> {
  const chunks = body && chunksOf(body)[Symbol.asyncIterator]();
  const late = () => {
    void chunks?.return?.().catch(() => undefined);
    throw new LendingError(
      'handler-invalid',
      `Rejected: the body did not arrive completely within ${JSON_TIMEOUT_MS / 1000} seconds.`,
    );
  };
  const text = readText({ body: chunks && { [Symbol.asyncIterator]: () => chunks } }, limit);
  return withTimeLimit(text, { limit: JSON_TIMEOUT_MS, late });
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LendingError('handler-invalid', 'Rejected: the body is not JSON.');
  }
  // If an object has the same name twice, two servers could read different values. A string before a colon is a name.
  const strings = text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g);
  let names = 0;
  // Every string is read once, whether it is a name or not: hostile bodies consist of escaped quotes.
  for (const [, colon] of strings) if (colon) names += 1;
  if (names === countNames(value)) return value;
  throw new LendingError('handler-invalid', 'Rejected: the body has a name twice.');
}

function countNames(value: unknown): number {
  let count = 0;
  // A growing list instead of a recursion: nested objects could overflow the stack.
  const left = [value];
  for (const one of left) {
    if (typeof one !== 'object' || one === null) continue;
    if (!Array.isArray(one)) count += Object.keys(one).length;
    left.push(...(Object.values(one) as unknown[]));
  }
  return count;
}

/** Reads a body as a string. Returns `undefined` for a body over the limit. */
export async function readText({ body }: { body: Body | null }, limit: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  // Leaving the loop cancels the rest of the body.
  for await (const bytes of body ? chunksOf(body) : []) {
    size += bytes.byteLength;
    if (size > limit) return undefined;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** Iterates over a body on platforms whose streams are not iterable too. `return()` gives up the rest, even while a chunk is awaited. */
export const chunksOf = (body: Body): AsyncIterable<Uint8Array> =>
  'getReader' in body ? { [Symbol.asyncIterator]: () => chunksFrom(body.getReader()) } : body;

const chunksFrom = (reader: ReadableStreamDefaultReader<Uint8Array>): AsyncIterator<Uint8Array> => ({
  next: () => reader.read() as Promise<IteratorResult<Uint8Array>>,
  async return() {
    await reader.cancel().catch(() => undefined);
    return { done: true, value: undefined };
  },
});

/**
 * The most bytes of an unused body that are read, so that its connection can be used again. A longer body is cancelled. Some frameworks then close
 * the connection, so it is more than a document has: the page of a signed-out applicant gets the response.
 */
const DISCARDED_MAX_BYTES = 2 ** 25;

/** Reads the rest of a body, which would delay the next request of its connection. */
export async function discardBody({ body }: Request): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  for (let size = 0; size < DISCARDED_MAX_BYTES;) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
  }
  await reader.cancel();
}
