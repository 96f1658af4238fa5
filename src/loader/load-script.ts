import { LendingError } from '../errors.js';
import { scriptUrl, setSource, spent, withdraw } from './policy.js';
import * as failures from './script-failures.js';

export interface LoadScriptOptions {
  /** Milliseconds until the whole load is given up, retries included. Default: 15 seconds. */
  timeout?: number | undefined;
  /** How often a load that failed on the network is tried again, after a pause of chance length. Default: 2. */
  retries?: number | undefined;
  /** The global that the script must define. It may come up to two seconds after the script. Default: none is waited for. */
  global?: string | undefined;
  /** Stops waiting. The script itself may still load: others may wait for it. */
  signal?: AbortSignal | undefined;
  /** The nonce of the page's Content-Security-Policy. Default: the one of the page's scripts. */
  nonce?: string | undefined;
  /** The hash that the script must have. */
  integrity?: string | undefined;
  /** How the script is asked for. Default: `anonymous` with `integrity`, else not set. */
  crossOrigin?: 'anonymous' | 'use-credentials' | undefined;
  /** Default: `classic`. */
  type?: 'classic' | 'module' | undefined;
  /** Attributes that the script reads from its own tag. Each set of them makes a tag of its own. */
  attributes?: Readonly<Record<string, string>> | undefined;
}

/** One promise for each address and way to load it: three widgets on a page load their script once. A failure is forgotten. */
const loading = new Map<string, Promise<HTMLScriptElement>>();

/**
 * Loads a script once, and resolves with its tag when it has run. Rejects with a `LendingError` whose code begins with
 * `script-`, or with the signal's reason.
 */
export async function loadScript(address: string, options: LoadScriptOptions = {}): Promise<HTMLScriptElement> {
  const url = scriptUrl(address);
  const { signal, timeout: _timeout, nonce: _nonce, ...way } = options;
  signal?.throwIfAborted();
  const key = JSON.stringify([url, way]);
  let promise = loading.get(key);
  if (!promise) {
    promise = loadWithin(url, { ...options, signal: undefined });
    loading.set(key, promise);
    promise.catch(() => loading.delete(key));
  }
  return untilAborted(promise, signal);
}

/** Takes the tag of a load away and forgets it: the next one gets a tag of its own, and a module an address of its own. */
export function forgetScript(script: HTMLScriptElement): void {
  script.remove();
  if (script.type === 'module') spent.add(script.src);
  for (const [key, promise] of loading) {
    void promise.then((tag) => tag === script && loading.delete(key)).catch(() => undefined);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Loads a script for one caller, who takes its tags away when it is told to stop: no other one is put in then. */
export async function loadWithin(url: string, options: LoadScriptOptions): Promise<HTMLScriptElement> {
  const end = performance.now() + (options.timeout ?? 15_000);
  return retrying(() => insert(url, options, end), end, options);
}

/** Tries again, after a pause of chance length, what failed on the network. */
export async function retrying<T>(
  load: () => Promise<T>,
  end: number,
  { retries = 2, signal }: Pick<LoadScriptOptions, 'retries' | 'signal'>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      // What a policy, a hash or the script itself decides would be decided the same way again.
      const wait = 100 + Math.random() * 300 * (attempt + 1);
      const isWorthwhile = (error as LendingError).code === 'script-failed' && attempt < retries;
      if (!isWorthwhile || performance.now() + wait > end) throw error;
      await pause(wait);
      signal?.throwIfAborted();
    }
  }
}

async function insert(url: string, options: LoadScriptOptions, end: number) {
  const script = makeTag(url, options);
  try {
    await settle(script, url, options.timeout ?? 15_000, () => document.head.append(script), options.global, end);
    return script;
  } catch (error) {
    // One that is only removed would still run when it comes, beside the one that was loaded instead.
    withdraw(script);
    throw error;
  }
}

/** Puts a script into the document, and waits until it has run and has defined its global. */
export function settle(
  script: HTMLScriptElement,
  url: string,
  limit: number,
  put: () => void,
  global?: string,
  end = performance.now() + limit,
) {
  const done = new AbortController();
  const { signal } = done;
  const seen = watch(script.src, signal);
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = (error: LendingError) => {
      // A page that is being left breaks its loads off: nobody is to hear of it, unless the page comes back.
      if (seen.leaving) addEventListener('pageshow', () => reject(error), { signal });
      else reject(error);
    };
    const timer = setTimeout(() => fail(failures.late(new URL(url).origin, limit)), end - performance.now());
    signal.addEventListener('abort', () => clearTimeout(timer));
    script.addEventListener('load', () => resolve(), { signal });
    script.addEventListener('error', () => fail(failures.afterError(script.src, seen.blocked, script.integrity)), {
      signal,
    });
    put();
  });
  return loaded
    .then(() => (global ? untilDefined(global, seen, end) : undefined))
    .catch((error: LendingError) => {
      if (script.type === 'module' || error.code === 'script-timeout') spent.add(script.src);
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

/** What the browser says beside `load` and `error`. */
interface Seen {
  /** What says of it a Content-Security-Policy that blocked the script. */
  blocked?: failures.Blocked;
  /** Whether a script threw, or could not be read, since the load began. */
  threw: boolean;
  leaving: boolean;
}

function watch(url: string, signal: AbortSignal): Seen {
  const seen: Seen = { threw: false, leaving: false };
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, effectiveDirective: directive, disposition, originalPolicy: policy }) => {
      // What a policy only reports, or what is no script, says nothing about this one.
      if (disposition !== 'enforce' || !directive.startsWith('script')) return;
      if (blockedURI && url.startsWith(blockedURI.split('#')[0]!)) seen.blocked = { directive, policy };
    },
    { signal },
  );
  // Of a script of another origin the browser tells neither what was wrong nor whose fault it was.
  addEventListener('error', ({ filename }) => (seen.threw ||= !filename || filename === url), { signal });
  addEventListener('pagehide', () => (seen.leaving = true), { signal });
  return seen;
}

/** Waits for a global that a script defines after it has run, within what is left of the limit. */
async function untilDefined(name: string, seen: Seen, end: number): Promise<void> {
  const until = Math.min(end, performance.now() + 2000);
  while (!isDefined(name)) {
    if (performance.now() >= until) throw seen.threw ? failures.threw(name) : failures.noGlobal(name);
    await pause(50);
  }
}

/** What a script defined under a name, with dots on the way; an element that has taken the name by its id is not it. */
export function definedGlobal(name: string): unknown {
  const value = name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], globalThis);
  return value instanceof Node || value instanceof HTMLCollection || isFrame(value) ? undefined : value;
}

/** A frame takes its name as a global of the page, too; of another origin it lets nothing be read but this. */
const isFrame = (value: unknown) =>
  typeof value === 'object' && [...Array(frames.length).keys()].some((at) => frames[at] === value);
const isDefined = (name: string) => definedGlobal(name) !== undefined;

export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
