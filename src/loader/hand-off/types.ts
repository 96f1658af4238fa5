import type { Clock } from '../clock.js';
import type { LoadScriptOptions } from '../load-script.js';
import type { TokenContext } from './placeholders.js';

/** The start of a widget by hand-off. */
export interface WidgetStart extends TokenContext {
  /** The address of the script. It may contain placeholders. */
  scriptUrl?: string | undefined;
  /** Options for loading the script. */
  load?: LoadScriptOptions | undefined;
  /** The time limit of the start. Default: that of `loadScript()`. */
  clock?: Clock | undefined;
  signal: AbortSignal;
}

/** Stops a widget and removes everything that it added. */
export type Cleanup = () => void;

/** A start in progress, with the functions that undo it. */
export interface HandOffRun extends WidgetStart {
  undo: Cleanup[];
  isStarting: boolean;
}

export type Api = Record<string, unknown>;

export type Callable = (...values: unknown[]) => unknown;
