import { LendingError } from '../errors.js';
import { inMarkup, inString } from './embed-code-fill.js';
import { isIn, ownerNow } from './embed-code-owner.js';
import type { Arrivals } from './embed-code-arrivals.js';
import { inAddress } from './fill.js';
import { noGlobal } from './script-failures.js';

const LONGEST = 200;
/** A part of a token that is shorter than this says nothing of it. */
const SHORTEST = 6;
const MISSING = /(?:^|\s)([\w$]+) is not defined|Can't find variable: ([\w$]+)/;
const DECLARED = /already been declared|redeclaration of|Can't create duplicate variable/;

/** Scripts that have run on this page before, and whether they threw the first time. */
const earlier = new Map<string, boolean>();

/** Listens for what the embed code throws while it runs, and says which error that makes. */
export class EmbedErrors {
  /** Whether the last inline script threw: then what it was to do has not been done. */
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
    // It is told if the widget does not come: what an earlier run has left may be all that is needed.
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

  /** What it threw, if it threw. */
  why(): LendingError | undefined {
    if (this.#again) return runsOnce(new URL(this.#again).origin);
    if (this.#reason === undefined) return undefined;
    const reason = withoutToken(this.#reason.replace(/^Uncaught /, ''), this.accessToken);
    const [, ...names] = MISSING.exec(reason) ?? [];
    const name = names.find(Boolean);
    return name ? noGlobal(name) : threwThis(reason);
  }

  close(): void {
    this.#done.abort();
    for (const src of this.arrivals.loaded) if (!earlier.has(src)) earlier.set(src, this.#threw.has(src));
  }
}

/** A text of somebody else’s, shortened, without the token, in whatever way it is written there, and without parts of it. */
export function withoutToken(text: string, token: string): string {
  const json = JSON.stringify(token).slice(1, -1);
  const bytes = String.fromCharCode(...new TextEncoder().encode(token));
  const forms = [
    token,
    json,
    inAddress(token),
    encodeURIComponent(token.replace(/\p{Cs}/gu, '\uFFFD')),
    inString(token),
    inMarkup(token),
    btoa(bytes),
  ];
  const hay = forms.map((form) => form.toLowerCase());
  const isPart = (part: string) => hay.some((form) => form.includes(part.toLowerCase()));
  const shortest = Math.min(SHORTEST, token.length);
  const long = text.slice(0, 2 * LONGEST);
  let clean = '';
  for (let at = 0; at < long.length;) {
    let end = at + shortest;
    if (end > long.length || !isPart(long.slice(at, end))) clean += long[at++];
    else {
      while (end < long.length && isPart(long.slice(at, end + 1))) end++;
      clean += '…';
      at = end;
    }
  }
  return clean.slice(0, LONGEST);
}

/** `reason` is what the script said, without the token. */
const threwThis = (reason: string) =>
  new LendingError('script-threw', `A script of the embed code threw: ${reason}`, {
    remedy: 'See the console, and try the embed code in a page of its own.',
    recoverable: true,
  });

const runsOnce = (origin: string) =>
  new LendingError('script-runs-once', `A script of ${origin} cannot run a second time in the same page.`, {
    remedy: 'Load the page again, or set isolation to “frame”. Names that it declares at its top are often the reason.',
  });
