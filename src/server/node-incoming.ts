import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHeaders, createRequest } from '@remix-run/node-fetch-server';
import { LendingError } from '../errors.js';
import type { Arrival } from './guard.js';

/** The head of a request of Node's: with the body in it, a `Request` costs more than all that the handler does. */
export function headOf(incoming: IncomingMessage, trustProxy: boolean): Request {
  const { method = 'GET', headers, socket, url } = incoming;
  const protocol = 'encrypted' in socket && socket.encrypted ? 'https' : 'http';
  const host = headers[':authority'] ?? headers.host;
  const isTold = trustProxy || typeof host !== 'string' || !host;
  // Whatever else a host says could be taken for a path: it is nobody's.
  const address = isTold
    ? toldAddress(incoming, trustProxy)
    : `${protocol}://${/^[\w.:[\]-]+$/.test(host) ? host : 'host.invalid'}${url}`;
  return new Request(address, { method, headers: createHeaders(incoming) });
}

/** What a proxy says of the address, and HTTP/2, are read by a library. Of a GET it makes no body. */
function toldAddress(incoming: IncomingMessage, trustProxy: boolean): string {
  const head = Object.create(incoming, { method: { value: 'GET' } }) as IncomingMessage;
  const told = createRequest(head, { once() {} } as unknown as ServerResponse, { trustProxy }).url;
  return incoming.url?.startsWith('/') ? new URL(told).origin + incoming.url : told;
}

/** What comes behind the head. Nothing of it is read before it is asked for. */
export class IncomingArrival implements Arrival {
  readonly body: AsyncIterable<Uint8Array>;
  readonly #outgoing: ServerResponse;
  #controller: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.body = { [Symbol.asyncIterator]: () => new Pieces(incoming) };
    this.#outgoing = outgoing;
  }

  /** Aborts where the applicant goes away before there was an answer. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = (this.#controller = new AbortController());
    const outgoing = this.#outgoing;
    const leave = () => !outgoing.writableFinished && controller.abort();
    if (outgoing.destroyed) leave();
    else outgoing.once('close', leave);
    return controller.signal;
  }
}

/** The pieces of a body. No more is read ahead than what comes with a piece that nobody has taken yet. */
class Pieces implements AsyncIterator<Uint8Array> {
  readonly #incoming: IncomingMessage;
  readonly #pieces: Uint8Array[] = [];
  #wake = () => {};
  #isOver = false;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming.on('data', this.#take).once('end', this.#end).once('close', this.#end);
  }

  readonly #take = (piece: Uint8Array): void => {
    if (this.#pieces.push(piece) > 1) this.#incoming.pause();
    this.#wake();
  };

  readonly #end = (): void => this.#wake();

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const incoming = this.#incoming;
    for (;;) {
      const value = this.#pieces.shift();
      if (value) return { done: false, value };
      if (this.#isOver || incoming.readableEnded) return OVER;
      if (incoming.destroyed) throw new LendingError('handler-invalid', 'Refused: the body broke off.');
      const woken = new Promise<void>((wake) => (this.#wake = wake));
      incoming.resume();
      await woken;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#incoming.pause().off('data', this.#take).off('end', this.#end).off('close', this.#end);
    this.#pieces.length = 0;
    this.#isOver = true;
    this.#wake();
    return OVER;
  }
}

const OVER = { done: true, value: undefined } as const;
