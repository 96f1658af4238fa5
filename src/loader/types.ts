import type { LendingError } from '../errors.js';
import type { WidgetSettings } from '../schema/widget/widget-settings.js';
import type { Deadline } from './deadline.js';
import type { TokenContext } from './hand-off/placeholders.js';

/** Removes something that a widget has added. */
export type Cleanup = () => void;

/** The reason why a widget shows nothing, if known. The error's message may have to load. */
export type StartError = LendingError | Promise<LendingError> | undefined;

/** The state of embed code while it starts. */
export interface StartProgress {
  /** The elements in which it shows something. */
  places(): Element[];
  /** Whether an element shows the widget. `isOver`: the deadline has passed. */
  counts(leaf: Element, isOver: boolean): unknown;
  /** Whether the container has not changed for a while, so that a visible widget does not wait for a script that hangs. */
  isQuiet(): boolean;
  /** The reason why the widget shows nothing: after the deadline, or earlier if it probably never will. */
  findError(isOver: boolean): StartError;
  /** Called when it is visible. */
  shown(): void;
}

/** A partner's own hand-off, for widgets that settings cannot describe. It returns a function that stops the widget. */
export type HandOffFunction = (
  start: TokenContext & { scriptUrl: string | undefined; config: WidgetSettings; signal: AbortSignal },
) => Promise<Cleanup | void> | Cleanup | void;

export interface WidgetRun extends TokenContext {
  config: WidgetSettings;
  /** A `<template>` of the page with embed code. */
  template?: HTMLTemplateElement | null | undefined;
  handOff?: HandOffFunction | undefined;
  /** The time limit for loading, starting and showing something, in milliseconds. Default: 15000. */
  timeoutMs?: number | undefined;
  /** Stops the widget, and removes everything that it has added. The caller must abort it when the start fails. */
  signal: AbortSignal;
  /** The element that shows the widget. Default: the parent of the container. */
  host?: Element | undefined;
  /** Called once if the widget will probably show nothing, before its time is over. Default: the start fails then. */
  early?: ((error: LendingError) => void) | undefined;
  /** Called if the widget disappears after it was visible. */
  lost?: ((error: LendingError) => void) | undefined;
  /** Whether the whole document belongs to the widget, as in a frame. Default: `false`. */
  isAlone?: boolean | undefined;
}

/** A widget that is starting. */
export interface StartingWidget extends WidgetRun {
  deadline: Deadline;
  /** Sets the source of its progress. */
  watch: (progress: StartProgress) => void;
}

/** The start of a widget by hand-off, with the functions that undo it. */
export interface HandOffRun extends StartingWidget {
  undo: Cleanup[];
  isStarting: boolean;
}

export type Api = Record<string, unknown>;

export type Callable = (...values: unknown[]) => unknown;

/** Returns the violation of the page's policy because of which a frame or an object shows nothing. */
export type ViolationOf = (element: Element) => SecurityPolicyViolationEvent | undefined;
