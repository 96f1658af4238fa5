import { LendingError } from '../errors.js';

// Errors of scripts, as specific as the browser allows.
export const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} seconds`;

export const scriptTimedOut = (origin: string, timeoutMs: number) =>
  new LendingError('script-timeout', `The script from ${origin} did not load within ${inSeconds(timeoutMs)}.`, {
    remedy: 'Check its URL and the network.',
    recoverable: true,
  });

/** The directive that blocked a script or a frame, and the whole policy. */
export interface Blocked {
  directive: string;
  policy?: string | undefined;
}

/** The error after an `error` event. The browser does not report why a script failed, so the causes are checked in turn. */
export function scriptError(url: string, blocked: Blocked | undefined, integrity: string | undefined): LendingError {
  const { origin } = new URL(url);
  if (blocked) return blockedBy(blocked, origin);
  if (!navigator.onLine) {
    return new LendingError('script-offline', 'The browser is offline.', {
      remedy: 'Try again when it is online.',
      recoverable: true,
    });
  }
  if (integrity && respondedWith200(url)) {
    return new LendingError('script-integrity', `The script from ${origin} does not match its integrity hash.`, {
      remedy: 'Check that the hash belongs to this version, and that the server sends CORS headers.',
    });
  }
  return new LendingError('script-failed', `The script from ${origin} did not load.`, {
    remedy: 'Check the URL, the network, CORS headers and ad blockers.',
    recoverable: true,
  });
}

/**
 * The error for a blocked origin. It names a directive that the policy already has, because a new directive would block the sources of
 * that one. After a redirect, the browser reports only the first URL. If the policy allows that URL, the redirect is the problem.
 */
export function blockedBy({ directive, policy = '' }: Blocked, origin: string): LendingError {
  const own = directive.replace(/-elem$/, '');
  const names = [directive, own, own === 'frame-src' ? 'child-src' : own, 'default-src'];
  const directives = policy.split(';').map((one) => one.trim().split(/\s+/));
  const [name, ...sources] = names.map((one) => directives.find(([first]) => first === one)).find(Boolean) ?? names;
  const isRedirect = sources.includes(origin);
  const blocked = isRedirect ? `the URL to which ${origin} redirects` : origin;
  let remedy = `Add ${origin} to ${name}.`;
  if (name === 'default-src') remedy = `Add ${own} to the policy, with ${origin} and the sources of default-src.`;
  if (isRedirect)
    remedy = `Add the origin of the redirect to ${name}, or load that URL directly: \`lending-elements doctor\` names it.`;
  return new LendingError('script-blocked', `The page’s Content-Security-Policy blocks ${blocked} (${directive}).`, {
    remedy,
  });
}

/** Whether the server responded with status 200, although the script did not run. WebKit does not report the status. */
const respondedWith200 = (url: string) =>
  performance
    .getEntriesByName(url, 'resource')
    .some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200);

export const scriptThrew = (global: string) =>
  new LendingError('script-threw', `The script that should define ${global} threw an error, or is not JavaScript.`, {
    remedy: 'See the console. A network with a sign-in page may have responded with that page.',
    recoverable: true,
  });

export const globalMissing = (global: string) =>
  new LendingError('script-no-global', `The script ran, but did not define ${global}.`, {
    remedy: 'Compare the name with the dashboard’s embed code.',
    recoverable: true,
  });
