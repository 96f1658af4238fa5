import { LendingError } from '../errors.js';

/** What Trusted Types call a policy, as far as it is used here. */
interface Policy {
  createScriptURL(url: string): string;
  createScript(source: string): string;
  createHTML(markup: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Where the page is. An empty window has the origin of the page that opened it, and an address without one. */
export const pageUrl = () => (location.host ? location.href : origin);

/**
 * The address of a script in full, as seen from the page: a `<base>` in its HTML moves no script to another origin. Scripts
 * come over https; over http only from this machine.
 */
export function scriptUrl(address: string): string {
  const url = URL.canParse(address, pageUrl()) ? new URL(address, pageUrl()) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url.href;
  throw new LendingError('script-not-allowed', 'The address of a script is refused.', {
    remedy: 'Use an https address.',
  });
}

const PLAIN: Policy = {
  createScriptURL: scriptUrl,
  createScript: (source) => source,
  createHTML: (markup) => markup,
};
let policy: Policy | undefined;

/**
 * The policy `lending-elements`. It is kept in this module: only what code or the backend has allowed comes to it. A page
 * that does not list the policy gets none, and works where Trusted Types are not enforced.
 */
export function getPolicy(): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  try {
    policy ??= trustedTypes?.createPolicy('lending-elements', PLAIN) ?? PLAIN;
  } catch {
    policy = PLAIN;
  }
  return policy;
}

/** Puts a value where only a trusted one may stand; where the page forbids it, says which directive is missing. */
export function within<T>(put: () => T): T {
  try {
    return put();
  } catch (cause) {
    if (cause instanceof LendingError) throw cause;
    throw new LendingError('script-trusted-types', 'The page enforces Trusted Types, and does not know this library.', {
      remedy: 'Add lending-elements to the trusted-types directive of its Content-Security-Policy.',
      cause,
    });
  }
}

/**
 * Addresses that a browser would not ask for anew: it lets a request wait with the one that hangs, and keeps a module that
 * failed. An empty parameter at the end is the least that makes all of them ask: a fragment, or another way to ask, does in
 * none or in some only. It adds no value, so that an address with a signature keeps what was signed.
 */
export const spent = new Set<string>();

/** The address at which a browser asks for this one once more. */
export function fresh(url: string): string {
  const address = new URL(url);
  while (spent.has(address.href)) address.search += '&';
  return address.href;
}

/** Gives a script its address. */
export const setSource = (script: HTMLScriptElement, url: string) =>
  within(() => (script.src = getPolicy().createScriptURL(fresh(url))));

/**
 * Takes back a script that is on its way. One that is only removed would still run; in a document without a page none does.
 * To those who wait for it it has loaded: nobody is to take this for a failure, and to try again. Where `isForeign`, nobody
 * hears of it.
 */
export function withdraw(script: HTMLScriptElement, isForeign = false): void {
  if (isForeign) {
    const stop = (event: Event) => event.stopImmediatePropagation();
    for (const type of ['load', 'error']) script.addEventListener(type, stop, true);
    Object.assign(script, { onload: null, onerror: null });
  } else script.dispatchEvent(new Event('load'));
  script.remove();
  document.implementation.createHTMLDocument().adoptNode(script);
}
