/* eslint-disable no-control-regex -- Bytes are compared here. */
import { LendingError } from '../../errors.js';
import { beginningOf } from '../../schema/file-kinds.js';

const REASONS = {
  'file-type': 'its file name extension is not in settings.documentExtensions',
  'file-content': 'its content is incomplete, or does not match its file name extension',
  'file-empty': 'it is empty',
};

/** Returns the error for a rejected file. The page has a sentence for each reason. */
export const fileRejected = (reason: keyof typeof REASONS) =>
  new LendingError('handler-invalid', `Rejected the document: ${REASONS[reason]}.`, {
    issues: [{ path: 'file', reason }],
  });

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
  // An encrypted PDF is accepted: most statements open without a password, and only a program that opens the file can see whether one is needed.
  const isCutOff = kind === 'pdf' && !(await latin1(file.slice(-SPAN_BYTES))).includes('%%EOF');
  if (isCutOff) throw fileRejected('file-content');
  return type;
}

async function checkBeginning(file: Blob, beginning: RegExp): Promise<void> {
  const head = await latin1(file.slice(0, 4096));
  if (!beginning.test(head) || MARKUP.test(head)) throw fileRejected('file-content');
}

const latin1 = async (part: Blob) => new TextDecoder('latin1').decode(await part.arrayBuffer());

/** The number of bytes that one read returns, and in which the end of a file is searched. */
const SPAN_BYTES = 65_536;

/** Control characters that text files do not contain. Line feeds, page feeds and the end-of-file character of DOS are allowed. */
const CONTROLS = /[\0-\x08\x0e-\x19\x1b-\x1f]/;
const OTHER_TEXT = /^(\xef\xbb\xbf)?\s*(<[a-z!?]|#!|%PDF|{\\rtf)/i;

/**
 * Rejects a file with control characters, or one that begins as markup, a script or another document. Its bytes may be in any code
 * page; UTF-16 needs its byte order mark. Formulas in a table are accepted: the program that opens the table must not calculate them.
 */
async function checkText(file: Blob): Promise<void> {
  const mark = await latin1(file.slice(0, 2));
  const decoder = new TextDecoder({ '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }[mark] ?? 'latin1', {
    fatal: true,
  });
  for (let at = 0; at < file.size; at += SPAN_BYTES) {
    const bytes = await file.slice(at, at + SPAN_BYTES).arrayBuffer();
    try {
      const text = decoder.decode(bytes, { stream: at + SPAN_BYTES < file.size });
      if (!CONTROLS.test(text) && (at || !OTHER_TEXT.test(text))) continue;
    } catch {
      // It is not UTF-16.
    }
    throw fileRejected('file-content');
  }
}
