import type { Dispatcher } from 'undici';
import type { ServiceResponse } from '../service/types.js';

/**
 * Receives the answer to one request of undici. The head resolves the call. The chunks of the body wait until they are taken, and the
 * connection is paused while more than one waits. undici has streams for this, which cost more than the rest of a call.
 */
export class Answer implements Dispatcher.DispatchHandler, AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (response: ServiceResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #chunks: Uint8Array[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #wake = () => {};
  #isOver = false;
  /** The reason why the rest of the body does not come. */
  #failure: { error: unknown } | undefined;

  constructor(
    signal: AbortSignal | undefined,
    resolve: (response: ServiceResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal?.addEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#fail(this.#signal!.reason);

  #fail(error: unknown): void {
    this.#end({ error });
    this.#reject(error);
    this.#controller?.abort(error as Error);
  }

  #end(failure?: { error: unknown }): void {
    if (!this.#isOver) this.#failure = failure;
    this.#isOver = true;
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#wake();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call was aborted before it had a connection.
    if (this.#failure) controller.abort(this.#failure.error as Error);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    const isRedirect = status >= 300 && status < 400;
    const get = (name: string) => headers[name.toLowerCase()]?.toString() ?? null;
    this.#resolve({ status, headers: { get }, body: isRedirect ? null : this });
    if (!isRedirect) return;
    this.#end();
    controller.abort(new Error('The body of a redirect is not read.'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#chunks.push(chunk) > 1) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    if (this.#isOver) return;
    this.#end({ error: cause });
    this.#reject(new TypeError('fetch failed', { cause }));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const value = this.#chunks.shift();
      if (value) return { done: false, value };
      if (this.#failure) throw this.#failure.error;
      if (this.#isOver) return OVER;
      const woken = new Promise<void>((wake) => (this.#wake = wake));
      this.#controller!.resume();
      await woken;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#chunks.length = 0;
    if (this.#isOver) return OVER;
    this.#end();
    this.#controller!.abort(new Error('The rest of the body is not read.'));
    return OVER;
  }
}

type Headers = Record<string, string | string[] | undefined>;

const OVER = { done: true, value: undefined } as const;
