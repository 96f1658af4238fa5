/* eslint-disable no-control-regex -- Bytes are compared here. */
import { checkArchive, checkPdf, checkPicture, checkText, isArchive, latin1, refused } from './document-shape.js';
import type { Content } from './held-file.js';

/**
 * The kinds of file that are told by their content: their media types, and how they begin, as one character a byte. Some
 * makers of statements write a mark of the byte order, or a blank line, before a PDF.
 */
const KINDS: Record<string, readonly [type: string, beginning?: RegExp]> = {
  pdf: ['application/pdf', /^(\xef\xbb\xbf)?\s{0,9}%PDF-\d/],
  jpg: ['image/jpeg', /^\xff\xd8\xff/],
  png: ['image/png', /^.PNG\r\n\x1a\n.{4}IHDR/s],
  tif: ['image/tiff', /^(II\*\0|MM\0\*)/],
  heic: ['image/heic', /^.{4}ftyp(he[iv]|mif1|msf1)/s],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', /^PK\x03\x04/],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /^PK\x03\x04/],
  csv: ['text/csv'],
  txt: ['text/plain'],
};
const SAME: Record<string, string> = { jpeg: 'jpg', tiff: 'tif', heif: 'heic' };

/** What browsers declare a text to be. Excel, where it is installed, takes tables for its own. */
const DECLARED_TEXT = /^text\/(plain|csv|comma|x-)|csv$|ms-excel$/;

/** What makes another kind of the same bytes: the markup of a page, or an archive. */
const ANOTHER = /<(!doctype|\?php|html|head|body|script|svg|iframe)\b|PK[\x03\x05][\x04\x06]/i;

/**
 * The media type of a file whose content, ending and declared type agree; one whose do not is refused. An ending that is
 * not told by content is taken as it stands: the partner has listed it.
 */
export async function mediaType(file: Content, ending: string, declared = ''): Promise<string> {
  const called = ending.slice(ending.lastIndexOf('.') + 1);
  const kind = SAME[called] ?? called;
  const [type, beginning] = KINDS[kind] ?? [];
  if (!type) return 'application/octet-stream';
  // A browser that does not know an ending declares nothing, or bytes.
  const isKnown = [type, '', 'application/octet-stream'].includes(declared);
  const isSame = beginning ? declared.includes(kind) || declared.includes(called) : DECLARED_TEXT.test(declared);
  if (!isKnown && !isSame) throw refused('file-content');
  if (beginning) await checkShape(file, kind, beginning);
  else await checkText(file);
  return type;
}

async function checkShape(file: Content, kind: string, beginning: RegExp): Promise<void> {
  const head = await latin1(file.slice(0, 4096));
  if (!beginning.test(head)) throw refused('file-content');
  if (kind === 'docx' || kind === 'xlsx') return checkArchive(file, kind === 'docx' ? 'word/' : 'xl/');
  const ends = await latin1(file.slice(-1024));
  if (ANOTHER.test(head) || ANOTHER.test(ends) || (await isArchive(file))) throw refused('file-content');
  if (kind === 'pdf') await checkPdf(file);
  if (kind === 'jpg' || kind === 'png') await checkPicture(file, kind);
}
