import { part, type LendingError } from '../errors.js';
import { isIn, ownerNow } from './embed-code-owner.js';
import type { Arrivals } from './embed-code-arrivals.js';

const DECLARED = /already been declared|redeclaration of|Can't create duplicate variable/;

/** Scripts that have run on this page before, and whether they threw the first time. */
const earlier = new Map<string, boolean>();

/** Listens for errors of the embed code while it runs, and makes one error of ours of them. */
export class EmbedErrors {
  /** Whether the last inline script threw: then it has not done its work. */
  isInline = false;
  /** How often something was thrown. */
  count = 0;
  /** How many inline modules are on their way: their errors say only that they come from the page. */
  modules = 0;
  #reason: string | undefined;
  #again: string | undefined;
  #mayBegin: (() => boolean) | undefined;
  readonly #threw = new Set<string>();
  readonly #done = new AbortController();

  constructor(
    readonly arrivals: Arrivals,
    readonly accessToken: string,
  ) {
    const { signal } = this.#done;
    addEventListener('error', (event) => event instanceof ErrorEvent && this.#hear(event), { capture: true, signal });
    addEventListener('unhandledrejection', ({ reason }) => this.#refused(reason), { signal });
  }

  /**
   * Tries a text that may not be understood. Answers whether it was not; nobody else hears of it. One that has begun was
   * understood, whatever it throws.
   */
  try(run: () => void, hasBegun: () => boolean): boolean {
    this.#mayBegin = () => !hasBegun();
    run();
    const isUnderstood = this.#mayBegin !== undefined;
    this.#mayBegin = undefined;
    return !isUnderstood;
  }

  #hear(event: ErrorEvent): void {
    const { arrivals } = this;
    const { filename, message, error } = event;
    const isOurs =
      ownerNow() === arrivals ||
      (filename && isIn(filename, arrivals)) ||
      (this.modules > 0 && filename === location.href.split('#')[0]);
    if (!isOurs) return;
    if (error instanceof SyntaxError && this.#mayBegin?.()) {
      this.#mayBegin = undefined;
      return event.preventDefault();
    }
    this.count++;
    const { src = '' } = (document.currentScript as HTMLScriptElement | null) ?? {};
    this.#threw.add(src);
    const isAgain = earlier.get(src) === false;
    // It is told if the widget does not come: an earlier run may have left all that is needed.
    if (isAgain) event.preventDefault();
    if (isAgain || DECLARED.test(message)) this.#again ??= src || location.href;
    this.isInline ||= !src && ownerNow() === arrivals;
    this.#reason ??= message;
  }

  #refused(reason: unknown): void {
    const { arrivals } = this;
    const { stack = '' } = Object(reason) as { stack?: string };
    if (arrivals.isAlone || isIn(stack, arrivals)) this.#reason ??= String(reason);
  }

  /** Names the error, if there was one. The words for it load then. */
  why(): Promise<LendingError> | undefined {
    const [again, reason] = [this.#again, this.#reason];
    if (again === undefined && reason === undefined) return undefined;
    return part(import('./embed-code-reasons.js')).then(({ runsOnce, threw }) =>
      again ? runsOnce(new URL(again).origin) : threw(reason!, this.accessToken),
    );
  }

  close(): void {
    this.#done.abort();
    for (const src of this.arrivals.loaded) if (!earlier.has(src)) earlier.set(src, this.#threw.has(src));
  }
}
