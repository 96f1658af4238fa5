import type { LendingErrorCode } from '../errors.js';
import type { WidgetConfig } from './run-widget.js';

/** What the frame says to its page, before there is a port: that it listens. It carries nothing. */
export const LISTENING = 'lending-frame: listening';

/** What crosses the port from the page. The first one carries the token, once; later ones answer a request for another. */
export interface ToFrame {
  config?: WidgetConfig;
  timeout?: number | undefined;
  accessToken: string;
}

/** What crosses the port from the frame. A vendor's script shares the frame: the page believes none of it blindly. */
export type FromFrame =
  | { type: 'hello' | 'ready' | 'token' }
  | { type: 'height'; height: number }
  | { type: 'failed'; code: LendingErrorCode; message: string; recoverable: boolean };
