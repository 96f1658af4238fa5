import { LendingError } from '../errors.js';
import { isLoopback } from '../schema/widget/loopback.js';
import { parseUrl } from '../schema/widget/parse-url.js';

/** The methods of a Trusted Types policy that are used here. */
export interface Policy {
  createScriptURL(url: string): string;
  createScript(source: string): string;
  createHTML(markup: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
  getAttributeType?(tag: string, attribute: string, elementNamespace?: string, namespace?: string): string | null;
}
export const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The URL of the page. An `about:blank` window has no host in its URL, but has the origin of its opener. */
export const pageUrl = () => (location.host ? location.href : origin);

/** Returns the absolute URL of a script, without regard to a `<base>` of the page. Throws unless it is https, or http on loopback. */
export function requireSafeScriptUrl(scriptUrl: string): string {
  const url = parseUrl(scriptUrl, pageUrl());
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url.href;
  throw new LendingError('script-not-allowed', 'The URL of a script is not valid, or does not use https.', {
    remedy: 'Use an https URL. Only a loopback URL may use http.',
  });
}

const PLAIN: Policy = {
  createScriptURL: requireSafeScriptUrl,
  createScript: (source) => source,
  createHTML: (markup) => markup,
};
let policy: Policy | undefined;

/**
 * The Trusted Types policy `lending-elements`. It stays in the loader, so that only values that code or the backend has allowed
 * reach it. If the page does not list the policy, plain strings are used, which work unless Trusted Types are enforced.
 */
export function getPolicy(): Policy {
  try {
    policy ??= trustedTypes?.createPolicy('lending-elements', PLAIN) ?? PLAIN;
  } catch {
    policy = PLAIN;
  }
  return policy;
}

/** Runs an assignment that needs a trusted value. If the page forbids it, the error names the missing directive. */
export function withTrustedTypes<T>(put: () => T): T {
  try {
    return put();
  } catch (cause) {
    if (cause instanceof LendingError) throw cause;
    throw new LendingError(
      'script-trusted-types',
      'The page enforces Trusted Types and does not allow the policy lending-elements.',
      {
        remedy:
          'Add lending-elements to the trusted-types directive of its Content-Security-Policy, and \'allow-duplicates\' if the page loads two files of this library. Or set isolation to "frame".',
        cause,
      },
    );
  }
}

/**
 * URLs that a browser would not request again: a new request waits for one that hangs, and a module that failed is remembered. An
 * empty parameter at the end makes every browser request the URL again; a fragment does not. The parameter adds no value, so the
 * signed part of a signed URL stays the same.
 */
export const usedUrls = new Set<string>();

/** Returns a variant of the URL that the browser requests again. */
export function freshUrl(url: string): string {
  const fresh = new URL(url);
  while (usedUrls.has(fresh.href)) fresh.search += '&';
  return fresh.href;
}

/** Sets the URL of a script. */
export const setSource = (script: HTMLScriptElement, url: string) =>
  withTrustedTypes(() => (script.src = getPolicy().createScriptURL(freshUrl(url))));

/**
 * Cancels a script that is loading. A script that is only removed would still run; one in an inert document does not. The dispatched
 * `load` event stops the callers from retrying. A foreign script gets no event.
 */
export function cancelScript(script: HTMLScriptElement, isForeign = false): void {
  if (isForeign) {
    const stop = (event: Event) => event.stopImmediatePropagation();
    for (const type of ['load', 'error']) script.addEventListener(type, stop, true);
    Object.assign(script, { onload: null, onerror: null });
  } else script.dispatchEvent(new Event('load'));
  script.remove();
  document.implementation.createHTMLDocument().adoptNode(script);
}

/** Calls `blocked` for each source that the page's policy blocks by a directive with this beginning. A report-only policy blocks nothing. */
export function onBlocked(
  directive: 'script' | 'frame-src' | 'object-src' | 'connect-src',
  signal: AbortSignal,
  blocked: (event: SecurityPolicyViolationEvent) => void,
): void {
  const note = (event: SecurityPolicyViolationEvent) =>
    event.disposition === 'enforce' && event.effectiveDirective.startsWith(directive) && blocked(event);
  document.addEventListener('securitypolicyviolation', note, { capture: true, signal });
}
