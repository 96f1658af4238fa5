import { LendingError, loadPart } from '../../errors.js';
import { globalMissing } from '../script-errors.js';
import { redactToken } from '../token/redact-token.js';

const MAX_REASON_CHARS = 200;
const MISSING = /(?:^|\s)([\w$]+) is not defined|Can't find variable: ([\w$]+)/;

/** The error for an error message of a script. */
export function embedCodeThrew(said: string, accessToken: string): LendingError {
  const text = said.replace(/^Uncaught /, '').slice(0, 2 * MAX_REASON_CHARS);
  const reason = redactToken(text, accessToken).slice(0, MAX_REASON_CHARS);
  const [, ...names] = MISSING.exec(reason) ?? [];
  const name = names.find(Boolean);
  if (name) return globalMissing(name);
  // For scripts of other origins, the browser hides the message.
  const thrown = /^script error\.?$/i.test(reason) ? ' an error that the browser hides from this page.' : `: ${reason}`;
  return new LendingError('script-threw', `A script of the embed code threw${thrown}`, {
    remedy: 'See the console for the error. Try the embed code in an empty page, or set isolation to "frame".',
    recoverable: true,
  });
}

export const runsOnce = async () => (await loadPart(import('../widget-errors.js'))).runsOnce();

/** The error for an id that two elements of the page have. */
export const duplicateId = (id: string) =>
  new LendingError(
    'widget-not-painted',
    `Two elements on the page have the id "${id}", so a script finds the wrong one.`,
    { remedy: 'Use {container_id} for the id, or set isolation to "frame".', recoverable: true },
  );

export const blockedInline = (directive: string, policy = `${directive} `) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks inline embed code (${directive}).`, {
    remedy: `Add a nonce to ${[directive, 'script-src'].find((one) => policy.includes(`${one} `)) ?? 'default-src'} and to the page’s own scripts, and set the embed code in createHandler({ widget }).`,
  });

export const originNotAllowed = (origin: string) =>
  new LendingError(
    'script-not-allowed',
    `A <template> of the page loads a script from ${origin}, which is not in widget.origins.`,
    {
      remedy: 'Add the origin to widget.origins in createHandler(), or move the embed code to widget.embedCode there.',
    },
  );
