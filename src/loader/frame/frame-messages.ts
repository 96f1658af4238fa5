import { LendingError, type LendingErrorCode } from '../../errors.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';

/** The message by which the frame tells its page that it listens, before there is a port. */
export const LISTENING = 'lending-frame';

/** The first message from the page over the port. It contains the token. */
export interface Start {
  type: 'start';
  config: WidgetSettings;
  /** The time limit for loading and starting, in milliseconds. */
  timeout: number;
  accessToken: string;
  /** The title, the language, the direction and the colour scheme of the document, as in the page. */
  title: string;
  lang: string;
  dir: string;
  scheme: string;
}

/** The answer to a request for another token. Without a token if the page got none. */
export interface Answer {
  type: 'token';
  accessToken?: string | undefined;
}

/** The place of the content in a frame that covers the window, and the height of that frame, in pixels. `top` may be negative. */
export interface Place {
  top: number;
  right: number;
  left: number;
  height: number;
}

/** The frame covers the window, or no longer, if it has no place. `isClosed`: the applicant has closed it. */
export interface Covers {
  type: 'covers';
  place: Place | undefined;
  isClosed: boolean;
}

/** The messages to the frame. `ping` asks whether its document still exists. */
export type ToFrame = Start | Answer | Covers | { type: 'ping' } | { type: 'scheme'; scheme: string };

/** The messages from the frame. `touched`: a key or the pointer was pressed at that time. `dialog`: a dialog is open in it, or no longer. */
export type FromFrame =
  | { type: 'ready' | 'token' | 'escape' | 'print' | 'pong' }
  | { type: 'touched'; at: number }
  | { type: 'heights'; frame: number; box: number }
  | { type: 'dialog'; isOpen: boolean }
  | { type: 'failed'; code: string; message: string; remedy: string; recoverable: boolean; cause?: string };

type FrameCode = Extract<LendingErrorCode, `${'script' | 'widget'}-${string}`>;

/** The error codes that a frame may report. The compiler checks that none is missing. */
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
/** The tallest frame, in pixels. Taller content scrolls in it. */
export const TALLEST = 20_000;

/** A message over the port. It is not trusted, because the vendor's script runs in the same frame. */
export type FrameMessage = Partial<Record<string, unknown>>;

export const readMessage = (data: unknown) => Object(data) as FrameMessage;

/** A height in pixels for CSS, limited. CSS ignores an invalid length such as NaN. */
export const readHeight = (height: unknown) => `${typeof height === 'number' ? Math.min(height, TALLEST) : NaN}px`;

/** Converts the error from a frame to a `LendingError`. */
export const readError = ({ code, message, remedy, recoverable, cause }: FrameMessage) =>
  new LendingError(
    typeof code === 'string' && Object.hasOwn(CODES, code) ? (code as FrameCode) : 'widget-failed',
    text(message, 'The widget reported an error without a message.'),
    {
      remedy: text(remedy, 'See the console messages of its frame.'),
      recoverable: recoverable === true,
      cause: text(cause, '') || undefined,
    },
  );

const text = (value: unknown, instead: string) => (typeof value === 'string' && value.slice(0, LONGEST)) || instead;
