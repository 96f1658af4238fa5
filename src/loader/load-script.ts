import type { LendingError } from '../errors.js';
import { pause, withTimeLimit } from '../time-limit.js';
import { onBlocked, requireSafeScriptUrl, setSource, usedUrls, cancelScript } from './policy.js';
import type { Blocked } from './policy-errors.js';
import * as failures from './script-errors.js';

export interface LoadScriptOptions {
  /** The time limit in milliseconds, retries included. Default: 15000. */
  timeoutMs?: number | undefined;
  /** The number of retries after a network failure, each after a random pause. Default: 2. */
  retries?: number | undefined;
  /** The name of the global that the script must define, at most two seconds after it has run. Default: none. */
  global?: string | undefined;
  /** Stops waiting. The script may still load, because other callers may wait for it. */
  signal?: AbortSignal | undefined;
  /** The nonce of the page's Content-Security-Policy. Default: the nonce of the page's scripts. */
  nonce?: string | undefined;
  /** The integrity hash of the script, such as `sha384-…`. Default: none. */
  integrity?: string | undefined;
  /** The `crossorigin` attribute. Default: `anonymous` if `integrity` is set, else none. */
  crossOrigin?: 'anonymous' | 'use-credentials' | undefined;
  /** The type of the script. Default: `classic`. */
  type?: 'classic' | 'module' | undefined;
  /** Attributes that the script reads from its own tag. Different attributes load it in different tags. Default: none. */
  attributes?: Readonly<Record<string, string>> | undefined;
}

/** One promise for each URL and its options, so that three widgets load their script once. Failures are removed. */
const loading = new Map<string, Promise<HTMLScriptElement>>();

/**
 * Loads a script once, and resolves with its tag when it has run. Rejects with a `LendingError` with a code that begins with
 * `script-`, or with the signal's reason.
 */
export async function loadScript(scriptUrl: string, options: LoadScriptOptions = {}): Promise<HTMLScriptElement> {
  const url = requireSafeScriptUrl(scriptUrl);
  const { signal, timeoutMs: _timeout, nonce: _nonce, ...identity } = options;
  signal?.throwIfAborted();
  const key = JSON.stringify([url, identity]);
  let promise = loading.get(key);
  if (!promise) {
    promise = loadWithin(url, { ...options, signal: undefined });
    loading.set(key, promise);
    promise.catch(() => loading.delete(key));
  }
  return withTimeLimit(promise, { signal });
}

/** Removes a loaded script, so that the next call of `loadScript()` loads it again: in a new tag, and a module at a new URL. */
export function forgetScript(script: HTMLScriptElement): void {
  script.remove();
  if (script.type === 'module') usedUrls.add(script.src);
  for (const [key, promise] of loading) {
    void promise.then((tag) => tag === script && loading.delete(key)).catch(() => undefined);
  }
}

/** Loads a script for one caller, who must remove its tags. When the signal aborts, there are no more retries. */
export async function loadWithin(url: string, options: LoadScriptOptions): Promise<HTMLScriptElement> {
  const { timeoutMs = 15_000, global } = options;
  const end = performance.now() + timeoutMs;
  const load = async () => {
    const script = makeTag(url, options);
    try {
      await waitForScript(script, url, timeoutMs, () => document.head.append(script), global, end);
      return script;
    } catch (error) {
      // A removed tag would still run when it arrives, in addition to the retry.
      cancelScript(script);
      throw error;
    }
  };
  return withRetries(load, end, options);
}

/** Retries after network failures, each time after a random pause. */
export async function withRetries<T>(
  load: () => Promise<T>,
  end: number,
  { retries = 2, signal }: Pick<LoadScriptOptions, 'retries' | 'signal'>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      // A policy, a hash or the script itself would fail in the same way again.
      const wait = 100 + Math.random() * 300 * (attempt + 1);
      const isWorthwhile = (error as LendingError).code === 'script-failed' && attempt < retries;
      if (!isWorthwhile || performance.now() + wait > end) throw error;
      await pause(wait);
      signal?.throwIfAborted();
    }
  }
}

