// Errors of widgets. This file loads on demand.
import { LendingError } from '../errors.js';
import type { Clock } from './clock.js';
import { inSeconds } from './script-errors.js';

/** Adds the waiting time in the queue to an error about the time limit. */
export function addWaitingTime(error: unknown, { waited }: Clock): unknown {
  if (!(error instanceof LendingError) || !/timeout|not-painted/.test(error.code)) return error;
  const { code, message, remedy, recoverable } = error;
  const wait = `Before that, it waited ${inSeconds(waited)} for another widget on the page that uses the same names.`;
  return new LendingError(code, `${message} ${wait}`, { remedy, recoverable, cause: error.cause });
}

export const notStarted = (clock: Clock) =>
  new LendingError('widget-timeout', `The widget did not start within ${inSeconds(clock.limit)}.`, {
    remedy: 'See the console. If a call that starts it returns a promise, check that the promise settles.',
    recoverable: true,
  });

export const notPainted = (clock: Clock) =>
  new LendingError('widget-not-painted', `The widget showed nothing within ${inSeconds(clock.limit)}.`, {
    remedy: 'Check that none of its requests fails. If it is meant to appear later, set widget.paints to false.',
    recoverable: true,
  });

export const widgetGone = () =>
  new LendingError('widget-not-painted', 'The widget was visible, but has disappeared.', {
    remedy: 'Check whether its script removes it or its container, and see the console.',
    recoverable: true,
  });

export const leftItsPage = () =>
  new LendingError('widget-failed', 'The widget’s frame has left its page, or reloads it again and again.', {
    remedy:
      'If the widget sends the applicant to another page, such as a bank’s, or reloads itself, set isolation to "page".',
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

export const frameBlocked = (origin: string) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks a frame from ${origin} (frame-src).`, {
    remedy: `Add ${origin} to frame-src.`,
  });
