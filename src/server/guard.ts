import { LendingError } from '../errors.js';
import type { Reply } from './respond.js';

const forbidden = (why: string, remedy?: string) =>
  new LendingError('handler-forbidden', `Refused: ${why}.`, { remedy });

/**
 * Refuses what no page of the partner's sends: every sign of where a request comes from that is there must agree, a
 * request that changes something must have one, and must carry the library's own header, which no form can send.
 */
export function checkOrigin(request: Request, origins: readonly string[]): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const known = origin === null ? undefined : isKnown(origin, request, origins);
  const remedy = 'Serve page and handler from one origin, or name the page’s origin in createHandler({ origins }).';
  if (known === false) throw forbidden('the page’s origin is not known', remedy);
  if (site !== null && site !== 'same-origin' && !(known && origins.includes(origin!))) {
    throw forbidden('the request comes from another site', remedy);
  }
  if (request.method === 'POST') {
    if (site === null && origin === null) throw forbidden('nothing says where the request comes from');
    if (!request.headers.has('x-lending-elements')) throw forbidden('the header x-lending-elements is missing');
  }
}

/**
 * What lets a page of another origin read an answer, where the partner has named that origin: exactly that one, and never
 * any other.
 */
export function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  const origin = request.headers.get('origin');
  if (origins.length === 0) return {};
  if (!origin || !origins.includes(origin)) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    // By it the page knows the handler's answers from anybody else's.
    'access-control-expose-headers': 'x-lending-elements',
  };
}

/** What the browser asks before a page of another origin may send: answered for the origins that the partner has named. */
export function preflight(request: Request, origins: readonly string[], methods: string): Reply | undefined {
  const cors = corsHeaders(request, origins);
  const isAsked = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  if (!isAsked || !cors['access-control-allow-origin']) return undefined;
  const more = {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'content-type, x-lending-elements, idempotency-key',
    'access-control-max-age': '600',
  };
  return { status: 204, headers: { ...cors, ...more }, cookies: [], body: null };
}

/** Behind a proxy that ends TLS the handler sees http where the page has https. */
function isKnown(origin: string, request: Request, origins: readonly string[]): boolean {
  const own = new URL(request.url).origin;
  return [...origins, own, own.replace(/^http:/, 'https:')].includes(origin);
}

/** Refuses a body of another type than the route reads. */
export function checkContentType(request: Request, type: string): void {
  const [given] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (given!.trim() === type) return;
  throw new LendingError('handler-unsupported-type', `Refused: the body is not ${type}.`);
}

const JSON_LIMIT = 64 * 1024;
const PATIENCE = 10_000;

/** Reads a JSON body of at most so many bytes, which comes within ten seconds. Default: 64 KiB. */
export async function readJson(
  { request, arrival }: { request: Request; arrival: Arrival },
  limit = JSON_LIMIT,
): Promise<unknown> {
  checkContentType(request, 'application/json');
  const text = await textInTime(arrival.body, limit);
  if (text === undefined) throw new LendingError('handler-too-large', `Refused: the body is over ${limit} bytes.`);
  return parseJson(text);
}

/** The text of a JSON body. One that does not end is let go. */
async function textInTime(body: Body | null, limit: number): Promise<string | undefined> {
  const chunks = body && chunksOf(body)[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LendingError('handler-invalid', 'Refused: the body did not come whole.'));
      void chunks?.return?.().catch(() => undefined);
    }, PATIENCE);
  });
  const text = readText({ body: chunks && { [Symbol.asyncIterator]: () => chunks } }, limit);
  return Promise.race([text, late]).finally(() => clearTimeout(timer));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LendingError('handler-invalid', 'Refused: the body is not JSON.');
  }
}

/** The body of a request, or of an answer. */
export type Body = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** What comes behind the head of a request: its body, and a signal that the applicant has gone. A `Request` is one. */
export interface Arrival {
  readonly body: Body | null;
  readonly signal: AbortSignal;
}

/** Reads a body as text, or stops at the limit and answers `undefined`. */
export async function readText({ body }: { body: Body | null }, limit: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop gives the rest of the body up.
  for await (const bytes of body ? chunksOf(body) : []) {
    size += bytes.byteLength;
    if (size > limit) return undefined;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** Not every platform lets a stream be looped over. Leaving gives the rest up, also while a piece is waited for. */
export const chunksOf = (body: Body): AsyncIterable<Uint8Array> =>
  'getReader' in body ? { [Symbol.asyncIterator]: () => chunksFrom(body.getReader()) } : body;

const chunksFrom = (reader: ReadableStreamDefaultReader<Uint8Array>): AsyncIterator<Uint8Array> => ({
  next: () => reader.read() as Promise<IteratorResult<Uint8Array>>,
  async return() {
    await reader.cancel().catch(() => undefined);
    return { done: true, value: undefined };
  },
});
