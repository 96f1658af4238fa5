import type { StepName } from '../../../base/step/steps.js';

/** The journey's data in an entry of the browser's history, under its own key. It contains no answers. */
export interface Entry {
  /** The step of the entry. */
  step: StepName;
  /** The screen of the step; `undefined` for its first one. */
  screen?: string | undefined;
  /** The place of the previous entry, if that entry belongs to the same stay. */
  before?: string | undefined;
  /** Identifies the entries of one stay of the journey on a page, even if its element is created again. */
  stay: string;
  /** The index of the entry in its stay, from 0. */
  at: number;
}

/** The place of an entry: its step, and the screen of the step. */
export const placeOf = ({ step, screen }: Pick<Entry, 'step' | 'screen'>): string =>
  screen ? `${step} ${screen}` : step;

export const ENTRY_KEY = 'lendingStep';

export function entryOf(state: unknown): Entry | undefined {
  const entry = (state as Record<string, Partial<Entry> | undefined> | null)?.[ENTRY_KEY];
  return typeof entry?.at === 'number' ? (entry as Entry) : undefined;
}

let first: HTMLElement | undefined;

/**
 * Whether a journey is the first on the page. Only the first one follows the browser's history and keeps its draft: two would
 * mix.
 */
export const isFirstJourney = (host: HTMLElement): boolean =>
  host.isConnected && (first?.isConnected ? first : (first = host)) === host;

export const hasJourney = (): boolean => !!first?.isConnected;

interface HistoryHost extends HTMLElement {
  readonly history: unknown;
}

/** Whether a journey uses the browser's history. Frameworks may set `false` instead of `off`. */
export const followsHistory = (host: HistoryHost): boolean =>
  host.history !== 'off' && host.history !== false && isFirstJourney(host);
