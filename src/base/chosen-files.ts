import type { LendingError, Problem } from '../errors.js';

/** What is known of a file without its bytes. A `File` is one. */
export interface KnownFile {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
}

/** A file that was chosen, and what became of it. */
export interface ChosenFile {
  /** A `File`; after a reload only what is known of it. */
  readonly file: KnownFile;
  /** Where its problems point: `file.` and its place in the list. */
  readonly path: string;
  /**
   * A file that was removed keeps its place, so that the others keep theirs. One that was not sent before a reload is lost: it
   * is to be chosen again.
   */
  state: 'chosen' | 'waiting' | 'sending' | 'sent' | 'removed' | 'lost';
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

/** What a reload does not lose of a file: its bytes cannot be kept. Its name is personal data. */
export interface KeptFile extends KnownFile {
  readonly state: 'sent' | 'removed' | 'lost';
}

/** What is kept of files through a reload. Of one that was removed only its place is left. */
export const keepFiles = (files: readonly ChosenFile[] = []): KeptFile[] =>
  files.map(({ file: { name, size, lastModified }, state }) =>
    state === 'removed'
      ? { name: '', size: 0, lastModified: 0, state }
      : { name, size, lastModified, state: state === 'sent' ? state : 'lost' },
  );

/** The files that were kept, as they stand in the list. */
export const takeFiles = (kept: readonly KeptFile[] = []): ChosenFile[] =>
  kept.map(({ state, ...file }, at) => ({ file, path: `file.${at}`, state }));
