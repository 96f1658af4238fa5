// Why a widget is not there, in words. It loads when that happens.
import { LendingError } from '../errors.js';
import type { Clock } from './clock.js';
import { inSeconds } from './script-failures.js';

/** Of an error that the time was over, with the time that it waited for its turn before. */
export function withWait(error: unknown, { waited }: Clock): unknown {
  if (!(error instanceof LendingError) || !/timeout|not-painted/.test(error.code)) return error;
  const { code, message, remedy = '', recoverable } = error;
  const wait = `Before that it waited ${inSeconds(waited)} for its turn: another widget of the page uses the same names.`;
  // The remedy is at the end of the message, too.
  const first = message.slice(0, message.length - remedy.length).trim();
  return new LendingError(code, `${first} ${wait}`, { remedy, recoverable, cause: error.cause });
}

export const notStarted = (clock: Clock) =>
  new LendingError('widget-timeout', `The widget did not start within ${inSeconds(clock.limit)}.`, {
    remedy: 'Check whether the promise of its last call settles.',
    recoverable: true,
  });

export const notPainted = (clock: Clock) =>
  new LendingError('widget-not-painted', `The widget showed nothing within ${inSeconds(clock.limit)}.`, {
    remedy: 'A request of it may be blocked. If it opens later, set widget.paints to false.',
    recoverable: true,
  });

export const gone = () =>
  new LendingError('widget-not-painted', 'The widget was there, and shows nothing any more.', {
    remedy: 'See whether its script removes it or its place, and what its console says.',
    recoverable: true,
  });

export const reloadsItself = () =>
  new LendingError('widget-failed', 'The widget loads its own document again and again.', {
    remedy: 'Look for a call of location.reload() in its script, or set isolation to “page”.',
    recoverable: true,
  });

export const notConfigured = () =>
  new LendingError('widget-not-configured', '<lending-widget>: the backend configures no widget.', {
    remedy: 'Give createHandler a widget with its embed_code, or its script_url and hand_off.',
  });

export const blocksFrame = (origin: string) =>
  new LendingError('script-blocked', `The page’s Content-Security-Policy blocks a frame of ${origin} (frame-src).`, {
    remedy: `Add ${origin} to frame-src.`,
  });
