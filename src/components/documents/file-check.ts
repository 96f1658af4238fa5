import type { KnownFile } from '../../base/chosen-files.js';
import { beginningOf } from '../../schema/file-kinds.js';
import type { Settings } from '../../schema/settings.js';

/** The bytes at the end of a PDF that contain its trailer, with room for the table of objects. */
const TAIL_BYTES = 65_536;

/** The name of a file without characters that reorder the text or break the line. */
export const shownName = ({ name }: KnownFile) => name.replace(/[\p{Cc}\p{Bidi_C}]/gu, '');

/** The ending of the file's name, if it is accepted. */
export const endingOf = ({ name }: File, { documentExtensions }: Settings) =>
  documentExtensions.find((ending) => name.toLowerCase().endsWith(ending));

/** Returns the reason why a file cannot be sent, if the page can detect one. The backend checks the file again. */
export async function fileProblemReason(file: File, settings: Settings): Promise<string | undefined> {
  const ending = endingOf(file, settings);
  if (!ending) return 'file-type';
  if (file.size === 0) return 'file-empty';
  if (file.size > settings.maxDocumentBytes) return 'file-large';
  try {
    const head = await read(file.slice(0, 4096));
    const beginning = beginningOf(ending);
    if (beginning && !beginning.test(head)) return 'file-content';
    // A trailer refers to its encryption dictionary, or contains it.
    const isLocked =
      ending === '.pdf' && /\/Encrypt\s*(<<|\d+ \d+ R)/.test(head + (await read(file.slice(-TAIL_BYTES))));
    return isLocked ? 'file-locked' : undefined;
  } catch {
    return 'file-gone';
  }
}

const read = async (part: Blob) => new TextDecoder('latin1').decode(await part.arrayBuffer());
