import type { Settings } from '../schema/session.js';
import type { KnownFile } from './chosen-files.js';

/**
 * How the bytes of a kind of file begin, read as text of one byte a character. An ending that is not here is taken as it
 * stands: such a file cannot be told by its bytes.
 */
const BEGINNINGS: readonly (readonly [ending: RegExp, beginning: RegExp])[] = [
  [/pdf$/, /^\W{0,9}%PDF-/],
  [/jpe?g$/, /^\xff\xd8\xff/],
  [/png$/, /^.PNG\r\n/s],
  [/webp$/, /^RIFF.{4}WEBP/s],
  [/hei[cf]$/, /^.{4}ftyp/s],
  [/(docx|xlsx)$/, /^PK/],
  // What begins with the first alternative is a spreadsheet's UTF-16.
  [/(csv|txt)$/, /^(\xff\xfe|[^\0]*$)/],
];

/** The end of a file that holds a PDF's trailer, with room for its table of objects. */
const TAIL = 65_536;

/** A file's name as it is shown: without the characters that turn the order of the others around, or break the line. */
export const shownName = ({ name }: KnownFile) => name.replace(/[\p{Cc}\p{Bidi_C}]/gu, '');

/** The ending that a file name has, out of those that are taken. */
export const endingOf = ({ name }: File, { document_endings }: Settings) =>
  document_endings.find((ending) => name.toLowerCase().endsWith(ending));

/** Why a file cannot be sent, as far as a page can tell; the backend looks again. */
export async function reasonAgainst(file: File, settings: Settings): Promise<string | undefined> {
  const ending = endingOf(file, settings);
  if (!ending) return 'file-type';
  if (file.size === 0) return 'file-empty';
  if (file.size > settings.max_document_bytes) return 'file-large';
  try {
    const head = await read(file.slice(0, 4096));
    const [, beginning] = BEGINNINGS.find(([end]) => end.test(ending)) ?? [];
    if (beginning && !beginning.test(head)) return 'file-content';
    // A trailer names its encryption by a reference, or holds the dictionary itself.
    const isLocked = ending === '.pdf' && /\/Encrypt\s*(<<|\d+ \d+ R)/.test(head + (await read(file.slice(-TAIL))));
    return isLocked ? 'file-locked' : undefined;
  } catch {
    return 'file-gone';
  }
}

const read = async (part: Blob) => new TextDecoder('latin1').decode(await part.arrayBuffer());
