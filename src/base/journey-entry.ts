import type { StepName } from './journey.js';

/** What the journey writes into an entry of the browser's history, under a key of its own. No answer is in it. */
export interface Entry {
  /** The step that is shown there. */
  step: StepName;
  /** The step that the entry before shows, where that one is of the same stay. */
  before?: StepName | undefined;
  /** The entries of one stay of the journey in a page, however often its element is made. */
  stay: string;
  /** Which of them it is, from 0. */
  at: number;
}

export const ENTRY_KEY = 'lendingStep';

/** What the journey has written into the state of an entry. */
export function entryOf(state: unknown): Entry | undefined {
  const entry = (state as Record<string, Partial<Entry> | undefined> | null)?.[ENTRY_KEY];
  return typeof entry?.at === 'number' ? (entry as Entry) : undefined;
}

let first: HTMLElement | undefined;

/**
 * Whether a journey is the first on the page, in the order in which they came. That one alone follows the browser's history
 * and keeps what was typed: two would be mixed.
 */
export const isFirst = (host: HTMLElement): boolean =>
  host.isConnected && (first?.isConnected ? first : (first = host)) === host;

/** Whether there is any journey on the page. */
export const isAnyThere = (): boolean => !!first?.isConnected;

interface Follower extends HTMLElement {
  readonly history: unknown;
}

/** Whether a journey gives its steps entries in the browser's history. Frameworks may set `false`. */
export const followsHistory = (host: Follower): boolean =>
  host.history !== 'off' && host.history !== false && isFirst(host);
