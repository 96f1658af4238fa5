import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHeaders, createRequest } from '@remix-run/node-fetch-server';
import { LendingError } from '../../errors.js';
import type { Arrival } from '../types.js';

/** Makes a `Request` without the body: a `Request` with a body costs more time than the rest of the handler. */
export function requestHead(incoming: IncomingMessage, trustProxy: boolean): Request {
  const { method = 'GET', headers, socket } = incoming;
  const protocol = 'encrypted' in socket && socket.encrypted ? 'https' : 'http';
  const host = headers[':authority'] ?? headers.host;
  const needsLibrary = trustProxy || typeof host !== 'string' || !host;
  // Other characters in the Host header could be read as a path.
  const address = needsLibrary
    ? addressFromLibrary(incoming, trustProxy)
    : `${protocol}://${/^[\w.:[\]-]+$/.test(host) ? host : 'host.invalid'}${targetOf(incoming)}`;
  // Only a request of HTTP/2 has headers that `Request` refuses.
  const isHttp1 = incoming.httpVersionMajor === 1;
  return new Request(address, { method, headers: isHttp1 ? (headers as HeadersInit) : createHeaders(incoming) });
}

/** Escapes tabs: the URL parser removes them, so that a hidden path could reach a route. Node before 20.20 lets them through. */
const targetOf = ({ url = '' }: IncomingMessage) => url.replaceAll('\t', '%09');

/** Reads the address with a library, which knows HTTP/2 and the headers of proxies. The method is GET, so it does not make a body. */
function addressFromLibrary(incoming: IncomingMessage, trustProxy: boolean): string {
  const url = targetOf(incoming);
  const head = Object.create(incoming, { method: { value: 'GET' }, url: { value: url } }) as IncomingMessage;
  const address = createRequest(head, { once() {} } as unknown as ServerResponse, { trustProxy }).url;
  return url.startsWith('/') ? new URL(address).origin + url : address;
}

/** The body of a request, which is read only on demand, and a signal that the applicant has gone. */
export class IncomingArrival implements Arrival {
  readonly body: AsyncIterable<Uint8Array>;
  readonly #outgoing: ServerResponse;
  #controller: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.body = { [Symbol.asyncIterator]: () => new BodyChunks(incoming) };
    this.#outgoing = outgoing;
  }

  /** Aborts if the connection closes before the response was sent. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = (this.#controller = new AbortController());
    const outgoing = this.#outgoing;
    const abort = () => !outgoing.writableFinished && controller.abort();
    if (outgoing.destroyed) abort();
    else outgoing.once('close', abort);
    return controller.signal;
  }
}

/** The chunks of a body. Pauses the request while a chunk waits to be taken. */
class BodyChunks implements AsyncIterator<Uint8Array> {
  readonly #incoming: IncomingMessage;
  readonly #chunks: Uint8Array[] = [];
  #wake = () => {};
  #isOver = false;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming.on('data', this.#add).once('end', this.#end).once('close', this.#end);
  }

  readonly #add = (chunk: Uint8Array): void => {
    if (this.#chunks.push(chunk) > 1) this.#incoming.pause();
    this.#wake();
  };

  readonly #end = (): void => this.#wake();

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const incoming = this.#incoming;
    for (;;) {
      const value = this.#chunks.shift();
      if (value) return { done: false, value };
      if (this.#isOver || incoming.readableEnded) return OVER;
      if (incoming.destroyed)
        throw new LendingError('handler-invalid', 'The connection closed before the request body was complete.');
      const woken = new Promise<void>((wake) => (this.#wake = wake));
      incoming.resume();
      await woken;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#incoming.pause().off('data', this.#add).off('end', this.#end).off('close', this.#end);
    this.#chunks.length = 0;
    this.#isOver = true;
    this.#wake();
    return OVER;
  }
}

const OVER = { done: true, value: undefined } as const;
