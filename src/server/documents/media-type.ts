import { beginningOf } from '../../schema/file-kinds.js';
import { checkPdf, checkText, latin1, fileRejected } from './content-checks.js';

/** The media types of the extensions that are recognised, and other spellings of these extensions. */
const MEDIA_TYPES: Partial<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  webp: 'image/webp',
  heic: 'image/heic',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  txt: 'text/plain',
};
const SPELLINGS: Partial<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif', heif: 'heic' };

/** The types that browsers declare for text. If Excel is installed, they declare a CSV file as an Excel file. */
const DECLARED_TEXT = /^text\/(plain|csv|comma|x-)|csv$|ms-excel$/;

/** Markup of a page, which a browser could run if the service showed it the file. */
const MARKUP = /<(!doctype|\?php|html|head|body|script|svg|iframe)\b/i;

/**
 * Returns the media type of a file whose extension, declared type and first bytes agree, and rejects other files. The rest of a picture or an
 * archive is not read: the service decides whether it can use the file. A file with an extension that cannot be recognised is accepted:
 * the partner has listed it.
 */
export async function mediaType(file: Blob, ending: string, declared = ''): Promise<string> {
  const extension = ending.slice(ending.lastIndexOf('.') + 1);
  const kind = SPELLINGS[extension] ?? extension;
  const type = MEDIA_TYPES[kind];
  const beginning = beginningOf(`.${extension}`);
  if (!type || !beginning) return 'application/octet-stream';
  const isText = kind === 'csv' || kind === 'txt';
  // For an unknown extension a browser declares no type, or `application/octet-stream`.
  const isPlain = [type, '', 'application/octet-stream'].includes(declared);
  const isSame = isText ? DECLARED_TEXT.test(declared) : declared.includes(kind) || declared.includes(extension);
  if (!isPlain && !isSame) throw fileRejected('file-content');
  if (isText) await checkText(file);
  else await checkBeginning(file, beginning);
  if (kind === 'pdf') await checkPdf(file);
  return type;
}

async function checkBeginning(file: Blob, beginning: RegExp): Promise<void> {
  const head = await latin1(file.slice(0, 4096));
  if (!beginning.test(head) || MARKUP.test(head)) throw fileRejected('file-content');
}