/** Inserts a script with `put`, and waits until it has run and has defined its global. */
export function waitForScript(
  script: HTMLScriptElement,
  url: string,
  limit: number,
  put: () => void,
  global?: string,
  end = performance.now() + limit,
) {
  const done = new AbortController();
  const { signal } = done;
  // An inline module has no URL.
  const loadedUrl = script.src || url;
  const seen = watchPage(loadedUrl, signal);
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = (error: LendingError) => {
      // Leaving a page aborts its loads. Report that only if the page comes back.
      if (seen.leaving) addEventListener('pageshow', () => reject(error), { signal });
      else reject(error);
    };
    const timer = setTimeout(() => fail(failures.scriptTimedOut(new URL(url).origin, limit)), end - performance.now());
    signal.addEventListener('abort', () => clearTimeout(timer));
    script.addEventListener('load', () => resolve(), { signal });
    const broken = async () => {
      const part = seen.blocked && (await import('./policy-errors.js').catch(() => undefined));
      const error = part?.blockedBy(seen.blocked!, new URL(loadedUrl).origin);
      fail(error ?? failures.scriptError(loadedUrl, script.integrity));
    };
    script.addEventListener('error', () => void broken(), { signal });
    put();
  });
  return loaded
    .then(() => (global ? untilDefined(global, seen, end) : undefined))
    .catch((error: LendingError) => {
      if (script.type === 'module' || error.code === 'script-timeout') usedUrls.add(loadedUrl);
      throw error;
    })
    .finally(() => done.abort());
}

/** The nonce that the page gave to its own scripts. */
export const pageNonce = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

function makeTag(url: string, options: LoadScriptOptions): HTMLScriptElement {
  const { type, integrity, attributes = {}, crossOrigin = integrity ? 'anonymous' : undefined } = options;
  const script = document.createElement('script');
  script.nonce = options.nonce ?? pageNonce();
  if (type === 'module') script.type = 'module';
  if (crossOrigin) script.crossOrigin = crossOrigin;
  if (integrity) script.integrity = integrity;
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  setSource(script, url);
  return script;
}

/** Facts about the page that `load` and `error` events do not contain. */
interface PageState {
  /** The Content-Security-Policy that blocked the script. */
  blocked?: Blocked;
  /** Whether a script threw or had a syntax error since the load began. */
  threw: boolean;
  leaving: boolean;
}

function watchPage(url: string, signal: AbortSignal): PageState {
  const seen: PageState = { threw: false, leaving: false };
  onBlocked('script', signal, ({ blockedURI, effectiveDirective: directive, originalPolicy: policy }) => {
    if (blockedURI && url.startsWith(blockedURI.split('#')[0]!)) seen.blocked = { directive, policy };
  });
  // For a script of another origin, the browser hides the message and the file name.
  addEventListener('error', ({ filename }) => (seen.threw ||= !filename || filename === url), { signal });
  addEventListener('pagehide', () => (seen.leaving = true), { signal });
  return seen;
}

/** Waits up to two seconds for a global that a script defines after it has run, but not beyond `end`. */
async function untilDefined(name: string, seen: PageState, end: number): Promise<void> {
  const until = Math.min(end, performance.now() + 2000);
  while (!isDefined(name)) {
    if (performance.now() >= until) throw seen.threw ? failures.scriptThrew(name) : failures.globalMissing(name);
    await pause(50);
  }
}

/** Returns the value of a global, with dots for nested names. A global that exists only because an element or frame has this id does not count. */
export function readGlobal(name: string): unknown {
  const value = name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], globalThis);
  return value instanceof Node || value instanceof HTMLCollection || isFrame(value) ? undefined : value;
}

/** A named frame is a global of the page. Of a frame of another origin, only the identity can be compared. */
const isFrame = (value: unknown) =>
  typeof value === 'object' && [...Array(frames.length).keys()].some((at) => frames[at] === value);
const isDefined = (name: string) => readGlobal(name) !== undefined;
