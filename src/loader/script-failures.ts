import { LendingError } from '../errors.js';

/** The ways in which a script can fail to be there, as far as a browser lets them be told apart. */

export const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} seconds`;

export const late = (origin: string, timeout: number) =>
  new LendingError('script-timeout', `The script of ${origin} did not load within ${inSeconds(timeout)}.`, {
    remedy: 'Check the address and the network.',
    recoverable: true,
  });

/** What a policy has blocked: by which directive, and the whole of the policy. */
export interface Blocked {
  directive: string;
  policy?: string;
}

/** After `error`: the policy speaks first, then the network, then the hash; the rest looks alike. */
export function afterError(url: string, blocked: Blocked | undefined, integrity: string | undefined): LendingError {
  const { origin } = new URL(url);
  if (blocked) return blockedBy(blocked, origin);
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

/** A policy names the address that was asked for, never the one that a redirect leads to. */
function blockedBy({ directive, policy = '' }: Blocked, origin: string): LendingError {
  const directives = policy.split(';').map((one) => one.trim().split(/\s+/));
  const names = [directive, directive.replace(/-elem$/, ''), 'default-src'];
  const sources = names.map((name) => directives.find(([first]) => first === name)).find(Boolean);
  if (sources?.includes(origin)) {
    const message = `The page’s Content-Security-Policy blocks the address to which ${origin} redirects (${directive}).`;
    return new LendingError('script-blocked', message, {
      remedy: `Add the origin that it leads to to ${directive}, or use its address: \`lending-elements doctor\` names it.`,
    });
  }
  return new LendingError('script-blocked', `The page’s Content-Security-Policy blocks ${origin} (${directive}).`, {
    remedy: `Add ${origin} to ${directive}.`,
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
