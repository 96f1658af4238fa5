import { LendingError } from '../errors.js';

/** The ways in which a script can fail to be there, as far as a browser lets them be told apart. */

export const late = (origin: string, timeout: number) =>
  new LendingError('script-timeout', `The script of ${origin} did not load within ${timeout / 1000} seconds.`, {
    remedy: 'Check the address and the network.',
    recoverable: true,
  });

/** After `error`: the policy speaks first, then the network, then the hash; the rest looks alike. */
export function afterError(url: string, directive: string | undefined, integrity: string | undefined): LendingError {
  const { origin } = new URL(url);
  if (directive) {
    return new LendingError('script-blocked', `The page’s Content-Security-Policy blocks ${origin} (${directive}).`, {
      remedy: `Add ${origin} to ${directive}.`,
    });
  }
  if (!navigator.onLine) {
    return new LendingError('script-offline', 'The browser is offline.', {
      remedy: 'Try again when it is not.',
      recoverable: true,
    });
  }
  if (integrity && arrived(url)) {
    return new LendingError('script-integrity', `The script of ${origin} does not have the hash that it should.`, {
      remedy: 'Check its version, and that it comes with CORS headers.',
    });
  }
  return new LendingError('script-failed', `The script of ${origin} did not load.`, {
    remedy: `Check the address, the network, ad blockers${integrity ? ', CORS headers' : ''}.`,
    recoverable: true,
  });
}

/** The browser has got an answer from this address, although it did not run it. WebKit does not say. */
const arrived = (url: string) =>
  performance
    .getEntriesByName(url, 'resource')
    .some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200);

export const threw = (global: string) =>
  new LendingError('script-threw', `The script that should define ${global} threw, or is no script.`, {
    remedy: 'See the console. A network that wants a sign-in answers with a page.',
    recoverable: true,
  });

export const noGlobal = (global: string) =>
  new LendingError('script-no-global', `The script ran, but ${global} is not there.`, {
    remedy: 'Check the name against the embed code of the dashboard.',
    recoverable: true,
  });
