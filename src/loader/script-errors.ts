import { LendingError } from '../errors.js';

// Errors of scripts, as specific as the browser allows.
export const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} seconds`;

export const scriptTimedOut = (origin: string, timeoutMs: number) =>
  new LendingError('script-timeout', `The script from ${origin} did not load within ${inSeconds(timeoutMs)}.`, {
    remedy: 'Check its URL and the network.',
    recoverable: true,
  });

/** The error after an `error` event. The browser does not report why a script failed, so the causes are checked in turn. */
export function scriptError(url: string, integrity?: string): LendingError {
  const { origin } = new URL(url);
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
