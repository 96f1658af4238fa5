import { LendingError, type LendingErrorCode } from '../errors.js';
import type { WidgetConfig } from './run-widget.js';

/** What the frame says to its page, before there is a port: that it listens. It carries nothing. */
export const LISTENING = 'lending-frame';

/** The first thing that crosses the port from the page. It carries the token, once. */
export interface Start {
  type: 'start';
  config: WidgetConfig;
  /** Milliseconds until the widget must have loaded and started. */
  timeout: number;
  accessToken: string;
  /** What a screen reader calls the document, and how it is read: as the page around it. */
  title: string;
  lang: string;
  dir: string;
}

/** What answers each request for another token: the token, or nothing where there is none. */
export interface Answer {
  type: 'token';
  accessToken?: string | undefined;
}

/** What crosses the port to the frame. `ping` asks whether its document is still there. */
export type ToFrame = Start | Answer | { type: 'ping' };

/** What crosses the port from the frame. */
export type FromFrame =
  | { type: 'ready' | 'token' | 'touched' | 'pong' }
  | { type: 'height'; height: number }
  | { type: 'failed'; code: string; message: string; remedy: string; recoverable: boolean; cause?: string };

type FrameCode = Extract<LendingErrorCode, `${'script' | 'widget'}-${string}`>;

/** What may have gone wrong in the frame; the compiler sees to it that none is missing. */
const CODES: Record<FrameCode, 1> = {
  'script-not-allowed': 1,
  'script-blocked': 1,
  'script-trusted-types': 1,
  'script-offline': 1,
  'script-integrity': 1,
  'script-failed': 1,
  'script-timeout': 1,
  'script-threw': 1,
  'script-no-global': 1,
  'script-runs-once': 1,
  'widget-failed': 1,
  'widget-timeout': 1,
  'widget-not-painted': 1,
  'widget-no-token': 1,
  'widget-token-expired': 1,
  'widget-not-configured': 1,
};
const LONGEST = 300;
const TALLEST = 20_000;

/** What comes over the port, read: a vendor's script shares the frame, and can say anything. */
type Said = Partial<Record<string, unknown>>;

export const readMessage = (data: unknown) => Object(data) as Said;

/** The height that a frame wants, as far as it may have it. What is no length in CSS, such as NaN, changes nothing there. */
export const readHeight = ({ height }: Said) => typeof height === 'number' && `${Math.min(height, TALLEST)}px`;

/** The error that a frame tells, in the library's own terms. */
export const readError = ({ code, message, remedy, recoverable, cause }: Said) =>
  new LendingError(
    typeof code === 'string' && Object.hasOwn(CODES, code) ? (code as FrameCode) : 'widget-failed',
    text(message, 'The widget failed.'),
    {
      remedy: text(remedy, 'See its console.'),
      recoverable: recoverable === true,
      cause: text(cause, '') || undefined,
    },
  );

const text = (value: unknown, instead: string) => (typeof value === 'string' && value.slice(0, LONGEST)) || instead;
