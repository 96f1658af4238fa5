/* eslint-disable no-control-regex -- Bytes are compared here. */
import { LendingError } from '../../errors.js';
import type { Content } from './held-file.js';

/** The reasons to refuse a file, in words for the log. */
const REASONS = {
  'file-type': 'its file name extension is not in settings.documentEndings',
  'file-content': 'its content is incomplete, or does not match its file name extension',
  'file-empty': 'it is empty',
  'file-expands': 'it would need too much memory when it is opened',
};

/** Returns the error for a refused file. The page has a sentence for each reason. */
export const refusedFile = (reason: keyof typeof REASONS) =>
  new LendingError('handler-invalid', `Refused the document: ${REASONS[reason]}.`, {
    issues: [{ path: 'file', reason }],
  });

const viewOf = async (part: Content) => new DataView(await part.arrayBuffer());
/** Reads bytes as one character each. */
export const latin1 = async (part: Content) => new TextDecoder('latin1').decode(await part.arrayBuffer());

/** The bytes that are read at once, and in which the end of a file is searched. */
const SPAN = 65_536;
const MOST_PIXELS = 250e6;
const MOST_UNPACKED = 500e6;

/**
 * Refuses a PDF that is cut off. Encrypted ones are accepted: most statements open without a password, and only trying shows whether
 * one is needed.
 */
export async function checkPdf(file: Content): Promise<void> {
  if (!(await latin1(file.slice(-SPAN))).includes('%%EOF')) throw refusedFile('file-content');
}

/** Refuses a picture that is cut off, or that has more pixels than cameras and scanners make. */
export async function checkPicture(file: Content, kind: 'jpg' | 'png'): Promise<void> {
  const { at, pixels } = kind === 'png' ? await readPng(file) : await readJpeg(file);
  if (pixels > MOST_PIXELS) throw refusedFile('file-expands');
  // Phones add a second picture or a film after the end.
  const end = kind === 'png' ? 'IEND\xaeB`' : '\xff\xd9';
  for (let from = at; from < file.size; from += SPAN - end.length) {
    if ((await latin1(file.slice(from, from + SPAN))).includes(end)) return;
  }
  throw refusedFile('file-content');
}

async function readPng(file: Content): Promise<{ at: number; pixels: number }> {
  const header = await viewOf(file.slice(16, 24));
  return { at: 24, pixels: header.getUint32(0) * header.getUint32(4) };
}

/** Skips the segments of a JPEG up to its first scan. */
async function readJpeg(file: Content): Promise<{ at: number; pixels: number }> {
  let pixels = 0;
  for (let at = 2, segments = 0; segments < 1000; segments++) {
    const segment = await viewOf(file.slice(at, at + 9));
    if (segment.byteLength < 9 || segment.getUint8(0) !== 0xff) break;
    const marker = segment.getUint8(1);
    if (marker === 0xda) return { at, pixels };
    // All kinds of frame. Each marker that is divisible by 4 is a table.
    if (marker === 0xc0 || (marker > 0xc0 && marker < 0xd0 && marker % 4))
      pixels = segment.getUint16(5) * segment.getUint16(7);
    at += marker === 0xff ? 1 : 2 + segment.getUint16(2);
  }
  throw refusedFile('file-content');
}

/** The most bytes after the end mark of an archive: its record, and the longest comment. */
const TAIL = 65_557;
const ARCHIVE_END = 'PK\x05\x06';
const MOST_DIRECTORY = 2 ** 20;

/**
 * Refuses an archive without the folder of its kind, or one that unpacks to more than a document does. Its directory must be complete,
 * and must be the same for programs that search from the beginning and from the end.
 */
export async function checkArchive(file: Content, folder: string): Promise<void> {
  const tail = file.slice(-TAIL);
  const end = await viewOf(tail.slice((await latin1(tail)).lastIndexOf(ARCHIVE_END)));
  const [size, start] = end.byteLength < 22 ? [0, 0] : [end.getUint32(12, true), end.getUint32(16, true)];
  if (start + size + end.byteLength !== file.size) throw refusedFile('file-content');
  if (size > MOST_DIRECTORY) throw refusedFile('file-expands');
  const part = file.slice(start, start + size);
  const directory = await viewOf(part);
  let [at, unpacked] = [0, 0];
  while (at + 46 <= size && directory.getUint32(at) === 0x504b0102) {
    unpacked += directory.getUint32(at + 24, true);
    at +=
      46 + directory.getUint16(at + 28, true) + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  if (unpacked > MOST_UNPACKED) throw refusedFile('file-expands');
  if (at !== size || !unpacked || !(await latin1(part)).includes(folder)) throw refusedFile('file-content');
}

/**
 * Returns true if a program would unpack a file: it has the end mark of an archive near its end, and an entry of a directory before
 * that. A photo may have one of them by chance, but hardly both.
 */
export async function isArchive(file: Content): Promise<boolean> {
  // Most files have no such mark, and no more of them is read.
  if (!(await latin1(file.slice(-TAIL))).includes(ARCHIVE_END)) return false;
  const text = await latin1(file.slice(-TAIL - 3 * SPAN - 46));
  const entry = text.indexOf('PK\x01\x02');
  return entry >= 0 && text.includes(ARCHIVE_END, Math.max(entry, text.length - TAIL));
}

/** Control characters that text does not have. Line feeds, page feeds and the end mark of DOS are allowed. */
const CONTROLS = /[\0-\x08\x0e-\x19\x1b-\x1f]/;
/** The beginning of a page, a script, or another kind of document. */
const OTHER_TEXT = /^(\xef\xbb\xbf)?\s*(<[a-z!?]|#!|%PDF|{\\rtf)/i;

/**
 * Refuses a file with control characters, or one that begins as markup, a script or another document. Its bytes may be of any code
 * page; UTF-16 needs its byte order mark. Formulas in a table are accepted: the program that opens it must not calculate them.
 */
export async function checkText(file: Content): Promise<void> {
  const mark = await latin1(file.slice(0, 2));
  const decoder = new TextDecoder({ '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }[mark] ?? 'latin1', {
    fatal: true,
  });
  for (let at = 0; at < file.size; at += SPAN) {
    const bytes = await file.slice(at, at + SPAN).arrayBuffer();
    try {
      const text = decoder.decode(bytes, { stream: at + SPAN < file.size });
      if (!CONTROLS.test(text) && (at || !OTHER_TEXT.test(text))) continue;
    } catch {
      // It is not UTF-16.
    }
    throw refusedFile('file-content');
  }
}
