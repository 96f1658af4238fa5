/**
 * An `AbortController` and its signal in one, with the parts that a call of `nodeFetch` uses. Node makes a real signal several times more
 * slowly, and each use of it is slow too, because each has a hidden class of its own.
 */
export class CallController {
  aborted = false;
  reason: unknown;
  readonly #listeners = new Set<() => void>();

  get signal(): this {
    return this;
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}
