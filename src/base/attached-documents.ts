// It loads with the documents, and at the end of the journey.
import type { PartnerDocument } from '../schema/calls/document.js';
import type { ChosenFile } from './chosen-files.js';

/** Adds documents of the partner's platform to a list: those that were sent from any page, or all. */
export function attach(files: ChosenFile[], documents: readonly PartnerDocument[] = [], isAll = false): ChosenFile[] {
  for (const { id, name, sizeBytes: size, isSent } of documents) {
    if (!(isAll || isSent) || files.some((one) => one.id === id)) continue;
    const file = { name, size, lastModified: 0 };
    files.push({ id, file, path: `attached.${files.length}`, state: isSent ? 'sent' : 'chosen' });
  }
  return files;
}
