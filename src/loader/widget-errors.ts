// Errors of widgets. This file loads on demand.
import { LendingError } from '../errors.js';
import type { Deadline } from './deadline.js';
import { blockedBy } from './policy-errors.js';
import { inSeconds } from './script-errors.js';
import type { ViolationOf } from './types.js';

/**
 * Adds possible causes to an error: the waiting time in the queue, a request that the policy has blocked, and a module loader such as RequireJS,
 * to which a script gives its API instead of a global.
 */
export function addReasons(error: unknown, { waited }: Deadline, blocked?: SecurityPolicyViolationEvent): unknown {
  const { define, module } = globalThis as { define?: { amd?: unknown }; module?: { exports?: unknown } };
  const taker = define?.amd ? 'define.amd' : module?.exports ? 'module.exports' : undefined;
  if (taker && error instanceof LendingError && error.code === 'script-no-global') {
    const message = `${error.message} The page has ${taker}, so the script may have given its API to that.`;
    const remedy = `Set isolation to "frame". If the error stays: ${error.remedy}`;
    return new LendingError(error.code, message, { remedy, recoverable: true });
  }
  if (!(error instanceof LendingError) || !/^widget|timeout|threw/.test(error.code)) return error;
  const { code, recoverable, cause } = error;
  let { message, remedy = '' } = error;
  if (waited && /timeout|not-painted/.test(code))
    message += ` Before that, it waited ${inSeconds(waited)} for another widget on the page that uses the same names.`;
  if (blocked) {
    const { blockedURI, effectiveDirective: directive, originalPolicy: policy } = blocked;
    const reason = blockedBy({ directive, policy }, new URL(blockedURI).origin);
    message += ` ${reason.message}`;
    remedy += ` If the widget needs it, a${reason.remedy!.slice(1)}`;
  }
  return new LendingError(code, message, { remedy: remedy.trim(), recoverable, cause });
}

export const notStarted = (deadline: Deadline) =>
  new LendingError('widget-timeout', `The widget did not start within ${inSeconds(deadline.limit)}.`, {
    remedy: 'See the console. If a call that starts it returns a promise, check that the promise settles.',
    recoverable: true,
  });

/** The error for an error that the script threw at a call of ours. `expired`: the code of the vendor's error for an expired token. */
export const handOffFailed = (cause: unknown, expired: string) =>
  (cause as { code?: unknown } | undefined)?.code === expired
    ? new LendingError('widget-token-expired', 'The widget reported that its access token has expired.', {
        remedy: 'Request a new token for each start, without a cache, and check the clock of the backend.',
        recoverable: true,
        cause,
      })
    : new LendingError('widget-failed', 'The widget’s script threw an error while the widget started.', {
        remedy: 'See the cause, which is the error of the script.',
        recoverable: true,
        cause,
      });

export const notPainted = (deadline: Deadline) =>
  new LendingError('widget-not-painted', `The widget showed nothing within ${inSeconds(deadline.limit)}.`, {
    remedy:
      'Check that none of its requests fails, and that no module waits for the page to load. If it is meant to appear later, set widget.opensLater to true.',
    recoverable: true,
  });

export const widgetGone = () =>
  new LendingError('widget-not-painted', 'The widget was visible, but has disappeared.', {
    remedy: 'Check whether its script removes the widget or its container. See the console.',
    recoverable: true,
  });

export const leftItsPage = () =>
  new LendingError('widget-failed', 'The widget’s frame has left its page, or reloads it again and again.', {
    remedy:
      'If the widget sends the applicant to another page, such as a bank’s, or reloads itself, set isolation to "page".',
    recoverable: true,
  });

export const takesFocus = () =>
  new LendingError('widget-failed', 'The widget’s frame takes the focus again and again while the page is used.', {
    remedy: 'Ask the vendor why its script moves the focus without a press of the applicant.',
    recoverable: true,
  });

export const notConfigured = () =>
  new LendingError('widget-not-configured', '<lending-widget>: the backend does not configure a widget.', {
    remedy: 'Set createHandler({ widget }) to an embedCode, or to a scriptUrl and a handOff.',
  });

export const frameUrlMissing = () =>
  new LendingError(
    'widget-not-configured',
    '<lending-widget>: isolation="frame" needs the frame document of the handler, but widget.frameUrl is not set.',
    { remedy: 'Configure the widget in createHandler(), which sets widget.frameUrl, or set isolation to "page".' },
  );

/** The error for a visible frame or object of the widget that the page's policy blocks, if there is one. */
export function frameBlocked(places: readonly Element[], violationOf: ViolationOf) {
  const elements = places.flatMap((place) => [place, ...place.querySelectorAll('*')]) as HTMLElement[];
  const blocked = elements.find((one) => one.offsetHeight > 1 && violationOf(one));
  if (!blocked) return undefined;
  const { blockedURI, effectiveDirective: directive, originalPolicy: policy } = violationOf(blocked)!;
  const error = blockedBy({ directive, policy }, new URL(blockedURI).origin);
  const message = error.message.replace('blocks', `$& ${directive === 'frame-src' ? 'a frame' : 'an object'} from`);
  return new LendingError(error.code, message, { remedy: error.remedy });
}

export const runsOnce = () =>
  new LendingError(
    'script-runs-once',
    'The widget can run only once in each page load: its settings say so, or its scripts declare names (const, let, class), or import modules.',
    { remedy: 'Reload the page, or set isolation to "frame".' },
  );

/** The code and the scripts of the widgets with `runsOnce` that have started in this page. */
const startedOnce = new Set<string | undefined>();

/** Throws if a widget with this code or script has started in this page before. */
export function startOnce(source: HTMLTemplateElement | string | undefined): void {
  const code = typeof source === 'object' ? new XMLSerializer().serializeToString(source.content) : source;
  if (startedOnce.has(code)) throw runsOnce();
  startedOnce.add(code);
}
