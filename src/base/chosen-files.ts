import type { LendingError, Problem } from '../errors.js';
import type { PartnerDocument } from '../schema/calls/document.js';

/** Data about a file without its bytes. A `File` has these fields too. */
export interface KnownFile {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
}

/** A chosen file, and its state. */
export interface ChosenFile {
  /** The `File`; after a reload, only the data about it. */
  readonly file: KnownFile;
  /** The partner's id, if the partner's platform has the document. Its bytes are not on the page. */
  readonly id?: string | undefined;
  /** The path of its problems: `file.` and its index among the chosen files. */
  readonly path: string;
  /**
   * A removed file keeps its index, so that the other files keep theirs. A file that was not sent before a reload is `lost`:
   * the applicant must choose it again.
   */
  state: 'chosen' | 'waiting' | 'sending' | 'sent' | 'removed' | 'lost';
  /** The share that was sent, from 0 to 1. Unknown if the adapter does not report progress. */
  progress?: number | undefined;
  /** Why the file cannot be sent, or was not sent. */
  problem?: Problem | undefined;
  /** The error of the file's last upload. */
  error?: LendingError | undefined;
  /** Aborts the file's upload. */
  stop?: AbortController;
  /** The pending upload of the file. */
  call?: Promise<void> | undefined;
}

/** The files that the applicant chose, without documents of the partner's platform. */
export const chosenFiles = (files: readonly ChosenFile[] = []) => files.filter(({ id }) => id === undefined);

/** The files in the list, and those of them that are not sent yet. */
export const listedFiles = (files: readonly ChosenFile[]) => files.filter(({ state }) => state !== 'removed');
export const unsentFiles = (files: readonly ChosenFile[]) => listedFiles(files).filter(({ state }) => state !== 'sent');

/** The data about a file that survives a reload. The name is personal data. */
export interface KeptFile extends KnownFile {
  readonly state: 'sent' | 'removed' | 'lost';
}

/** Returns the data about chosen files that survives a reload. A removed file leaves only its index. The backend lists attached documents. */
export const filesToKeep = (files: readonly ChosenFile[] = []): KeptFile[] =>
  chosenFiles(files).map(({ file: { name, size, lastModified }, state }) =>
    state === 'removed'
      ? { name: '', size: 0, lastModified: 0, state }
      : { name, size, lastModified, state: state === 'sent' ? state : 'lost' },
  );

export const restoreFiles = (kept: readonly KeptFile[] = []): ChosenFile[] =>
  kept.map(({ state, ...file }, at) => ({ file, path: `file.${at}`, state }));

/** Adds documents of the partner's platform to a list: those that were sent from any page, or all. */
export function attach(files: ChosenFile[], documents: readonly PartnerDocument[] = [], isAll = false): ChosenFile[] {
  for (const { id, name, sizeBytes: size, isSent } of documents) {
    if (!(isAll || isSent) || files.some((one) => one.id === id)) continue;
    const file = { name, size, lastModified: 0 };
    files.push({ id, file, path: `attached.${files.length}`, state: isSent ? 'sent' : 'chosen' });
  }
  return files;
}
