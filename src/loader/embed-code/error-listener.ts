import { loadPart, type LendingError } from '../../errors.js';
import type { PageChanges } from './page-changes.js';
import { tracesTo, currentOwner } from './owner.js';

const DECLARED = /already been declared|redeclaration of|Can't create duplicate variable/;

/** Addresses of scripts that have run on this page before, and whether they threw the first time. */
const earlier = new Map<string, boolean>();

/** Listens for errors of embed code while it runs, and summarises them as one `LendingError`. */
export class ErrorListener {
  /** Whether the last inline script threw. */
  hasInlineError = false;
  /** The number of errors. */
  count = 0;
  /** The number of inline modules that are loading. Their errors have the address of the page. */
  modules = 0;
  #reason: string | undefined;
  #again: string | undefined;
  #mayBegin: (() => boolean) | undefined;
  readonly #threw = new Set<string>();
  readonly #done = new AbortController();

  constructor(
    readonly changes: PageChanges,
    readonly accessToken: string,
  ) {
    const { signal } = this.#done;
    addEventListener('error', (event) => event instanceof ErrorEvent && this.#hear(event), { capture: true, signal });
    addEventListener('unhandledrejection', ({ reason }) => this.#refused(reason), { signal });
  }

  /**
   * Runs a script that may have a syntax error. Returns true if it had one, and hides that error from the page. A script that has
   * begun had none, whatever it throws later.
   */
  try(run: () => void, hasBegun: () => boolean): boolean {
    this.#mayBegin = () => !hasBegun();
    run();
    const isUnderstood = this.#mayBegin !== undefined;
    this.#mayBegin = undefined;
    return !isUnderstood;
  }

  #hear(event: ErrorEvent): void {
    const { changes } = this;
    const { filename, message, error } = event;
    const isOurs =
      currentOwner() === changes ||
      (filename && tracesTo(filename, changes)) ||
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
    // Reported only if the widget does not start, because an earlier run may have done all the work.
    if (isAgain) event.preventDefault();
    if (isAgain || DECLARED.test(message)) this.#again ??= src || location.href;
    this.hasInlineError ||= !src && currentOwner() === changes;
    this.#reason ??= message;
  }

  #refused(reason: unknown): void {
    const { changes } = this;
    const { stack = '' } = Object(reason) as { stack?: string };
    if (changes.isAlone || tracesTo(stack, changes)) this.#reason ??= String(reason);
  }

  /** The error, if there was one. Its text loads on demand. */
  findError(): Promise<LendingError> | undefined {
    const [again, reason] = [this.#again, this.#reason];
    if (again === undefined && reason === undefined) return undefined;
    return loadPart(import('./embed-errors.js')).then(({ runsOnce, embedCodeThrew }) =>
      again ? runsOnce(new URL(again).origin) : embedCodeThrew(reason!, this.accessToken),
    );
  }

  close(): void {
    this.#done.abort();
    for (const src of this.changes.loaded) if (!earlier.has(src)) earlier.set(src, this.#threw.has(src));
  }
}
