// Errors of the page's policy. This file loads on demand: the policy of a finished page blocks nothing.
import { LendingError } from '../errors.js';

/** The directive that blocked a script or a frame, and the whole policy. */
export interface Blocked {
  directive: string;
  policy?: string | undefined;
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
