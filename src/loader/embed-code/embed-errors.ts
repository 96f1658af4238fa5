// Errors of embed code. This file loads on demand.
import { LendingError } from '../../errors.js';
import { globalMissing } from '../script-errors.js';
import { redactToken } from '../token/redact-token.js';

const LONGEST = 200;
const MISSING = /(?:^|\s)([\w$]+) is not defined|Can't find variable: ([\w$]+)/;

/** The error for an error message of a script. */
export function embedCodeThrew(said: string, accessToken: string): LendingError {
  const text = said.replace(/^Uncaught /, '').slice(0, 2 * LONGEST);
  const reason = redactToken(text, accessToken).slice(0, LONGEST);
  // For scripts of other origins, the browser hides the message.
  const isHidden = /^script error\.?$/i.test(reason);
  const [, ...names] = MISSING.exec(reason) ?? [];
  const name = names.find(Boolean);
  if (name) return globalMissing(name);
  const thrown = isHidden ? ' an error that the browser hides from this page.' : `: ${reason}`;
  return new LendingError('script-threw', `A script of the embed code threw${thrown}`, {
    remedy: 'See the console for the error. Try the embed code in an empty page.',
    recoverable: true,
  });
}

export const runsOnce = (origin: string) =>
  new LendingError('script-runs-once', `A script from ${origin} cannot run a second time in the same page.`, {
    remedy:
      'Reload the page, or set isolation to "frame". Often the cause is a const, let or class at the top of the script.',
  });

/** The error for an id that is on the page twice. */
export const duplicateId = (id: string) =>
  new LendingError(
    'widget-not-painted',
    `Two elements on the page have the id "${id}", so a script finds the wrong one.`,
    {
      remedy: 'The page may contain the embed code twice. Use {container_id} for the id, or set isolation to "frame".',
      recoverable: true,
    },
  );

/** The error for a module that may wait for an event. Nobody can tell which listeners are those of a module. */
export const moduleWaits = () =>
  new LendingError(
    'widget-not-painted',
    'The widget showed nothing. If a module of the embed code waits for DOMContentLoaded or load, it waits in vain, because the page has loaded already.',
    { remedy: 'Start the widget without waiting, or set isolation to "frame".', recoverable: true },
  );
