import { LendingError, type LendingErrorCode } from '../../errors.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';

/** The message by which the frame reports that it listens, before the page has sent the port. */
export const LISTENING = 'lending-frame';

/** The first message from the page over the port. It contains the token. */
export interface StartMessage {
  type: 'start';
  config: WidgetSettings;
  timeoutMs: number;
  accessToken: string;
  title: string;
  lang: string;
  dir: string;
  scheme: string;
}

/** The page's reply to a request for another token. It has no token if the page got none. */
export interface TokenMessage {
  type: 'token';
  accessToken?: string | undefined;
}

/**
 * The frame covers the window, or no longer. `place`: where the content is in the window, in pixels; `top` may be negative. Without a
 * place, the frame no longer covers the window. `isClosed`: the applicant has closed the dialog.
 */
export interface CoversMessage {
  type: 'covers';
  place: { top: number; right: number; left: number; height: number } | undefined;
  isClosed: boolean;
}

/** The messages to the frame. The frame replies to `ping` if its document still exists. */
export type ToFrame =
  StartMessage | TokenMessage | CoversMessage | { type: 'ping' } | { type: 'scheme'; scheme: string };

/** The messages from the frame. `touched`: a key or the pointer was pressed at that time. `dialog`: a dialog is open in it, or no longer. */
export type FromFrame =
  | { type: 'ready' | 'token' | 'escape' | 'print' | 'pong' }
  | { type: 'touched'; at: number; isKey: boolean }
  | { type: 'heights'; frame: number; box: number }
  | { type: 'dialog'; isOpen: boolean }
  | { type: 'failed'; code: string; message: string; remedy: string; recoverable: boolean; cause?: string };

/** A message over the port. It is not trusted, because the vendor's script runs in the same frame. */
export type FrameMessage = Partial<Record<string, unknown>>;

export const readMessage = (data: unknown) => Object(data) as FrameMessage;

/** The tallest frame, in pixels. Taller content scrolls in it. */
export const MAX_HEIGHT_PX = 20_000;

/** A height in pixels for CSS, limited. CSS ignores an invalid length such as NaN. */
export const readHeight = (height: unknown) =>
  `${typeof height === 'number' ? Math.min(height, MAX_HEIGHT_PX) : NaN}px`;

/** A code of an error in a frame. An unknown code has the sentence of its first word. */
const CODE = /^(script|widget)-[a-z-]{1,30}$/;
const MAX_TEXT_CHARS = 300;

const text = (value: unknown, instead: string) =>
  (typeof value === 'string' && value.slice(0, MAX_TEXT_CHARS)) || instead;

/** Converts the error from a frame to a `LendingError`. */
export const readError = ({ code, message, remedy, recoverable, cause }: FrameMessage) =>
  new LendingError(
    typeof code === 'string' && CODE.test(code) ? (code as LendingErrorCode) : 'widget-failed',
    text(message, 'The widget reported an error without a message.'),
    {
      remedy: text(remedy, 'See the console messages of its frame.'),
      recoverable: recoverable === true,
      cause: text(cause, '') || undefined,
    },
  );
