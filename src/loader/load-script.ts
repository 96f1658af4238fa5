import { LendingError } from '../errors.js';

export interface LoadScriptOptions {
  /** Milliseconds until a script that does not answer is given up. Default: 15 seconds. */
  timeout?: number | undefined;
  /** Stops waiting. The script itself may still load: others may wait for it. */
  signal?: AbortSignal | undefined;
  /** The nonce of the page's Content-Security-Policy. */
  nonce?: string | undefined;
  /** The hash that the script must have. */
  integrity?: string | undefined;
}

/** One promise for each address: three widgets on a page load their script once. A failed load is forgotten. */
const loading = new Map<string, Promise<void>>();

/**
 * Loads a classic script once, and resolves when it has run. Rejects with `script-not-allowed`, `script-blocked`,
 * `script-failed` or `script-timeout`.
 */
export async function loadScript(address: string, options: LoadScriptOptions = {}): Promise<void> {
  const url = scriptUrl(address);
  options.signal?.throwIfAborted();
  const key = `${url} ${options.integrity ?? ''}`;
  let promise = loading.get(key);
  if (!promise) {
    promise = insert(url, options);
    loading.set(key, promise);
    promise.catch(() => loading.delete(key));
  }
  await untilAborted(promise, options.signal);
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Scripts come over https; over http only from this machine. */
function scriptUrl(address: string): string {
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url.href;
  throw new LendingError('script-not-allowed', 'The address of the widget script is refused.', {
    remedy: 'Give the handler an https address as widget.script_url.',
  });
}

function insert(url: string, { timeout = 15_000, nonce, integrity }: LoadScriptOptions): Promise<void> {
  const { origin } = new URL(url);
  const script = document.createElement('script');
  if (nonce) script.nonce = nonce;
  if (integrity) {
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
  }
  const done = new AbortController();
  const { signal } = done;
  let directive: string | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(lateScript(origin, timeout)), timeout);
    signal.addEventListener('abort', () => clearTimeout(timer));
    document.addEventListener(
      'securitypolicyviolation',
      (event) => (directive ??= event.blockedURI === url ? event.effectiveDirective : undefined),
      { signal },
    );
    script.addEventListener('load', () => resolve(), { signal });
    script.addEventListener(
      'error',
      () => reject(directive ? blockedScript(origin, directive) : failedScript(origin)),
      {
        signal,
      },
    );
    script.src = trusted(url);
    document.head.append(script);
  });
  return promise
    .catch((error: unknown) => {
      script.remove();
      throw error;
    })
    .finally(() => done.abort());
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}
let policy: ScriptPolicy | undefined;

/** Where the page enforces Trusted Types, an address becomes a script only through the policy `lending-elements`. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy('lending-elements', { createScriptURL: scriptUrl });
  return policy.createScriptURL(url);
}

const lateScript = (origin: string, timeout: number) =>
  new LendingError('script-timeout', `The widget script of ${origin} did not load within ${timeout / 1000} seconds.`, {
    remedy: 'Check that the address is right and that the network lets it through.',
    recoverable: true,
  });

const failedScript = (origin: string) =>
  new LendingError('script-failed', `The widget script of ${origin} did not load.`, {
    remedy: 'Check the address, the network, and ad blockers.',
    recoverable: true,
  });

const blockedScript = (origin: string, directive: string) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks the widget script (${directive}).`, {
    remedy: `Add ${origin} to ${directive}.`,
  });

function untilAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
