// The words for embed code that shows nothing. They load when that happens.
import { LendingError } from '../errors.js';
import { noGlobal } from './script-failures.js';
import { withoutToken } from './without-token.js';

const LONGEST = 200;
const MISSING = /(?:^|\s)([\w$]+) is not defined|Can't find variable: ([\w$]+)/;

/** Makes an error of the message of one that a script threw. */
export function threw(said: string, accessToken: string): LendingError {
  const text = said.replace(/^Uncaught /, '').slice(0, 2 * LONGEST);
  const reason = withoutToken(text, accessToken).slice(0, LONGEST);
  // A browser tells a page nothing of the errors of other origins.
  const isHidden = /^script error\.?$/i.test(reason);
  const [, ...names] = MISSING.exec(reason) ?? [];
  const name = names.find(Boolean);
  if (name) return noGlobal(name);
  const what = isHidden ? ' an error that the browser keeps from this page.' : `: ${reason}`;
  return new LendingError('script-threw', `A script of the embed code threw${what}`, {
    remedy: 'See the console, and try the embed code in a page of its own.',
    recoverable: true,
  });
}

export const runsOnce = (origin: string) =>
  new LendingError('script-runs-once', `A script of ${origin} cannot run a second time in the same page.`, {
    remedy: 'Load the page again, or set isolation to “frame”. Names that it declares at its top are often the reason.',
  });

/** Names an id that the page has twice. */
export const isThereTwice = (id: string) =>
  new LendingError('widget-not-painted', `The id “${id}” is on the page twice, so a script finds the other one.`, {
    remedy: 'The same embed code may be there twice. Use {container_id} for the id, or set isolation to “frame”.',
    recoverable: true,
  });
