import type { LendingError, Problem } from '../errors.js';

/** A file that was chosen, and what became of it. */
export interface ChosenFile {
  readonly file: File;
  /** Where its problems point: `file.` and its place in the list. */
  readonly path: string;
  /** A file that was removed keeps its place, so that the others keep theirs. */
  state: 'chosen' | 'waiting' | 'sending' | 'sent' | 'removed';
  /** How much of it was sent, from 0 to 1. Unknown where the adapter does not tell. */
  progress?: number | undefined;
  /** Why it cannot be sent, or was not. */
  problem?: Problem | undefined;
  /** How its last call failed. */
  error?: LendingError | undefined;
  /** Gives its call up. */
  stop?: AbortController;
  /** Its call, while that is under way. */
  call?: Promise<void> | undefined;
}

/** The files that are in the list, and those of them that are still to be sent. */
export const listed = (files: readonly ChosenFile[]) => files.filter(({ state }) => state !== 'removed');
export const unsent = (files: readonly ChosenFile[]) => listed(files).filter(({ state }) => state !== 'sent');
